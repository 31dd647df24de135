package ensemble

import (
	"math"
	"slices"
	"strconv"

	"pointscape/engine/chart"
	"pointscape/engine/classify"
	"pointscape/engine/kernel"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// onGrid holds the sums of the members' predictions at the nodes of a grid, plane by plane: one plane for each class,
// or, for regression, the sum of the values and the number of members with a value.
type onGrid struct {
	g     picture.Grid
	n     int // number of members in the sums
	sums  []float64
	sharp bool
}

// mostHeld is the maximum number of sums that are kept for the next picture, which may only have to add a member.
const mostHeld = 1 << 21

// sums adds up the members' predictions at the nodes of a grid. For members whose predictions are constant on
// rectangles, only the four corners of each rectangle are changed; a single pass over the grid then adds them up.
func (m *bagged) sums(job method.Job, g picture.Grid) (*onGrid, error) {
	m.mu.Lock()
	a := m.held
	m.mu.Unlock()
	planes, size := m.k, g.W*g.H
	if m.p.Class == nil {
		planes = 2
	}
	if a.g != g || a.n > m.n || a.sums == nil {
		a = onGrid{g: g, sums: make([]float64, planes*size)}
	} else {
		a.sums = slices.Clone(a.sums)
	}
	var corners []float64 // as differences along both axes
	wide := g.W + 1
	for _, one := range m.list()[a.n:] {
		if err := job.Err(); err != nil {
			return nil, err
		}
		if t := &one.can; t.Tiles != nil {
			if fastCorners && corners == nil {
				corners = make([]float64, planes*wide*(g.H+1))
			}
			a.sharp = true
			out := make([]float64, planes)
			t.Tiles(g, func(x0, x1, y0, y1 int, says []float64) {
				one.spread(says, out)
				if !fastCorners {
					a.paint(x0, x1, y0, y1, out)
					return
				}
				for c, y := range out {
					if y != 0 {
						d := corners[c*wide*(g.H+1):]
						d[y0*wide+x0] += y
						d[y0*wide+x1] -= y
						d[y1*wide+x0] -= y
						d[y1*wide+x1] += y
					}
				}
			})
			continue
		}
		if err := m.add(job, &a, one); err != nil {
			return nil, err
		}
	}
	if corners != nil {
		for c := range planes {
			d, sums := corners[c*wide*(g.H+1):], a.sums[c*size:]
			above := make([]float64, g.W)
			for y := range g.H {
				if err := job.Err(); err != nil {
					return nil, err
				}
				row, at, left := d[y*wide:], sums[y*g.W:(y+1)*g.W], 0.0
				for x := range at {
					left += row[x]
					above[x] += left
					at[x] += above[x]
				}
			}
		}
	}
	a.n = m.n
	if len(a.sums) <= mostHeld {
		m.mu.Lock()
		m.held = a
		m.mu.Unlock()
	}
	return &a, nil
}

// paint adds a tile to the sums, node by node.
func (a *onGrid) paint(x0, x1, y0, y1 int, says []float64) {
	for c, v := range says {
		for y := y0; y < y1; y++ {
			for x := x0; x < x1; x++ {
				a.sums[(c*a.g.H+y)*a.g.W+x] += v
			}
		}
	}
}

// spread converts a member's prediction on a tile, either the shares of its sample's classes or a value, to what it
// adds to each plane of sums.
func (m *sampled) spread(says, out []float64) {
	clear(out)
	switch {
	case m.class == nil:
		out[0], out[1] = says[0], 1
	case m.proba == nil:
		out[m.class[method.Largest(says)]] = 1
	default:
		for c, q := range says {
			out[m.class[c]] = math.Round(q*exact) / exact
		}
	}
}

// add adds a member's predictions at the nodes of a grid to the sums.
func (m *bagged) add(job method.Job, a *onGrid, one *sampled) error {
	g, size := a.g, a.g.W*a.g.H
	switch {
	case one.model == nil && len(one.class) == 1:
		plane := a.sums[one.class[0]*size:][:size]
		for at := range plane {
			plane[at]++
		}
	case one.model == nil:
	case m.p.Class == nil:
		x, out := make([]float64, 2*g.W), make([]float64, g.W)
		for j := range g.H {
			if err := job.Err(); err != nil {
				return err
			}
			for i := range g.W {
				x[2*i], x[2*i+1] = g.X(i), g.Y(j)
			}
			one.can.Predictor.Predict(x, out)
			for i, y := range out {
				if y == y {
					a.sums[j*g.W+i] += y
					a.sums[size+j*g.W+i]++
				}
			}
		}
		a.sharp = true
	default:
		r, err := one.raster(job, g)
		if err != nil {
			return err
		}
		a.sharp = a.sharp || r.Sharp || r.Kind == picture.Labels || one.proba == nil
		if one.proba == nil {
			for at := range size {
				if id := classAt(r, at); id >= 0 {
					a.sums[one.class[slices.Index(one.p.ClassIDs, id)]*size+at]++
				}
			}
			return nil
		}
		row := make([]float64, len(one.class))
		for at := range size {
			classify.Probabilities(r, at, row)
			for c, q := range row {
				a.sums[one.class[c]*size+at] += math.Round(q*exact) / exact
			}
		}
	}
	return nil
}

// raster returns the raster of a member of a classification problem.
func (m *sampled) raster(job method.Job, g picture.Grid) (*picture.Raster, error) {
	if m.model == nil {
		r := &picture.Raster{Kind: picture.Labels, Grid: g, Classes: m.p.ClassIDs, Sharp: true,
			Planes: [][]float32{make([]float32, g.W*g.H)}}
		for at := range r.Planes[0] {
			r.Planes[0][at] = picture.NoClass
			if len(m.class) == 1 {
				r.Planes[0][at] = float32(m.p.ClassIDs[0])
			}
		}
		return r, nil
	}
	one := member{model: m.model, can: m.can, proba: m.proba}
	r, err := one.raster(job, m.p, g)
	m.can.Box(r)
	return r, err
}

// Cuts calls tell with the cuts of all members. It returns false if a member has none.
func (m *bagged) Cuts(tell func(input int, at float64)) bool {
	for _, one := range m.list() {
		if one.model != nil && (one.can.Cuts == nil || !one.can.Cuts(tell)) {
			return false
		}
	}
	return true
}

// ScoreRaster returns the mean of the members' predictions.
func (m *bagged) ScoreRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	a, err := m.sums(job, g)
	if err != nil {
		return nil, err
	}
	size := g.W * g.H
	r := classify.SharesRaster(m.p, g, "mean of the members")
	r.Sharp = a.sharp
	total := make([]float64, size)
	for c := range m.k {
		for at, y := range a.sums[c*size : (c+1)*size] {
			total[at] += y
		}
	}
	for c, plane := range r.Planes {
		for at, y := range a.sums[c*size : (c+1)*size] {
			if total[at] == 0 {
				plane[at] = float32(m.prior[c])
			} else {
				plane[at] = float32(y / total[at])
			}
		}
	}
	return r, job.Err()
}

