package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/picture"
)

func TestSame(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"fact error = 0.5", "fact error = 0.5004", true},
		{"fact error = 0.5", "fact error = 0.7", false},
		{"fact error = 0.5", "fact errors = 0.5", false},
		{"fact error = 0.5", "fact error = -0.5", false},
		{"after 57 steps", "after 58 steps", false},
		{"after 57 steps", "after 57 steps.", false},
		{"values 1 2 3", "values 1 2", false},
		{"value 1", "value 0.99999", true},
		{"gap 1.2e-13", "gap -3e-9", true},
		{"at 120.5,33.1", "at 120.7,32.9", true},
		{"at 120.5,33.1", "at 122.5,33.1", false},
		{"at 0.1,-0.1", "at -0.1,0.1", true},
		{"at 0.1 -0.1", "at -0.1 0.1", false},
		{"    ±0.02  0.5 -0.3", "    ±0.02  0.51 -0.31", true},
		{"    ±0.02  0.5 -0.3", "    ±0.02  0.5 -0.33", false},
		{"    ±0.02  0.5", "    ±0.03  0.5", true},
		{"    ±0.02  0.5", "    ±0.5  0.5", false},
		{"+     plane veil ±0.02: mean 0.5", "+     plane veil ±0.02: mean 0.51", true},
		{`key "margin, f = ±1": line of margin`, `key "margin, f = ±2": line of margin`, false},
		{"class 1, probability 0.75", "class 2, probability 0.75", false},
	} {
		if got := Same(c.a, c.b); got != c.want && !abroad {
			t.Errorf("%q and %q: %v", c.a, c.b, got)
		}
		if Same(c.a, c.b) != Same(c.b, c.a) {
			t.Errorf("%q and %q: the order matters", c.a, c.b)
		}
	}
}

func TestChange(t *testing.T) {
	old := strings.Split("a 1|layer x|    of x|b 2|c 3", "|")
	fresh := strings.Split("a 1|b 2|layer y|    of y|c 4", "|")
	want := strings.Split("- layer x|+ layer y|+     of y|- c 3|+ c 4", "|")
	got := Change(old, fresh)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	if got := Change(old, old); len(got) != 0 {
		t.Errorf("of the same text: %q", got)
	}
}

// heard notes what Check says.
type heard struct {
	errors, logs []string
}

func (h *heard) Helper()                      {}
func (h *heard) Errorf(f string, args ...any) { h.errors = append(h.errors, fmt.Sprintf(f, args...)) }
func (h *heard) Fatalf(f string, args ...any) { h.Errorf(f, args...) }
func (h *heard) Logf(format string, a ...any) { h.logs = append(h.logs, fmt.Sprintf(format, a...)) }
func (h *heard) all() string                  { return strings.Join(append(h.errors, h.logs...), "\n") }

func TestCheck(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deeper", "x.txt")
	check := func(update bool, list ...Section) string {
		var h heard
		Check(&h, path, list, update, "the command")
		return h.all()
	}
	a, b := Section{"a", []string{"x 0.5", "    y", "z"}}, Section{"b", nil}
	if got := check(false, a); !strings.Contains(got, "the command") {
		t.Errorf("without a file: %q", got)
	}
	if got := check(true, a, b); got != "" {
		t.Fatalf("written: %q", got)
	}
	if got := check(false, a, b); got != "" {
		t.Errorf("unchanged: %q", got)
	}
	if got := check(false, Section{"a", []string{"x 0.5", "    w", "z"}}, b); !strings.Contains(got, "the command") ||
		!strings.Contains(got, "-    y") || !strings.Contains(got, "+    w") {
		t.Errorf("changed: %q", got)
	}
	// A change within its tolerance is one on some machines alone; a larger one is told.
	if got := check(false, Section{"a", []string{"x 0.5", "    y", "z", "- label at 47.0,92.8", "+ label at 47.0,92.9"}},
		b); got != "" {
		t.Errorf("a change that is none: %q", got)
	}
	if got := check(false, Section{"a", []string{"x 0.5", "    y", "z", "- label at 47.0,92.8", "+ label at 47.0,97.9"}},
		b); !strings.Contains(got, "++ label at 47.0,97.9") {
		t.Errorf("a change that is one: %q", got)
	}
	if got := check(false, a); !strings.Contains(got, `"b"`) {
		t.Errorf("with a section less: %q", got)
	}
	var some heard
	if CheckSome(&some, path, []Section{a}, "the command"); some.all() != "" {
		t.Errorf("some of its sections: %q", some.all())
	}
	if CheckSome(&some, path, []Section{{"a", []string{"x 0.7", "    y", "z"}}}, "the command"); !strings.Contains(
		some.all(), "+x 0.7") {
		t.Errorf("some of its sections, one changed: %q", some.all())
	}
	if got := check(false, a, b, Section{"c", nil}); !strings.Contains(got, "c is not in") {
		t.Errorf("with a section more: %q", got)
	}
	// What is the same within its tolerance stays as it was written.
	check(true, Section{"a", []string{"x 0.50001", "    y", "new"}}, b)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if want := "=== a\nx 0.5\n    y\nnew\n\n=== b\n"; string(text) != want {
		t.Errorf("written anew: %q", text)
	}
}

