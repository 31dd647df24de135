package network

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

// trainer returns the network of a case with its data, and theta its parameters.
func (c *refCase) trainer() (tr *Trainer, theta []float64) {
	net := Net{Sizes: c.Params.Layers}
	net.Acts = Same(map[string]Activation{"identity": Identity, "tanh": Tanh, "relu": ReLU,
		"sigmoid": Logistic}[c.Params.Activation], len(c.Params.Layers)-1)
	net.Loss = map[string]Loss{"logistic": Binary, "softmax": Softmax, "mse": Squared}[c.Params.Loss]
	tr = &Trainer{Net: net, Data: Data{X: turned(c.X), Rows: len(c.X)}, L2: Penalized(c.Params.L2, net.Layers()),
		Batch: len(c.X), Solver: Solver{Rate: c.Params.Settings.Rate}}
	var goals [][]float64
	for _, y := range c.Y {
		row := make([]float64, net.Sizes[net.Layers()])
		switch v := y.(type) {
		case []any:
			for o, z := range v {
				row[o] = z.(float64)
			}
		case float64:
			if row[0] = v; net.Loss == Softmax {
				row[0] = 0
				row[int(v)] = 1
			}
		}
		goals = append(goals, row)
	}
	tr.Y = turned(goals)
	return tr, joined(c.Params.Weights, c.Params.Biases)
}

// turned transposes rows to columns.
func turned(rows [][]float64) [][]float64 {
	c := Columns(len(rows[0]), len(rows))
	for k, r := range rows {
		for i, v := range r {
			c[i][k] = v
		}
	}
	return c
}

// joined concatenates weights and biases to a parameter list.
func joined(w [][][]float64, b [][]float64) (theta []float64) {
	for l := range w {
		theta = append(theta, slices.Concat(w[l]...)...)
		theta = append(theta, b[l]...)
	}
	return theta
}

func (t *Trainer) total(theta []float64) float64 {
	mean, penalty := t.Objective(theta, nil)
	return mean + penalty
}

// Outputs, units, objective, gradient and twenty steps of three solvers agree with the reference.
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
			pass := NewTile(&tr.Net, len(c.Query))
			pass.Load(turned(c.Query), 0, len(c.Query))
			pass.Forward(theta)
			for l, want := range c.Expected.Hidden {
				var got []float64
				for _, a := range pass.Units(l + 1) {
					got = append(got, a[0])
				}
				near("hidden layer", got, want, tol)
			}
			out := pass.Units(tr.Net.Layers())
			tr.Net.Answers(out)
			near("outputs", slices.Concat(out...), slices.Concat(turned(c.Expected.Output)...), tol)
			near("objective", []float64{tr.total(theta)}, []float64{c.Expected.Loss}, tol)
			near("gradient", tr.Gradient(theta), joined(c.Expected.GradWeights, c.Expected.GradBiases), tol)

			tol = c.Tolerance.Fields["optimisers"]
			for name, want := range c.Expected.Optimisers {
				run := *tr
				if name == "adam" {
					run.Solver.Rule = Adam
				}
				if name == "momentum" {
					run.Solver.Momentum = c.Params.Settings.Momentum
				}
				w := run.Start()
				w.Theta = slices.Clone(theta)
				var losses []float64
				for k := range want.Loss {
					var err error
					if w, err = run.Grow(context.Background(), w, 1); err != nil {
						t.Fatal(err)
					}
					if k == 0 {
						near(name+", parameters after a step", w.Theta, want.First, tol)
					}
					losses = append(losses, run.total(w.Theta))
				}
				near(name+", objective", losses, want.Loss, tol)
			}
			if len(c.Expected.Optimisers) != 3 {
				t.Errorf("%d solvers", len(c.Expected.Optimisers))
			}
		})
	}
}

// made returns a network with random data.
func made(sizes []int, act Activation, of Loss, rows int, seed uint64) (*Trainer, []float64) {
	x := Columns(sizes[0], rows)
	y := Columns(sizes[len(sizes)-1], rows)
	for k := range rows {
		for i := range x {
			x[i][k] = math.Sin(float64(7*k+3*i)*1.7 + float64(seed))
		}
		if of == Softmax || of == Hinge && len(y) > 1 {
			y[k%len(y)][k] = 1
			continue
		}
		for o := range y {
			y[o][k] = math.Cos(float64(5*k+o) * 1.3)
			if of == Binary {
				y[o][k] = float64(k % 2)
			}
		}
	}
	tr := &Trainer{Net: Net{Sizes: sizes, Acts: Same(act, len(sizes)-1), Loss: of}, Data: Data{x, y, rows},
		L2:    Penalized(0.03, len(sizes)-1),
		Batch: rows, Solver: Solver{Rate: 0.05}, Seed: seed}
	return tr, tr.Net.Initial(seed, Auto)
}