// FieldRaster returns the mean of the members' values.
func (m *bagged) FieldRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	a, err := m.sums(job, g)
	if err != nil {
		return nil, err
	}
	size := g.W * g.H
	plane := make([]float32, size)
	for at := range plane {
		plane[at] = float32(m.prior[0])
		if n := a.sums[size+at]; n > 0 {
			plane[at] = float32(a.sums[at] / n)
		}
	}
	lo, hi := method.Limits(m.p.Y)
	return &picture.Raster{Kind: picture.Diverging, Grid: g, Planes: [][]float32{plane}, Lo: lo, Hi: hi, Sharp: a.sharp ||
		m.n == 0, Name: "mean of the members"}, job.Err()
}

// Legend texts for the lines of members.
const (
	ofMember, ofNewest       = "boundary of a member", "boundary of the newest member"
	curveMember, curveNewest = "curve of a member", "curve of the newest member"
)

// faint returns the weight of a line among n others.
func faint(n int) float64 { return max(0.3, 1/math.Sqrt(float64(n+1))) }

// classLayers draws the regions of the newest member, the boundaries of all members, and that of the newest, as far as
// they are switched on.
func (m *bagged) classLayers(job method.Job, v picture.Viewport, raster *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if m.n == 0 || m.p.Wide() {
		return nil, nil, nil
	}
	list := m.list()
	last := list[m.n-1]
	if show[alone] && raster != nil {
		r, err := last.raster(job, raster.Grid)
		if err != nil {
			return nil, nil, err
		}
		r.Draft, r.Says = raster.Draft, "region of a class by the newest member"
		under = append(under, r)
	}
	if show[laid] {
		all := &picture.Path{Role: picture.RoleGuide, Class: picture.NoClass, Weight: faint(m.n), Says: ofMember}
		for _, one := range list {
			if err := m.boundary(job, v, one, raster != nil && raster.Draft, all); err != nil {
				return nil, nil, err
			}
		}
		under = append(under, all)
	}
	if show[newest] {
		path := &picture.Path{Role: picture.RoleBase, Class: 0, Says: ofNewest}
		if err := m.boundary(job, v, last, raster != nil && raster.Draft, path); err != nil {
			return nil, nil, err
		}
		path.Keys = slices.Repeat([]string{memberKey(m.n - 1)}, len(path.Starts))
		under = append(under, path)
	}
	return under, nil, nil
}

