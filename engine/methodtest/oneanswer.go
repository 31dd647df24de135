package methodtest

import (
	"encoding/csv"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
	"pointscape/engine/words"
)

// oneAnswer checks that everything that is shown about a point of the document agrees, on data with exact ties (tied):
// equal points, points half-way between others, at exactly the distance that a parameter sets, on one line, all in one
// position. It tests the final model (earlier steps show intermediate results). The reference is Predict at the point,
// which the command fit prints as predictions. The following must agree with it:
//
//   - for clusters: the group that colors the point (Groups), the fact "labels", and the cell that is painted at its
//     position. A point without a group has the prediction NaN and is in no cell;
//   - the raster's node at the point: its class, or its value within the precision of float32. If scores differ only
//     by rounding errors, either class is right; if they are equal, the lowest class wins. For a point of a cluster
//     exactly on the border of regions, either is right;
//   - the scores: no class has a larger score than the predicted one, and among equal scores the lowest class wins;
//   - the readout under the pointer, which names the class or the group;
//   - the table of answers, and the CSV file made from it.
//
// Equal points must have equal answers in all of these. Not required to agree: the given class of a point and the
// predicted one (that is a training error), groups that are not clusters (how often a member of a bag has drawn a
// point), and the edges of cells: points within half a pixel of an edge are not checked. Other tests compare exported
// programs with Predict (python's agreement, and those of Code).
func oneAnswer(t T, m method.Method) {
	s := session.New([]method.Method{m})
	for _, v := range third(tyingVariants(&m), 2) {
		for _, set := range tied(m.TaskOf(v.Params)) {
			name := set.Name
			if v.Name != "" {
				name = v.Name + " on " + name
			}
			d := doc.Document{Method: m.ID, Params: v.Params, Points: set.Points, Seed: 7}
			holdOut(&m, &d)
			answersOnce(t, s, name, d)
		}
	}
}

// OneAnswer makes the check "one answer" for the points of a document.
func OneAnswer(t *testing.T, m method.Method, d doc.Document) {
	t.Helper()
	answersOnce(tester{t}, session.New([]method.Method{m}), d.Method, d)
}

// answersOnce checks one document; if its points have no model, or one that diverged, there is nothing to check.
func answersOnce(t T, s *session.Session, name string, d doc.Document) {
	t.Helper()
	d.View.X, d.View.Y = [2]float64{lattice.X0, lattice.X1}, [2]float64{lattice.Y0, lattice.Y1}
	f, err := s.Fit(method.Unstopped, d)
	if err != nil || f.Model == nil || f.Status().State == method.Diverged {
		return
	}
	said := &saying{T: t, name: name, f: f, d: d}
	said.look(s)
}

// lattice is a viewport whose grid of 40 x 40 has a node at each multiple of 1/8 in the unit square (nodes are 1/32
// apart), and one pixel per node: these numbers are exact.
var lattice = picture.Viewport{X0: -0.140625, X1: 1.109375, Y0: -0.109375, Y1: 1.140625, W: 40, H: 40, Scale: 1}

// tied returns points with exact ties, for a task. Coordinates are multiples of 1/8.
func tied(task method.Task) (sets []DataSet) {
	add := func(name string, xy ...float64) {
		var pts []doc.Point
		for i := 0; i < len(xy); i += 2 {
			p := doc.Point{X: xy[i], Y: xy[i+1], Z: float64(i / 2 % 2)}
			switch task {
			case method.Regress2D:
				p.Z = float64(i/2%3) / 2
			case method.Classify:
				p.Z = float64(i / 2 % 3 % 2)
			}
			pts = append(pts, p)
		}
		sets = append(sets, DataSet{Name: name, Points: pts})
	}
	var grid []float64
	for i := range 5 {
		for j := range 5 {
			grid = append(grid, float64(i)/4, float64(j)/4)
		}
	}
	add("a lattice", grid...)
	add("points that are twice there", .125, .25, .125, .25, .125, .5, .25, .25, .25, .25, .75, .75, .75, .75, .875, .75,
		.875, .5, .875, .5, .5, .5, .5, .5)
	add("points in one place", slices.Repeat([]float64{.5, .5}, 7)...)
	add("points in two places", slices.Repeat([]float64{.25, .5, .75, .5}, 4)...)
	add("points on a line", 0, .5, .125, .5, .25, .5, .375, .5, .5, .5, .625, .5, .75, .5, .875, .5, 1, .5)
	// Two squares with their centers, and points half-way between them. The second square comes first, so that the lower
	// of two equal clusters is not always the left one.
	add("points half-way", .875, .125, 1, .125, .875, .25, 1, .25, .125, .125, 0, .125, .125, .25, 0, .25, .5, .125,
		.5, .25, .5, .75)
	// With a radius of 1/4 the last point is exactly on the rim of both clusters, and its neighbors are not core points.
	add("a point between two heaps", .75, .5, .75, .5, .875, .5, .75, .625, .875, .625, .25, .5, .25, .5, .125, .5,
		.25, .375, .125, .375, .5, .5)
	// The same with the last point nearer to the second cluster.
	add("a point nearer to the second heap", .75, .5, .75, .5, .875, .5, .75, .625, .875, .625, .375, .5, .375, .5,
		.25, .5, .375, .375, .25, .375, .5, .5)
	return sets
}

