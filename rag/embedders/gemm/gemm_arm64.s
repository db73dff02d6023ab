//go:build !purego

#include "textflag.h"

// Adds the next number of a row of a, times a row of b, to a row of the tile,
// which four registers hold: V8 to V11 the first, V28 to V31 the last.
#define MULTIPLY(row, number, first, second, third, fourth) \
	VLD1R.P 4(row), [number.S4]                 \
	VFMLA   V0.S4, number.S4, first.S4          \
	VFMLA   V1.S4, number.S4, second.S4         \
	VFMLA   V2.S4, number.S4, third.S4          \
	VFMLA   V3.S4, number.S4, fourth.S4

// func addTileNEON(c *float32, cStride int, a *float32, aStride int, b *float32, bStride, depth int)
TEXT ·addTileNEON(SB), NOSPLIT, $0-56
	MOVD c+0(FP), R0
	MOVD cStride+8(FP), R1
	MOVD a+16(FP), R6
	MOVD aStride+24(FP), R2
	MOVD b+32(FP), R3
	MOVD bStride+40(FP), R4
	MOVD depth+48(FP), R5
	LSL  $2, R1, R1         // strides in bytes
	LSL  $2, R2, R2
	LSL  $2, R4, R4
	ADD  R2, R6, R7         // the rows of a: R6 to R11
	ADD  R2, R7, R8
	ADD  R2, R8, R9
	ADD  R2, R9, R10
	ADD  R2, R10, R11
	ADD  R1, R0, R12        // the rows of c: R0, R12 to R16
	ADD  R1, R12, R13
	ADD  R1, R13, R14
	ADD  R1, R14, R15
	ADD  R1, R15, R16
	VLD1 (R0), [V8.S4, V9.S4, V10.S4, V11.S4]
	VLD1 (R12), [V12.S4, V13.S4, V14.S4, V15.S4]
	VLD1 (R13), [V16.S4, V17.S4, V18.S4, V19.S4]
	VLD1 (R14), [V20.S4, V21.S4, V22.S4, V23.S4]
	VLD1 (R15), [V24.S4, V25.S4, V26.S4, V27.S4]
	VLD1 (R16), [V28.S4, V29.S4, V30.S4, V31.S4]

loop:
	VLD1 (R3), [V0.S4, V1.S4, V2.S4, V3.S4]
	ADD  R4, R3
	MULTIPLY(R6, V4, V8, V9, V10, V11)
	MULTIPLY(R7, V5, V12, V13, V14, V15)
	MULTIPLY(R8, V6, V16, V17, V18, V19)
	MULTIPLY(R9, V7, V20, V21, V22, V23)
	MULTIPLY(R10, V4, V24, V25, V26, V27)
	MULTIPLY(R11, V5, V28, V29, V30, V31)
	SUBS $1, R5
	BNE  loop

	VST1 [V8.S4, V9.S4, V10.S4, V11.S4], (R0)
	VST1 [V12.S4, V13.S4, V14.S4, V15.S4], (R12)
	VST1 [V16.S4, V17.S4, V18.S4, V19.S4], (R13)
	VST1 [V20.S4, V21.S4, V22.S4, V23.S4], (R14)
	VST1 [V24.S4, V25.S4, V26.S4, V27.S4], (R15)
	VST1 [V28.S4, V29.S4, V30.S4, V31.S4], (R16)
	RET
