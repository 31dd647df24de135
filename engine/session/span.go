package session

import (
	"cmp"
	"math"
	"strconv"

	"pointscape/engine/chart"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/sorts"
	"pointscape/engine/words"
)

// Weights that are a linear combination of rows are drawn as a chain of arrows from 0 to the weights, each of them a
// row times its coefficient. The arrows are sorted by direction: together with the segment back to 0 they form a convex
// polygon, and no two cross.

// spanPanel is the id of the panel with the weights as a sum.
const spanPanel = string(method.WeightSum)

var spanKeys = picture.KeyKind{Begins: "term", From: 1}

// spanOf returns the model's sum; nil if it is switched off, or is missing, empty or not finite.
func (f *Fit) spanOf() *method.Span {
	if f.can.Span == nil || !f.Method.On(method.WeightSum, f.Show) {
		return nil
	}
	s := f.can.Span()
	if s == nil || len(s.Weights) == 0 || len(s.Coef) == 0 || !method.Finite(s.Weights...) || !method.Finite(s.Coef...) {
		return nil
	}
	return s
}

// spanned returns the panel with the weights as a sum, if the model has one.
func (f *Fit) spanned() []method.Panel {
	s := f.spanOf()
	if s == nil {
		return nil
	}
	sum := words.Text("Σ %s %s", s.Coefs, s.Rows)
	info := method.PanelInfo{ID: spanPanel, Title: words.Text("w = %s", sum), XLabel: "along w", YLabel: "across",
		Help: words.Text("Each arrow is a %s times its coefficient, in the order of their directions; their sum is w. "+
			"So w lies in the span of the %s, for every loss.", f.rowNoun(), words.Plural(f.rowNoun()))}
	switch len(s.Weights) {
	case 1:
		info.XLabel, info.YLabel, info.YCounts = s.Names[0], "sum of the terms", true
	case 2:
		info.XLabel, info.YLabel = s.Names[0], s.Names[1]
	default:
		info.Help = words.Say(info.Help) + words.Say(" The plane shown contains w and the direction perpendicular to w "+
			"in which the terms spread most.")
	}
	return []method.Panel{chart.Sized(info, func(job method.Job, w, h int) (*chart.Chart, error) {
		c := f.chain(s, w, h)
		return c, job.Err()
	})}
}

// rowNoun returns what a row of the document is called.
func (f *Fit) rowNoun() string {
	if f.Problem.Wide() {
		return "row"
	}
	return "point"
}

// flatten returns an orthonormal basis of the plane in which a sum of vectors is shown: in more than two dimensions the
// direction of the weights, and the principal direction of the terms orthogonal to them (0 if all are parallel to the
// weights), in two dimensions the axes. In one dimension everything lies on a line, and across is 0.
func flatten(s *method.Span) (u, across []float64) {
	d := len(s.Weights)
	u, across = make([]float64, d), make([]float64, d)
	if d <= 2 {
		u[0] = 1
		if d == 2 {
			across[1] = 1
		}
		return u, across
	}
	copy(u, s.Weights)
	if !unit(u) {
		u[0] = 1
	}
	// The principal direction, by the power method on the terms without their components along u.
	terms, row := make([]float64, 0, len(s.Coef)*d), make([]float64, d)
	longest, most := -1, 0.0
	for i, a := range s.Coef {
		s.Row(i, row)
		along := linalg.Dot(row, u)
		for j, x := range row {
			row[j] = a * (x - along*u[j])
		}
		terms = append(terms, row...)
		if l := linalg.Dot(row, row); l > most {
			longest, most = i, l
		}
	}
	if longest < 0 || math.IsInf(most, 0) {
		return u, across
	}
	copy(across, terms[longest*d:])
	unit(across)
	next := make([]float64, d)
	for range 30 {
		clear(next)
		for i := range s.Coef {
			t := terms[i*d : (i+1)*d]
			linalg.Axpy(linalg.Dot(t, across)/most, t, next)
		}
		if !unit(next) {
			break
		}
		copy(across, next)
	}
	// Rounding may have introduced a component along u.
	linalg.Axpy(-linalg.Dot(across, u), u, across)
	unit(across)
	return u, across
}

// unit normalizes a vector, whatever its scale; it returns false if that is impossible.
func unit(x []float64) bool {
	top := 0.0
	for _, v := range x {
		top = max(top, math.Abs(v))
	}
	if !(top > 0) || math.IsInf(top, 0) {
		return false
	}
	for j := range x {
		x[j] /= top
	}
	l := math.Sqrt(linalg.Dot(x, x))
	for j := range x {
		x[j] /= l
	}
	return true
}

