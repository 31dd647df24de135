package dictionary

import (
	"math"
	"math/rand/v2"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/methodtest"
)

// The threshold that projects onto ‖a‖₁ ≤ radius must be numpy's.
func TestToBall(t *testing.T) {
	z := []float64{0.5, -1.5, 2, 0.25, -0.1}
	for _, c := range []struct{ radius, want float64 }{{1, 1.25}, {3, 1. / 3}, {4.3, 0.01}, {4.4, 0}} {
		got := toBall(z, c.radius, make([]float64, 5))
		if math.Abs(got-c.want) > 1e-14 {
			t.Errorf("radius %v: threshold %v, want %v", c.radius, got, c.want)
		}
	}
}

// Codes under the constraint must agree with projected gradient in numpy, and with scikit-learn's Lasso for the penalty
// that is stated to be equivalent.
func TestConstraintReference(t *testing.T) {
	p := &method.Problem{N: 4, D: 2, Task: method.Cluster, X: []float64{0.71, 0.9, 0.2, 0.1, -1.2, 0.3, 0.1, -0.9}}
	want := [][]float64{{0, 0.8, 0}, nil, {-0.5745042492917847, 0, 0.22549575070821537},
		{0, -0.3539726027397262, -0.44602739726027385}}
	price := []float64{0.3825, 0, 0.459512747875354, 0.24212876712328774}
	loss := []float64{0.10625, 0, 0.1985631728045325, 0.06003342465753425}
	second := []float64{0.2712881945960359, 0.5287118054039641, 0}
	for _, by := range []string{byISTA, byFISTA} {
		m := methodtest.Fit(t, Coding(), p, map[string]any{"transform_algorithm": by, "sparsity": byBall, "radius": 0.8,
			"dictionary": [][]float64{{0.9, 0.2}, {0.45, 0.75}, {-0.5, 0.65}}, "max_iter": 1000.0}).(*coded)
		sum := 0.0
		for i, code := range want {
			sum += loss[i]
			exact := make([]float64, 3)
			m.ball.code(m.row(i), exact)
			for k, a := range code {
				if math.Abs(exact[k]-a) > 1e-12 || math.Abs(m.codeOf(i)[k]-a) > 1e-8 {
					t.Errorf("%s: coefficient %d of row %d is %v, by the polygon %v, want %v", by, k, i, m.codeOf(i)[k], exact[k],
						a)
				}
			}
			if got := m.price(m.row(i), exact); math.Abs(got-price[i]) > 1e-12 {
				t.Errorf("row %d: the same penalty is %v, want %v", i, got, price[i])
			}
		}
		if math.Abs(m.least-sum) > 1e-12 || math.Abs(m.energy[m.at()][m.steps]-sum) > 1e-12 || !m.settled {
			t.Errorf("%s ends at %v, least %v, want %v; settled %v", by, m.energy[m.at()][m.steps], m.least, sum, m.settled)
		}
		if by == byISTA {
			for k, a := range m.Stage(2).(*coded).codeOf(0) {
				if math.Abs(a-second[k]) > 1e-11 {
					t.Errorf("after two steps coefficient %d is %v, want %v", k, a, second[k])
				}
			}
		}
	}
}

// The polygon's code must be feasible and optimal: each atom's product with the residual is at most the one at which
// the constraint is active.
func TestPolygon(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 1))
	for try := range 500 {
		n := 1 + random.IntN(8)
		at := make([]float64, 2*n)
		for j := range at {
			at[j] = random.NormFloat64()
			if try%3 == 0 && j > 1 {
				at[j] = at[j%2] * float64(1+j/2) // all atoms on one line
			}
		}
		b, radius := newBasis(at, 2), math.Exp(2*random.NormFloat64())
		x, a, room := []float64{random.NormFloat64(), random.NormFloat64()}, make([]float64, n), make([]float64, 2)
		newPolygon(b, radius).code(x, a)
		b.rebuild(a, room)
		most, own := 0.0, 0.0
		for k := range n {
			g := b.atom(k)[0]*(x[0]-room[0]) + b.atom(k)[1]*(x[1]-room[1])
			most, own = max(most, math.Abs(g)), own+a[k]*g
		}
		// Optimality in the ball: ⟨a, g⟩ = τ·max|g|.
		if size := norm1(a); size > radius*(1+1e-12) || math.Abs(own-radius*most) > 1e-11*(1+own+radius*radius) {
			t.Errorf("try %d: ‖a‖₁ = %v of %v, ⟨a, g⟩ = %v, want %v", try, size, radius, own, radius*most)
		}
	}
}

