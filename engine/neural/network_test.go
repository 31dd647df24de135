package neural

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"
)

type tolerance struct{ Abs, Rel float64 }

// refCase is a case of testdata/mlp.json.
type refCase struct {
	Name   string
	Params struct {
		Layers                   []int
		Activation, Output, Loss string
		L2                       float64
		Weights                  [][][]float64
		Biases                   [][]float64
		Settings                 struct {
			Rate     float64 `json:"learning_rate"`
			Momentum float64
		} `json:"optimiser_settings"`
	}
	X        [][]float64
	Y        []any `json:"y"`
	Query    [][]float64
	Expected struct {
		Output      [][]float64   `json:"query_output"`
		Loss        float64       `json:"loss"`
		GradWeights [][][]float64 `json:"grad_weights"`
		GradBiases  [][]float64   `json:"grad_biases"`
		Hidden      [][]float64   `json:"hidden_of_query_0"`
		Optimisers  map[string]struct {
			Loss  []float64 `json:"loss_after_step"`
			First []float64 `json:"parameters_after_1_step"`
		}
	}
	Tolerance struct {
		Default tolerance
		Fields  map[string]tolerance
	}
}

func references(t *testing.T) (cases []refCase) {
	b, err := os.ReadFile("testdata/mlp.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) != 10 {
		t.Fatalf("%d cases, want 10", len(cases))
	}
	return cases
}

// trainer is the network of a case with its data, and theta its parameters.
func (c *refCase) trainer() (tr *trainer, theta []float64) {
	net := network{sizes: c.Params.Layers}
	net.act = map[string]activation{"identity": identity, "tanh": tanh, "relu": relu, "sigmoid": logistic}[c.Params.Activation]
	net.loss = map[string]loss{"logistic": binary, "softmax": softmax, "mse": squared}[c.Params.Loss]
	tr = &trainer{net: net, x: turned(c.X), rows: len(c.X), l2: c.Params.L2, batch: len(c.X), rate: c.Params.Settings.Rate}
	var goals [][]float64
	for _, y := range c.Y {
		row := make([]float64, net.sizes[net.layers()])
		switch v := y.(type) {
		case []any:
			for o, z := range v {
				row[o] = z.(float64)
			}
		case float64:
			if row[0] = v; net.loss == softmax {
				row[0] = 0
				row[int(v)] = 1
			}
		}
		goals = append(goals, row)
	}
	tr.y = turned(goals)
	return tr, joined(c.Params.Weights, c.Params.Biases)
}

// turned makes columns of rows.
func turned(rows [][]float64) [][]float64 {
	c := columns(len(rows[0]), len(rows))
	for k, r := range rows {
		for i, v := range r {
			c[i][k] = v
		}
	}
	return c
}

// joined is one list of weights and biases.
func joined(w [][][]float64, b [][]float64) (theta []float64) {
	for l := range w {
		theta = append(theta, slices.Concat(w[l]...)...)
		theta = append(theta, b[l]...)
	}
	return theta
}

// gradient is that of the objective, from scratch.
func (t *trainer) gradient(theta []float64) []float64 {
	grad := make([]float64, len(theta))
	pass := newTile(&t.net, t.rows)
	for a := 0; a < t.rows; a += tileRows {
		b := min(a+tileRows, t.rows)
		pass.load(t.x, a, b)
		pass.forward(theta)
		pass.backward(theta, grad, t.y, a, b, 1/float64(t.rows))
	}
	t.shrink(theta, grad)
	return grad
}

func (t *trainer) total(theta []float64) float64 {
	mean, penalty := t.objective(theta, nil)
	return mean + penalty
}

