package kernelview

import (
	"math"
	"strconv"

	"pointscape/engine/chart"
	"pointscape/engine/kernel"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// LiftPanel is the ID of the panel of the lift h.
const LiftPanel = "kernel_lift"

// lifted reports whether the kernel is stationary and the points lie on a line. Then a panel shows h(x − ·), their
// images in L², or the reason why there is no h.
func (v *View) lifted() bool { return v.p.N > 0 && v.p.D == 1 && kernel.Stationary(v.seen.Kernel) }

// lift returns h, which it caches; nil if there is none.
func (v *View) lift() *kernel.Lift {
	if v.found.lift == nil {
		v.found.lift, _ = kernel.LiftOf(v.seen.Kernel) // nil if there is none
	}
	return v.found.lift
}

// unlifted returns the reason why there is no h; nil if there is one.
func (v *View) unlifted() error {
	if !v.found.lifted {
		v.found.unlifted, v.found.lifted = kernel.Unlifted(v.seen.Kernel), true
	}
	return v.found.unlifted
}

// pair returns the two rows whose images are shown: the median row along the line, and the row whose kernel value with
// it is nearest to half of k(x, x). They are the same row if all points coincide.
func (v *View) pair() (i, j int) {
	p := v.p
	order := make([]int, p.N)
	for r := range order {
		order[r] = r
	}
	sortBy(order, func(r int) float64 { return p.At(r)[0] })
	i = order[(p.N-1)/2]
	j = i
	half := v.seen.Kernel.Eval(p.At(i), p.At(i)) / 2
	off := math.Inf(1)
	for _, r := range order {
		if p.At(r)[0] == p.At(i)[0] {
			continue
		}
		if d := math.Abs(v.seen.Kernel.Eval(p.At(i), p.At(r)) - half); d < off {
			j, off = r, d
		}
	}
	return i, j
}

// sayLift adds the facts about h.
func (v *View) sayLift(list *method.FactList) {
	if !v.lifted() {
		return
	}
	fact := list.Add("kernel_lift_product", nil, "", "∫ h(x − t) h(z − t) dt of the two points in the picture of the "+
		"lift. The integral is k(x, z), since the Fourier transform of h is the square root of the kernel's, up to a "+
		"constant").Call(
		"Inner product in L²")
	if why := v.unlifted(); why != nil {
		fact.Value = words.Text("none: %s", why.Error())
		return
	}
	l := v.found.lift
	if fact.Late = l == nil; fact.Late {
		return
	}
	i, j := v.pair()
	fact.Value = l.Inner(v.p.At(i)[0] - v.p.At(j)[0])
	if l.Error > 0 {
		list.Add("kernel_lift_error", l.Error, "", "Largest difference found between such integrals and k, as a share of "+
			"k(x, x): h is computed by a Fourier transform at finitely many points").Call("Error of the lift")
	}
}

// liftPanel returns the panel of h.
func (v *View) liftPanel() method.Panel {
	info := method.PanelInfo{ID: LiftPanel, Title: "The lift in L²"}
	if why := v.unlifted(); why != nil {
		alt := words.Text("There is no h with these inner products: %s.", why.Error())
		info.Bare, info.Help = true, alt
		return method.Panel{PanelInfo: info, Draw: chart.InPixels(func(p *picture.Picture) {
			p.Alt = alt
			lines := picture.WrapText(alt, float64(p.View.W)-24)
			for n, line := range lines {
				p.Add(&picture.Label{Role: picture.RoleGuide, X: p.View.X1 / 2,
					Y: p.View.Y1/2 + 1.5*picture.LabelSize*(float64(len(lines)-1)/2-float64(n)), Text: line})
			}
		})}
	}
	info.XLabel, info.YLabel = v.p.InputNames()[0], "h, k"
	info.Help = "The image of a point x: the function h(x − ·), a bump narrower than k(x, ·). The integral of the " +
		"product of two such functions is k(x, z): areas below 0 count as negative. Shown for the middle point x, and for " +
		"the point z with k(x, z) nearest to half of k(x, x)."
	return method.Panel{PanelInfo: info, Draw: func(job method.Job, w, h int) (*picture.Picture, error) {
		if v.found.lift == nil && !v.rests {
			p := chart.Blank(w, h)
			p.Alt = "The lift is computed when the pointer stops."
			return p, job.Err()
		}
		return v.liftChart().Picture(info, w, h), job.Err()
	}}
}

// liftNodes is the number of points on a curve of the lift.
const liftNodes = 321

// liftChart draws k(x, ·), h(x − ·), h(z − ·), and the product of the last two as an area.
func (v *View) liftChart() *chart.Chart {
	l := v.lift()
	i, j := v.pair()
	x, z := v.p.At(i)[0], v.p.At(j)[0]
	at := func(r float64) float64 { return v.seen.Kernel.Eval([]float64{0}, []float64{r}) }
	// The width where the kernel exceeds a hundredth of its peak; it ends at twice the reach of h.
	wide := 0.0
	for n := range 400 {
		if r := 2 * l.Reach * float64(n+1) / 400; math.Abs(at(r)) > 0.01*math.Abs(at(0)) {
			wide = r
		}
	}
	lo, hi := min(x, z)-wide, max(x, z)+wide
	number := func(r int) string { return strconv.Itoa(v.p.Number(r)) }
	k := chart.Curve{Look: chart.Of(picture.RoleTrack, 0, words.Text("k(x, ·) of point %s", number(i))), Untold: true}
	hx := chart.Curve{Look: chart.Of(picture.RoleTrack, 1, words.Text("h(x − ·) of point %s", number(i))), Untold: true}
	hz := chart.Curve{Look: chart.Of(picture.RoleTrack, 2, words.Text("h(z − ·) of point %s", number(j))), Untold: true}
	area := chart.Band{Look: chart.As(picture.RoleBand, "product of the two: its integral is k(x, z)"), Number: 1}
	for n := range liftNodes {
		t := lo + (hi-lo)*float64(n)/(liftNodes-1)
		k.XY = append(k.XY, t, at(x-t))
		hx.XY = append(hx.XY, t, l.At(x-t))
		hz.XY = append(hz.XY, t, l.At(z-t))
		area.Low, area.High = append(area.Low, t, 0), append(area.High, t, l.At(x-t)*l.At(z-t))
	}
	c := &chart.Chart{X: chart.Exactly(lo, hi), Y: chart.Airy(0.06), Told: true}
	if i == j { // one hides the other
		c.Add(area, k, hx)
	} else {
		c.Add(area, k, hx, hz)
	}
	c.Alt = words.Text("The integral of h(x − ·) times h(z − ·) of points %s and %s is %s; k(x, z) is %s.", number(i),
		number(j), words.Number(l.Inner(x-z)), words.Number(at(x-z)))
	if l.Error > 0 {
		c.Alt = words.Say(c.Alt) + words.Text(" Such integrals differ from k by %s of k(x, x) at most.",
			words.Number(words.Significant(l.Error, 2)))
	}
	return c
}