// nodesOfAll and nodesOfDraft are the total numbers of raster nodes for the boundaries of all members, in a final
// picture and during a drag.
const nodesOfAll, nodesOfDraft = 400_000, 100_000

// boundary adds a member's boundary to a path: the exact one if the member has it, otherwise that of a raster, which is
// coarser the more members there are.
func (m *bagged) boundary(job method.Job, v picture.Viewport, one *sampled, draft bool, to *picture.Path) error {
	m.mu.Lock()
	paths, known := one.lines, one.seen == v && (draft || !one.draft)
	m.mu.Unlock()
	nodes := nodesOfAll
	if draft {
		nodes = nodesOfDraft
	}
	if !known {
		paths = nil
		can := &one.can
		switch {
		case one.model == nil:
		case can.Draws != nil && can.Layers != nil && can.Draws(method.Boundary):
			under, _, err := can.Layers(job, v, nil, method.Shown{method.Boundary: true})
			if err != nil {
				return err
			}
			for _, l := range under {
				if p, ok := l.(*picture.Path); ok && p.Role == picture.RoleBoundary {
					paths = append(paths, p)
				}
			}
		default:
			step := min(max(2, math.Sqrt(float64(m.count*v.W*v.H)/float64(nodes))), 8)
			r, err := one.raster(job, v.Grid(max(2, int(float64(v.W)/step)), max(2, int(float64(v.H)/step))))
			if err != nil {
				return err
			}
			paths = picture.ClassBoundaries(r)
		}
		m.mu.Lock()
		one.lines, one.seen, one.draft = paths, v, draft
		m.mu.Unlock()
	}
	for _, p := range paths {
		p.Lines(func(xy []float64) { to.AddLine(xy...) })
	}
	return job.Err()
}

// lineLayers draws the curves of the members.
func (m *bagged) lineLayers(job method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if m.n == 0 {
		return nil, nil, nil
	}
	list := m.list()
	if show[laid] {
		all := &picture.Path{Role: picture.RoleGuide, Class: picture.NoClass, Weight: faint(m.n), Says: curveMember}
		for _, one := range list {
			if err := job.Err(); err != nil {
				return nil, nil, err
			}
			one.curve(v, 3, all)
		}
		under = append(under, all)
	}
	if show[newest] {
		path := &picture.Path{Role: picture.RoleBase, Class: 0, Says: curveNewest}
		list[m.n-1].curve(v, 1, path)
		path.Keys = slices.Repeat([]string{memberKey(m.n - 1)}, len(path.Starts))
		under = append(under, path)
	}
	return under, nil, nil
}

// curve adds a member's curve to a path, with a prediction every so many pixels.
func (m *sampled) curve(v picture.Viewport, every int, to *picture.Path) {
	if m.model == nil {
		return
	}
	xs := make([]float64, v.W/every+2)
	for i := range xs {
		xs[i] = v.DX(float64(i * every))
	}
	ys := make([]float64, len(xs))
	m.can.Predictor.Predict(xs, ys)
	gap := true
	for i, y := range ys {
		switch {
		case !method.Finite(y):
			gap = true
		case gap:
			to.AddLine(xs[i], y)
			gap = false
		default:
			to.XY = append(to.XY, xs[i], y)
		}
	}
}

func (m *bagged) PartSays(p method.Part) string {
	switch p {
	case method.Boundary:
		return "boundary of the bag"
	case method.Regions:
		if m.p.Class != nil {
			return "region of a class, mixed with others by the mean of the members"
		}
	case method.Mean:
		return "mean of the members’ curves"
	}
	return ""
}

