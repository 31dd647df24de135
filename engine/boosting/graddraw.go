package boosting

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"pointscape/engine/chart"
	"pointscape/engine/classify"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// sum returns the sums at one point.
func (b *boosted) sum(x []float64) []float64 {
	return b.floats(b.add(nil, b.terms, x[:b.p.D]))
}

// Predict answers with the class of the largest sum (ties: the lowest class), or with the sum.
func (b *boosted) Predict(x, out []float64) {
	all := b.at(b.terms, x)
	for i := range out {
		if b.p.Class == nil {
			out[i] = b.unit.Float(all[i])
		} else {
			out[i] = float64(method.Winner(all[i*b.outputs : (i+1)*b.outputs]))
		}
	}
}

// Scores calls tell with the sums at the rows of x. (Predict compares the sums before rounding.)
func (b *boosted) Scores(x []float64, tell func(i int, f []float64)) {
	classify.Listed(b.floats(b.at(b.terms, x)), b.outputs, tell)
}

// PointScores returns the class probabilities.
func (b *boosted) PointScores(x []float64) [][]float64 {
	return classify.PointScores(b, b.p, x, classify.LogOdds)
}

func (b *boosted) Proba() method.Proba { return method.OnGrids }

// clear is the log-odds at which regions have full opacity.
const clear = 4

// ScoreRaster returns the log-odds of the second of two classes, or the logarithms of the class probabilities up to a
// common term.
func (b *boosted) ScoreRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	r, err := b.scores(job, b.terms, b.p, g, b.unit.Float(1), clear)
	if err == nil {
		r.Name = "log-odds"
	}
	return r, err
}

func (b *boosted) Cuts(tell func(input int, at float64)) bool { return cutsIn(b.terms, tell) }

func (b *boosted) FieldRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	plane := make([]float32, g.W*g.H)
	err := b.rows(job, b.terms, g, func(y int, all []int64) {
		for i, v := range all {
			plane[y*g.W+i] = float32(b.unit.Float(v))
		}
	})
	lo, hi := method.Limits(b.p.Y)
	return &picture.Raster{Kind: picture.Diverging, Grid: g, Planes: [][]float32{plane}, Lo: lo, Hi: hi, Sharp: true,
		Name: "sum of the trees"}, err
}

// pull returns what the trees of the newest round have learned from (before the first round: will learn from), as one
// number for each point: the negative gradient, for classes the sum of its absolute values, or LogitBoost's weights.
// Points not drawn by the round have 0.
func (b *boosted) pull() []float64 {
	f := b.fitted(max(b.k-1, 0))
	sum := make([]float64, b.p.N)
	for o := range b.outputs {
		t, _ := b.target(o, f)
		for i, r := range t.Values {
			switch {
			case b.loss == logit:
				sum[i] += t.Weight[i]
			case b.p.Class != nil:
				sum[i] += math.Abs(r)
			default:
				sum[i] = r
			}
		}
	}
	for i, n := range b.learned() {
		if n == 0 {
			sum[i] = 0
		}
	}
	return sum
}

// learned returns the points drawn by the newest round, or, before it, by the first; nil = all.
func (b *boosted) learned() []int32 { return b.drawn(max(b.k-1, 0)) }

// Groups makes the points that the round has not drawn faint if what the round learns from is shown.
func (b *boosted) Groups(show method.Shown) (g method.Groups) {
	if classes := b.p.Class != nil; b.share == 1 || classes && !show[pulls] || !classes && (!show[ofRound] || b.p.D > 1) {
		return g
	}
	g = method.ByClass(b.p)
	if draws := b.learned(); draws != nil {
		g.Weight, g.Fainter = make([]float64, b.p.N), "not drawn by the round"
		for i, n := range draws {
			g.Weight[i] = float64(n)
		}
	}
	return g
}

// regionLayers circles the points that the round learns most from, and draws the cuts of its trees.
func (b *boosted) regionLayers(job method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if show[pulls] {
		says := "point of more than the mean residual: the area is |y − p|"
		if b.loss == logit {
			says = "point of more than the mean weight p(1 − p): the area is its weight"
		}
		under = append(under, circles(b.p, b.pull(), b.size(), v, says)...)
	}
	return append(under, b.asked(v, show)...), nil, job.Err()
}