// What is thinned is still counted, and closed lines begin where they always do.
func TestThinning(t *testing.T) {
	v := picture.Viewport{X1: 100, Y1: 100, W: 100, H: 100, Scale: 1}
	circle := func(from int) *picture.Path {
		p := &picture.Path{Role: picture.RoleBoundary, Class: picture.NoClass}
		for i := range 41 {
			q := [][2]float64{{10, 0}, {0, 10}, {-10, 0}, {0, -10}, {10, 0}}
			k, t := (from+i)%40/10, float64((from+i)%10)/10
			p.XY = append(p.XY, 50+q[k][0]*(1-t)+q[k+1][0]*t, 50+q[k][1]*(1-t)+q[k+1][1]*t)
		}
		return p
	}
	write := func(l picture.Layer) string {
		var w Writer
		w.Layers(v, []picture.Layer{l})
		return strings.Join(w.Lines(), "\n")
	}
	if a, b := write(circle(0)), write(circle(17)); a != b || !strings.HasPrefix(a, "layer path boundary, 56.6 long, "+
		"about 50.0,50.0\n    40.0,50.0 ") {
		t.Errorf("a circle, and the same from another point on:\n%s\n%s", a, b)
	}
	marks := &picture.Marks{Role: picture.RoleSupport}
	for i := range 100 {
		marks.XY = append(marks.XY, float64(i), 50)
		marks.Class = append(marks.Class, i/90)
	}
	before := write(marks)
	if n := strings.Count(before, "\n"); n != 12 || !strings.HasPrefix(before, "layer marks support: 100, 90 of class "+
		"0, 10 of class 1, about 49.5,50.0\n") {
		t.Errorf("marks:\n%s", before)
	}
	marks.Class[55] = 1 // not among those that are listed
	if after := write(marks); after == before {
		t.Error("a mark of another class is not noticed")
	}
}

// A file keeps each phrase once, and reads as what it was made of.
func TestPhrases(t *testing.T) {
	section := func(name, text string) Section { return Section{name, strings.Split(text, "\n")} }
	one := `alt Method on 3 points. It has converged after 4 steps. Error 0.5.
status converged: It has converged after 4 steps.
fact n_iter = 4: Iterations. Steps of the solver
fact sizes = [1 2]: Sizes. Points of each cluster, by Cluster 1; Cluster 2
key "margin, f = ±1": line of margin
layer path axis, 2.0 long
    0.5,0.0 0.5,2.0
layer label of tick "0" at 1.0,0.0, below
layer label of tick "1" at 2.0,0.0, below
layer marks point: 3
    1.0,1.0 class 0
    2.0,1.0 class 1
    3.0,1.0 class 1
on the stage 0 areas, 0 lines and 9 marks carry keys: k0 s0 s1 s2 s3 s5 x.1 x.2 and 3 more
explain 1.0,1.0: Class 1
    One sentence
    key "margin, f = ±1": line of margin weight 1`
	two := strings.ReplaceAll(one, "n_iter = 4:", "n_iter = 5:")
	changed := Change(strings.Split(one, "\n"), strings.Split(strings.ReplaceAll(two, "4 steps", "5 steps"), "\n"))
	all := []Section{section("example", one), {"example, changed", changed}, section("lesson", two), {"nothing", nil}}
	packed := write(all)
	if got, err := read(packed); err != nil || !slices.EqualFunc(got, all, same) {
		t.Errorf("%v: it reads\n%v", err, got)
	}
	want := `=== phrases
«n_iter»: Iterations. Steps of the solver
«sizes»: Sizes. Points of each cluster
«key margin»: "margin, f = ±1"
«keys of the stage»: k0 s0..s3 s5 x.1 x.2 and 3 more
«axes»:
  layer path axis, 2.0 long
      0.5,0.0 0.5,2.0
  layer label of tick "0" at 1.0,0.0, below | "1" at 2.0,0.0, below
«marks point»:
  layer marks point: 3
      1.0,1.0 class 0 | 2.0,1.0 class 1 | 3.0,1.0 class 1
«explain»:
  explain 1.0,1.0: Class 1
      One sentence
      key «key margin»: line of margin weight 1

=== example
alt Method on 3 points. «It has converged after 4 steps.» Error 0.5.
status converged: «»
fact n_iter = 4: «n_iter»
fact sizes = [1 2]: «sizes», by Cluster 1; Cluster 2
key «key margin»: line of margin
«axes»
«marks point»
on the stage 0 areas, 0 lines and 9 marks carry keys: «keys of the stage»
«explain»

=== example, changed
`
	if got := packed[:min(len(packed), len(want))]; got != want {
		t.Errorf("written:\n%s", got)
	}
	if _, err := read("=== phrases\n«a»: b\n\n=== s\nfact x = 1: «c»\n"); err == nil {
		t.Error("a phrase that is not there is not missed")
	}
}