// Outputs, units, objective, gradient and twenty steps of three solvers are those of the
// reference.
func TestReference(t *testing.T) {
	for _, c := range references(t) {
		t.Run(c.Name, func(t *testing.T) {
			near := func(what string, got, want []float64, tol tolerance) {
				t.Helper()
				if len(got) != len(want) {
					t.Fatalf("%s: %d numbers, want %d", what, len(got), len(want))
				}
				for i, g := range got {
					if !(math.Abs(g-want[i]) <= tol.Abs+tol.Rel*math.Abs(want[i])) {
						t.Errorf("%s: number %d is %.15g, want %.15g", what, i, g, want[i])
					}
				}
			}
			tr, theta := c.trainer()
			tol := c.Tolerance.Default
			pass := newTile(&tr.net, len(c.Query))
			pass.load(turned(c.Query), 0, len(c.Query))
			pass.forward(theta)
			for l, want := range c.Expected.Hidden {
				var got []float64
				for _, a := range pass.a[l+1] {
					got = append(got, a[0])
				}
				near("hidden layer", got, want, tol)
			}
			out := pass.a[tr.net.layers()]
			tr.net.answers(out)
			near("outputs", slices.Concat(out...), slices.Concat(turned(c.Expected.Output)...), tol)
			near("objective", []float64{tr.total(theta)}, []float64{c.Expected.Loss}, tol)
			near("gradient", tr.gradient(theta), joined(c.Expected.GradWeights, c.Expected.GradBiases), tol)

			tol = c.Tolerance.Fields["optimisers"]
			for name, want := range c.Expected.Optimisers {
				run := *tr
				run.adam = name == "adam"
				if name == "momentum" {
					run.momentum = c.Params.Settings.Momentum
				}
				w := run.start()
				w.theta = slices.Clone(theta)
				var losses []float64
				for k := range want.Loss {
					var err error
					if w, err = run.grow(context.Background(), w, 1); err != nil {
						t.Fatal(err)
					}
					if k == 0 {
						near(name+", parameters after a step", w.theta, want.First, tol)
					}
					losses = append(losses, run.total(w.theta))
				}
				near(name+", objective", losses, want.Loss, tol)
			}
			if len(c.Expected.Optimisers) != 3 {
				t.Errorf("%d solvers", len(c.Expected.Optimisers))
			}
		})
	}
}

// made is a network with data of some kind.
func made(sizes []int, act activation, of loss, rows int, seed uint64) (*trainer, []float64) {
	x := columns(sizes[0], rows)
	y := columns(sizes[len(sizes)-1], rows)
	for k := range rows {
		for i := range x {
			x[i][k] = math.Sin(float64(7*k+3*i)*1.7 + float64(seed))
		}
		if of == softmax {
			y[k%len(y)][k] = 1
			continue
		}
		for o := range y {
			y[o][k] = math.Cos(float64(5*k+o) * 1.3)
			if of == binary {
				y[o][k] = float64(k % 2)
			}
		}
	}
	tr := &trainer{net: network{sizes, act, of}, x: x, y: y, rows: rows, l2: 0.03, batch: rows, rate: 0.05, seed: seed}
	return tr, tr.net.initial(seed)
}

// The gradient is that of the objective: each entry, of each layer, for each activation and
// each loss, with one to three hidden layers, in one tile and in several.
func TestGradient(t *testing.T) {
	for _, hidden := range [][]int{{1}, {5}, {3, 4}, {6, 2, 7}, {16, 16, 16}} {
		for act := identity; act <= logistic; act++ {
			for of := squared; of <= softmax; of++ {
				for _, rows := range []int{1, 13, tileRows + 44} {
					out := map[loss]int{squared: 2, binary: 1, softmax: 12}[of]
					sizes := append(append([]int{2}, hidden...), out)
					tr, theta := made(sizes, act, of, rows, 3)
					t.Run(fmt.Sprint(sizes, act, of, rows), func(t *testing.T) {
						grad := tr.gradient(theta)
						at := 0
						for l := range tr.net.layers() {
							n := (sizes[l] + 1) * sizes[l+1]
							worst := 0.0
							// Of large layers some entries, always the last weights and biases.
							for k := at; k < at+n; k += 1 + n/40 {
								worst = max(worst, math.Abs(grad[k]-tr.slope(theta, k)))
							}
							for k := at + n - 1; k > at+n-4 && k >= at; k-- {
								worst = max(worst, math.Abs(grad[k]-tr.slope(theta, k)))
							}
							if worst > 2e-7 {
								t.Errorf("layer %d: the gradient is off by %g", l, worst)
							}
							at += n
						}
					})
				}
			}
		}
	}
}

// slope is the objective's derivative by one parameter, from differences. Where ReLU has
// a corner between the two places they are taken nearer.
func (t *trainer) slope(theta []float64, k int) float64 {
	at := func(h float64) float64 {
		moved := slices.Clone(theta)
		moved[k] += h
		return t.total(moved)
	}
	h := 1e-5
	return (8*(at(h)-at(-h)) - (at(2*h) - at(-2*h))) / (12 * h)
}