// asked returns the cuts of the round's trees.
func (b *boosted) asked(v picture.Viewport, show method.Shown) (layers []picture.Layer) {
	if b.k == 0 || !show[cuts] || b.p.Wide() {
		return nil
	}
	for i := range b.stages[b.k-1].terms {
		path := cutsOf(b.stages[b.k-1].terms[i].tree, v, "")
		path.Keys = nil
		if path.Says = "cuts of this round’s tree"; b.outputs > 1 {
			path.Says = "cuts of this round’s trees"
		}
		layers = picture.AppendPath(layers, path)
	}
	return layers
}

// planeLayers circles the points that pull the sum up or down, and draws the cuts of the round's tree.
func (b *boosted) planeLayers(job method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if show[pulls] {
		up := &picture.Path{Role: picture.RoleEllipse, Class: picture.NoClass, Closed: true,
			Says: "upward pull: the area is the negative gradient"}
		down := &picture.Path{Role: picture.RoleReach, Class: picture.NoClass, Closed: true, Says: "pull down"}
		r, mean := b.pull(), 0.0
		for _, x := range r {
			mean += math.Abs(x) / float64(b.size())
		}
		if b.share < 1 {
			up.Says = "upward pull of a point drawn in this round: the area is the negative gradient"
		}
		for i, x := range r {
			if math.Abs(x) <= 0.05*mean {
				continue
			}
			path := up
			if x < 0 {
				path = down
			}
			path.AddLine(circle(b.p.X[2*i], b.p.X[2*i+1], 1.4*meanRadius*math.Sqrt(math.Abs(x)/mean), v)...)
		}
		for _, path := range []*picture.Path{up, down} {
			under = picture.AppendPath(under, path)
		}
	}
	return append(under, b.asked(v, show)...), nil, job.Err()
}

// lineLayers draws the curves of earlier rounds, and residuals.
func (b *boosted) lineLayers(job method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if show[stagesOf] {
		number := 0
		for i := 0; ; i++ {
			k := [2]int{1, 3}[i%2] * int(math.Pow(10, float64(i/2)))
			if k >= b.k {
				break
			}
			p := &picture.Path{Role: picture.RoleSample, Class: number, Says: "curve after 1, 3, 10, … rounds"}
			p.XY = b.before(k).curve(v.X0, v.X1, v.W)
			under = append(under, p)
			number++
		}
	}
	if show[residuals] {
		under = append(under, method.Residuals(b.p, b, "F(x)"))
	}
	return under, nil, job.Err()
}

// curve returns the sum over an interval as a step function.
func (b *boosted) curve(x0, x1 float64, w int) []float64 {
	x, y := make([]float64, w+1), make([]float64, w+1)
	for i := range x {
		x[i] = x0 + (x1-x0)*float64(i)/float64(w)
	}
	b.Predict(x, y)
	return steps(x, y)
}

// steps returns the corners of a step function sampled at x.
func steps(x, y []float64) []float64 {
	xy := []float64{x[0], y[0]}
	for i := 1; i < len(x); i++ {
		if y[i] != y[i-1] {
			at := (x[i-1] + x[i]) / 2
			xy = append(xy, at, y[i-1], at, y[i])
		}
	}
	return append(xy, x[len(x)-1], y[len(y)-1])
}

// linePanels returns the panel of what the round learns.
func (b *boosted) linePanels(show method.Shown) []method.Panel {
	if !show[ofRound] {
		return nil
	}
	return []method.Panel{chart.Plain(method.PanelInfo{ID: ofRound, Title: "Targets of the round",
		XLabel: b.p.InputNames()[0], YLabel: "−∂L/∂F",
		Help: "The negative gradient of the loss at each training point of the round, and the predictions of the tree " +
			"fitted to it, before multiplication by η"}, b.learns)}
}

