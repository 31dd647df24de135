package kernel

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"pointscape/engine/picture"
)

// gridSamples are the kernels of the accuracy test, at every scale.
func gridSamples() []string {
	s := append([]string(nil), samples...)
	for _, g := range []string{"1e-4", "0.01", "1", "10", "100", "1000", "1e4"} {
		s = append(s, "rbf(gamma="+g+")", "laplacian("+g+")", "laplacian("+g+", l1)", "sigmoid("+g+", 0.1)")
	}
	for _, l := range []string{"0.003", "0.02", "0.1", "0.5", "3", "100"} {
		s = append(s, "matern12("+l+")", "matern32("+l+")", "matern52("+l+")", "rq("+l+", 0.7)", "periodic(1, "+l+")",
			"periodic("+l+", 0.7)",
			"rbf("+l+", 0.2)", "matern32("+l+", 0.2)", "0.5*matern52("+l+")*linear + rbf(0.3)")
	}
	return append(s, "poly(1, 1, 10)", "poly(3, -1, 7)", "rbf(0.1)*rbf(0.3, 0.1)", "rbf(0.2)*poly(1, 1, 2)",
		"3*(rbf(0.2)+matern12(0.1)+2*linear)",
		"matern12(0.3)*matern52(0.1)", "matern32(0.3)*periodic(1, 0.2)", "laplacian(2, l1)*laplacian(1, l1)*2",
		"(1 + matern32(0.2))*(linear + rbf(0.1))", "rbf(0.3) - 0.5*matern32(0.1)", "linear - matern12(0.1)*rbf(0.3)",
		"box(0.3) - 2*triangle(0.2)*rbf(0.1)", "cos(0.3)*rbf(0.2) - laplacian(2, l1)", "rbf(0.2) - (linear - rq(0.3, 1))*2")
}

// checkGrid compares Grid with the definition at some nodes and returns the largest error in units of sum|coef|·K.
func checkGrid(t *testing.T, e *Expansion, g picture.Grid) float64 {
	t.Helper()
	out := make([][]float32, len(e.Coef))
	for k := range out {
		out[k] = make([]float32, g.W*g.H)
		for i := range out[k] {
			out[k][i] = float32(math.NaN()) // Grid must not rely on the previous contents
		}
	}
	if err := e.Grid(context.Background(), g, out); err != nil {
		t.Fatal(err)
	}
	size := 0.0
	for i := 0; i < e.N; i++ {
		size = max(size, math.Abs(e.Kernel.Eval(e.X[2*i:2*i+2], e.X[2*i:2*i+2])))
	}
	rng := rand.New(rand.NewPCG(9, uint64(g.W)))
	type sample struct{ i, j int }
	at := []sample{{0, 0}, {g.W - 1, g.H - 1}, {0, g.H - 1}, {g.W - 1, 0}}
	for range 150 {
		at = append(at, sample{rng.IntN(g.W), rng.IntN(g.H)})
	}
	// Also compare the nodes next to centres, where cusps are.
	for c := 0; c < min(e.N, 20); c++ {
		i, j := int(math.Round((e.X[2*c]-g.X0)/g.DX)), int(math.Round((e.X[2*c+1]-g.Y0)/g.DY))
		if i >= 0 && i < g.W && j >= 0 && j < g.H {
			at = append(at, sample{i, j}, sample{min(i+1, g.W-1), j})
		}
	}
	want := make([][]float64, len(at))
	for s, p := range at {
		x := []float64{g.X(p.i), g.Y(p.j)}
		want[s] = make([]float64, len(e.Coef))
		for c := 0; c < e.N; c++ {
			v := e.Kernel.Eval(e.X[2*c:2*c+2], x)
			size = max(size, math.Abs(v))
			for k := range want[s] {
				want[s][k] += e.Coef[k][c] * v
			}
		}
	}
	worst := 0.0
	for k, c := range e.Coef {
		total := 0.0
		for _, v := range c {
			total += math.Abs(v)
		}
		for s, p := range at {
			w := want[s][k] + e.bias(k)
			if math.Abs(w) > math.MaxFloat32 {
				continue
			}
			err := math.Abs(float64(out[k][p.j*g.W+p.i])-w) - 1e-7*math.Abs(w)
			if !(err <= gridError*total*size) {
				t.Fatalf("%s: output %d at (%d, %d) is %v, want %v (sum|coef|·K = %g)", e.Kernel, k, p.i, p.j, out[k][p.j*g.W+p.i],
					w, total*size)
			}
			if total*size > 0 {
				worst = max(worst, err/(total*size))
			}
		}
	}
	return worst
}

