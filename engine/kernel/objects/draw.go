package objects

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/mds"

	"pointscape/engine/kernel"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Places holds the first two principal components of objects in the kernel's feature space, which the plane shows.
type Places struct {
	sum   *kernel.Expansion
	Share [2]float64 // each component's share of the variance
}

// NewPlaces computes the components of the objects in the rows of a problem. The error is the job's.
func (t *Things) NewPlaces(job method.Job, p *method.Problem) (*Places, error) {
	n := p.N
	gram := kernel.Gram(t.Numbered, p.X, n, 1, nil)
	c, err := kernel.Principal(job.Err, t.Numbered, gram, p.X, n, 1, 2, true)
	if err != nil {
		return nil, err
	}
	a := &Places{sum: c.Sum}
	if a.sum == nil { // all have the same image
		a.sum = &kernel.Expansion{Kernel: t.Numbered, X: p.X, N: n, D: 1}
	}
	for k := range 2 {
		if k == len(a.sum.Coef) { // fewer than two directions: the others are 0
			a.sum.Coef, a.sum.Bias = append(a.sum.Coef, make([]float64, n)), append(a.sum.Bias, 0)
			continue
		}
		a.Share[k] = c.Lambda[k] / c.Trace
	}
	return a, nil
}

// Located returns the positions of objects given by their indices, two coordinates each.
func (a *Places) Located(x []float64) []float64 { return a.sum.EvalPoints(x, nil) }

// Limits of the texts in pictures and explanations.
const (
	mostNamed  = 300 // largest number of words with a name in the picture
	mostAlike  = 3   // number of similar objects in an explanation
	mostPieces = 4   // number of shared pieces listed for each
	beside     = 8   // distance of a point from its name, in pixels
)

// Layers writes the objects of the rows next to their points, or draws them if they are graphs, where there is room.
func (t *Things) Layers(p *method.Problem, v picture.Viewport) (layers []picture.Layer) {
	places := picture.NewPlaces(v, 2)
	places.Avoid(p.N, p.Drawn)
	for i := range min(p.N, mostNamed) {
		x, y := p.Drawn(i)
		if !(x >= v.X0 && x <= v.X1 && y >= v.Y0 && y <= v.Y1) {
			continue
		}
		thing := int(p.At(i)[0])
		if t.OfGraphs() {
			layers = append(layers, t.read[thing].graph.draw(places, v, v.PX(x), v.PY(y))...)
			continue
		}
		l := &picture.Label{Role: picture.RoleSite, Text: t.Texts[thing]}
		if places.PutBeside(l, v.PX(x), v.PY(y), beside) {
			layers = append(layers, l)
		}
	}
	return layers
}

// Sizes of the drawing of a graph, in pixels: largest length of an edge, largest size of the drawing, and space around
// a letter.
const (
	edgeSize  = 22
	graphSize = 70
	letter    = 6
	ringSize  = 13 // radius of the ring around a support vector
)

// draw draws a graph next to the point (px, py), in pixels, if there is room.
func (g *Graph) draw(places *picture.Places, v picture.Viewport, px, py float64) []picture.Layer {
	at := g.places()
	x0, x1, y0, y1 := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, q := range at {
		x0, x1, y0, y1 = min(x0, q[0]), max(x1, q[0]), min(y0, q[1]), max(y1, q[1])
	}
	scale := min(edgeSize, graphSize/max(x1-x0, y1-y0, 1))
	w, h := scale*(x1-x0)/2+letter, scale*(y1-y0)/2+letter
	for _, to := range [][2]float64{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
		mx, my := px+to[0]*(w+ringSize), py+to[1]*(h+ringSize)
		box := picture.Box{X0: mx - w, X1: mx + w, Y0: my - h, Y1: my + h}
		if !places.Free(box) || places.Covered(box) > 0 {
			continue
		}
		places.Take(box)
		point := func(i int) (x, y float64) {
			return v.DX(mx + scale*(at[i][0]-(x0+x1)/2)), v.DY(my + scale*(at[i][1]-(y0+y1)/2))
		}
		edges := &picture.Path{Role: picture.RoleGuide, Class: picture.NoClass, Says: "edge of a graph"}
		for _, e := range g.Edges {
			ax, ay := point(e[0])
			bx, by := point(e[1])
			edges.AddLine(ax, ay, bx, by)
		}
		layers := picture.AppendPath(nil, edges)
		for i, label := range g.Labels {
			x, y := point(i)
			layers = append(layers, &picture.Label{Role: picture.RoleSite, X: x, Y: y, Text: label, Ground: true,
				Says: "label of a vertex"})
		}
		return layers
	}
	return nil
}

