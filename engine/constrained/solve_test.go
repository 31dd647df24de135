package constrained

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"pointscape/engine/expression"
	"pointscape/engine/method"
)

// made returns a random problem: a quadratic or linear objective and up to four constraints.
func made(r *rand.Rand, convex bool) *problem {
	p := &problem{}
	uniform := func(lo, hi float64) float64 { return lo + (hi-lo)*r.Float64() }
	place := func() vec { return vec{uniform(0, 1), uniform(0, 1)} }
	a, b := uniform(0.1, 4), uniform(0.1, 4)
	if !convex {
		a, b = uniform(-4, 4), uniform(-4, 4)
	}
	sin, cos := math.Sincos(uniform(0, math.Pi))
	q := form{xx: a*cos*cos + b*sin*sin, xy: (a - b) * cos * sin, yy: a*sin*sin + b*cos*cos}
	c := place().times(2)
	q.b = q.by(c).times(-1)
	q.c = -q.b.dot(c) / 2
	if r.IntN(6) == 0 {
		q = form{b: vec{uniform(-1, 1), uniform(-1, 1)}}
	}
	p.f.form = q
	for k := range 1 + r.IntN(4) {
		kinds := []string{lineOf, lineOf, insideOf, lineEqual}
		if !convex {
			kinds = append(kinds, outsideOf, ellipseEqual)
		}
		kind := kinds[r.IntN(len(kinds))]
		var con constraint
		if kind == lineOf || kind == lineEqual {
			con = newLine(place(), place())
		} else {
			con = newEllipse(place(), place(), uniform(0.4, 2), kind == outsideOf)
		}
		con.number, con.kind, con.equal = k+1, kind, kind == lineEqual || kind == ellipseEqual
		p.cons = append(p.cons, con)
	}
	p.frame(c)
	return p
}

// grid calls yield with feasible points: on a grid and, since equalities may leave no area, along the boundaries.
func grid(p *problem, yield func(v vec)) {
	const n = 60
	for i := range n + 1 {
		for j := range n + 1 {
			if v := p.node(i, j, n); p.feasible(v, 0) {
				yield(v)
			}
		}
	}
	for i := range p.cons {
		c := &p.cons[i]
		for k := range 400 {
			t := 2 * math.Pi * float64(k) / 400
			if c.line() {
				t = p.size * (float64(k)/200 - 1)
			}
			if v, _, _ := c.on(t); p.feasible(v, 1<<i) {
				yield(v)
			}
		}
	}
}

// For random convex problems, the KKT conditions must hold to 1e-10 at the optimum, no feasible point may be better, θ
// must nowhere exceed f*, and if Slater's condition holds it must reach f*.
func TestConvexProblems(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	counts := map[string]int{}
	for n := range 1000 {
		p := made(r, true)
		a, err := p.solve(method.Unstopped)
		if err != nil {
			t.Fatal(err)
		}
		switch a.end {
		case infeasible:
			counts["infeasible"]++
			grid(p, func(v vec) { t.Fatalf("problem %d: %v is feasible, and none was found", n, v) })
			continue
		case endless:
			counts["unbounded"]++
			continue
		}
		counts["solved"]++
		if !p.feasible(a.at, 0) {
			t.Errorf("problem %d: the optimum is not feasible", n)
		}
		scale := max(1, p.f.grad(a.at).size())
		_, slater := p.inner()
		if slater && !a.kkt {
			t.Errorf("problem %d: Slater's condition holds, and there are no multipliers: %+v", n, a)
		}
		if a.kkt {
			s, g, d, c := p.residuals(a.at, a.lambda)
			for _, x := range []float64{s, g, d, c} {
				if x > 1e-10*scale {
					t.Errorf("problem %d: KKT residuals %g %g %g %g", n, s, g, d, c)
					break
				}
			}
		}
		grid(p, func(v vec) {
			if p.f.at(v) < a.least-1e-9*scale {
				t.Fatalf("problem %d: f is %.12g at %v, and %.12g at the optimum %v", n, p.f.at(v), v, a.least, a.at)
			}
		})
		weak(t, n, r, p, &a)
		d, err := p.solveDual(method.Unstopped, &a)
		if err != nil {
			t.Fatal(err)
		}
		if slater && math.Abs(d.value-a.least) > 1e-8*max(1, math.Abs(a.least)) {
			t.Errorf("problem %d: Slater's condition holds, and d* = %.12g, f* = %.12g", n, d.value, a.least)
		}
	}
	t.Log(counts)
	if counts["solved"] < 500 || counts["infeasible"] < 20 || counts["unbounded"] < 5 {
		t.Errorf("the problems are not of all kinds: %v", counts)
	}
}

