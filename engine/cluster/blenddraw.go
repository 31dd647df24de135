package cluster

import (
	"math"
	"slices"
	"strconv"

	"pointscape/engine/chart"
	"pointscape/engine/classify"
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

// Layers colours each component like the class with the same id.
func (b *blend) Layers(job method.Job, v picture.Viewport, raster *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if show["density"] && raster != nil && len(raster.Basis) > 0 {
		relief := picture.NewRelief(raster.Basis[0], raster.Grid)
		for h := -6; h <= 6; h += 2 {
			line := relief.Path(b.typical()+float64(h)*math.Ln2, picture.RoleIsoline, picture.NoClass)
			line.Says = "lines of equal density, each four times that outside it"
			under = picture.AppendPath(under, line)
		}
		if err := job.Err(); err != nil {
			return nil, nil, err
		}
	}
	if b.sliced(show) {
		over = b.slices(v)
	}
	if b.ways == nil {
		return under, over, nil
	}
	if show["ellipses"] {
		for c := range b.k {
			one, ok := b.shadow(c)
			if !ok {
				continue
			}
			inner, outer := one.outline(1), one.outline(2)
			inner.Says, outer.Says = "one standard deviation of a component", "two standard deviations of a component"
			outer.Weight = 0.5
			for _, e := range []*picture.Path{outer, inner} {
				e.Class, e.Keys = c, []string{key(c)}
				over = append(over, e)
			}
		}
	}
	if show["paths"] {
		over = append(over, ways(b.k, b.moved, b.step > 0 && b.step%2 == 0, b.drawn, "a mean")...)
	}
	if show["means"] {
		over = append(over, b.badges(func(c int) (place [3]float64, ok bool) {
			place[0], place[1], ok = b.drawn(b.moved, c)
			return place, ok
		}, false)...)
	}
	return under, over, nil
}

// badges returns the means at the positions place (without a position if ok is false), labelled with the numbers of
// their components; solid means that the positions have three coordinates.
func (b *blend) badges(place func(c int) (at [3]float64, ok bool), solid bool) (layers []picture.Layer) {
	for c := range b.k {
		at, ok := place(c)
		if !ok {
			continue
		}
		mark := &picture.Marks{Role: picture.RoleCenter, XY: at[:2:2], Class: []int{c},
			Says: "mean of a component, with its number", Keys: []string{key(c)}}
		label := &picture.Label{Role: picture.RoleCenter, X: at[0], Y: at[1], Text: strconv.Itoa(c + 1)}
		if solid {
			mark.Z, label.Z = at[2:], at[2:]
		}
		layers = append(layers, mark, label)
	}
	return layers
}

// oval is a normal distribution in the plane shown: its mean and covariance.
type oval struct{ x, y, xx, xy, yy float64 }

// outline returns the ellipse at r standard deviations: the Cholesky factor's image of the circle of radius r.
func (o oval) outline(r float64) *picture.Path {
	p := &picture.Path{Role: picture.RoleEllipse, Level: r, Closed: true}
	a := math.Sqrt(o.xx)
	b, c := 0.0, 0.0
	if a > 0 {
		b = o.xy / a
	}
	c = math.Sqrt(max(o.yy-b*b, 0))
	const n = 96
	for i := range n {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / n)
		p.XY = append(p.XY, o.x+r*a*cos, o.y+r*(b*cos+c*sin))
	}
	return p
}

