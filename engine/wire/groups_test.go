package wire_test

import (
	"math"
	"math/rand/v2"
	"pointscape/engine/json"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// Groups are decoded as they were encoded, several points in a number; a picture without groups is not larger.
func TestGroupsRideBesideTheHead(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct {
		k, n     int
		weighted bool
		mixed    bool
		numbers  int // at most
	}{{1, 0, false, false, 0}, {1, 1, false, false, 1}, {1, 53, false, false, 1}, {3, 300, false, false, 12},
		{3, 300, true, false, 25}, {9, 5000, false, false, 334}, {2000, 7, true, false, 3},
		{math.MaxInt32 / 2, 5, true, false, 5},
		{3, 300, false, true, 75}, {2, 300, true, true, 60}, {12, 30, true, true, 30}, {40, 30, true, true, 30}} {
		g := &wire.Groups{K: c.k, N: c.n, Name: "cluster", Weighted: c.weighted, Mixed: c.mixed}
		for range c.n {
			g.Of = append(g.Of, rng.IntN(c.k+1)-1)
			if c.weighted {
				g.Weight = append(g.Weight, picture.Faded(rng.IntN(picture.WeightSteps)))
			}
			if c.mixed {
				shares := make([]float64, c.k)
				a, b := rng.IntN(c.k), rng.IntN(c.k)
				shares[a], shares[b] = 0.375, 0.625
				if a == b {
					shares[a] = 1
				}
				g.Mix = append(g.Mix, picture.MixOf(shares))
			}
		}
		if c.n > 1 { // the first and the last point
			g.Of[0], g.Of[1] = c.k-1, picture.NoClass
		}
		over := []picture.Layer{&picture.Path{Role: picture.RoleGuide, XY: []float64{1, 2}}}
		pic := wire.Picture{Over: wire.OverOf(over), Groups: g}
		numbers := pic.Numbers()
		if extra := len(numbers) - 2; extra > c.numbers {
			t.Errorf("%d points in %d groups take %d numbers", c.n, c.k, extra)
		}
		read := func() (p wire.Picture) {
			if err := json.Unmarshal(wire.Append(nil, pic), &p); err != nil {
				t.Fatal(err)
			}
			return p
		}
		got := read()
		if err := got.Take(numbers); err != nil {
			t.Fatalf("%d points in %d groups: %v", c.n, c.k, err)
		}
		if q := got.Groups; q.K != c.k || q.N != c.n || q.Name != "cluster" || !slices.Equal(q.Of, g.Of) ||
			!slices.Equal(q.Weight, g.Weight) || !slices.Equal(q.Mix, g.Mix) || len(got.Above()) != 1 {
			t.Errorf("%d points in %d groups: got %+v", c.n, c.k, q)
		}
		if c.n == 0 {
			continue
		}
		for _, wrong := range [][]float64{nil, numbers[:len(numbers)-1], append(slices.Clone(numbers), 1),
			append(slices.Clone(numbers[:len(numbers)-1]), math.NaN()), append(slices.Clone(numbers[:len(numbers)-1]), -1)} {
			if got := read(); got.Take(wrong) == nil {
				t.Errorf("%d points in %d groups: %v was taken", c.n, c.k, wrong)
			}
		}
	}
	if p := (wire.Picture{}); p.Numbers() != nil || strings.Contains(string(wire.Append(nil, p)), "groups") {
		t.Error("a picture without groups tells of some")
	}
	for _, bad := range []wire.Groups{{K: -1, N: 2}, {K: 2, N: -1}, {K: math.MaxInt, N: 1}} {
		if p := (wire.Picture{Groups: &bad}); p.Take([]float64{0}) == nil {
			t.Errorf("%+v was taken", bad)
		}
	}
}