// learns returns a chart of what the round learns: the negative gradients at the points, and the tree fitted to them.
func (b *boosted) learns() *chart.Chart {
	r := b.pull()
	marks := &picture.Marks{Role: picture.RolePoint, Says: "negative gradient at a point", Among: b.p.N}
	draws := b.learned()
	for i, v := range r {
		if draws == nil || draws[i] > 0 {
			marks.XY = append(marks.XY, b.p.X[i], v)
		}
	}
	if draws != nil {
		marks.Says = "negative gradient at a point that the round has drawn"
	}
	c := &chart.Chart{X: chart.Axis{See: b.p.X, Only: true, Below: 0.03, Above: 0.03},
		Y: chart.Axis{See: append(r, 0), Only: true, Below: 0.06, Above: 0.06}}
	c.Add(chart.Level(chart.As(picture.RoleGuide, "zero gradient"), 0), chart.Dots{Marks: marks})
	if b.k == 0 {
		c.Alt = "The first tree will be fitted to these values."
		return c
	}
	t := &b.stages[b.k-1].terms[0]
	answer := func(x float64) float64 { return t.tree.Values(t.tree.Leaf([]float64{x}, t.splits()))[0] }
	var answers []float64
	for _, x := range b.p.X { // each leaf has points
		answers = append(answers, answer(x))
	}
	c.Y.See = append(c.Y.See, answers...)
	c.Alt = words.Sprintf("The tree of round %d has %s, from %s to %s.", b.k,
		words.CountOf(t.tree.Steps()+1, "prediction", "predictions"), words.Number(slices.Min(answers)),
		words.Number(slices.Max(answers)))
	c.Add(chart.On(func(p *picture.Picture) {
		x, y := make([]float64, p.View.W+1), make([]float64, p.View.W+1)
		for i := range x {
			x[i] = p.View.DX(float64(i))
			y[i] = answer(x[i])
		}
		p.Add(&picture.Path{Role: picture.RoleCut, Class: picture.NoClass, XY: steps(x, y), Says: "the round’s tree"})
	}))
	return c
}

func (b *boosted) PartSays(p method.Part) string {
	if p == method.Regions {
		return "region of a class, fainter where it is less probable"
	}
	return ""
}

func (b *boosted) Status() method.Status {
	all := words.Count(b.end, "round")
	err, loss := b.now()
	said := words.Sprintf("%s %s.", b.lossName(), words.Number(loss))
	if b.p.Class != nil {
		said = words.Sprintf("%d of %s misclassified, %s", int(math.Round(err*float64(b.p.N))),
			words.CountOf(b.p.N, "training point is", "training points are"), said)
	}
	switch b.k {
	case b.end:
		return method.Status{State: method.Exact, Sentence: words.Text("%s made: %s", words.Capital(all), said)}
	case 0:
		return method.Status{State: method.Running, Sentence: words.Text("Before the first of %s: the same prediction "+
			"everywhere, %s", all, said)}
	}
	return method.Status{State: method.Running, Sentence: words.Sprintf("%d of %s so far: %s", b.k, all, said)}
}

func (b *boosted) Facts() []method.Fact {
	var f method.FactList
	err, loss := b.now()
	if b.p.Class != nil {
		f.Add("training_error", err, "", "")
		f.Add("log_loss", loss, "", "")
	} else {
		f.Add("mse", err, method.SquaredUnits, "")
		mean, spread := middle(squared, b.p.Y), 0.0
		for _, y := range b.p.Y {
			spread += (y - mean) * (y - mean) / float64(b.p.N)
		}
		if spread > 0 {
			f.Add("r2", 1-err/spread, "", "")
		}
		switch b.loss {
		case absolute:
			f.Add("mean_absolute_error", loss, "units of y", "Mean absolute residual, which is minimised").Call(
				"Mean absolute error")
		case huber:
			f.Add("huber_loss", loss, method.SquaredUnits, "Mean of the minimised loss: half the square of small residuals, "+
				"linear for large ones").Call("Huber loss")
		}
	}
	f.Add("n_estimators", b.k, "", "Rounds made so far").Call("Rounds")
	if len(b.start) == 1 {
		f.Add("init", b.start[0], "", "Value that the sum starts with").Call("Start F₀")
	} else {
		f.Add("init", b.start, "", "Values that the sums start with").Call("Start F₀").By(b.p.ClassNames())
	}
	if b.p.D > 1 {
		f.Add("feature_importances", b.importances(), "", "Share of each input in the reduction of the trees' squared "+
			"error by all splits").Call("Importance").By(b.p.InputNames())
	}
	scores := []float64{}
	for i := range b.stages {
		scores = append(scores, b.stages[i].loss)
	}
	f.Add("train_score", scores, "", "Mean loss of the training points after each round").Hide()
	return f
}