// The gradient agrees with finite differences of the objective in each entry, for every layer, activation and loss,
// with one to three hidden layers, in one tile and in several.
func TestGradient(t *testing.T) {
	for _, hidden := range [][]int{nil, {1}, {3, 4}, {16, 16, 16}} {
		for act := range Step {
			for of := range Loss(Losses) {
				for _, rows := range []int{13, TileRows + 44} {
					out := map[Loss]int{Squared: 2, Binary: 1, Softmax: 12, Hinge: 5}[of]
					sizes := append(append([]int{2}, hidden...), out)
					tr, theta := made(sizes, act, of, rows, 3)
					t.Run(fmt.Sprint(sizes, act, of, rows), func(t *testing.T) {
						grad := tr.Gradient(theta)
						at := 0
						for l := range tr.Net.Layers() {
							n := (sizes[l] + 1) * sizes[l+1]
							worst := 0.0
							// For large layers only some entries, fewer if there are many rows; always the last weights
							// and biases.
							some := 16
							if rows > TileRows {
								some = 8
							}
							for k := at; k < at+n; k += 1 + n/some | 1 { // an odd stride: loops take four at a time
								worst = max(worst, tr.off(theta, k, grad[k]))
							}
							for k := at + n - 1; k > at+n-4 && k >= at; k-- {
								worst = max(worst, tr.off(theta, k, grad[k]))
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

// off returns the difference between g and the objective's derivative by one parameter from finite differences. If
// there is a corner in between, it uses smaller differences.
func (t *Trainer) off(theta []float64, k int, g float64) float64 {
	at := func(h float64) float64 {
		moved := slices.Clone(theta)
		moved[k] += h
		return t.total(moved)
	}
	best := math.Inf(1)
	for _, h := range []float64{1e-5, 1e-7} {
		slope := (8*(at(h)-at(-h)) - (at(2*h) - at(-2*h))) / (12 * h)
		if best = min(best, math.Abs(g-slope)); best < 1e-7 {
			break
		}
	}
	return best
}

// Results are the same to the bit however the epochs are divided into calls, and Grow does not modify its argument.
func TestSlices(t *testing.T) {
	for _, c := range []struct {
		rule  Rule
		batch int
	}{{SGD, 300}, {Adam, 300}, {Nesterov, 32}, {Adam, 7}, {RMSProp, 40}} {
		tr, _ := made([]int{2, 5, 3, 2}, Tanh, Squared, 300, 5)
		tr.Solver.Rule, tr.Batch, tr.Solver.Momentum = c.rule, c.batch, 0.8
		whole, err := tr.Grow(context.Background(), tr.Start(), 23)
		if err != nil {
			t.Fatal(err)
		}
		for _, slices := range [][]int{{1, 22}, {10, 0, 13}, {7, 7, 7, 2}} {
			w := tr.Start()
			for _, n := range slices {
				before := w.Clone()
				next, err := tr.Grow(context.Background(), w, n)
				if err != nil {
					t.Fatal(err)
				}
				same(t, before, w)
				w = next
			}
			same(t, whole, w)
		}
		if c.batch < 300 { // another seed gives another order
			tr.Seed++
			start := tr.Start()
			tr.Seed--
			a, _ := tr.Grow(context.Background(), start, 1)
			tr.Seed++
			b, _ := tr.Grow(context.Background(), start, 1)
			if slices.Equal(a.Theta, b.Theta) {
				t.Error("the order of the rows does not depend on the seed")
			}
		}
	}
}

func same(t *testing.T, a, b Weights) {
	t.Helper()
	if !slices.Equal(a.Theta, b.Theta) || !slices.Equal(a.Mean, b.Mean) || !slices.Equal(a.Square, b.Square) ||
		a.Epochs != b.Epochs || a.Updates != b.Updates || a.Lost != b.Lost {
		t.Errorf("%d epochs and %d are not the same", a.Epochs, b.Epochs)
	}
}

// If the numbers diverge, the parameters stay the last finite ones, however the epochs are divided into calls.
func TestLost(t *testing.T) {
	tr, _ := made([]int{2, 4, 1}, ReLU, Squared, 50, 5)
	tr.Solver.Rate = 50
	w, err := tr.Grow(context.Background(), tr.Start(), 100)
	if err != nil {
		t.Fatal(err)
	}
	if w.Lost == 0 || w.Lost == 100 || w.Epochs != w.Lost {
		t.Fatalf("lost after epoch %d of %d", w.Lost, w.Epochs)
	}
	for _, v := range w.Theta {
		if !(math.Abs(v) <= Wildest) {
			t.Fatalf("a parameter is %g", v)
		}
	}
	piece := tr.Start()
	for range 100 {
		piece, _ = tr.Grow(context.Background(), piece, 1)
	}
	same(t, w, piece)
}

// A long epoch calls Err and ends with its error.
func TestGrowAsks(t *testing.T) {
	tr, _ := made([]int{2, 16, 16, 16, 1}, Tanh, Squared, 10_000, 5)
	job := &counting{left: 3}
	if _, err := tr.Grow(job, tr.Start(), 1); err == nil || err != context.Canceled {
		t.Errorf("the error is %v", err)
	}
	job = &counting{left: 1 << 30}
	if _, err := tr.Grow(job, tr.Start(), 1); err != nil || 1<<30-job.left < 10 {
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

// Initial weights are drawn as scikit-learn's: uniformly, within bounds given by the sizes of the layers.
func TestInitial(t *testing.T) {
	for act, want := range map[Activation][2]float64{Tanh: {math.Sqrt(6. / 18), math.Sqrt(6. / 17)},
		Logistic: {math.Sqrt(2. / 18), math.Sqrt(2. / 17)}, ReLU: {math.Sqrt(6. / 2), math.Sqrt(6. / 17)}} {
		n := Net{Sizes: []int{2, 16, 1}, Acts: Same(act, 2), Loss: Binary}
		for l := range 2 {
			var all []float64
			for seed := range uint64(200) {
				w, b := n.Part(n.Initial(seed, Auto), l)
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

// TanhOf and LogisticOf stay within their bounds and preserve NaN.
func TestTanh(t *testing.T) {
	ulps := 0.0
	check := func(x float64) {
		z := []float64{x}
		TanhOf(z, 1)
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
		LogisticOf(z)
		if want := 1 / (1 + math.Exp(-x)); math.Abs(z[0]-want) > 1e-15 {
			t.Fatalf("the logistic function at %g is %g, want %g", x, z[0], want)
		}
	}
	for i := range 400_000 {
		check(float64(i-200_000) * 1.1237e-4)
		check(math.Ldexp(1+float64(i%977)/977, -i%1000))
	}
	for j := range 21 * tanhNodes { // nodes, and midpoints where the nearest node changes
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
	TanhOf(z, 1)
	if z[0] != 1 || z[1] != -1 || z[2] == z[2] || z[3] != 0 || z[4] != 1e-320 {
		t.Errorf("tanh of odd numbers is %v", z)
	}
}

func BenchmarkEpochs(b *testing.B) {
	tr, _ := made([]int{2, 8, 8, 1}, Tanh, Binary, 300, 1)
	for b.Loop() {
		if _, err := tr.Grow(context.Background(), tr.Start(), 1000); err != nil {
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
			TanhOf(z, 1)
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

// An interrupted epoch that is continued gives the same bits; so does one that begins from another state in between.
func TestGivenUpWithinAnEpoch(t *testing.T) {
	for _, batch := range []int{1, 40, 700, 3000} {
		tr, _ := made([]int{2, 16, 16, 1}, Tanh, Binary, 3000, 5)
		tr.Solver.Rule, tr.Batch = Adam, batch
		whole, err := tr.Grow(context.Background(), tr.Start(), 3)
		if err != nil {
			t.Fatal(err)
		}
		w, given := tr.Start(), 0
		foreign := tr.Start()
		foreign.Theta[0]++
		other, err := tr.Grow(context.Background(), foreign, 3)
		if err != nil {
			t.Fatal(err)
		}
		for w.Epochs < 3 {
			before := w.Clone()
			next, err := tr.Grow(&every{ask: 2}, w, 3-w.Epochs)
			same(t, before, w)
			if err == nil {
				w = next
				break
			}
			if given++; given == 5 { // a run from another state in between
				if again, err := tr.Grow(context.Background(), foreign, 3); err != nil {
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

// every is a job that is canceled at call number ask.
type every struct{ ask int }

func (e *every) Err() error {
	if e.ask--; e.ask < 0 {
		return context.Canceled
	}
	return nil
}