func testExpansion(k Kernel, n, outs int, seed uint64, lo, hi float64) *Expansion {
	rng := rand.New(rand.NewPCG(seed, 3))
	e := &Expansion{Kernel: k, N: n, D: 2, X: make([]float64, 2*n)}
	for i := range e.X {
		e.X[i] = lo + (hi-lo)*rng.Float64()
	}
	for o := range outs {
		c := make([]float64, n)
		for i := range c {
			c[i] = rng.NormFloat64()
		}
		e.Coef = append(e.Coef, c)
		e.Bias = append(e.Bias, 0.1*float64(o))
	}
	return e
}

func TestGridAccuracy(t *testing.T) {
	views := map[string]picture.Grid{
		"unit":      picture.Viewport{X0: 0, X1: 1, Y0: 0, Y1: 1, W: 120, H: 80}.Grid(120, 80),
		"out":       picture.Viewport{X0: -50, X1: 50, Y0: -40, Y1: 40, W: 120, H: 80}.Grid(51, 34),
		"in":        picture.Viewport{X0: 0.4, X1: 0.41, Y0: 0.4, Y1: 0.407, W: 120, H: 80}.Grid(60, 40),
		"away":      picture.Viewport{X0: 30, X1: 31, Y0: -3, Y1: -2, W: 120, H: 80}.Grid(45, 45),
		"ascending": {X0: -0.2, Y0: 0.1, DX: 0.02, DY: 0.024, W: 49, H: 36},
		"leftward":  {X0: 1.2, Y0: 0.1, DX: -0.02, DY: 0.024, W: 49, H: 36},
		"row":       {X0: 0, Y0: 0.5, DX: 0.01, DY: -1, W: 100, H: 1},
		"dot":       {X0: 0.3, Y0: 0.5, DX: 0.01, DY: -1, W: 1, H: 1},
	}
	kernels := gridSamples()
	for name, g := range views {
		worst, which := 0.0, ""
		for _, s := range kernels {
			e := testExpansion(mustParse(t, s), 12, 1+len(s)%3, 5, 0, 1)
			if w := checkGrid(t, e, g); w > worst {
				worst, which = w, s
			}
		}
		t.Logf("%s: worst error %.1e (%s)", name, worst, which)
	}
}

// Centres far from the origin, and so far apart that most are out of sight.
func TestGridFarCentres(t *testing.T) {
	for _, s := range gridSamples() {
		k := mustParse(t, s)
		g := picture.Viewport{X0: 1e3, X1: 1e3 + 1, Y0: -2e3, Y1: -2e3 + 1, W: 60, H: 40}.Grid(60, 40)
		e := testExpansion(k, 10, 1, 6, 0, 1)
		for i := range e.X {
			e.X[i] += []float64{1e3, -2e3}[i%2]
		}
		e.X[0], e.X[3] = -1e6, 1e6
		checkGrid(t, e, g)
	}
}

func TestGridManyCentres(t *testing.T) {
	g := picture.Viewport{X0: 0, X1: 1, Y0: 0, Y1: 1, W: 480, H: 320}.Grid(240, 160)
	for _, s := range []string{"rbf(gamma=10)", "rbf(gamma=300)", "laplacian(5)", "laplacian(5, l1)", "matern32(0.2)",
		"rq(0.2, 1)", "poly(1, 1, 3)", "sigmoid(1, 0)"} {
		t.Logf("%s: %.1e", s, checkGrid(t, testExpansion(mustParse(t, s), 400, 2, 8, -0.1, 1.1), g))
	}
}