// Groups shows how often points were drawn, by the newest sample or in total, by their opacity.
func (m *bagged) Groups(show method.Shown) (g method.Groups) {
	if !show[drawnInAll] && !show[drawnNow] || m.p.Class == nil && m.p.D > 1 {
		return g
	}
	g = method.ByClass(m.p)
	if m.n == 0 {
		return g
	}
	g.Weight = make([]float64, m.p.N)
	if show[drawnInAll] {
		most := float64(slices.Max(m.draws))
		for i, n := range m.draws {
			g.Weight[i] = float64(n) / most
		}
		g.Fainter = "drawn less often, by all samples"
		return g
	}
	for _, row := range m.list()[m.n-1].rows {
		g.Weight[row] = 1 - (1-g.Weight[row])/2 // 0, 1/2, 3/4, ...
	}
	g.Fainter = "not drawn by the newest sample"
	return g
}

func (m *bagged) Panels(show method.Shown) []method.Panel {
	if !show[bagErrors] {
		return nil
	}
	help := "Each mark is the error of one member, at the points outside its sample. The lines are the errors of all " +
		"members so far: out of bag (each point by the members whose sample leaves it out) and at all points."
	if !m.leaves() {
		help = "Each mark is the error of one member, and the line that of all members so far, at all points: no sample " +
			"leaves one out"
	}
	return []method.Panel{chart.Plain(method.PanelInfo{ID: bagErrors, Title: "Errors of the members", XLabel: "member",
		XCounts: true, YLabel: m.errorName(), YFrom0: true, Help: help}, m.errorsChart)}
}

func (m *bagged) errorName() string {
	if m.p.Class != nil {
		return "share misclassified"
	}
	return "mean squared error"
}

// errorsChart returns the chart of the errors of single members and of the bag.
func (m *bagged) errorsChart() *chart.Chart {
	steps := m.upTo()
	own := &picture.Marks{Role: picture.RoleTrack, Says: "a single member, at points outside its sample"}
	if !m.leaves() {
		own.Says = "a single member"
	}
	var oob, train []float64
	for i, e := range steps[1:] {
		alone := e.ownOob
		if !m.leaves() {
			alone, e.oob = e.ownTrain, math.NaN()
		}
		if alone == alone {
			own.XY, own.Class, own.Keys = append(own.XY, float64(i+1), alone), append(own.Class, 0),
				append(own.Keys, memberKey(i))
		}
		oob, train = append(oob, e.oob), append(train, e.train)
	}
	c := &chart.Chart{X: chart.Exactly(0, float64(m.count)+1), Y: chart.Axis{See: []float64{0}, Above: 0.08, Least: 0.05},
		Alt: m.errorsSaid(own, steps[m.n]), Told: true}
	c.Add(chart.Curve{Look: chart.As(picture.RoleMargin, "training error of all so far"), From: 1, Y: train},
		chart.Curve{Look: chart.As(picture.RoleBoundary, "out-of-bag error of all so far"), From: 1, Y: oob},
		chart.Dots{Marks: own})
	return c
}

// errorsSaid describes the marks of single members and the newest step.
func (m *bagged) errorsSaid(own *picture.Marks, now bagStep) string {
	if m.n == 0 {
		return "No member has an error yet."
	}
	what, of, all := words.Capital(m.errorName()), words.Count(m.n, "member"), words.Number(now.train)
	s := words.Text("%s of %s together: %s at all points.", what, of, all)
	if m.leaves() && now.oob == now.oob {
		s = words.Text("%s of %s together: %s out of bag, %s at all points.", what, of, words.Number(now.oob), all)
	}
	if n := len(own.XY) / 2; n > 0 {
		lo, hi := math.Inf(1), math.Inf(-1)
		for i := range n {
			lo, hi = min(lo, own.XY[2*i+1]), max(hi, own.XY[2*i+1])
		}
		format := " Alone they have %s to %s."
		if m.leaves() {
			format = " Alone they have %s to %s, at points outside their samples."
		}
		s += words.Text(format, words.Number(lo), words.Number(hi))
	}
	return s
}

// upTo returns the errors of the states up to this one.
func (m *bagged) upTo() []bagStep {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.steps[:m.n+1]
}