// tyingVariants returns all choices, and numbers that cause ties: for whole numbers 2 and 4, for lengths in the data's
// units 1/4, the distance of neighbors on the lattice.
func tyingVariants(m *method.Method) []Variant {
	list, _ := Variants(m)
	for i := range m.Params {
		p := &m.Params[i]
		var tries []float64
		switch p.Kind.(type) {
		case method.Integer:
			tries = []float64{2, 4}
		case method.Number:
			if p.Unit == "data units" {
				tries = []float64{0.25}
			}
		}
		for _, x := range tries {
			if p.OfTables() || method.SameValue(x, p.Default) {
				continue
			}
			if _, err := p.Check(x); err != nil {
				continue
			}
			params := map[string]any{p.Name: x}
			Apply(m, p.When, params)
			if params, ok := settle(m, maps.Clone(params)); ok {
				list = append(list, Variant{fmt.Sprintf("%s = %g", p.Name, x), params})
			}
		}
	}
	return list
}

// saying checks the answers for the points of a document.
type saying struct {
	T
	name string
	f    *session.Fit
	d    doc.Document
	told int // number of reports
}

// wrong reports a contradiction; at most three per document.
func (s *saying) wrong(format string, args ...any) {
	s.Helper()
	if s.told++; s.told <= 3 {
		s.Errorf("%s: %s", s.name, fmt.Sprintf(format, args...))
	}
}

// look compares all answers at all points.
func (s *saying) look(of *session.Session) {
	p, model := s.f.Problem, s.f.Model
	if p.Wide() {
		return
	}
	var says []float64
	if m := model.Can().Predictor; m != nil {
		says = make([]float64, p.N)
		m.Predict(p.X, says)
	}
	class := p.Task == method.Classify
	on, err := s.f.Method.Shown(s.d.View.Show)
	if err != nil {
		s.Fatalf("%v", err)
	}
	groups, grouped := model.Can().Grouped(on)
	grouped = grouped && !groups.Classes && p.Task == method.Cluster
	if says != nil {
		same(s, "predicted as", func(i int) string { return fmt.Sprint(says[i]) })
	}
	if grouped {
		same(s, "coloured as group", func(i int) string { return strconv.Itoa(groups.Of[i]) })
	}
	if grouped && says != nil {
		for i, y := range says {
			if of := groupOf(y); of != groups.Of[i] {
				s.wrong("point %d is coloured as %s, and predicted as %s", p.Number(i), called(&groups, groups.Of[i]),
					called(&groups, of))
			}
		}
	}
	if grouped {
		for _, fact := range s.f.Facts(lattice) {
			if labels, ok := fact.Value.([]int); ok && fact.Name == "labels" && !slices.Equal(labels, groups.Of) {
				s.wrong("points are coloured as groups %v, and the fact labels is %v", groups.Of, labels)
			}
		}
	}
	if class && says != nil {
		s.scores(says)
	}
	s.raster(says, groups, grouped)
	s.readout(says, groups, grouped)
	s.table(of, says, groups, grouped)
	if grouped {
		s.cells(of, groups)
	}
}

// groupOf returns the group that a prediction stands for.
func groupOf(y float64) int {
	if y != y {
		return method.NoGroup
	}
	return int(y)
}

func called(g *method.Groups, of int) string {
	if of == method.NoGroup {
		return "of no group"
	}
	return g.Called(of)
}

// same checks that equal points have equal answers.
func same(s *saying, what string, says func(i int) string) {
	p := s.f.Problem
	for i := range p.N {
		for k := range i {
			if slices.Equal(p.At(i), p.At(k)) && says(i) != says(k) {
				s.wrong("points %d and %d are in one place; one is %s %s, the other one %s", p.Number(k), p.Number(i), what,
					says(k), says(i))
				return
			}
		}
	}
}