func TestGridEmpty(t *testing.T) {
	e := &Expansion{Kernel: RBF(1), D: 2, Coef: [][]float64{{}}, Bias: []float64{3}}
	out := [][]float32{make([]float32, 6)}
	if err := e.Grid(context.Background(), picture.Grid{DX: 1, DY: 1, W: 3, H: 2}, out); err != nil || out[0][5] != 3 {
		t.Errorf("no centres: %v, %v", out, err)
	}
	if err := e.Grid(context.Background(), picture.Grid{DX: 1, DY: 1}, out); err != nil {
		t.Error(err)
	}
}

// countdown is a Job that is cancelled after some calls.
type countdown struct{ left int }

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestGridCancel(t *testing.T) {
	g := picture.Viewport{X0: 0, X1: 1, Y0: 0, Y1: 1, W: 480, H: 320}.Grid(300, 200)
	out := [][]float32{make([]float32, g.W*g.H)}
	for _, s := range []string{"rbf(gamma=10)", "laplacian(5)", "laplacian(5, l1)", "sigmoid(30, 0)",
		"matern32(0.2)*linear", "periodic(1, 0.01)"} {
		e := testExpansion(mustParse(t, s), 300, 1, 8, 0, 1)
		if err := e.Grid(&countdown{1}, g, out); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", s, err)
		}
	}
}

func TestGridLine(t *testing.T) {
	e := &Expansion{Kernel: mustParse(t, "matern32(0.3)+linear"), X: []float64{0.1, 0.5, 2}, N: 3, D: 1,
		Coef: [][]float64{{1, 2, 3}, {0, 1, 0}}, Bias: []float64{0.5, 0}}
	xs := []float64{-1, 0.5, 7}
	out := [][]float64{make([]float64, 3), make([]float64, 3)}
	e.GridLine(xs, out)
	all := e.EvalPoints(xs, nil)
	for i, x := range xs {
		one := e.Eval([]float64{x})
		for k := range out {
			want := e.Bias[k]
			for c, v := range e.X {
				want += e.Coef[k][c] * e.Kernel.Eval([]float64{v}, []float64{x})
			}
			if math.Abs(out[k][i]-want) > 1e-13*math.Abs(want) || one[k] != out[k][i] || all[i*2+k] != one[k] {
				t.Errorf("output %d at %g: %v %v %v, want %v", k, x, out[k][i], one[k], all[i*2+k], want)
			}
		}
	}
}

func BenchmarkGrid(b *testing.B) {
	g := picture.Viewport{X0: 0, X1: 1, Y0: 0, Y1: 1, W: 480, H: 320}.Grid(480, 320)
	out := [][]float32{make([]float32, g.W*g.H)}
	for _, s := range []string{"rbf(gamma=10)", "rbf(gamma=300)", "poly(1, 1, 3)", "linear", "laplacian(5)",
		"laplacian(5, l1)", "matern32(0.2)", "rq(0.2, 1)", "sigmoid(1, 0)", "periodic(1, 0.5)", "periodic(1, 0.02)",
		"rbf(0.2)+matern32(0.2)*linear"} {
		for _, n := range []int{200, 1000} {
			e := testExpansion(mustParse(b, s), n, 1, 8, 0, 1)
			b.Run(fmt.Sprintf("%s/n=%d", s, n), func(b *testing.B) {
				for b.Loop() {
					_ = e.Grid(context.Background(), g, out)
				}
			})
		}
	}
}

func BenchmarkGram300(b *testing.B) {
	x := randomPoints(1, 300, 2)
	out := make([]float64, 300*300)
	for _, s := range []string{"rbf(0.5)", "poly(1, 1, 3)", "matern32(1)", "laplacian(1, l1)"} {
		k := mustParse(b, s)
		b.Run(s, func(b *testing.B) {
			for b.Loop() {
				Gram(k, x, 300, 2, out)
			}
		})
	}
}

func BenchmarkRow1000(b *testing.B) {
	x := randomPoints(1, 1000, 2)
	out := make([]float64, 1000)
	for _, s := range []string{"rbf(gamma=5)", "linear", "poly(1, 1, 3)", "laplacian(1)"} {
		r := NewRower(mustParse(b, s), x, 1000, 2)
		b.Run(s, func(b *testing.B) {
			for b.Loop() {
				r.Row(7, out)
			}
		})
	}
}