// shadow returns component c as a normal distribution in the plane shown. If the plane does not show two columns of a
// table, but its rows projected along orthogonal directions, the covariance of a full or tied type is computed from the
// projected rows, and a spherical one stays isotropic. ok is false if the position of the mean is unknown, or the
// covariance: a diagonal one, or that of a component without weight.
func (b *blend) shadow(c int) (o oval, ok bool) {
	if o.x, o.y, ok = b.drawn(b.moved, c); !ok {
		return o, false
	}
	p := b.p
	if !p.Wide() || p.Shown == nil {
		o.xx, o.yy = b.g.variance(c, 0), b.g.variance(c, 1)
		if b.g.matrix() {
			o.xy = b.g.of(b.g.cov, c)[2]
		}
		return o, true
	}
	if at := b.inPlane(); at != nil {
		o.xx, o.yy = b.g.variance(c, at[0]), b.g.variance(c, at[1])
		if b.g.matrix() {
			o.xy = b.g.of(b.g.cov, c)[at[0]*b.d+at[1]]
		}
		return o, true
	}
	resp := b.sharedOut()
	if b.kind == spherical || resp == nil {
		o.xx = b.g.variance(c, 0)
		o.yy = o.xx
		return o, true
	}
	if b.kind == diag || b.g.weights[c] == 0 {
		return o, false
	}
	sum := 0.0
	for e := range b.k {
		if b.kind == full && e != c {
			continue
		}
		mx, my, ok := b.drawn(b.moved, e)
		if !ok { // a component without weight, to which no row belongs
			continue
		}
		for i := range p.N {
			r := resp[i*b.k+e]
			x, y := p.Drawn(i)
			x, y, sum = x-mx, y-my, sum+r
			o.xx, o.xy, o.yy = o.xx+r*x*x, o.xy+r*x*y, o.yy+r*y*y
		}
	}
	o.xx, o.xy, o.yy = o.xx/sum+b.reg, o.xy/sum, o.yy/sum+b.reg
	return o, true
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

// inPlane returns the two inputs that the axes of the picture show; nil if the axes are not columns of a table.
func (m *mix) inPlane() []int {
	if slices.Contains(m.p.Along, -1) {
		return nil
	}
	return m.p.Along
}

// Explain lists the responsibilities at x.
func (b *blend) Explain(x []float64, v picture.Viewport, show method.Shown) method.Explanation {
	x = x[:b.d]
	ln, resp := b.density(x)
	best := method.Largest(resp)
	e := method.Explanation{Answer: component(best) + " (" + words.Percent(resp[best]) + ")"}
	e.Lines = append(e.Lines, "density p(x) = "+words.Number(math.Exp(ln)))
	at, drawn := [2]float64{x[0]}, true // position of x in the plane shown
	if b.p.Wide() {
		at, drawn = b.p.DrawnOf(x)
	} else if drawn = b.d == 2; drawn {
		at[1] = x[1]
	}
	if !method.Finite(math.Exp(ln)) || math.Exp(ln) == 0 || b.d > 2 {
		e.Lines[0] = "ln p(x) = " + words.Number(ln)
	}
	if b.sliced(show) {
		b.tellSlice(x[0], v, &e)
	}
	// The largest responsibility, then all others of at least 0.5 %, in descending order.
	for _, c := range byShare(resp) {
		if resp[c] < 0.005 && c != best {
			break
		}
		e.Lines = append(e.Lines, "responsibility of "+component(c)+": "+words.Percent(resp[c]))
		if mx, my, ok := b.drawn(b.moved, c); ok && drawn {
			e.Layers = append(e.Layers, &picture.Path{Role: picture.RoleNeighbor, Class: picture.NoClass,
				Weight: max(resp[c], 0.05), XY: []float64{at[0], at[1], mx, my}, Says: "to the means, stronger for more " +
					"responsibility"})
		}
	}
	return e
}

// byShare returns the indices of the components in descending order of responsibility.
func byShare(resp []float64) (order []int) {
	for c, v := range resp {
		at := len(order)
		for at > 0 && v > resp[order[at-1]] {
			at--
		}
		order = append(order, 0)
		copy(order[at+1:], order[at:])
		order[at] = c
	}
	return order
}

// Tell describes a component (a click selects its points), or a number of components in the panel (a click chooses it).
func (b *blend) Tell(of string, _ picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	if k, ok := countKind.Number(of, b.most()+1); ok && k >= 1 {
		t.Answer = words.Count(k, "component")
		if bic, aic, ok := b.scan.of(k); ok && bic == bic {
			t.Lines = append(t.Lines, "BIC = "+words.Number(bic), "AIC = "+words.Number(aic))
		}
		t.Click.Set = map[string]any{"n_components": float64(k)}
		if b.init == initGiven {
			t.Click.Set["init_params"] = initKMeans
		}
		return t, true
	}
	c, ok := clusterKind.Number(of, b.k)
	if !ok {
		return t, false
	}
	t.Answer = component(c)
	t.Lines = append(t.Lines, "weight π = "+words.Number(b.g.weights[c]))
	if b.d <= 4 {
		for j, x := range b.p.OwnNames() {
			own, scaled := b.p.Own(j, b.g.mean(c)[j])
			sd := math.Sqrt(b.g.variance(c, j))
			if scaled {
				sd *= b.p.Scales[j].SD
			}
			t.Lines = append(t.Lines, x+": mean "+words.Number(own)+", standard deviation "+words.Number(sd))
		}
	}
	if b.g.matrix() && b.d == 2 {
		cov := b.g.of(b.g.cov, c)
		t.Lines = append(t.Lines, "correlation "+words.Number(cov[2]/math.Sqrt(cov[0]*cov[3])))
	}
	if b.resp == nil {
		return t, true
	}
	for i := range b.p.N {
		if method.Largest(b.resp[i*b.k:(i+1)*b.k]) == c {
			t.Click.Rows = append(t.Click.Rows, i)
		}
	}
	t.Lines = append(t.Lines, "most responsible for "+words.Count(len(t.Click.Rows), "point"))
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
		c := countChart("components", b.k, chart.Airy(0.08), countCurve{"AIC", 1, aic}, countCurve{"BIC", 0, bic})
		c.Add(bestCount(bic, -1, "smallest BIC"))
		return c, err
	})}
}