// scores checks that the predicted class has the largest score, and is the lowest of those that have it.
func (s *saying) scores(says []float64) {
	m := s.f.Model.Can().PointScorer
	p := s.f.Problem
	if m == nil || len(p.ClassIDs) < 2 {
		return
	}
	rows := m.PointScores(p.X)
	for i, row := range rows {
		switch {
		case says[i] != says[i]:
		case len(row) == 1 && len(p.ClassIDs) == 2:
			if (row[0] > 0) != (says[i] == 1) {
				s.wrong("point %d has the score %v, and is predicted to be %s", p.Number(i), row[0], p.ClassName(int(says[i])))
			}
		case len(row) == len(p.ClassIDs):
			if best := method.Largest(row); best != int(says[i]) {
				s.wrong("point %d has the scores %v, and is predicted to be %s", p.Number(i), row, p.ClassName(int(says[i])))
			}
		}
	}
}

// raster checks the nodes at the points.
func (s *saying) raster(says []float64, groups method.Groups, grouped bool) {
	p := s.f.Problem
	if p.D != 2 || says == nil {
		return
	}
	g := lattice.Grid(lattice.W, lattice.H)
	// each calls compare for each point that is on a node.
	each := func(r *picture.Raster, compare func(i int, y float64, at int)) {
		for i, y := range says {
			x := p.At(i)
			col, row := math.Round((x[0]-g.X0)/g.DX), math.Round((x[1]-g.Y0)/g.DY)
			if r != nil && col >= 0 && row >= 0 && col < float64(g.W) && row < float64(g.H) && g.X(int(col)) == x[0] &&
				g.Y(int(row)) == x[1] {
				compare(i, y, int(row)*g.W+int(col))
			}
		}
	}
	if m := s.f.Model.Can(); m.ScoreRaster != nil {
		r, err := m.ScoreRaster(method.Unstopped, g, nil)
		if err != nil {
			s.Fatalf("%v", err)
		}
		each(r, func(i int, y float64, at int) {
			class := picture.NoClass
			switch {
			case y != y:
			case p.Task == method.Cluster:
				class = r.Classes[int(y)]
			default:
				class = p.ClassIDs[int(y)]
			}
			if got := shown(r, at); got != class && !byRounding(r, at) && !(p.Task == method.Cluster && undecided(r, at)) {
				s.wrong("point %d is predicted as class %d, and painted as %d", p.Number(i), class, got)
			}
		})
		return
	}
	m := s.f.Model.Can()
	if m.FieldRaster == nil || p.Task != method.Regress2D {
		return
	}
	on, err := s.f.Method.Shown(nil)
	if err != nil {
		s.Fatalf("%v", err)
	}
	r, err := m.FieldRaster(method.Unstopped, g, on)
	if err != nil {
		s.Fatalf("%v", err)
	}
	each(r, func(i int, y float64, at int) {
		got := float64(r.Planes[0][at])
		if (got != got) != (y != y) || math.Abs(got-y) > 1e-4*max(r.Hi-r.Lo, 1e-3*(1+math.Abs(y))) {
			s.wrong("point %d is predicted to be %v, and painted as %v", p.Number(i), y, got)
		}
	})
}

// byRounding reports whether the scores of a node are so close that only rounding errors decide which is larger. Equal
// scores are a tie, in which the lowest class wins everywhere.
func byRounding(r *picture.Raster, at int) bool {
	if !undecided(r, at) {
		return false
	}
	if r.Kind == picture.Decision {
		return r.Planes[0][at] != 0
	}
	most, equal := r.Planes[0][at], 0
	for _, plane := range r.Planes {
		most = max(most, plane[at])
	}
	for _, plane := range r.Planes {
		if plane[at] == most {
			equal++
		}
	}
	return equal == 1
}

// readout checks the text under the pointer.
func (s *saying) readout(says []float64, groups method.Groups, grouped bool) {
	p := s.f.Problem
	if s.f.Model.Can().Explain == nil {
		return
	}
	read := func(i int) string {
		x := p.At(i)
		if p.D == 1 {
			x = []float64{x[0], 0}
		}
		e, _ := s.f.Explain(x, lattice)
		return e.Answer
	}
	for i := range p.N {
		answer := read(i)
		switch {
		case grouped:
			// Groups that share rows and are not clusters (atoms of a dictionary) are described in other words.
			if got := groupNamed(answer, &groups); got != groups.Of[i] && (got != method.NoGroup || groups.Name == "cluster") {
				s.wrong("point %d is coloured as %s, and the pointer reads %q", p.Number(i), called(&groups, groups.Of[i]), answer)
			}
		case p.Task == method.Classify && says != nil && says[i] == says[i]:
			if c := p.ClassName(int(says[i])); !strings.Contains(strings.ToLower(answer), strings.ToLower(c)) {
				s.wrong("point %d is predicted to be %s, and the pointer reads %q", p.Number(i), c, answer)
			}
		}
	}
	same(s, "read as", read)
}

