package manifold

import (
	"math"
	"strconv"

	"pointscape/engine/chart"
	"pointscape/engine/kernel/kernelparam"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// FieldRaster computes the component shown.
func (m *kpca) FieldRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	one := *m.sum
	one.Coef, one.Bias = m.sum.Coef[m.c:m.c+1], m.sum.Bias[m.c:m.c+1]
	out := make([]float32, g.W*g.H)
	if err := one.Grid(job, g, [][]float32{out}); err != nil {
		return nil, err
	}
	far := 0.0
	for _, z := range m.scores[m.c] {
		far = max(far, math.Abs(z))
	}
	return &picture.Raster{Kind: picture.Diverging, Grid: g, Planes: [][]float32{out}, Lo: -far, Hi: far,
		Name: words.Text("component %s", strconv.Itoa(m.c+1))}, nil
}

// Predict writes the coordinate along the component shown.
func (m *kpca) Predict(x, out []float64) {
	one := *m.sum
	one.Coef, one.Bias = m.sum.Coef[m.c:m.c+1], m.sum.Bias[m.c:m.c+1]
	one.EvalPoints(x, out)
}

func (m *kpca) Layers(job method.Job, _ picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if !show["pre_images"] || !m.plane {
		return nil, nil, nil
	}
	images, err := m.preImages(job.Err)
	if err != nil {
		return nil, nil, err
	}
	feet := &picture.Marks{Role: picture.RoleProjection, Says: "pre-images of the points"}
	ways := map[int]*picture.Path{}
	for i := range m.p.N {
		x, y := images[2*i], images[2*i+1]
		if math.IsNaN(x) {
			continue
		}
		c := class(m.p, i)
		if ways[c] == nil {
			ways[c] = &picture.Path{Role: picture.RoleProjection, Class: c, Weight: 0.3,
				Says: "line from a point to its pre-image"}
			under = append(under, ways[c])
		}
		at := m.p.At(i)
		ways[c].AddLine(at[0], at[1], x, y)
		feet.XY, feet.Class = append(feet.XY, x, y), append(feet.Class, c)
	}
	if feet.XY == nil {
		return nil, nil, nil
	}
	return append(under, feet), nil, nil
}

// Projected places the rows at two or three components from across() on.
func (m *kpca) Projected() method.Projection {
	first := m.across()
	at := m.scores[first:]
	var names []string
	for k := range at {
		names = append(names, words.Sprintf("KPC %d (%s %%)", first+k+1,
			words.Number(math.Round(1000*m.share(first+k))/10)))
	}
	return projection(m.p, at, names)
}

// across returns the index of the component on the first axis: the one shown, or the previous one if the one shown is
// the last.
func (m *kpca) across() int {
	if m.c > 0 && m.c == len(m.scores)-1 {
		return m.c - 1
	}
	return m.c
}

// spread names the quantity of which components have shares.
func (m *kpca) spread() string {
	if m.free {
		return "squared lengths in feature space"
	}
	return "variance in feature space"
}

// share returns component k's share of the variance in feature space, or of the squared lengths if images are not
// centred.
func (m *kpca) share(k int) float64 { return m.lambda[k] / m.trace }

// kept returns the total share of the components kept.
func (m *kpca) kept() (sum float64) {
	for k := range m.q {
		sum += m.share(k)
	}
	return sum
}

// key returns the key of component k.
func (m *kpca) key(k int) string { return componentKind.Key(k) }

var componentKind = picture.KeyKind{Begins: "kpc", From: 1}

// PointScores returns the coordinates along the components kept.
func (m *kpca) PointScores(x []float64) [][]float64 {
	rows := make([][]float64, len(x)/m.p.D)
	for i := range rows {
		rows[i] = m.sum.Eval(x[i*m.p.D : (i+1)*m.p.D])[:m.q]
	}
	return rows
}

func (m *kpca) Facts() []method.Fact {
	m.lock.Lock()
	images := m.images[:len(m.images):len(m.images)]
	m.lock.Unlock()
	return m.facts(images)
}

// Assess returns all facts. It computes the pre-images that some of them need, which takes longer than everything else.
func (m *kpca) Assess(job method.Job) ([]method.Fact, error) {
	if err := job.Err(); err != nil {
		return nil, err
	}
	if !m.plane {
		return m.facts(nil), nil
	}
	images, err := m.preImages(job.Err)
	if err != nil {
		return nil, err
	}
	return m.facts(images), nil
}

