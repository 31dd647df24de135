package stage

import (
	"slices"

	"pointscape/engine/doc"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// Found has what the newest picture's model has found out about the points that the picture was made from, such as
// their clusters. If the page has other points by now, those that are unchanged at the beginning and at the end of the
// list are recognised, and none gets the result of another.
type Found struct {
	// Turned says that the points are rows in space, which are recognised by their index and class in any rotation.
	Turned bool

	groups *wire.Groups
	made   []float64 // x, y, z of each point that the model was fitted to
	method string
	all    bool // all points were recognised at the last call of Each
}

// Take sets the groups that come with a picture of a method; nil = none. It reports whether points may look different
// now.
func (f *Found) Take(g *wire.Groups, made []float64, method string) bool {
	if g != nil && len(made) != 3*g.N {
		g = nil // the points are not known
	}
	if g == nil {
		had := f.groups != nil
		*f = Found{Turned: f.Turned}
		return had
	}
	same := f.groups != nil && f.all && f.method == method && f.groups.K == g.K && f.groups.Name == g.Name &&
		slices.Equal(f.groups.Of, g.Of) && slices.Equal(f.groups.Weight, g.Weight) && slices.Equal(f.groups.Mix, g.Mix)
	all := f.all && same
	*f = Found{f.Turned, g, made, method, all}
	return !same
}

// By reports whether there are groups, found by this method.
func (f *Found) By(method string) bool { return f != nil && f.groups != nil && f.method == method }

// Classes reports whether the groups are the points' own classes, which have their usual colours.
func (f *Found) Classes() bool { return f.groups.Classes }

// Each returns the group, the weight and the mix of each point for a Look. Points from the first to the last one that
// was added, removed or changed since have no group, except a single one that was moved or has changed its class: it
// keeps what the picture shows.
func (f *Found) Each(pts []doc.Point) (group []int, weight []float64, mix []int) {
	n, old := len(pts), len(f.made)/3
	same := func(i, k int) bool {
		return f.Turned && n == old && pts[i].Z == f.made[3*k+2] ||
			pts[i] == doc.Point{X: f.made[3*k], Y: f.made[3*k+1], Z: f.made[3*k+2]}
	}
	head := 0
	for head < min(n, old) && same(head, head) {
		head++
	}
	tail := 0
	for tail < min(n, old)-head && same(n-1-tail, old-1-tail) {
		tail++
	}
	if n == old && head+tail >= n-1 {
		f.all = true
		return f.groups.Of, f.groups.Weight, f.groups.Mix
	}
	f.all = false
	of, w := f.groups.Of, f.groups.Weight
	group = slices.Concat(of[:head], slices.Repeat([]int{picture.NoClass}, n-head-tail), of[old-tail:])
	if w != nil {
		weight = slices.Concat(w[:head], slices.Repeat([]float64{1}, n-head-tail), w[old-tail:])
	}
	if m := f.groups.Mix; m != nil {
		mix = slices.Concat(m[:head], make([]int, n-head-tail), m[old-tail:])
	}
	return group, weight, mix
}

// Called returns the label of the group of the point with an index, "" if it has none.
func (f *Found) Called(pts []doc.Point, i int) string {
	group, _, _ := f.Each(pts)
	if group[i] < 0 {
		return ""
	}
	return f.groups.Called(group[i])
}
