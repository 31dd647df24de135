package mixture

import (
	"cmp"
	"math"
	"slices"

	"pointscape/engine/chart"
	"pointscape/engine/classify"
	"pointscape/engine/draw"
	"pointscape/engine/grouping"
	"pointscape/engine/kernel"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// ScoreRaster computes the responsibilities. With the density shown, the raster also holds ln p, and the colours have
// half their strength where ln p equals its mean over the points.
func (b *blend) ScoreRaster(job method.Job, g picture.Grid, show method.Shown) (*picture.Raster, error) {
	n := g.W * g.H
	r := &picture.Raster{Kind: picture.Shares, Grid: g, Planes: classify.Planes(b.k, g), Hi: 1, Name: "responsibilities"}
	for c := range b.k {
		r.Classes = append(r.Classes, c)
	}
	dense := show["density"]
	if dense {
		r.Veil, r.Basis = make([]float32, n), [][]float32{make([]float32, n)}
	}
	half := b.typical()
	resp := make([]float64, b.k)
	for j := range g.H {
		if err := job.Err(); err != nil {
			return nil, err
		}
		y := g.Y(j)
		for i := range g.W {
			x, at := g.X(i), j*g.W+i
			for c := range b.g.bells {
				resp[c] = b.g.bells[c].at(x, y)
			}
			ln := shares(resp)
			classify.Put(r.Planes, at, resp, method.Largest(resp))
			if dense {
				r.Basis[0][at] = float32(max(ln, -1e30))
				if t := ln - half; t < 0 {
					r.Veil[at] = float32(1 / (1 + kernel.ExpNeg(t)))
				} else {
					e := kernel.ExpNeg(-t)
					r.Veil[at] = float32(e / (1 + e))
				}
			}
		}
	}
	return r, nil
}

func (b *blend) PartSays(p method.Part) string {
	switch p {
	case method.Regions:
		return "components, mixed by their responsibilities"
	case method.Boundary:
		return "border: two components are equally responsible"
	}
	return ""
}

// shapes colours each component like the class with the same id.
func (b *blend) shapes(board *draw.Board) error {
	if r := board.Raster; board.Show["density"] && r != nil && len(r.Basis) > 0 {
		relief := picture.NewRelief(r.Basis[0], r.Grid)
		for h := -6; h <= 6; h += 2 {
			line := relief.Path(b.typical()+float64(h)*math.Ln2, picture.RoleIsoline, picture.NoClass)
			line.Says = "lines of equal density, each four times that outside it"
			board.Under(line)
		}
		if err := board.Job.Err(); err != nil {
			return err
		}
	}
	if b.sliced(board.Show) {
		board.Over(b.slices(board.View)...)
	}
	if b.ways == nil {
		return nil
	}
	resp := b.sharedOut()
	means := b.means(&board.Rows, resp)
	if board.Show["ellipses"] {
		for c := range b.k {
			if cov := b.covariance(&board.Rows, resp, means, c); cov != nil {
				board.Over(b.ellipses(means[c], cov, c)...)
			}
		}
	}
	if board.Show["paths"] && !board.Solid() {
		board.Over(grouping.Tracks{K: b.k, Moved: b.moved, Moving: b.step > 0 && b.step%2 == 0, At: b.drawn,
			What: "a mean"}.Layers()...)
	}
	if board.Show["means"] {
		board.Numbers(b.k, "mean of a component, with its number", grouping.Key, func(c int) []float64 { return means[c] })
	}
	return nil
}

// sharedOut returns the responsibilities from which the present components were computed; nil before the first
// iteration if EM started from spherical components at some positions, not from responsibilities.
func (b *blend) sharedOut() []float64 {
	switch {
	case b.moved == 0:
		return b.first
	case b.step%2 == 0:
		return b.resp
	}
	return b.mix.resp(b.at(b.moved - 1))
}

// Explain lists the responsibilities at x.
func (b *blend) Explain(x []float64, v picture.Viewport, show method.Shown) method.Explanation {
	x = x[:b.d]
	ln, resp := b.density(x)
	best := method.Largest(resp)
	e := method.Explanation{Answer: words.Text("%s (%s)", component(best), words.Percent(resp[best]))}
	e.Lines = append(e.Lines, words.Text("density p(x) = %s", words.Number(math.Exp(ln))))
	at := draw.Position(b.p, x)
	if !method.Finite(math.Exp(ln)) || math.Exp(ln) == 0 || b.d > 2 {
		e.Lines[0] = words.Text("ln p(x) = %s", words.Number(ln))
	}
	if b.sliced(show) {
		b.tellSlice(x[0], v, &e)
	}
	// The largest responsibility, then all others of at least 0.5 %, in descending order.
	order := method.Indices(b.k)
	slices.SortStableFunc(order, func(a, c int) int { return cmp.Compare(resp[c], resp[a]) })
	for _, c := range order {
		if resp[c] < 0.005 && c != best {
			break
		}
		e.Lines = append(e.Lines, words.Text("responsibility of %s: %s", component(c), words.Percent(resp[c])))
		if at != nil {
			draw.Join(&e, at, b.drawn(b.moved, c), max(resp[c], 0.05), "to the means, stronger for more responsibility")
		}
	}
	return e
}

// keys are the things that keys name: components, and numbers of components in the panel.
func (b *blend) keys(*draw.Board) []draw.Reader {
	return []draw.Reader{draw.Each(grouping.Kind, b.k, b.tell), draw.Each(grouping.CountKind, b.most()+1, b.tellCount)}
}

// tellCount describes the fit with a number of components. A click chooses that number.
func (b *blend) tellCount(k int) (t method.Told, ok bool) {
	if k < 1 {
		return t, false
	}
	t.Answer = words.Count(k, "component")
	if bic, aic, ok := b.scan.Of(k); ok && bic == bic {
		t.Lines = append(t.Lines, words.Text("BIC = %s", words.Number(bic)), words.Text("AIC = %s", words.Number(aic)))
	}
	t.Click.Set = map[string]any{"n_components": float64(k)}
	if b.init == initGiven {
		t.Click.Set["init_params"] = initKMeans
	}
	return t, true
}

// tell describes a component. A click selects its points.
func (b *blend) tell(c int) (t method.Told, ok bool) {
	t.Answer = component(c)
	t.Lines = append(t.Lines, words.Text("weight π = %s", words.Number(b.g.weights[c])))
	if b.d <= 4 {
		for j, x := range b.p.OwnNames() {
			own, scaled := b.p.Own(j, b.g.mean(c)[j])
			sd := math.Sqrt(b.g.variance(c, j))
			if scaled {
				sd *= b.p.Scales[j].SD
			}
			t.Lines = append(t.Lines, words.Text("%s: mean %s, standard deviation %s", x, words.Number(own),
				words.Number(sd)))
		}
	}
	if b.g.matrix() && b.d == 2 {
		cov := b.g.of(b.g.cov, c)
		t.Lines = append(t.Lines, words.Text("correlation %s", words.Number(cov[2]/math.Sqrt(cov[0]*cov[3]))))
	}
	if b.resp == nil {
		return t, true
	}
	t.Click.Rows = b.clusters().Rows(c)
	t.Lines = append(t.Lines, words.Text("most responsible for %s", words.Count(len(t.Click.Rows), "point")))
	return t, true
}

// Panels returns the panel of BIC and AIC against the number of components.
func (b *blend) Panels(show method.Shown) []method.Panel {
	if !show["criteria"] {
		return nil
	}
	info := method.PanelInfo{ID: "criteria", Title: "BIC and AIC", XLabel: "components", XCounts: true,
		YLabel: "criterion",
		Help: "Each number of components is fitted from its own start, with the same parameters. Smaller is better; BIC " +
			"punishes more components more than AIC does."}
	return []method.Panel{chart.Panel(info, func(job method.Job) (*chart.Chart, error) {
		bic, aic, err := b.criteria(job, b.most())
		c := grouping.CountChart("components", b.k, chart.Airy(0.08), grouping.CountCurve{Says: "AIC", Class: 1, Values: aic},
			grouping.CountCurve{Says: "BIC", Values: bic})
		c.Add(grouping.BestCount(bic, -1, "smallest BIC"))
		return c, err
	})}
}