func (b *boosted) Formula() string {
	err, loss := b.now()
	n := strconv.Itoa(b.k)
	s := "F" + words.Index(0) + " = " + words.Number(b.start[0])
	switch {
	case b.loss == logit:
		s = "F" + words.Index(0) + " = 0"
	case b.outputs > 1:
		s = "F" + words.Index(0) + " = ln(nₖ/n)"
	case b.p.Class != nil:
		s = "F" + words.Index(0) + " = ln(p/(1 − p)) = " + words.Number(b.start[0])
	}
	switch {
	case b.k == 0:
	case b.loss == logit && b.outputs > 1: // see adds
		k := strconv.Itoa(b.outputs)
		s += words.Text("\nF_{m,k}(x) = F_{m−1,k}(x) + %s·(%s/%s)·(h_{m,k}(x) − (1/%s) Σ_{j} h_{m,j}(x)), m = 1, …, %s",
			words.Number(b.rate), strconv.Itoa(b.outputs-1), k, k, n)
	default:
		s += words.Text("\nF_{m}(x) = F_{m−1}(x) + %s·h_{m}(x), m = 1, …, %s", words.Number(b.rate), n)
	}
	switch {
	case b.loss == logit:
		s += words.Say("\nzᵢ = (yᵢ − pᵢ)/(pᵢ (1 − pᵢ)), wᵢ = pᵢ (1 − pᵢ): h_{m} = argmin Σ wᵢ (zᵢ − h(xᵢ))²")
	case b.p.Class != nil:
		s += "\n−∂L/∂F = yᵢ − pᵢ"
	case b.loss == squared:
		s += "\n−∂L/∂F = yᵢ − F(xᵢ)"
	case b.loss == absolute:
		s += words.Say("\n−∂L/∂F = 1 where yᵢ > F(xᵢ), else −1")
	default:
		s += words.Text("\n−∂L/∂F = yᵢ − F(xᵢ), at most δ = %s in absolute value", words.Number(b.limit()))
	}
	switch {
	case b.p.Class != nil:
		s += words.Text("\nL = −(1/n) Σ ln p(yᵢ) = %s", words.Number(loss))
	case b.loss == squared:
		s += "\n(1/n) Σ (yᵢ − F(xᵢ))² = " + words.Number(err)
	case b.loss == absolute:
		s += "\n(1/n) Σ |yᵢ − F(xᵢ)| = " + words.Number(loss)
	default:
		s += "\nL = " + words.Number(loss)
	}
	return s
}

// Explain gives the prediction, and the rounds that contribute most.
func (b *boosted) Explain(x []float64, v picture.Viewport, _ method.Shown) method.Explanation {
	x = x[:b.p.D]
	f := b.sum(x)
	o := 0
	var ex method.Explanation
	if b.p.Class != nil {
		at, p := method.Winner(f), make([]float64, len(b.p.ClassIDs))
		classify.Softmax(f, p)
		ex.Answer, ex.Lines = classify.Answer(b.p, at, p[at]), classify.Chances(b.p, classify.Foremost(p), p)
		if b.outputs > 1 {
			o = at
			ex.Lines = append(ex.Lines, words.Text("sum of %s: %s, which began with %s", b.p.ClassName(at),
				words.Number(f[o]), words.Number(b.start[o])))
		} else {
			ex.Lines = append(ex.Lines, words.Text("log-odds of %s: %s, which began with %s", b.p.ClassName(1),
				words.Number(f[0]), words.Number(b.start[0])))
		}
	} else {
		ex.Answer = words.Figure(f[0])
		ex.Lines = append(ex.Lines, words.Text("began with %s; %s added %s", words.Number(b.start[0]), words.Count(b.k,
			"round"), words.Number(f[0]-b.start[0])))
	}
	adds := make([]float64, b.k)
	order := make([]int, b.k)
	for m := range order {
		order[m] = m
		for i := range b.stages[m].terms {
			adds[m] += b.unit.Float(b.stages[m].terms[i].at(x, b.outputs)[o])
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(math.Abs(adds[j]), math.Abs(adds[i])) })
	for _, m := range order[:min(told, b.k)] {
		t := &b.stages[m].terms[o]
		line := words.Sprintf("Round %d adds %s", m+1, words.Number(adds[m]))
		leaf := &t.tree.Nodes[t.tree.Leaf(x, t.splits())]
		if leaf.Parent >= 0 {
			up := &t.tree.Nodes[leaf.Parent]
			sign := " > "
			if x[up.Feature] <= up.At {
				sign = " ≤ "
			}
			line = words.Text("%s, for %s%s%s", line, b.p.InputNames()[up.Feature], sign, words.Number(up.At))
		}
		ex.Lines = append(ex.Lines, line)
	}
	ex.Layers = b.p.Portrait(x, v)
	return ex
}