// States are the same to the bit however the epochs are sliced, and growing changes
// nothing of what it grows from.
func TestSlices(t *testing.T) {
	for _, c := range []struct {
		adam  bool
		batch int
	}{{false, 300}, {true, 300}, {false, 32}, {true, 7}} {
		tr, _ := made([]int{2, 5, 3, 2}, tanh, squared, 300, 5)
		tr.adam, tr.batch, tr.momentum = c.adam, c.batch, 0.8
		whole, err := tr.grow(context.Background(), tr.start(), 23)
		if err != nil {
			t.Fatal(err)
		}
		for _, slices := range [][]int{{1, 22}, {10, 0, 13}, {7, 7, 7, 2}} {
			w := tr.start()
			for _, n := range slices {
				before := w.clone()
				next, err := tr.grow(context.Background(), w, n)
				if err != nil {
					t.Fatal(err)
				}
				same(t, before, w)
				w = next
			}
			same(t, whole, w)
		}
		if c.batch < 300 { // another seed, another order
			tr.seed++
			start := tr.start()
			tr.seed--
			a, _ := tr.grow(context.Background(), start, 1)
			tr.seed++
			b, _ := tr.grow(context.Background(), start, 1)
			if slices.Equal(a.theta, b.theta) {
				t.Error("the order of the rows does not depend on the seed")
			}
		}
	}
}

func same(t *testing.T, a, b weights) {
	t.Helper()
	if !slices.Equal(a.theta, b.theta) || !slices.Equal(a.mean, b.mean) || !slices.Equal(a.square, b.square) ||
		a.epochs != b.epochs || a.updates != b.updates || a.lost != b.lost {
		t.Errorf("%d epochs and %d are not the same", a.epochs, b.epochs)
	}
}

// Where the numbers would be lost the parameters stay the last finite ones, however the epochs are
// sliced.
func TestLost(t *testing.T) {
	tr, _ := made([]int{2, 4, 1}, relu, squared, 50, 5)
	tr.rate = 50
	w, err := tr.grow(context.Background(), tr.start(), 100)
	if err != nil {
		t.Fatal(err)
	}
	if w.lost == 0 || w.lost == 100 || w.epochs != w.lost {
		t.Fatalf("lost after epoch %d of %d", w.lost, w.epochs)
	}
	for _, v := range w.theta {
		if !(math.Abs(v) <= wildest) {
			t.Fatalf("a parameter is %g", v)
		}
	}
	piece := tr.start()
	for range 100 {
		piece, _ = tr.grow(context.Background(), piece, 1)
	}
	same(t, w, piece)
}

// A long epoch asks whether somebody waits, and ends with that error.
func TestGrowAsks(t *testing.T) {
	tr, _ := made([]int{2, 16, 16, 16, 1}, tanh, squared, 10_000, 5)
	job := &counting{left: 3}
	if _, err := tr.grow(job, tr.start(), 1); err == nil || err != context.Canceled {
		t.Errorf("the error is %v", err)
	}
	job = &counting{left: 1 << 30}
	if _, err := tr.grow(job, tr.start(), 1); err != nil || 1<<30-job.left < 10 {
		t.Errorf("it has asked %d times; %v", 1<<30-job.left, err)
	}
}

type counting struct{ left int }

func (c *counting) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// Weights are drawn as scikit-learn's: evenly, within bounds that the sizes of the layers
// tell.
func TestInitial(t *testing.T) {
	for act, want := range map[activation][2]float64{tanh: {math.Sqrt(6. / 18), math.Sqrt(6. / 17)}, logistic: {math.Sqrt(2. / 18), math.Sqrt(2. / 17)}, relu: {math.Sqrt(6. / 2), math.Sqrt(6. / 17)}} {
		n := network{[]int{2, 16, 1}, act, binary}
		for l := range 2 {
			var all []float64
			for seed := range uint64(200) {
				w, b := n.part(n.initial(seed), l)
				all = append(append(all, w...), b...)
			}
			mean, square := 0.0, 0.0
			for _, v := range all {
				mean += v / float64(len(all))
				square += v * v / float64(len(all))
			}
			bound := want[l]
			if hi := max(slices.Max(all), -slices.Min(all)); hi > bound || hi < 0.99*bound {
				t.Errorf("activation %d, layer %d: weights up to %g, want %g", act, l, hi, bound)
			}
			if math.Abs(mean) > 0.05*bound || math.Abs(square/(bound*bound)*3-1) > 0.05 {
				t.Errorf("activation %d, layer %d: they are not even", act, l)
			}
		}
	}
}