// layout returns positions of the vertices such that edges have a length of about 1: classical scaling of the lengths
// of the shortest paths. Two vertices without a path between them count as at distance 3.
func (g *Graph) layout() [][2]float64 {
	n := len(g.Labels)
	far := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i {
			d := float64(g.far[i][j])
			if d < 0 {
				d = 3
			}
			far.SetSym(i, j, d)
		}
	}
	at := make([][2]float64, n)
	var places mat.Dense
	found, _ := mds.TorgersonScaling(&places, nil, far)
	for k := range min(2, found) {
		column := mat.Col(nil, k, &places)
		linalg.Upright(column)
		for i, x := range column {
			at[i][k] = x
		}
	}
	return at
}

// Alike lists the rows with the largest kernel values with an object, one line each with their common pieces, and joins
// them to row skip in the picture. skip is the object's own row, which is not listed; −1 if it has none.
func (t *Things) Alike(p *method.Problem, thing, skip int) (lines []string, layers []picture.Layer) {
	order := make([]int, 0, p.N)
	value := func(i int) float64 { return t.Value(thing, int(p.At(i)[0])) }
	for i := range p.N {
		if i != skip && value(i) > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(value(j), value(i)) })
	for _, i := range order[:min(mostAlike, len(order))] {
		lines = append(lines, p.Called(i)+": k = "+words.Number(value(i))+t.Pieces(thing, int(p.At(i)[0])))
	}
	return lines, t.join(p, skip, order[:min(mostAlike, len(order))])
}

// join draws lines from row from to others; nothing if from is −1.
func (t *Things) join(p *method.Problem, from int, to []int) []picture.Layer {
	if from < 0 {
		return nil
	}
	x0, y0 := p.Drawn(from)
	line := &picture.Path{Role: picture.RoleNeighbor, Class: picture.NoClass, Says: "to those with the largest k"}
	for _, i := range to {
		x, y := p.Drawn(i)
		line.AddLine(x0, y0, x, y)
	}
	return picture.AppendPath(nil, line)
}

// Pieces returns text about the pieces that contribute most to the kernel of two objects, to be appended to its value.
func (t *Things) Pieces(i, j int) string {
	list, ok := t.Shared(i, j)
	switch {
	case !ok:
		return "; they share too many pieces to list"
	case len(list) == 0:
		return "; no common parts"
	}
	var said []string
	for _, p := range list[:min(mostPieces, len(list))] {
		said = append(said, p.String())
	}
	more := ""
	if len(list) > mostPieces {
		more = ", …"
	}
	return " (" + strings.Join(said, ", ") + more + ")"
}

// Row returns the first row of a problem that holds this object; −1 if none does.
func Row(p *method.Problem, thing int) int {
	for i := range p.N {
		if int(p.At(i)[0]) == thing {
			return i
		}
	}
	return -1
}

// Names returns the names of the axes: "KPC 1 (23.1 %)".
func (a *Places) Names() []string {
	var list []string
	for k, share := range a.Share {
		list = append(list, words.Sprintf("KPC %d (%s %%)", k+1, words.Number(math.Round(1000*share)/10)))
	}
	return list
}

// Number returns the index of the object in a row; −1 if it is missing or out of range.
func (t *Things) Number(x []float64) int {
	if len(x) == 0 || !(x[0] >= 0 && x[0] < float64(len(t.Texts))) {
		return -1
	}
	return int(x[0])
}
