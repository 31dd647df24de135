package doc

import (
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
)

func TestSplitRoundTrip(t *testing.T) {
	for _, c := range []struct {
		split Split
		want  string
	}{
		{Split{}, ""},
		{ByHand("..."), ""},
		{Split{Seed: 3}, ""}, // shares of 0
		{Split{Validate: 0.25}, `,"split":{"validate":0.25}`},
		{Split{Test: 0.2, Seed: 3}, `,"split":{"test":0.2,"seed":3}`},
		{Split{Validate: 0.2, Test: 0.1, Seed: 1 << 53}, `,"split":{"validate":0.2,"test":0.1,"seed":9007199254740992}`},
		{ByHand("v..tt...."), `,"split":{"roles":"v..tt"}`},
		{ByHand("....vvvvvvvvvvvvt.t"), `,"split":{"roles":"4.12vt.t"}`},
		{Split{Test: 0.2, Seed: 1, Sealed: true}, `,"split":{"test":0.2,"seed":1,"sealed":true}`},
		{Split{Roles: ".vt", Sealed: true}, `,"split":{"roles":".vt","sealed":true}`},
	} {
		d := Document{Method: "knn", Params: map[string]any{}, Points: make([]Point, 20), Split: c.split}
		b, err := Encode(d)
		if err != nil {
			t.Fatal(err)
		}
		rest := strings.TrimPrefix(string(b), `{"version":1,"method":"knn","points":[[0,0]`+strings.Repeat(",[0,0]", 19)+"]")
		if rest != c.want+"}" {
			t.Errorf("%+v is written as %s, want %s", c.split, rest, c.want)
		}
		got, err := Decode(b)
		if c.split.IsZero() {
			d.Split = Split{}
		}
		if err != nil || !reflect.DeepEqual(got, d) {
			t.Errorf("%s is read as %+v, %v", b, got.Split, err)
		}
	}
}

func TestSplitFaults(t *testing.T) {
	for _, c := range []struct{ split, field, in string }{
		{`{"validate":0.2,"sealed":true}`, "split.sealed", "left out, since there are no test points"},
		{`{"sealed":true}`, "split.sealed", "left out, since there are no test points"},
		{`{"test":0.2,"sealed":1}`, "split.sealed", "1"},
		{`{"validate":1.2}`, "split.validate", "from 0 to 0.9; got 1.2"},
		{`{"test":-0.1}`, "split.test", "got -0.1"},
		{`{"test":1e999}`, "split.test", "share"},
		{`{"test":"a lot"}`, "split.test", "share"},
		{`{"validate":0.5,"test":0.5}`, "split", "at most 0.9 together"},
		{`{"test":0.5,"seed":-1}`, "split.seed", "whole number"},
		{`{"test":0.5,"seed":1e16}`, "split.seed", "whole number"},
		{`{"test":0.5,"roles":"v"}`, "split", "not by both"},
		{`{"seed":1,"roles":"v"}`, "split", "not by both"},
		{`{"roles":"vx"}`, "split.roles", "v (validation)"},
		{`{"roles":"v3"}`, "split.roles", "v (validation)"},
		{`{"roles":"0v"}`, "split.roles", "v (validation)"},
		{`{"roles":"-1v"}`, "split.roles", "v (validation)"},
		{`{"roles":["v"]}`, "split.roles", ""},
		{`{"roles":"3v"}`, "split.roles", "the 2 points, or of the first ones; got 3"},
		{`{"roles":"100001v"}`, "split.roles", "at most 100000 points"},
		{`{"roles":"99999999999999999999999999v"}`, "split.roles", "at most 100000 points"},
		{`{"roles":"100000v99999v"}`, "split.roles", "at most 100000 points"},
		{`{"share":0.2}`, "split.share", "validate, test, seed, roles"},
		{`0.2`, "split", ""},
	} {
		_, err := Decode([]byte(`{"method":"knn","points":[[0,0],[1,1]],"split":` + c.split + `}`))
		var fault *Error
		if !errors.As(err, &fault) || fault.Field != c.field || !strings.Contains(fault.Error(), c.in) {
			t.Errorf("%s: %v, want %s: %s", c.split, err, c.field, c.in)
		}
	}
	for _, ok := range []string{`{}`, `{"validate":0,"test":0,"seed":4}`, `{"roles":""}`, `{"roles":".."}`,
		`{"roles":"5."}`, `{"roles":"v"}`, `{"test":0.9}`, `{"validate":0.3,"test":0.6}`} {
		if _, err := Decode([]byte(`{"method":"knn","points":[[0,0],[1,1]],"split":` + ok + `}`)); err != nil {
			t.Errorf("%s: %v", ok, err)
		}
	}
	if _, err := Encode(Document{Method: "knn", Split: Split{Test: math.NaN()}}); err == nil {
		t.Error("a share that is no number is written")
	}
}

