package gemm

// What runs where there is no assembly.
var (
	AddTilePlain = addTilePlain
	UnpackPlain  = unpackPlain
)