// An update of the atoms for given codes, exact one by one and by three steps of projected gradient, with atoms of
// length 1 and shorter ones, must agree with numpy.
func TestAtomsUpdate(t *testing.T) {
	p := &method.Problem{N: 5, D: 2, Task: method.Cluster,
		X: []float64{1.2, 0.3, 0.4, -0.9, -0.7, 0.8, 0.1, 1.1, -1.3, -0.2}}
	code := []float64{1.5, 0, 0.2, -1.2, -0.4, 1, 0.3, 1.1, -1.6, 0.1}
	for _, c := range []struct {
		inner int
		short bool
		want  []float64
	}{
		{3, false, []float64{0.9692258624420899, 0.24617316582720197, -0.22095516304074309, 0.9752839668146086}},
		{0, false, []float64{0.9700087244731278, 0.2430701019171539, -0.22755032782671583, 0.9737663212013209}},
		{3, true, []float64{0.8188110451359606, 0.19975287602541206, -0.215911373969669, 0.8724348581101116}},
		{0, true, []float64{0.8372549019607841, 0.20980392156862748, -0.22035251258973534, 0.8657398478517091}},
	} {
		l, err := newLearning(p, false)
		if err != nil {
			t.Fatal(err)
		}
		l.k, l.end, l.inner, l.short = 2, 100, c.inner, c.short
		s := l.start([]float64{0.8, 0.6, 0, 1})
		s.step = 1
		for j, a := range code {
			s.code[j] = a / l.scale
		}
		m := next(t, &learned{s})
		for j, want := range c.want {
			if math.Abs(m.b.at[j]-want) > 1e-12 {
				t.Errorf("%d inner steps, shorter atoms %v: coordinate %d is %v, want %v", c.inner, c.short, j, m.b.at[j], want)
			}
		}
		for k := range 2 {
			z, u := m.asked[2*k:2*k+2], m.b.atom(k)
			if long := length(z); long > 1 && math.Abs(length(u)-1) > 1e-12 ||
				c.short && long <= 1 && (z[0] != u[0] || z[1] != u[1]) {
				t.Errorf("%d inner steps: atom %d is taken from %v to %v", c.inner, k, z, u)
			}
		}
	}
}

// The code under the constraint in any dimension must be optimal, by the same conditions as for the polygon.
func TestInBall(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 5))
	for try := range 300 {
		d, n := 1+random.IntN(5), 1+random.IntN(12)
		at, x := make([]float64, n*d), make([]float64, d)
		for j := range at {
			at[j] = random.NormFloat64()
		}
		for j := range x {
			x[j] = random.NormFloat64()
		}
		b, radius := newBasis(at, d), math.Exp(random.NormFloat64()-1)
		q, a, room := make([]float64, n), make([]float64, n), make([]float64, d)
		b.products(x, q)
		b.inBall(q, radius, a, make([]float64, n), 1e-13, 5000)
		b.rebuild(a, room)
		most, own := 0.0, 0.0
		for k := range n {
			g := 0.0
			for j, u := range b.atom(k) {
				g += u * (x[j] - room[j])
			}
			most, own = max(most, math.Abs(g)), own+a[k]*g
		}
		if size := norm1(a); size > radius*(1+1e-12) || math.Abs(own-radius*most) > 1e-7 {
			t.Errorf("try %d: ‖a‖₁ = %v of %v, ⟨a, g⟩ = %v, want %v", try, size, radius, own, radius*most)
		}
	}
}
