package golden

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// How far numbers may lie apart: of what the same kind of processor computes.
const (
	relative = 2e-3 // of numbers with a fraction
	absolute = 1e-6 // likewise, near zero
	pixels   = 0.4  // of places on the stage
)

// Files are written on amd64. Others add and exponentiate differently in the last
// bits, and what is iterated then ends elsewhere within its tolerance: a duality
// gap, a violation of the conditions of optimality by some percent.
var abroad = runtime.GOARCH != "amd64"

// A line is told apart into text and numbers. Places are two numbers with a
// comma between them; a tolerance of its own, "±0.02", holds for the other
// numbers of a raster's line. In words, such as "f = ±1", it is a sign.
var rasterLine = regexp.MustCompile(`^(?:[-+] )? +(?:plane \w+ )?±`)

var number = regexp.MustCompile(`[-+]?(?:\d+\.\d+|\d+)(?:e[-+]?\d+)?`)

type token struct {
	text  string // before the number
	value float64
	whole bool
	place bool // one of two coordinates
	plus  bool // is the line's tolerance
}

func tokens(line string) (list []token, rest string) {
	end, raster := 0, rasterLine.MatchString(line)
	for _, at := range number.FindAllStringIndex(line, -1) {
		s := line[at[0]:at[1]]
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			continue
		}
		before, after := line[end:at[0]], line[at[1]:]
		t := token{text: before, value: v, whole: !strings.ContainsAny(s, ".e"), plus: raster &&
			strings.HasSuffix(before, "±")}
		t.place = before == "," || len(after) > 1 && after[0] == ',' && after[1] != ' '
		list, end = append(list, t), at[1]
	}
	return list, line[end:]
}

// Same tells whether two lines say the same: texts to the letter, whole numbers
// to the unit, others within their tolerance.
func Same(a, b string) bool {
	if a == b {
		return true
	}
	as, ar := tokens(a)
	bs, br := tokens(b)
	if len(as) != len(bs) || ar != br {
		return false
	}
	tol, rel, abs, px := 0.0, relative, absolute, pixels
	if abroad {
		rel, abs, px = 0.1, 1e-3, 1.5
	}
	for i, x := range as {
		y := bs[i]
		if x.text != y.text || x.place != y.place {
			return false
		}
		if x.plus {
			if !(y.value < 2.1*x.value && x.value < 2.1*y.value) {
				return false
			}
			tol = max(x.value, y.value)
			continue
		}
		d, size := math.Abs(x.value-y.value), max(math.Abs(x.value), math.Abs(y.value))
		switch {
		case x.place:
			if d > px+rel*max(0, size-1000) {
				return false
			}
		case tol > 0:
			if d > tol {
				return false
			}
		case x.whole && y.whole:
			if d != 0 {
				return false
			}
		case d > abs+rel*size:
			return false
		}
	}
	return true
}

// pair is a line of two texts: in both (a and b are indices), in the old alone
// (b < 0), or in the new alone (a < 0).
type pair struct{ a, b int }

// align finds a longest sequence of lines that are the same in both texts.
func align(old, fresh []string, same func(a, b string) bool) []pair {
	head, tail := 0, 0
	for head < min(len(old), len(fresh)) && same(old[head], fresh[head]) {
		head++
	}
	for tail < min(len(old), len(fresh))-head && same(old[len(old)-1-tail], fresh[len(fresh)-1-tail]) {
		tail++
	}
	n, m := len(old)-head-tail, len(fresh)-head-tail
	long := make([][]int32, n+1)
	is := make([][]bool, n+1)
	for i := range long {
		long[i], is[i] = make([]int32, m+1), make([]bool, m+1)
	}
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			long[i][j] = max(long[i+1][j], long[i][j+1])
			if is[i][j] = same(old[head+i], fresh[head+j]); is[i][j] {
				long[i][j] = max(long[i][j], long[i+1][j+1]+1)
			}
		}
	}
	var out []pair
	for k := range head {
		out = append(out, pair{k, k})
	}
	for i, j := 0, 0; i < n || j < m; {
		switch {
		case i < n && j < m && is[i][j] && long[i][j] == long[i+1][j+1]+1:
			out = append(out, pair{head + i, head + j})
			i, j = i+1, j+1
		case i < n && (j == m || long[i+1][j] >= long[i][j+1]):
			out = append(out, pair{head + i, -1})
			i++
		default:
			out = append(out, pair{-1, head + j})
			j++
		}
	}
	for k := range tail {
		out = append(out, pair{len(old) - tail + k, len(fresh) - tail + k})
	}
	return out
}