// Tell describes a member: its sample, its errors, and its boundary or curve.
func (m *bagged) Tell(key string, v picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	i, ok := memberKind.Number(key, m.n)
	if !ok {
		return t, false
	}
	one, e := m.list()[i], m.upTo()[i+1]
	t.Answer = words.Text("Member %s", strconv.Itoa(i+1))
	drawn := make([]bool, m.p.N)
	different := 0
	for _, row := range one.rows {
		if !drawn[row] {
			drawn[row] = true
			different++
		}
	}
	t.Lines = append(t.Lines, words.Sprintf("drew %s, %d different", words.Count(len(one.rows), "time"), different))
	if one.fault != "" {
		t.Lines = append(t.Lines, words.Text("could not be fitted: %s", one.fault))
	}
	t.Lines = append(t.Lines, words.Text("%s, at those: %s", m.errorName(), words.Number(e.ownTrain)))
	if e.ownOob == e.ownOob {
		t.Lines = append(t.Lines, words.Text("at the others: %s", words.Number(e.ownOob)))
	}
	path := &picture.Path{Role: picture.RoleBase, Class: 0, Says: "boundary of this member"}
	switch {
	case m.p.Wide():
	case m.p.Class != nil:
		_ = m.boundary(method.Unstopped, v, one, true, path)
	case m.p.D == 1:
		path.Says = "curve of this member"
		one.curve(v, 1, path)
	}
	rings := &picture.Marks{Role: picture.RoleNeighbor, Says: "points outside its sample"}
	for row, was := range drawn {
		if !was {
			x, y := m.p.Drawn(row)
			rings.XY, rings.Ordinal = append(rings.XY, x, y), append(rings.Ordinal, m.p.Ordinal(row))
			if m.p.Class != nil {
				rings.Class = append(rings.Class, m.p.ClassIDs[m.p.Class[row]])
			}
		}
	}
	if len(path.XY) > 0 {
		t.Layers = append(t.Layers, path)
	}
	if len(rings.XY) > 0 {
		t.Layers = append(t.Layers, rings)
	}
	if step := i + 1; step != m.n {
		t.Click.Step = &step
	}
	return t, true
}

// Explain gives the prediction of the bag, and that of the newest member.
func (m *bagged) Explain(x []float64, v picture.Viewport, _ method.Shown) (ex method.Explanation) {
	x = x[:m.p.D]
	sums := m.at(x)
	n := sums[m.k]
	a := m.answer(sums)
	if m.p.Class == nil {
		ex.Answer = words.Text("%s, the mean of %s", words.Figure(a), words.Count(int(n), "member"))
		if n > 1 {
			spread, says := 0.0, make([]float64, 2)
			for _, one := range m.list() {
				if m.tell(one, x, says); says[1] > 0 {
					spread += (says[0] - a) * (says[0] - a)
				}
			}
			ex.Lines = append(ex.Lines, words.Text("standard deviation of the members: %s",
				words.Figure(math.Sqrt(spread/n))))
		}
	} else {
		ex.Answer = words.Text("%s, mean of the members %s", m.p.ClassName(int(a)), words.Percent(m.shares(sums)[int(a)]))
		votes, says := make([]int, m.k), make([]float64, m.k+1)
		for _, one := range m.list() {
			if m.tell(one, x, says); says[m.k] > 0 {
				votes[method.Largest(says[:m.k])]++
			}
		}
		for c, k := range votes {
			if k > 0 {
				ex.Lines = append(ex.Lines, words.Sprintf("%s: %d of %s", m.p.ClassName(c), k, words.Count(int(n), "member")))
			}
		}
	}
	switch {
	case m.n == 0:
		ex.Lines = append(ex.Lines, m.beforeAll())
	case n == 0:
		ex.Lines = append(ex.Lines, words.Text("no member predicts here: %s", m.beforeAll()))
	default:
		says := make([]float64, m.k+1)
		if m.tell(m.list()[m.n-1], x, says); says[m.k] > 0 {
			line := words.Sprintf("the newest, member %d: ", m.n)
			if m.p.Class == nil {
				line += words.Figure(says[0])
			} else {
				line += m.p.ClassName(method.Largest(says[:m.k]))
			}
			ex.Lines = append(ex.Lines, line)
		}
	}
	ex.Layers = m.p.Portrait(x, v)
	return ex
}

// beforeAll says what is predicted if no member makes a prediction.
func (m *bagged) beforeAll() string {
	if m.p.Class == nil {
		return "the mean of all points is predicted"
	}
	return "the majority class is predicted"
}

