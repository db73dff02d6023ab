package chunk_test

import "testing"

func TestOutlineGo(t *testing.T) {
	testOutline(t, "go", []outlineTest{
		{"declarations", `// Package p does.
package p

import (
	"io"
)

// About nothing.

// Dialer dials.
type Dialer struct {
	a int

	b int
}

const A, B = 1, 2

var (
	x int
	y = ` + "`\nfunc no() {}\n`" + `
)

// Close closes.
func (c *Conn[K, V]) Close() error { return nil }
func Open() {
}
`, []string{
			"1-6 code 1 package p", "8-8 code", "10-15 code 1 type Dialer", "17-17 code 1 const A, B", "19-24 code 1 var x, y",
			"26-27 code 1 func (c *Conn[K, V]) Close", "28-29 code 1 func Open"}},
		{"line comments of generators", "package p\n//line x.go:100\nfunc A() {}\n", []string{
			"1-1 code 1 package p", "2-3 code 1 func A"}},
		{"syntax error", "package p\n\n// F does.\nfunc (t *T) F() {\n\tx := '{'\n\n\treturn\n}\n\nfunc G(", []string{
			"1-1 code 1 package p", "3-8 code 1 func (t *T) F", "10-10 code 1 func G"}},
	})
}

func TestOutlineIndented(t *testing.T) {
	testOutline(t, "python", []outlineTest{
		{"classes", `"""Doc.

def no(): pass
"""
import os
# about f
@decorated(
    1)
def f(x):
    def inner(): pass
    return """
no indentation
"""

class A(B):
    """Doc."""
    x = 1

    # about g
    async def g(self):
# odd comment
        return 1

    y = 2

    class C:
        def h(self): pass

if x:
    def k(): pass
`, []string{
			"1-5 code", "6-13 code 1 def f", "15-17 code 1 class A", "19-22 code 2 async def g", "24-24 code 1 class A",
			"26-26 code 2 class C", "27-27 code 3 def h", "29-30 code"}},
	})
	testOutline(t, "ruby", []outlineTest{
		{"modules", "require 'x'\n\nmodule M\n  class A < B\n    def self.f?(x)\n      1\n    end\n  end\nend\n", []string{
			"1-1 code", "3-3 code 1 module M", "4-4 code 2 class A < B", "5-9 code 3 def self.f?"}}})
	testOutline(t, "shell", []outlineTest{
		{"functions", "#!/bin/sh\nset -e\n\n# about f\nf() {\n  cat <<EOF\ng() {\nEOF\n}\nfunction h\n{\n  x\n}\nf\n", []string{
			"1-2 code", "4-9 code 1 f()", "10-14 code"}}})
	testOutline(t, "lua", []outlineTest{
		{"functions", "local M = {}\n-- about\nfunction M.f(x)\n  return x\nend\nreturn M\n", []string{
			"1-1 code", "2-5 code 1 function M.f", "6-6 code"}}})
}

func TestOutlineBraces(t *testing.T) {
	testOutline(t, "c", []outlineTest{
		{"functions", `/* License

   text */
#include <a.h>
#define X { \
	{

/* About. */
static int
add(int a, int b)
{
	char c = '{'; // {

	return a + b;
}
struct s {
	int a;

	int b;
};
int x; int y;
int main(void) { return 0; }
`, []string{
			"1-6 code", "8-15 code 1 int add", "16-20 code 1 struct s", "21-21 code", "22-22 code 1 int main"}},
	})
	testOutline(t, "cpp", []outlineTest{
		{"classes", "namespace a {\n\nclass A : public B {\n public:\n  A() : x(1) {}\n\n  void f() {\n    g();\n  }\n int x;\n};\n\nA::~A() {}\n}\n", []string{
			"1-1 code", "3-3 code 1 class A : public B", "4-5 code 2 A", "7-9 code 2 void f", "10-11 code 1 class A : public B",
			"13-13 code 1 A::~A", "14-14 code"}}})
	testOutline(t, "java", []outlineTest{
		{"class", `package a;

import b;

/** Doc. */
@Entity
public final class A extends B {
    private int x = 1;

    /** About. */
    @Override
    public void f(int a) {
        if (a) {

        }
    }
}
`, []string{
			"1-1 code 1 package a", "3-3 code", "5-7 code 1 class A extends B", "8-8 code 1 class A extends B", "10-16 code 2 void f",
			"17-17 code 1 class A extends B"}},
	})
	testOutline(t, "rust", []outlineTest{
		{"impl", "use a::{\n    b,\n};\n\n#[derive(X)]\npub struct S<'a> {\n    x: &'a str,\n}\n\nimpl<'a> S<'a> {\n    pub fn new(x: &'a str) -> Self {\n        S { x }\n    }\n\n    fn g() {}\n}\n", []string{
			"1-3 code", "5-8 code 1 struct S<'a>", "10-10 code 1 impl<'a> S<'a>", "11-13 code 2 fn new", "15-15 code 2 fn g",
			"16-16 code 1 impl<'a> S<'a>"}}})
	testOutline(t, "javascript", []outlineTest{
		{"module", "import a from 'b';\n\nconst x = /[{'\"]/.test(y);\nexport async function f(a) {\n  return `{\n${a}\n`;\n}\n\nexport const g = (a) => {\n  return 1;\n};\n\nclass A {\n  m(a) {\n    if (a) { }\n  }\n}\n", []string{
			"1-1 code", "3-3 code 1 const x", "4-8 code 1 function f", "10-12 code 1 const g", "14-14 code 1 class A", "15-17 code 2 m",
			"18-18 code 1 class A"}}})
	testOutline(t, "sql", []outlineTest{{"groups", "create table a (\n  b\n);\n\nselect 1;\n", []string{"1-3 code", "5-5 code"}}})
}
