//go:build !purego

#include "textflag.h"

// Two registers hold a row of the tile: Y4 and Y5 the first, Y14 and Y15 the last.
#define LOAD(first, second) \
	VMOVUPS (AX), first     \
	VMOVUPS 32(AX), second  \
	ADDQ    R8, AX

#define STORE(first, second) \
	VMOVUPS first, (DI)      \
	VMOVUPS second, 32(DI)   \
	ADDQ    R8, DI

// Adds one number of a times a row of b to a row of the tile.
#define MULTIPLY(number, first, second) \
	VBROADCASTSS number, Y2             \
	VFMADD231PS  Y0, Y2, first          \
	VFMADD231PS  Y1, Y2, second

// func addTileAVX2(c *float32, cStride int, a *float32, aStride int, b *float32, bStride, depth int)
TEXT ·addTileAVX2(SB), NOSPLIT, $0-56
	MOVQ c+0(FP), DI
	MOVQ cStride+8(FP), R8
	MOVQ a+16(FP), SI
	MOVQ aStride+24(FP), R9
	MOVQ b+32(FP), BX
	MOVQ bStride+40(FP), R10
	MOVQ depth+48(FP), CX
	SHLQ $2, R8              // strides in bytes
	SHLQ $2, R9
	SHLQ $2, R10
	LEAQ (R9)(R9*2), DX
	ADDQ SI, DX              // the fourth row of a
	MOVQ DI, AX
	LOAD(Y4, Y5)
	LOAD(Y6, Y7)
	LOAD(Y8, Y9)
	LOAD(Y10, Y11)
	LOAD(Y12, Y13)
	LOAD(Y14, Y15)

loop:
	VMOVUPS (BX), Y0
	VMOVUPS 32(BX), Y1
	MULTIPLY((SI), Y4, Y5)
	MULTIPLY((SI)(R9*1), Y6, Y7)
	MULTIPLY((SI)(R9*2), Y8, Y9)
	MULTIPLY((DX), Y10, Y11)
	MULTIPLY((DX)(R9*1), Y12, Y13)
	MULTIPLY((DX)(R9*2), Y14, Y15)
	ADDQ    R10, BX
	ADDQ    $4, SI
	ADDQ    $4, DX
	DECQ    CX
	JNZ     loop

	STORE(Y4, Y5)
	STORE(Y6, Y7)
	STORE(Y8, Y9)
	STORE(Y10, Y11)
	STORE(Y12, Y13)
	STORE(Y14, Y15)
	VZEROUPPER
	RET

// func unpackAVX2(numbers *float32, codes *byte, scales *[Columns]float32, rows int)
TEXT ·unpackAVX2(SB), NOSPLIT, $0-32
	MOVQ    numbers+0(FP), DI
	MOVQ    codes+8(FP), SI
	MOVQ    scales+16(FP), AX
	MOVQ    rows+24(FP), CX
	VMOVUPS (AX), Y0
	VMOVUPS 32(AX), Y1

loop:
	VPMOVSXBD (SI), Y2
	VPMOVSXBD 8(SI), Y3
	VCVTDQ2PS Y2, Y2
	VCVTDQ2PS Y3, Y3
	VMULPS    Y0, Y2, Y2
	VMULPS    Y1, Y3, Y3
	VMOVUPS   Y2, (DI)
	VMOVUPS   Y3, 32(DI)
	ADDQ      $16, SI
	ADDQ      $64, DI
	DECQ      CX
	JNZ       loop
	VZEROUPPER
	RET