func (m *bagged) Status() method.Status {
	of := words.Count(m.count, "member")
	if m.n < m.count {
		s := words.Sprintf("%d of %s.", m.n, of)
		if m.n == 0 {
			s = words.Text("Before the first of %s: %s.", of, m.beforeAll())
		}
		return method.Status{State: method.Running, Sentence: s}
	}
	st := method.Status{State: method.Exact}
	faults, short, doubts, why := 0, 0, 0, ""
	for _, one := range m.list() {
		if one.fault != "" {
			if faults++; faults == 1 {
				why = one.fault
			}
			continue
		}
		if one.doubt {
			doubts++
		}
		switch one.state {
		case method.Limited, method.Diverged, method.Running:
			short++
		case method.Converged:
			if st.State == method.Exact {
				st.State = method.Converged
			}
		}
	}
	switch points := words.Count(m.size, "point"); {
	case m.count == 1 && m.replace:
		st.Sentence = words.Text("1 member, fitted to %s drawn with replacement.", points)
	case m.count == 1:
		st.Sentence = words.Text("1 member, fitted to %s drawn without replacement.", points)
	case m.replace:
		st.Sentence = words.Text("%s, each fitted to %s drawn with replacement.", of, points)
	default:
		st.Sentence = words.Text("%s, each fitted to %s drawn without replacement.", of, points)
	}
	if !m.replace && !m.leaves() {
		st.Sentence = words.Say(st.Sentence) + words.Say(" Each sample contains all points: the members differ only "+
			"in their own random numbers.")
	}
	if short > 0 {
		st.State = method.Limited
		st.Sentence = words.Say(st.Sentence) + words.Sprintf(" %s stopped before the end.", words.Count(short, "member"))
	}
	if doubts > 0 {
		st.State = method.Limited
		st.Sentence = words.Say(st.Sentence) + words.Text(" %s: %s", kernel.NotDefinite,
			words.Sprintf("what %s found with it may not be an optimum.",
				words.Count(doubts, "member")))
	}
	if faults > 0 {
		st.State = method.Limited
		st.Sentence = words.Say(st.Sentence) + words.Sprintf(" %s could not be fitted and are left out: %s",
			words.Count(faults, "member"), why)
	}
	return st
}

func (m *bagged) Facts() []method.Fact {
	var f method.FactList
	e, steps := m.step(m.n), m.upTo()
	class := m.p.Class != nil
	f.Add("n_estimators", m.n, "", "Number of members so far").Call("Members")
	if class {
		f.Add("training_error", e.train, "", "Share of the points that the bag misclassifies")
	} else {
		f.Add("training_mse", e.train, method.SquaredUnits, "")
	}
	if m.n == 0 {
		return f
	}
	own, k := 0.0, 0
	for _, s := range steps[1:] {
		if s.ownOob == s.ownOob {
			own += s.ownOob
			k++
		}
	}
	if m.leaves() && e.left > 0 {
		const by = " each predicted only by the members whose sample leaves it out"
		if class {
			f.Add("oob_error", e.oob, "", words.Text("Share of the points misclassified,%s",
				by)).Call("Out-of-bag error").InPercent()
			f.Add("oob_score", 1-e.oob, "", words.Text("Share of the points classified correctly,%s",
				by)).Call("Out-of-bag score")
		} else {
			f.Add("oob_mse", e.oob, method.SquaredUnits, words.Text("Mean of the squared residuals,%s",
				by)).Call("Out-of-bag error")
			f.Add("oob_score", m.oobR2(e.oob), "", words.Text("R² of the points,%s", by)).Call("Out-of-bag score")
		}
		f.Add("oob_points", e.left, "", "Number of points that some sample has left out").Call("Out-of-bag points")
	}
	if k > 0 {
		name, unit := "Error of a single member", ""
		if !class {
			name, unit = "Mean squared error of a single member", method.SquaredUnits
		}
		f.Add("member_error", own/float64(k), unit,
			words.Text("%s, at the points outside its sample; the mean of all members",
				name)).Call("Error of a member").Share = class
	}
	if single, _, spread, ok := m.terms(); ok {
		f.Add("oob_member_mse", single, method.SquaredUnits, "Mean squared residual of single members at the points "+
			"outside their samples: out-of-bag error + variance").Call("Out-of-bag, single member")
		f.Add("oob_variance", spread, method.SquaredUnits, "Mean variance of the members about their mean, at points "+
			"outside their samples: the gain of averaging").Call("Variance of the members")
	}
	f.Add("share_drawn", m.shareDrawn(), "", "Mean share of the points that a sample contains "+
		"at least once").Call("Points in a sample")
	draws := make([]int, m.p.N)
	for i, n := range m.draws {
		draws[i] = int(n)
	}
	f.Add("draws", draws, "", "How often all samples together have drawn each point").Hide()
	if m.leaves() && e.left > 0 {
		m.oobFacts(&f)
	}
	return f
}

