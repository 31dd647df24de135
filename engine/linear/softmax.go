package linear

import (
	"math"
	"slices"

	"pointscape/engine/chart"
	"pointscape/engine/classify"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Pictures of the softmax: two classes with one weight vector each; and the log-sum-exp as it is computed, compared
// with the direct formula, which overflows.

// both reports whether two classes have a weight vector each. Then their difference classifies.
func (m *whole) both() bool { return m.o.class != nil && m.o.rows == 2 }

// decisive returns the difference of the two vectors, for the inputs used.
func (s *stage) decisive() (w []float64, b float64) {
	return s.f[:s.o.d], s.f[s.p.D]
}

// difference returns the line of the formula with the difference of the two vectors.
func (s *stage) difference() string {
	w, b := s.decisive()
	return words.Text("f(x) = %s(x) − %s(x) = %s,  P(%s | x) = 1/(1 + e^{−f(x)})", classify.F(s.p, 1, 2), classify.F(s.p,
		0, 2), s.written(append(slices.Clone(w), b)), s.p.ClassName(1))
}

// bothAt returns text with the scores of both classes at x.
func (s *stage) bothAt(x []float64) (lines []string) {
	for r, f := range s.scoresAt(x) {
		line := words.Text("%s = ", classify.F(s.p, r, 2))
		if w, b := s.o.row(s.theta, r); s.o.d <= most {
			line += words.Text("%s = ", worked(w, x, b))
		}
		lines = append(lines, line+words.Number(f))
	}
	return lines
}

// scoresAt returns the scores whose exponentials are summed at x; for two classes with one vector these are 0 and f.
func (s *stage) scoresAt(x []float64) []float64 {
	if s.o.rows == 1 {
		return []float64{0, s.at(0, x)}
	}
	f := make([]float64, s.o.rows)
	for r := range f {
		w, b := s.o.row(s.theta, r)
		f[r] = b
		for j, v := range w {
			f[r] += v * x[j]
		}
	}
	return f
}

// logSum returns ln Σ eᶠ in two parts: the largest score, and what the others add to it.
func logSum(f []float64) (top, more float64) {
	best := method.Largest(f)
	rest := 0.0
	for r, v := range f {
		if r != best {
			rest += math.Exp(v - f[best])
		}
	}
	return f[best], math.Log1p(rest)
}

// naive returns ln Σ e^{f + shift} computed directly. Exponentials are computed as squares, since math.Exp is infinite
// above 709.1 on some processors.
func naive(f []float64, shift float64) float64 {
	sum := 0.0
	for _, v := range f {
		half := math.Exp((v + shift) / 2)
		sum += half * half
	}
	return math.Log(sum)
}

// infinite returns the text for an infinite number.
func infinite(v float64) string {
	if v < 0 {
		return "−∞"
	}
	return "∞"
}

// lseAt describes the log-sum-exp at x.
func (s *stage) lseAt(x []float64) string {
	f := s.scoresAt(x)
	top, more := logSum(f)
	line := "LSE = max + ln Σ e^{f − max} = " + words.Number(top) + words.Term(more) + " = " + words.Number(top+more)
	if v := naive(f, 0); math.IsInf(v, 0) {
		line = words.Text("%s; without the maximum it is %s", line, infinite(v))
	}
	return line
}

func lseShow() method.Show {
	return method.Show{Name: "lse", Label: "Log-sum-exp", Help: "A plot: ln Σ eᶠ with the largest f factored out, " +
		"and computed " +
		"directly, which overflows"}
}

// Beyond these exponents, e^f overflows in 64 bits, or loses digits and soon becomes 0.
var overflows, underflows = math.Log(math.MaxFloat64), -1022 * math.Ln2

func (s *stage) lsePanel() method.Panel {
	return chart.Plain(method.PanelInfo{ID: "lse", Title: "Log-sum-exp", XLabel: "t, added to every score",
		YLabel: "ln Σ e^(f + t)", Help: "ln Σ e^(f + t) of the point with the largest score, computed in 64 bits: " +
			"directly, e^(f + t) is infinite above 709.8, and loses digits below −708.4 until it is 0. After subtracting the " +
			"largest score, no exponent is above 0, and nothing overflows."}, s.lseChart)
}

// lseChart draws both ways of computing the log-sum-exp.
func (s *stage) lseChart() *chart.Chart {
	var f []float64
	top := math.Inf(-1)
	for i := range s.p.N {
		if g := s.scoresAt(s.p.At(i)); slices.Max(g) > top {
			f, top = g, slices.Max(g)
		}
	}
	most, more := logSum(f)
	lse := most + more
	low, high := underflows-most, overflows-lse
	far := 1.15 * max(-low, high)
	c := &chart.Chart{X: chart.Exactly(-far, far), Y: chart.Exactly(lse-far, lse+far), Told: true}
	c.Add(chart.Level(chart.As(picture.RoleAxis, ""), 0), chart.Upright(chart.As(picture.RoleAxis, ""), 0))
	c.Add(chart.Curve{Look: chart.As(picture.RoleMean, "with the largest score "+
		"subtracted"), XY: []float64{-far, lse - far, far,
		lse + far}})
	const nodes = 200
	straight := chart.Curve{Look: chart.Of(picture.RoleRival, 1, "directly")}
	for k := range nodes + 1 {
		t := low + (high-low)*(1e-9+(1-2e-9)*float64(k)/nodes)
		straight.XY = append(straight.XY, t, naive(f, t))
	}
	c.Add(straight)
	ends := chart.As(picture.RoleMargin, "limits of the direct computation: −∞ on the left, ∞ on the right")
	c.Add(chart.Upright(ends, low), chart.Upright(ends, high))
	c.Alt = words.Text("ln Σ e^(f + t), where LSE(f) = %s: computed directly, the sum is ∞ for t above %s and loses "+
		"digits below %s; with the largest score subtracted it is t + LSE(f) for all t.", words.Number(lse),
		words.Number(high), words.Number(low))
	return c
}

func vectorsShow() method.Show {
	return method.Show{Name: "vectors", Label: "Weight vectors", On: true, Where: method.OnlyPoints,
		When: &method.When{Name: "vectors", In: []string{twoVectors}},
		Help: "A plot: the weights of each class as an arrow, their paths, and the difference of two classes"}
}

// vectorPanel shows both weights of each row of parameters, or the only weight and b.
func (s *stage) vectorPanel() method.Panel {
	x, y := "w"+words.Subscript(1), "w"+words.Subscript(2)
	if s.o.d == 1 {
		x, y = "w", "b"
	}
	return chart.Plain(method.PanelInfo{ID: "vectors", Title: "Weight vectors", XLabel: x, YLabel: y,
		Help: "The weights of each class, and their paths since the start. The probabilities depend only on their " +
			"differences: only a penalty determines their common part."}, s.vectorChart)
}

// vectorChart draws the weights of each class as a line from the origin, and their path.
func (s *stage) vectorChart() *chart.Chart {
	c := &chart.Chart{Alike: true, X: chart.Axis{See: []float64{0}, Below: 0.1, Above: 0.1},
		Y: chart.Axis{See: []float64{0}, Below: 0.1, Above: 0.1}, Told: true}
	c.Add(chart.Level(chart.As(picture.RoleAxis, ""), 0), chart.Upright(chart.As(picture.RoleAxis, ""), 0))
	e := s.o.d + 1
	last := s.run.Steps()
	for k := range last + 1 { // all steps on the same scale
		for r := range s.o.rows {
			at := s.run.At(k)[r*e:]
			c.X.See, c.Y.See = append(c.X.See, at[0]), append(c.Y.See, at[1])
		}
	}
	told := ""
	for r := range s.o.rows {
		id := s.p.ClassIDs[r]
		var way []float64
		for k := range s.k + 1 {
			at := s.run.At(k)[r*e:]
			way = append(way, at[0], at[1])
		}
		c.Add(chart.Curve{Look: chart.Of(picture.RoleMember, id, "path of a class's weights"), XY: way, Free: true})
	}
	if s.both() {
		a, b := s.theta, s.theta[e:]
		// Drawn from the origin, the difference is visible also if the weights are opposite.
		d := [2]float64{b[0] - a[0], b[1] - a[1]}
		c.X.See, c.Y.See = append(c.X.See, d[0]), append(c.Y.See, d[1])
		c.Add(chart.Curve{Look: chart.As(picture.RoleMargin, "their difference"), XY: []float64{0, 0, d[0], d[1]}})
		told = words.Text(", and their difference is (%s, %s)", words.Number(d[0]), words.Number(d[1]))
	}
	list := ""
	for r := range s.o.rows {
		at, id := s.theta[r*e:], s.p.ClassIDs[r]
		c.Add(chart.Curve{Look: chart.Of(picture.RoleEllipse, id, "weights of a class"), XY: []float64{0, 0, at[0], at[1]}},
			chart.Dot(chart.Of(picture.RoleProjection, id, "weights of a class"), at[0], at[1]))
		list += words.Text(", %s (%s, %s)", s.p.ClassName(r), words.Number(at[0]), words.Number(at[1]))
	}
	c.Alt = words.Text("The weights of each class: %s%s.", list[2:], told)
	return c
}