// facts returns all facts. images has the pre-images of the first points; facts that need all pre-images are marked as
// late if some are missing.
func (m *kpca) facts(images []float64) []method.Fact {
	var f method.FactList
	names, shares := make([]string, len(m.lambda)), make([]float64, len(m.lambda))
	for k := range names {
		names[k], shares[k] = words.Text("Component %s", strconv.Itoa(k+1)), m.share(k)
	}
	f.Add("kept_share", m.kept(), "", words.Text("Share of the %s in the components kept", m.spread())).Call(
		"Share kept")
	f.Add("explained_variance_ratio", shares, "", words.Text("Share of each component in the %s", m.spread())).Call(
		"Share").By(names)
	matrix, from := "centred Gram matrix", "their mean"
	if m.free {
		matrix, from = "Gram matrix, not centred", "the origin"
	}
	f.Add("eigenvalues", m.lambda, "", words.Text("Largest eigenvalues of the %s, not divided by the number of points",
		matrix)).Call("Eigenvalue").By(names)
	f.Add("trace", m.trace, "", words.Text("Sum of all eigenvalues: the sum of squared distances of the points' "+
		"images from %s", from)).Call("Sum of all eigenvalues")
	if m.plane {
		late := len(images) < 2*m.p.N
		sum, count := 0.0, 0
		for i := 0; 2*i < len(images); i++ {
			if x := images[2*i : 2*i+2]; !math.IsNaN(x[0]) {
				at := m.p.At(i)
				sum, count = sum+(x[0]-at[0])*(x[0]-at[0])+(x[1]-at[1])*(x[1]-at[1]), count+1
			}
		}
		far, without := any(sum/float64(count)), any(m.p.N-count)
		if late {
			far, without = nil, nil
		}
		if late || count > 0 {
			f.Add("pre_image_error", far, m.p.SquaredUnit(), "Mean of the squared distances between the "+
				"points and their pre-images").Call("From points to pre-images").Late = late
		}
		f.Add("without_pre_image", without, "", "Number of points for which the iteration finds no pre-image").Call(
			"Points without pre-image").Late = late
	}
	return f
}

func (m *kpca) Status() method.Status {
	s := words.Sprintf("%s keep %s of the %s.", words.Capital(words.Count(m.q, "component")), words.Percent(m.kept()),
		m.spread())
	if m.q == 1 {
		s = words.Sprintf("1 component keeps %s of the %s.", words.Percent(m.kept()), m.spread())
	}
	if most := max(m.asked, m.want); most > len(m.lambda) {
		s += words.Sprintf(" There are no more than %s.", words.Count(len(m.lambda), "component"))
	}
	if m.why != "" {
		s += words.Text(" %s.", words.Capital(m.why))
	}
	follows := "components with negative eigenvalues are left out."
	if m.below < 0 {
		follows = words.Text("components with negative eigenvalues, down to %s, are left out.", words.Number(m.below))
	}
	st := kernelparam.Doubt(method.Status{State: method.Exact, Sentence: s}, m.found, follows)
	st.Sentence = words.Say(st.Sentence) + words.Say(m.narrow)
	return st
}

func (m *kpca) Formula() string {
	k := words.Index(m.c + 1)
	z := words.Text("z%s(x) = Σᵢ a%sᵢ k(xᵢ, x)", k, k)
	if m.free {
		z += words.Text(",  K a%s = λ%s a%s\n", k, k, k)
	} else {
		z += words.Text("%s,  Σᵢ a%sᵢ = 0\n", words.Term(m.sum.Bias[m.c]), k)
	}
	return words.Text("%sλ%s = Σᵢ z%s(xᵢ)^{2} = %s,  %s of Σλ = %s\nk(x, x′): %s", z, k, k, words.Number(m.lambda[m.c]),
		words.Percent(m.share(m.c)), words.Number(m.trace), m.kernel.String())
}