// link is an arrow of the chain: the term of a row.
type link struct {
	row    int
	dx, dy float64
}

// links returns the arrows of nonzero length in the order of the chain; in one dimension the longest one is first.
func links(s *method.Span, u, across []float64) (list []link) {
	row := make([]float64, len(s.Weights))
	for i, a := range s.Coef {
		if a == 0 {
			continue
		}
		s.Row(i, row)
		l := link{i, a * linalg.Dot(row, u), a * linalg.Dot(row, across)}
		if (l.dx != 0 || l.dy != 0) && method.Finite(l.dx, l.dy) {
			list = append(list, l)
		}
	}
	if len(s.Weights) == 1 {
		sorts.StableFunc(list, func(a, b link) int { return cmp.Compare(math.Abs(b.dx), math.Abs(a.dx)) })
		return list
	}
	// Directions are measured from that of −w: the chain turns once, and ends at w.
	wx, wy := linalg.Dot(s.Weights, u), linalg.Dot(s.Weights, across)
	turn := func(l link) float64 { return math.Atan2(wx*l.dy-wy*l.dx, wx*l.dx+wy*l.dy) }
	if wx == 0 && wy == 0 {
		turn = func(l link) float64 { return math.Atan2(l.dy, l.dx) }
	}
	sorts.StableFunc(list, func(a, b link) int { return cmp.Compare(turn(a), turn(b)) })
	return list
}

// chain returns the chart of the sum on w x h pixels.
func (f *Fit) chain(s *method.Span, w, h int) *chart.Chart {
	p := f.Problem
	u, across := flatten(s)
	list := links(s, u, across)
	flat := len(s.Weights) == 1
	c := &chart.Chart{X: chart.Axis{See: []float64{0}, Below: 0.08, Above: 0.08},
		Y: chart.Axis{See: []float64{0}, Below: 0.08, Above: 0.08}, Alike: !flat, Told: true}
	x, y := 0.0, 0.0
	ways := make([][4]float64, len(list))
	for k, l := range list {
		way := [4]float64{x, y, x + l.dx, y + l.dy}
		if flat {
			way[1], way[3] = float64(k), float64(k)
		}
		c.X.See, c.Y.See = append(c.X.See, way[2]), append(c.Y.See, way[3])
		ways[k], x, y = way, way[2], y+l.dy
	}
	if flat {
		y = float64(len(list))
	}
	wx, wy := linalg.Dot(s.Weights, u), linalg.Dot(s.Weights, across)
	if flat {
		wy = y
	}
	c.X.See, c.Y.See = append(c.X.See, wx), append(c.Y.See, wy)
	v := c.View(w, h)
	arrows := f.arrows(s, list, ways, v)
	if !flat {
		c.Add(chart.Level(chart.As(picture.RoleAxis, "0"), 0))
	}
	c.Add(chart.Upright(chart.As(picture.RoleAxis, "0"), 0))
	c.Add(chart.Layers(arrows))
	rest := math.Hypot(wx-x, wy-y)
	size := math.Hypot(wx, wy)
	if flat {
		size = math.Abs(wx)
	}
	for _, l := range list {
		size = max(size, math.Hypot(l.dx, l.dy))
	}
	missing := s.Rest != "" && rest > 1e-3*size
	if missing {
		c.Add(chart.Curve{Look: chart.As(picture.RoleMargin, s.Rest), XY: []float64{x, y, wx, wy}})
	}
	sum := &picture.Path{Role: picture.RoleMean, Class: picture.NoClass, Says: "w, the sum"}
	if missing {
		sum.Says = "w, the sum and the remainder"
	}
	sum.AddArrow(v, 0, wy*flatly(flat), wx, wy)
	c.Add(chart.Layers{sum})
	c.Alt = words.Text("w is the sum of %s.", words.Count(len(list), "term"))
	if k := largest(list); k >= 0 {
		c.Alt = words.Say(c.Alt) + words.Text(" The longest term is that of %s %s.", f.rowNoun(),
			strconv.Itoa(p.Number(list[k].row)))
	}
	if missing {
		c.Alt = words.Say(c.Alt) + words.Text(" %s is missing.", words.Capital(s.Rest))
	}
	return c
}