// groupNamed returns the group that a readout names, or NoGroup.
func groupNamed(answer string, g *method.Groups) int {
	for of := g.K - 1; of >= 0; of-- { // "cluster 12" before "cluster 1"
		if strings.Contains(strings.ToLower(answer), strings.ToLower(g.Called(of))) {
			return of
		}
	}
	return method.NoGroup
}

// predictions is the kind of Export for the table of answers, as CSV.
const predictions = "predictions"

// table checks the table of answers, using its CSV file.
func (s *saying) table(of *session.Session, says []float64, groups method.Groups, grouped bool) {
	p := s.f.Problem
	b, _, err := of.Export(method.Unstopped, session.Request{Doc: s.d, View: lattice}, predictions,
		picture.ExportOptions{})
	if err != nil {
		s.Fatalf("%v", err)
	}
	file, err := csv.NewReader(strings.NewReader(string(b))).ReadAll()
	if err != nil || len(file) != len(s.d.Points)+1 {
		s.Fatalf("%s: the file has %d lines for %d points: %v", s.name, len(file), len(s.d.Points), err)
	}
	head := "Predicted"
	if grouped {
		head = words.Capital(groups.Name)
	}
	at := slices.Index(file[0], head)
	if at < 0 {
		if grouped || says != nil && p.Task.Supervised() {
			s.wrong("the table has no column %s: %q", head, file[0])
		}
		return
	}
	for i := range p.N {
		want := ""
		switch {
		case grouped && groups.Of[i] == method.NoGroup:
			want = "none"
		case grouped:
			want = groups.Called(groups.Of[i])
		case says == nil:
			return
		case says[i] != says[i]:
			want = "no prediction"
		case p.Task == method.Classify:
			want = p.ClassName(int(says[i]))
		default:
			want = string(doc.AppendNumber(nil, says[i]))
		}
		if got := file[p.Ordinal(i)+1][at]; got != want {
			s.wrong("the table says %s of point %d, whose answer is %s", got, p.Number(i), want)
		}
	}
}

// cells checks regions drawn as outlines: the last one that contains a point is visible there.
func (s *saying) cells(of *session.Session, groups method.Groups) {
	if s.f.Model.Can().ScoreRaster != nil || s.f.Problem.D != 2 {
		return
	}
	m := s.f.Model.Can()
	if m.Layers == nil {
		return
	}
	on, err := s.f.Method.Shown(s.d.View.Show)
	if err != nil {
		s.Fatalf("%v", err)
	}
	under, _, err := m.Layers(method.Unstopped, lattice, nil, on)
	if err != nil {
		s.Fatalf("%v", err)
	}
	drawn := false
	p := s.f.Problem
	seen := make([][]int, p.N) // groups that may be visible at each point: one, and those with an edge there
	for i := range seen {
		seen[i] = []int{method.NoGroup}
	}
	half := 0.5 * (lattice.X1 - lattice.X0) / float64(stage.W)
	for _, l := range under {
		c, ok := l.(*picture.Path)
		if !ok || c.Role != picture.RoleCell || !c.Closed || c.Class < 0 {
			continue
		}
		drawn = true
		for i := range p.N {
			x := p.At(i)
			holds, far := false, math.Inf(1)
			c.Lines(func(xy []float64) {
				in, d := within(xy, x[0], x[1])
				holds, far = holds != in, min(far, d)
			})
			if far < half {
				seen[i] = append(seen[i], c.Class)
			} else if holds {
				seen[i] = []int{c.Class}
			}
		}
	}
	for i := range p.N {
		if drawn && !slices.Contains(seen[i], groups.Of[i]) {
			s.wrong("point %d is coloured as %s, and the cell under it is that %s", p.Number(i),
				called(&groups, groups.Of[i]), called(&groups, seen[i][0]))
		}
	}
}

// within reports whether a polygon contains a point, and the distance of the point from its outline.
func within(xy []float64, x, y float64) (in bool, far float64) {
	far = math.Inf(1)
	n := len(xy) / 2
	for i := range n {
		k := (i + 1) % n
		ax, ay, bx, by := xy[2*i]-x, xy[2*i+1]-y, xy[2*k]-x, xy[2*k+1]-y
		if (ay > 0) != (by > 0) && ax+(bx-ax)*ay/(ay-by) > 0 {
			in = !in
		}
		dx, dy := bx-ax, by-ay
		at := 0.0
		if l := dx*dx + dy*dy; l > 0 {
			at = min(max(-(ax*dx+ay*dy)/l, 0), 1)
		}
		far = min(far, math.Hypot(ax+at*dx, ay+at*dy))
	}
	return in, far
}