// weak checks weak duality at random multipliers.
func weak(t *testing.T, n int, r *rand.Rand, p *problem, a *answer) {
	t.Helper()
	l := make([]float64, len(p.cons))
	for range 50 {
		for i := range l {
			if l[i] = r.ExpFloat64() * 2; p.cons[i].equal {
				l[i] = r.NormFloat64() * 3
			}
		}
		if y := p.theta(l, &dual{}); y > a.least+1e-9*max(1, math.Abs(a.least)) {
			t.Errorf("problem %d: θ(%v) = %.12g is above f* = %.12g", n, l, y, a.least)
		}
	}
}

// For random problems that need not be convex, no feasible point may be better than the optimum, and d* must be a bound
// that no random multiplier improves.
func TestNonconvexProblems(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	gaps, solvedOnes := 0, 0
	for n := range 600 {
		p := made(r, false)
		a, err := p.solve(method.Unstopped)
		if err != nil {
			t.Fatal(err)
		}
		if a.end == infeasible {
			grid(p, func(v vec) { t.Fatalf("problem %d: %v is feasible, and none was found", n, v) })
		}
		if a.end == endless {
			// Along some ray f decreases: the minimum over a large square must be far below that over a small one.
			far := math.Inf(1)
			big := *p
			mid := p.lo.plus(p.hi).times(0.5)
			big.lo, big.hi = mid.minus(vec{1e4, 1e4}), mid.plus(vec{1e4, 1e4})
			near := math.Inf(1)
			for k := range 720 {
				sin, cos := math.Sincos(math.Pi * float64(k) / 360)
				if v, ok := p.project(mid.plus(vec{cos, sin}.times(1e4))); ok {
					far = min(far, p.f.at(v))
				}
				if v, ok := p.project(mid.plus(vec{cos, sin}.times(10))); ok {
					near = min(near, p.f.at(v))
				}
			}
			if !(far < near-10) {
				t.Errorf("problem %d: f is said to fall without end, and is %g near and %g far away", n, near, far)
			}
		}
		if a.end != solved {
			continue
		}
		solvedOnes++
		scale := max(1, p.f.grad(a.at).size())
		grid(p, func(v vec) {
			if p.f.at(v) < a.least-1e-9*scale {
				t.Fatalf("problem %d: f is %.12g at %v, and %.12g at the optimum %v", n, p.f.at(v), v, a.least, a.at)
			}
		})
		if a.kkt {
			if s, g, d, c := p.residuals(a.at, a.lambda); max(s, g, d, c) > 1e-10*scale {
				t.Errorf("problem %d: KKT residuals %g %g %g %g", n, s, g, d, c)
			}
		}
		weak(t, n, r, p, &a)
		d, err := p.solveDual(method.Unstopped, &a)
		if err != nil {
			t.Fatal(err)
		}
		if d.value > a.least+1e-8*max(1, math.Abs(a.least)) {
			t.Errorf("problem %d: d* = %.12g is above f* = %.12g", n, d.value, a.least)
		}
		if d.value < a.least-1e-6 {
			gaps++
		}
		if math.IsInf(d.value, -1) {
			d.lambda = make([]float64, len(p.cons))
		}
		l := make([]float64, len(p.cons))
		for range 200 {
			for i := range l {
				if l[i] = max(0, d.lambda[i]+r.NormFloat64()*math.Pow(10, -4*r.Float64())); p.cons[i].equal {
					l[i] = d.lambda[i] + r.NormFloat64()*math.Pow(10, -4*r.Float64())
				}
			}
			if y := p.theta(l, d); y > d.value+1e-7*max(1, math.Abs(d.value)) && !math.IsInf(y, -1) {
				t.Fatalf("problem %d: θ(%v) = %.12g is above d* = %.12g at %v", n, l, y, d.value, d.lambda)
			}
		}
	}
	t.Logf("%d solved, %d with a gap", solvedOnes, gaps)
	if solvedOnes < 200 || gaps < 20 {
		t.Errorf("%d solved, %d with a gap", solvedOnes, gaps)
	}
}

// A quadratic written as an expression of another form must be solved as well as the quadratic.
func TestExpressionsAsQuadratics(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for n := range 60 {
		p := made(r, true)
		a, _ := p.solve(method.Unstopped)
		if a.end != solved || p.f.weight() == 0 {
			continue
		}
		q := *p
		q.f = objective{expr: quadraticText(t, p.f.form)}
		b, err := q.solve(method.Unstopped)
		if err != nil {
			t.Fatal(err)
		}
		if b.end != solved || math.Abs(a.least-b.least) > 1e-10*max(1, math.Abs(a.least)) ||
			len(a.others) == 0 && a.at.minus(b.at).size() > 1e-6 {
			t.Errorf("problem %d: the optimum is %v with %.12g, of the expression %v with %.12g", n, a.at, a.least, b.at,
				b.least)
		}
	}
}