// Explain returns the coordinates of a position or row, and its pre-image.
func (m *kpca) Explain(x []float64, v picture.Viewport, _ method.Shown) (e method.Explanation) {
	x = x[:m.p.D]
	z := m.sum.Eval(x)
	e.Answer = "z" + words.Index(m.c+1) + " = " + words.Number(z[m.c])
	e.Lines = append(e.Lines, numbers("z", z))
	at := make([]float64, m.p.D)
	if m.why != "" {
		return e
	}
	if !m.preImage(x, at) {
		e.Lines = append(e.Lines, "no pre-image is found")
		return e
	}
	d2 := 0.0
	for j, y := range at {
		d2 += (x[j] - y) * (x[j] - y)
	}
	far := "‖x − x̂‖ = " + words.Number(math.Sqrt(d2))
	switch {
	case plane(m.p):
		e.Lines = append(e.Lines, words.Text("pre-image x̂ = (%s, %s), %s", words.Number(at[0]), words.Number(at[1]), far))
		e.Layers = []picture.Layer{
			&picture.Path{Role: picture.RoleNeighbor, Class: picture.NoClass, XY: []float64{x[0], x[1], at[0], at[1]},
				Says: "pre-image of this position"},
			&picture.Marks{Role: picture.RoleProjection, XY: at, Says: "pre-image of this position"},
		}
	case m.p.Across > 0:
		e.Lines = append(e.Lines, words.Text("pre-image of %s: %s", words.Count(m.q, "component"), far))
		difference := make([]float64, len(x))
		for j := range x {
			difference[j] = at[j] - x[j]
		}
		const says = "row and its pre-image"
		e.Layers = m.p.Album(x, v, []method.Tile{
			{Values: x, Name: "row", Says: says, Title: "row"},
			{Values: at, Name: "row", Says: says, Title: "pre-image"},
			{Values: difference, Diverging: true, Name: "difference", Says: "pre-image minus row", Title: "minus row"},
		})
	default:
		e.Lines = append(e.Lines, words.Text("pre-image of %s: %s", words.Count(m.q, "component"), far))
		e.Lines = append(e.Lines, m.p.Changes(x, at, shownInputs, "pre-image")...)
	}
	return e
}

func (m *kpca) Panels(show method.Shown) (list []method.Panel) {
	if show["spectrum"] {
		list = append(list, chart.Plain(method.PanelInfo{ID: "spectrum", Title: "Spectrum", XLabel: "component",
			XCounts: true, YLabel: "share", YFrom0: true,
			Help: words.Text("The share of each component in the %s; dashed bars are left out of pre-images. A click "+
				"shows the component.", m.spread())}, m.spectrum))
	}
	if show["projections"] && plane(m.p) && len(m.lambda) > 1 {
		a, b := m.pair()
		list = append(list, chart.Plain(method.PanelInfo{ID: "projections", Title: "Projections", XLabel: "z" +
			words.Subscript(a+1), YLabel: "z" + words.Subscript(b+1),
			Help: "Each point at its coordinates along the component shown and the next one"}, m.projections).Rows(
			keyedRows(m.p)))
	}
	return list
}

// pair returns the two components in the panel of projections.
func (m *kpca) pair() (a, b int) {
	if m.c+1 < len(m.lambda) {
		return m.c, m.c + 1
	}
	return m.c - 1, m.c
}

// spectrum draws the shares of the components.
func (m *kpca) spectrum() *chart.Chart {
	shares := make([]float64, min(len(m.lambda), max(seen, m.q, m.c+1)))
	for k := range shares {
		shares[k] = m.share(k)
	}
	return bars(shares, m.q, m.key, chart.Of(picture.RoleBar, 0, "component that is kept"),
		chart.As(picture.RoleReach, "component that is left out"))
}

// projections draws the points along two components.
func (m *kpca) projections() *chart.Chart {
	a, b := m.pair()
	return scatter(m.p, places(m.p, [][]float64{m.scores[a], m.scores[b]}), 2, "points along two components")
}

func (m *kpca) Tell(of string, _ picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	if i, ok := keyedRow(m.p, of); ok {
		t.Answer = words.Capital(called(m.p, i))
		z := make([]float64, min(len(m.scores), shownTerms))
		for k := range z {
			z[k] = m.scores[k][i]
		}
		t.Lines, t.Click.Rows = []string{numbers("z", z)}, []int{i}
		return t, true
	}
	k, ok := componentKind.Number(of, len(m.lambda))
	if !ok {
		return t, false
	}
	t.Answer = words.Text("component %s", strconv.Itoa(k+1))
	t.Lines = []string{words.Text("%s of the %s, eigenvalue %s", words.Percent(m.share(k)), m.spread(),
		words.Number(m.lambda[k]))}
	if m.want != k+1 {
		t.Click.Set = map[string]any{"component": float64(k + 1)}
	}
	return t, true
}