// shareDrawn returns the mean share of the points that a sample contains at least once.
func (m *bagged) shareDrawn() float64 {
	different := 0
	for _, one := range m.list() {
		for i, row := range one.rows {
			if i == 0 || row != one.rows[i-1] {
				different++
			}
		}
	}
	return float64(different) / float64(m.n*m.p.N)
}

// oobFacts adds the out-of-bag predictions.
func (m *bagged) oobFacts(f *method.FactList) {
	w := m.k + 1
	var at []int
	var rows [][]float64
	var list []float64
	for i := range m.p.N {
		sums := m.oob[i*w : (i+1)*w]
		if sums[m.k] == 0 {
			continue
		}
		at = append(at, m.p.Ordinal(i))
		row := make([]float64, m.k)
		for c := range row {
			row[c] = sums[c] / sums[m.k]
		}
		rows, list = append(rows, row), append(list, row[0])
	}
	f.Add("oob_indices", at, "", "Indices of the points that some sample has left out").Hide()
	if m.p.Class != nil {
		f.Add("oob_decision_function", rows, "",
			"Mean prediction at those points, each by the members whose sample leaves it out").Hide()
	} else {
		f.Add("oob_prediction", list, "", "Mean at those points, each by the members whose sample leaves it out").Hide()
	}
}

// oobR2 returns the out-of-bag R², given the mean squared error.
func (m *bagged) oobR2(mse float64) float64 {
	var y []float64
	for i, v := range m.p.Y {
		if m.oob[i*(m.k+1)+m.k] > 0 {
			y = append(y, v)
		}
	}
	about, spread := linalg.Mean(y), 0.0
	for _, v := range y {
		spread += (v - about) * (v - about) / float64(len(y))
	}
	if spread == 0 {
		return 0
	}
	return 1 - mse/spread
}

// Formula returns the mean with its number of members, how many points a sample leaves out, and the errors.
func (m *bagged) Formula() string {
	n := strconv.Itoa(max(m.n, 1))
	s := words.Text("f(x) = (1/%s) Σ_{b=1}^{%s} f_b(x)", n, n)
	if m.p.Class != nil {
		s = words.Text("ŷ(x) = argmax_c (1/%s) Σ_{b=1}^{%s} ", n, n)
		if m.n == 0 || slices.ContainsFunc(m.list(), func(one *sampled) bool { return one.proba != nil }) {
			s += "P_b(c | x)"
		} else {
			s += "[h_b(x) = c]"
		}
	}
	if m.replace {
		s += words.Sprintf("\nP(point not in a sample) = (1 − 1/%d)^{%d} = %s", m.p.N, m.size,
			words.Number(math.Pow(1-1/float64(m.p.N), float64(m.size))))
	} else if m.leaves() {
		s += words.Sprintf("\nP(point not in a sample) = 1 − %d/%d = %s", m.size, m.p.N,
			words.Number(1-float64(m.size)/float64(m.p.N)))
	}
	if e := m.step(m.n); m.n > 0 && e.left > 0 && m.leaves() {
		if m.p.Class != nil {
			s += words.Sprintf("\nout-of-bag error = %.0f/%d = %s", e.oob*float64(e.left), e.left, words.Number(e.oob))
		} else {
			s += words.Sprintf("\nout-of-bag error = (1/%d) Σ (y − ŷ_{oob})² = %s", e.left, words.Number(e.oob))
			if single, mean, spread, ok := m.terms(); ok {
				s += words.Sprintf("\nE (y − f_b)² = (y − E f_b)² + Var f_b:  %s = %s + %s", words.Number(single),
					words.Number(mean), words.Number(spread))
			}
		}
	}
	return s
}