// arrows returns the terms of the sum as arrows along ways, in a layer for each class.
func (f *Fit) arrows(s *method.Span, list []link, ways [][4]float64, v picture.Viewport) (layers []picture.Layer) {
	p, sides := f.Problem, map[int]*picture.Path{}
	for k, l := range list {
		class := picture.NoClass
		if p.Class != nil {
			class = p.ClassIDs[p.Class[l.row]]
		}
		side := sides[class]
		if side == nil {
			side = &picture.Path{Role: picture.RoleEllipse, Class: class, Says: words.Text("a %s times %s", f.rowNoun(),
				s.Coefs)}
			if class == picture.NoClass {
				side.Role = picture.RoleTrack
			}
			sides[class] = side
		}
		key := spanKeys.Key(l.row)
		side.AddArrow(v, ways[k][0], ways[k][1], ways[k][2], ways[k][3], key)
	}
	for _, id := range append([]int{picture.NoClass}, p.ClassIDs...) {
		if side := sides[id]; side != nil {
			layers = append(layers, side)
		}
	}
	return layers
}

// flatly is 1 if the sum is on a line, where w is drawn above the terms, else 0.
func flatly(flat bool) float64 {
	if flat {
		return 1
	}
	return 0
}

// largest returns the index of the longest arrow; -1 = there is none.
func largest(list []link) int {
	best := -1
	for k, l := range list {
		if best < 0 || math.Hypot(l.dx, l.dy) > math.Hypot(list[best].dx, list[best].dy) {
			best = k
		}
	}
	return best
}

// spanRowKeys returns the keys of the rows in the panel, "" for rows with coefficient 0; nil = there is no such panel.
func (f *Fit) spanRowKeys() []string {
	s := f.spanOf()
	if s == nil {
		return nil
	}
	keys := make([]string, len(s.Coef))
	for i, a := range s.Coef {
		if a != 0 {
			keys[i] = spanKeys.Key(i)
		}
	}
	return keys
}

// tellTerm describes the arrow with a key, and returns its row.
func (f *Fit) tellTerm(key string) (t method.Told, points []int, ok bool) {
	s := f.spanOf()
	if s == nil {
		return t, nil, false
	}
	i, ok := spanKeys.Number(key, len(s.Coef))
	if !ok || s.Coef[i] == 0 {
		return t, nil, false
	}
	p := f.Problem
	t.Answer = words.Text("%s %s", words.Capital(f.rowNoun()), strconv.Itoa(p.Number(i)))
	if p.Class != nil {
		t.Answer = words.Say(t.Answer) + words.Text(", %s", p.ClassName(p.Class[i]))
	}
	t.Lines = []string{words.Text("%s = %s", s.Coefs, words.Number(s.Coef[i]))}
	row := make([]float64, len(s.Weights))
	s.Row(i, row)
	if len(row) <= 2 {
		t.Lines = append(t.Lines, words.Text("%s = %s", s.Rows, tuple(row)))
		for j := range row {
			row[j] *= s.Coef[i]
		}
		t.Lines = append(t.Lines, words.Text("its term %s", tuple(row)))
	} else {
		along := linalg.Dot(row, s.Weights) / math.Max(linalg.Dot(s.Weights, s.Weights), math.SmallestNonzeroFloat64)
		t.Lines = append(t.Lines, words.Text("its term is %s of w along w", words.Percent(s.Coef[i]*along)))
	}
	return t, []int{p.Ordinal(i)}, true
}

// tuple formats a few numbers as a vector, to three digits; a single one without parentheses.
func tuple(x []float64) string {
	text := ""
	for j, v := range x {
		if j > 0 {
			text += ", "
		}
		text += words.Number(words.Significant(v, 3))
	}
	if len(x) == 1 {
		return text
	}
	return "(" + text + ")"
}

// modelView makes panels from capabilities of models: Span and Maps.
type modelView struct {
	plain
	f *Fit
}

func (v *modelView) where() place { return ofModel }

func (v *modelView) panels() []method.Panel { return append(v.f.spanned(), v.f.mapped()...) }

func (v *modelView) rowKeys(panel string, add func(point int, key string)) bool {
	var keys []string
	switch panel {
	case spanPanel:
		keys = v.f.spanRowKeys()
	case mapsPanel:
		keys = v.f.mapRowKeys()
	}
	for i, key := range keys {
		if key != "" {
			add(v.f.Problem.Ordinal(i), key)
		}
	}
	return keys != nil
}

func (v *modelView) tell(key string) (t method.Told, points []int, ok bool) {
	if t, points, ok = v.f.tellTerm(key); ok {
		return t, points, ok
	}
	return v.f.tellMapped(key)
}