// tanhOf and logisticOf stay within their bounds, and keep what is no number.
func TestTanh(t *testing.T) {
	ulps := 0.0
	check := func(x float64) {
		z := []float64{x}
		tanhOf(z, 1)
		e := math.Expm1(2 * math.Abs(x))
		want := math.Copysign(e/(e+2), x)
		if math.Abs(x) > 20 {
			want = math.Copysign(1, x)
		}
		if want != 0 {
			ulps = max(ulps, math.Abs(z[0]-want)/(math.Nextafter(math.Abs(want), 2)-math.Abs(want)))
		}
		if math.Abs(z[0]) > 1 {
			t.Fatalf("tanh(%g) is %.17g", x, z[0])
		}
		z[0] = x
		logisticOf(z)
		if want := 1 / (1 + math.Exp(-x)); math.Abs(z[0]-want) > 1e-15 {
			t.Fatalf("the logistic function at %g is %g, want %g", x, z[0], want)
		}
	}
	for i := range 400_000 {
		check(float64(i-200_000) * 1.1237e-4)
		check(math.Ldexp(1+float64(i%977)/977, -i%1000))
	}
	for j := range 21 * tanhNodes { // nodes, and where the nearest one changes
		x := (float64(j) + 0.5) / tanhNodes
		check(float64(j) / tanhNodes)
		check(x)
		check(math.Nextafter(x, 0))
		check(-math.Nextafter(x, 100))
	}
	if ulps > 6 {
		t.Errorf("tanh is off by %.1f units in the last place", ulps)
	}
	t.Logf("tanh within %.2f units in the last place", ulps)
	z := []float64{math.Inf(1), math.Inf(-1), math.NaN(), 0, 1e-320}
	tanhOf(z, 1)
	if z[0] != 1 || z[1] != -1 || z[2] == z[2] || z[3] != 0 || z[4] != 1e-320 {
		t.Errorf("tanh of odd numbers is %v", z)
	}
}

func BenchmarkEpochs(b *testing.B) {
	tr, _ := made([]int{2, 8, 8, 1}, tanh, binary, 300, 1)
	for b.Loop() {
		if _, err := tr.grow(context.Background(), tr.start(), 1000); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkTanh(b *testing.B) {
	from, z := make([]float64, 4800), make([]float64, 4800)
	for i := range from {
		from[i] = 6 * math.Sin(float64(i)*1.7)
	}
	b.Run("here", func(b *testing.B) {
		for b.Loop() {
			copy(z, from)
			tanhOf(z, 1)
		}
	})
	b.Run("math", func(b *testing.B) {
		for b.Loop() {
			for i, v := range from {
				z[i] = math.Tanh(v)
			}
		}
	})
}

// An epoch that is given up anywhere, and gone on with, has the same bits; so does one that
// is begun from another state meanwhile.
func TestGivenUpWithinAnEpoch(t *testing.T) {
	for _, batch := range []int{1, 40, 700, 3000} {
		tr, _ := made([]int{2, 16, 16, 1}, tanh, binary, 3000, 5)
		tr.adam, tr.batch = true, batch
		whole, err := tr.grow(context.Background(), tr.start(), 3)
		if err != nil {
			t.Fatal(err)
		}
		w, given := tr.start(), 0
		foreign := tr.start()
		foreign.theta[0]++
		other, err := tr.grow(context.Background(), foreign, 3)
		if err != nil {
			t.Fatal(err)
		}
		for w.epochs < 3 {
			before := w.clone()
			next, err := tr.grow(&every{ask: 2}, w, 3-w.epochs)
			same(t, before, w)
			if err == nil {
				w = next
				break
			}
			if given++; given == 5 { // another comes between: it begins anew
				if again, err := tr.grow(context.Background(), foreign, 3); err != nil {
					t.Fatal(err)
				} else {
					same(t, other, again)
				}
			}
			if given > 500 {
				t.Fatal("it does not get there")
			}
		}
		if same(t, whole, w); given < 4 {
			t.Errorf("minibatches of %d: given up %d times only", batch, given)
		}
	}
}

// every is a job that is given up at question number ask.
type every struct{ ask int }

func (e *every) Err() error {
	if e.ask--; e.ask < 0 {
		return context.Canceled
	}
	return nil
}