// Change writes what is in fresh and not in old, "+ ", and what is in old alone,
// "- ", to the letter: both were drawn by one program. Of what has gone, the lines that belong to another one (they are
// indented) are left out.
func Change(old, fresh []string) []string {
	var out []string
	for _, p := range align(old, fresh, func(a, b string) bool { return a == b }) {
		switch {
		case p.b < 0 && !strings.HasPrefix(old[p.a], "    "):
			out = append(out, "- "+old[p.a])
		case p.a < 0:
			out = append(out, "+ "+fresh[p.b])
		}
	}
	return out
}

// wavering returns those of the lines alone, which the other text does not have, that tell a
// change (see Change) within its tolerance: "- x 0.84" and "+ x 0.85" are there on one machine,
// and on another, where both are rounded to 0.84, they are not.
func wavering(lines []string, alone []int) (list []int) {
	for _, i := range alone {
		was, ok := strings.CutPrefix(lines[i], "- ")
		if !ok {
			continue
		}
		for _, j := range alone {
			if is, ok := strings.CutPrefix(lines[j], "+ "); ok && Same(was, is) && !slices.Contains(list, j) {
				list = append(list, i, j)
				break
			}
		}
	}
	return list
}

// Section is a named part of a golden file.
type Section struct {
	Name  string
	Lines []string
}

func same(a, b Section) bool { return a.Name == b.Name && slices.Equal(a.Lines, b.Lines) }

const mark = "=== "

func read(text string) ([]Section, error) {
	var out []Section
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if name, ok := strings.CutPrefix(line, mark); ok {
			out = append(out, Section{Name: name})
		} else if len(out) > 0 && line != "" {
			out[len(out)-1].Lines = append(out[len(out)-1].Lines, line)
		}
	}
	return unpack(out)
}

func write(list []Section) string {
	var b strings.Builder
	for i, s := range pack(list) {
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString(mark + s.Name + "\n")
		for _, l := range s.Lines {
			b.WriteString(l + "\n")
		}
	}
	return b.String()
}

// T is what Check needs of a *testing.T.
type T interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
	Logf(format string, args ...any)
}

// Check compares sections with those of a file, and says in which lines they
// differ. With update the file is written anew; lines that are the same within
// their tolerance stay as they are, so that its diff shows what has changed.
// again is the command that does so.
func Check(t T, path string, got []Section, update bool, again string) {
	t.Helper()
	check(t, path, got, update, true, again)
}

// CheckSome compares sections with those of a file that may have more.
func CheckSome(t T, path string, got []Section, again string) {
	t.Helper()
	check(t, path, got, false, false, again)
}

func check(t T, path string, got []Section, update, all bool, again string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil && !(update && os.IsNotExist(err)) {
		t.Fatalf("%v\nTo write it: %s", err, again)
	}
	old, err := read(string(text))
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	kept := slices.Clone(got)
	for i, s := range kept {
		at := slices.IndexFunc(old, func(o Section) bool { return o.Name == s.Name })
		if at < 0 {
			if !update {
				t.Errorf("%s is not in %s", s.Name, path)
			}
			continue
		}
		said := 0
		kept[i].Lines = nil
		pairs := align(old[at].Lines, s.Lines, Same)
		var gone, come []int
		for _, p := range pairs {
			if p.b < 0 {
				gone = append(gone, p.a)
			} else if p.a < 0 {
				come = append(come, p.b)
			}
		}
		gone, come = wavering(old[at].Lines, gone), wavering(s.Lines, come)
		for _, p := range pairs {
			line := ""
			switch {
			case p.b < 0:
				if slices.Contains(gone, p.a) {
					continue
				}
				line = "-" + old[at].Lines[p.a]
			case p.a < 0:
				if !update && slices.Contains(come, p.b) {
					continue
				}
				line = "+" + s.Lines[p.b]
				kept[i].Lines = append(kept[i].Lines, s.Lines[p.b])
			default:
				kept[i].Lines = append(kept[i].Lines, old[at].Lines[p.a])
				continue
			}
			if update {
				continue
			}
			if said++; said == 1 {
				t.Errorf("%s has changed. If that is meant, write it anew and read its diff: %s", s.Name, again)
			}
			if said <= 24 {
				t.Logf("%s", line)
			} else if said == 25 {
				t.Logf("and so on")
			}
		}
	}
	for _, o := range old {
		if all && !update && !slices.ContainsFunc(got, func(s Section) bool { return s.Name == o.Name }) {
			t.Errorf("%s has %q, which is drawn no more", path, o.Name)
		}
	}
	if !update {
		return
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatalf("%v", err)
	}
	packed := write(kept)
	if again, err := read(packed); err != nil || !slices.EqualFunc(again, kept, same) {
		t.Fatalf("%s can't be written so that it reads as it was: %v", path, err)
	}
	if err := os.WriteFile(path, []byte(packed), 0o666); err != nil {
		t.Fatalf("%v", err)
	}
}

// Command is how golden files of a package are written anew.
func Command(pkg, test string) string { return fmt.Sprintf("go test %s -run %s -update", pkg, test) }