// quadraticText writes a form as users may type it.
func quadraticText(t *testing.T, q form) *expression.Expr {
	t.Helper()
	num := func(x float64) string { return "(" + strconv.FormatFloat(x, 'f', -1, 64) + ")" }
	e, err := expression.Parse(num(q.xx/2) + "x^2 + " + num(q.xy) + "x y + " + num(q.yy/2) + "y^2 + " + num(q.b[0]) +
		"x + " +
		num(q.b[1]) + "y + " + num(q.c))
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// counted is a job that counts checks for cancellation, and the work between them.
type counted int

func (c *counted) Err() error {
	if *c--; *c < 0 {
		return method.ErrStopped
	}
	return nil
}

// The plots must stop when the job is cancelled.
func TestPlotsStop(t *testing.T) {
	m := Method()
	for name, params := range map[string]map[string]any{"quadratic": nil, "saddle": {"f_curvature_1": -3.0},
		"round": {"g3": outsideOf, "dual_of": 3.0}, "on a line": {"g1": lineEqual, "dual_of": 1.0},
		"written": {"f": ofText, "f_text": "sin(5x) cos(4y)", "dual_of": 2.0}} {
		v, err := m.Validate(params)
		if err != nil {
			t.Fatal(err)
		}
		none, err := method.NewProblem(nil, method.Embed, 1)
		if err != nil {
			t.Fatal(err)
		}
		f, err := m.Fit(method.Unstopped, none, v, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, panel := range f.Can().Panels(method.Shown{"dual": true, "price": true}) {
			job := counted(10)
			if _, err := panel.Draw(&job, 300, 220); err != method.ErrStopped {
				t.Errorf("%s: the plot %s is not given up: %v", name, panel.ID, err)
			}
		}
	}
}

// A run must end once Newton steps are within rounding errors: a drag computes hundreds of runs, which must not spend
// steps on rounding noise.
func TestWaysEndWithRounding(t *testing.T) {
	m := Method()
	v, err := m.Validate(map[string]any{"f": ofText, "f_text": "sin(5x) cos(4y)"})
	if err != nil {
		t.Fatal(err)
	}
	p, err := read(v)
	if err != nil {
		t.Fatal(err)
	}
	asked, ways := 0, 0
	list := p.minimaOf(p.values(&p.f), searched, func(v vec) (float64, vec, form) {
		asked++
		return p.f.jetAt(v)
	})
	for _, at := range list {
		if ways++; p.f.grad(at).size() > 1e-12 {
			t.Errorf("at %v the gradient is %v", at, p.f.grad(at))
		}
	}
	if ways < 2 || asked > 15*ways {
		t.Errorf("%d ways have asked for f %d times", ways, asked)
	}
}

// lowest must find the first lowest node among all, also with ties and with undefined values.
func TestLowest(t *testing.T) {
	if (searched+1)%blocks != 0 {
		t.Fatalf("%d nodes are not in %d blocks", searched+1, blocks)
	}
	rng := rand.New(rand.NewPCG(5, 6))
	for round := range 2000 {
		d := &dual{}
		waves := rng.Float64() * 9
		var n = (searched + 1) * (searched + 1)
		m := 1 + rng.IntN(3)
		d.g = make([][]float64, m)
		lambda := make([]float64, m)
		for k := range n {
			x, y := float64(k/(searched+1))/searched, float64(k%(searched+1))/searched
			f := math.Sin(waves*x) * math.Cos(waves*y)
			switch {
			case round%5 == 1:
				f = math.Round(2 * f) // ties
			case round%5 == 2 && x < 0.4:
				f = math.Inf(1)
			case round%5 == 3 && k == n/2:
				f = math.Inf(-1)
			}
			d.f = append(d.f, f)
			for i := range m {
				d.g[i] = append(d.g[i], (x-0.3)*(x-0.3)*float64(i)+y-0.5)
			}
		}
		for i := range lambda {
			if rng.IntN(3) > 0 {
				lambda[i] = rng.NormFloat64() * math.Exp(4*rng.NormFloat64())
			}
		}
		d.spans()
		least, best := d.lowestOfAll(lambda)
		if got, at := d.lowest(lambda); got != least || at != best {
			t.Fatalf("round %d, λ = %v: %v at %d, not %v at %d", round, lambda, got, at, least, best)
		}
	}
}

// The minimum of a saddle on a disc must be found also if it lies at angle 0 of the boundary.
func TestLeastWhereTheAngleBegins(t *testing.T) {
	c := vec{0.4, 0.4}
	for k := range 16 {
		sin, cos := math.Sincos(math.Pi * float64(k) / 8)
		p := &problem{}
		p.f.form = form{xx: -2, yy: 1, b: vec{2 * 0.35, -0.4}, c: -0.35*0.35 + 0.08} // −(x−0.35)² + (y−0.4)²/2
		disc := newEllipse(c, vec{c[0] + 0.55*cos, c[1] + 0.55*sin}, 1, false)
		disc.number, disc.kind = 1, insideOf
		p.cons = []constraint{disc}
		p.frame(c)
		at, _, ok := p.best(&p.f)
		if !ok || at.minus(vec{0.95, 0.4}).size() > 1e-9 || math.Abs(p.f.at(at)+0.36) > 1e-9 {
			t.Errorf("handle at %d/8 π: %v, f = %v", k, at, p.f.at(at))
		}
	}
}