// classes returns n[c] points of each class c.
func classes(n ...int) (pts []Point) {
	for c, k := range n {
		for range k {
			pts = append(pts, Point{float64(len(pts)), 0, float64(c)})
		}
	}
	return pts
}

func counts(roles string, pts []Point, class int) (train, validate, test int) {
	for i := range pts {
		if class >= 0 && pts[i].Class() != class {
			continue
		}
		switch Role(roles[i]) {
		case Train:
			train++
		case Validation:
			validate++
		case Test:
			test++
		}
	}
	return
}

func TestSplitByShare(t *testing.T) {
	pts := classes(10, 25, 1, 3)
	s := Split{Validate: 0.2, Test: 0.3, Seed: 7}
	roles := s.Of(pts, true)
	for c, want := range [][3]int{{5, 2, 3}, {12, 5, 8}, {1, 0, 0}, {1, 1, 1}} {
		if a, b, e := counts(roles, pts, c); [3]int{a, b, e} != want {
			t.Errorf("class %d has %d, %d, %d points in training, validation, test; want %v", c, a, b, e, want)
		}
	}
	if a, b, e := counts(s.Of(pts, false), pts, -1); a != 19 || b != 8 || e != 12 {
		t.Errorf("of 39 points %d, %d, %d", a, b, e)
	}
	// Even with the largest shares each class keeps a training point.
	all := Split{Validate: 0.45, Test: 0.45, Seed: 1}
	for c := range 4 {
		if a, _, _ := counts(all.Of(pts, true), pts, c); a == 0 {
			t.Errorf("no training points of class %d", c)
		}
	}
	// Points without a class are not held out: errors can't be counted on them.
	bare := append(classes(4, 4), Point{Z: Unlabeled}, Point{Z: Unlabeled}, Point{Z: Unlabeled})
	if r := (Split{Test: 0.9}).Of(bare, true); !strings.HasSuffix(r, "...") {
		t.Errorf("points without a class are held out: %s", r)
	}
	if (Split{Validate: 0.2, Test: 0.3, Seed: 8}).Of(pts, true) == roles {
		t.Error("another seed gives the same split")
	}
	if (Split{}).Of(pts, true) != "" || s.Of(nil, true) != "" {
		t.Error("roles where none are held out")
	}
}

// Links rely on the points that a seed holds out.
func TestSplitIsForEver(t *testing.T) {
	if got, want := (Split{Validate: 0.2, Test: 0.2, Seed: 3}).Of(classes(12, 12), true),
		"...tv..v..tv.v.tv....v.t"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// differ counts the positions at which a and the beginning of b differ.
func differ(a, b string) (n int) {
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

func TestSplitIsStable(t *testing.T) {
	for seed := range uint64(20) {
		s := Split{Validate: 0.25, Test: 0.2, Seed: seed}
		pts := classes(15, 20)
		was := s.Of(pts, true)
		pts[4].X = 99
		if s.Of(pts, true) != was {
			t.Fatal("a point that moves reshuffles the others")
		}
		for k := range 40 { // points are added one after the other
			was = s.Of(pts, true)
			pts = append(pts, Point{0, 0, float64(k % 2)})
			if n := differ(was, s.Of(pts, true)); n > 2 {
				t.Errorf("one point more changes the roles of %d others", n)
			}
		}
		was = s.Of(pts, true)
		pts[7].Z = 1
		if n := differ(was, s.Of(pts, true)); n > 5 { // the point itself, and two of each class
			t.Errorf("a point of another class changes %d roles", n)
		}
	}
}

func TestSplitByHand(t *testing.T) {
	pts := make([]Point, 5)
	for _, c := range []struct{ roles, want string }{{"v", "v...."}, {".t", ".t..."}, {"vvttv", "vvttv"}} {
		if got := ByHand(c.roles).Of(pts, true); got != c.want {
			t.Errorf("%s: %s, want %s", c.roles, got, c.want)
		}
	}
	if ByHand("vv..") != ByHand("vv") || ByHand("....") != (Split{}) {
		t.Error("training points at the end make a difference")
	}
	s := ByHand("..v")
	if s.Fits(3) != nil || s.Fits(2) == nil {
		t.Error("roles of points that are not there")
	}
}

// The seal is removed with the last test point, and stays as long as there is one.
func TestSealOfRolesByHand(t *testing.T) {
	s := Split{Test: 0.2, Seed: 1, Sealed: true}
	if n := s.ByHand(".vt."); n != (Split{Roles: ".vt", Sealed: true}) {
		t.Errorf("with a test point left: %+v", n)
	}
	if n := s.ByHand(".v.."); n != (Split{Roles: ".v"}) {
		t.Errorf("with none: %+v", n)
	}
}
