package network

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
)

// The gradient agrees with the objective, with different activations in each layer, L2 and L1 penalties that differ by
// layer, and dropout with fixed masks.
func TestGradientOfAll(t *testing.T) {
	acts := []Activation{Tanh, ReLU, Logistic, LeakyReLU, ELU, Identity}
	for of := range Loss(Losses) {
		for _, dropout := range []bool{false, true} {
			out := map[Loss]int{Squared: 2, Binary: 1, Softmax: 4, Hinge: 3}[of]
			tr, theta := made([]int{2, 5, 4, 3, 5, 4, out}, Tanh, of, 31, 9)
			tr.Net.Acts = append(slices.Clone(acts[:5]), Identity)
			tr.L2, tr.L1 = []float64{0.1, 0, 0.3, 0.01, 0, 0.2}, []float64{0, 0.02, 0.3, 0, 0.1, 0.05}
			if of == Hinge && !dropout { // two classes
				tr, theta = made([]int{2, 5, 4, 3, 5, 4, 1}, Tanh, of, 31, 9)
				for k, y := range tr.Y[0] {
					tr.Y[0][k] = math.Copysign(1, y)
				}
			}
			objective, grad := tr.total, tr.Gradient(theta)
			if dropout {
				pass := NewTile(&tr.Net, tr.Rows)
				pass.Load(tr.X, 0, tr.Rows)
				pass.Drop([]float64{0.5, 0, 0.2, 0.4, 0.1}, rand.New(rand.NewPCG(1, 2)))
				objective = func(theta []float64) float64 {
					pass.Forward(theta)
					_, penalty := tr.Objective(theta, nil)
					return pass.Value(tr.Y, 0, tr.Rows)/float64(tr.Rows) + penalty
				}
				clear(grad)
				pass.Forward(theta)
				pass.Backward(theta, grad, tr.Y, 0, tr.Rows, 1/float64(tr.Rows))
				tr.shrink(theta, grad)
			}
			for k := range theta {
				off := math.Inf(1)
				for _, h := range []float64{1e-5, 1e-7} {
					at := func(h float64) float64 {
						moved := slices.Clone(theta)
						moved[k] += h
						return objective(moved)
					}
					off = min(off, math.Abs(grad[k]-(8*(at(h)-at(-h))-(at(2*h)-at(-2*h)))/(12*h)))
				}
				if off > 2e-7 {
					t.Errorf("loss %d, dropout %v: entry %d of the gradient is off by %g", of, dropout, k, off)
				}
			}
		}
	}
}

// One step from the same weights agrees with scikit-learn's networks to 1e-10. testdata/sklearn_step.json says how its
// numbers were made.
func TestScikitLearnsStep(t *testing.T) {
	b, err := os.ReadFile("testdata/sklearn_step.json")
	if err != nil {
		t.Fatal(err)
	}
	var all struct {
		Cases []struct {
			Name, Activation, Kind, Solver string
			Sizes                          []int
			Momentum, Alpha, Rate          float64
			X, Y                           [][]float64
			W, W1                          [][][]float64
			B, B1                          [][]float64
		}
	}
	if err := json.Unmarshal(b, &all); err != nil || len(all.Cases) != 20 {
		t.Fatalf("%d cases: %v", len(all.Cases), err)
	}
	for _, c := range all.Cases {
		t.Run(c.Name, func(t *testing.T) {
			act, ok := ActivationOf(c.Activation)
			if !ok {
				t.Fatal(c.Activation)
			}
			rows, outs := len(c.X), c.Sizes[len(c.Sizes)-1]
			tr := &Trainer{Net: Net{Sizes: c.Sizes, Acts: Same(act, 3)}, Data: Data{X: turned(c.X), Rows: rows}, Batch: rows,
				L2: Penalized(c.Alpha/float64(rows), 3), First: joined(c.W, c.B)}
			tr.Y = turned(c.Y)
			tr.Solver = Solver{Rule: map[string]Rule{"plain": SGD, "momentum": SGD, "nesterov": Nesterov,
				"adam": Adam}[c.Solver], Rate: c.Rate, Momentum: c.Momentum}
			if c.Kind == "regressor" { // scikit-learn's loss is averaged over the outputs, too, but its gradient is not
			} else if tr.Net.Loss = Binary; outs > 1 {
				tr.Net.Loss = Softmax
				tr.Y = Columns(outs, rows)
				for k, y := range c.Y {
					tr.Y[int(y[0])][k] = 1
				}
			}
			w, err := tr.Grow(context.Background(), tr.Start(), 1)
			if err != nil {
				t.Fatal(err)
			}
			for k, want := range joined(c.W1, c.B1) {
				if !(math.Abs(w.Theta[k]-want) <= 1e-10*max(1, math.Abs(want))) {
					t.Fatalf("parameter %d is %.15g, want %.15g", k, w.Theta[k], want)
				}
			}
		})
	}
}

// Minibatch steps make up epochs: after the same number of minibatches, the weights are the same to the bit.
func TestMinibatchSteps(t *testing.T) {
	for _, batch := range []int{1, 7, 50, 300} {
		tr, _ := made([]int{2, 5, 1}, Tanh, Binary, 100, 5)
		tr.Solver.Rule, tr.Batch, tr.Dropout = Adam, batch, []float64{0.3}
		tr.Solver.Schedule, tr.Solver.Span = Inverse, 3
		epochs, err := tr.Grow(context.Background(), tr.Start(), 3)
		if err != nil {
			t.Fatal(err)
		}
		one := *tr
		one.Single = true
		each := (100 + batch - 1) / batch
		w, err := one.Grow(context.Background(), one.Start(), each)
		if err != nil || w.Steps != each || w.Epochs != 1 || w.From != 0 {
			t.Fatalf("minibatches of %d: %d steps, %d epochs, %d rows of the next one: %v", batch, w.Steps, w.Epochs, w.From,
				err)
		}
		if w, _ = one.Grow(context.Background(), w, 2*each-1); each > 1 && (w.Epochs != 2 || w.From != (each-1)*batch) {
			t.Errorf("minibatches of %d: %d epochs and %d rows, a step before the end of the third", batch, w.Epochs, w.From)
		}
		if w, _ = one.Grow(context.Background(), w, 1); !slices.Equal(w.Theta, epochs.Theta) || w.Updates != epochs.Updates {
			t.Errorf("minibatches of %d: %d steps end elsewhere than 3 epochs", batch, w.Steps)
		}
	}
}

// Learning rates follow the schedules, and steps use them.
func TestSchedules(t *testing.T) {
	for _, c := range []struct {
		s    Schedule
		at   float64
		want float64
	}{{Constant, 70, 0.2}, {Inverse, 0, 0.2}, {Inverse, 10, 0.1}, {Inverse, 30, 0.05}, {Cosine, 0, 0.2}, {Cosine, 5, 0.1},
		{Cosine, 10, 0}, {Cosine, 25, 0}} {
		s := Solver{Rate: 0.2, Schedule: c.s, Span: 10}
		if got := s.RateAt(c.at); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("schedule %d after %g epochs: %g, want %g", c.s, c.at, got, c.want)
		}
	}
	tr, _ := made([]int{2, 3, 1}, Tanh, Squared, 40, 5)
	tr.Solver.Schedule, tr.Solver.Span = Cosine, 8
	w, _ := tr.Grow(context.Background(), tr.Start(), 5)
	next, _ := tr.Grow(context.Background(), w, 1)
	grad, rate := tr.Gradient(w.Theta), tr.Solver.Rate*(1+math.Cos(math.Pi*5/8))/2
	for k := range grad {
		if d := next.Theta[k] - w.Theta[k] + rate*grad[k]; math.Abs(d) > 1e-15 {
			t.Fatalf("the sixth step is off by %g", d)
		}
	}
	if over, _ := tr.Grow(context.Background(), next, 10); !slices.Equal(over.Theta, grown(t, tr, over, 5).Theta) {
		t.Error("it moves when the cosine has come to 0")
	}
}

func grown(t *testing.T, tr *Trainer, w Weights, n int) Weights {
	t.Helper()
	w, err := tr.Grow(context.Background(), w, n)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// A gradient longer than the limit is shortened and keeps its direction; a shorter one is unchanged.
func TestClipping(t *testing.T) {
	s := Solver{Clip: 2}
	long, short := []float64{3, -4}, []float64{1, -1}
	if !s.Clipped(long) || math.Abs(long[0]-1.2) > 1e-15 || math.Abs(long[1]+1.6) > 1e-15 {
		t.Errorf("(3, −4) has become %v", long)
	}
	if s.Clipped(short) || short[0] != 1 || short[1] != -1 {
		t.Errorf("(1, −1) has become %v", short)
	}
	if huge := []float64{3e200, 4e200}; !s.Clipped(huge) || math.Abs(huge[0]-1.2) > 1e-12 {
		t.Errorf("a gradient of 5e200 has become %v", huge)
	}
	if any := (&Solver{}); any.Clipped([]float64{1e9}) {
		t.Error("without a limit a gradient is shortened")
	}
	// A run that diverges without clipping does not diverge with it.
	tr, _ := made([]int{2, 4, 1}, ReLU, Squared, 50, 5)
	tr.Solver.Rate = 50
	if w := grown(t, tr, tr.Start(), 100); w.Lost == 0 {
		t.Fatal("it is not lost")
	}
	tr.Solver.Clip = 0.1
	before := tr.Start()
	for range 100 {
		w := grown(t, tr, before, 1)
		sum := 0.0
		for k, v := range w.Theta {
			sum += (v - before.Theta[k]) * (v - before.Theta[k])
		}
		if w.Lost > 0 || math.Sqrt(sum) > 50*0.1*(1+1e-12) {
			t.Fatalf("a step of %g, lost: %d", math.Sqrt(sum), w.Lost)
		}
		before = w
	}
}

// Training stops once the loss on the watched rows has not improved for the given number of epochs, with the best
// weights, and nothing changes afterwards.
func TestEarlyStopping(t *testing.T) {
	tr, _ := made([]int{2, 12, 1}, Tanh, Binary, 20, 5)
	other, _ := made([]int{2, 12, 1}, Tanh, Binary, 30, 8)
	tr.L2, tr.Solver.Rule, tr.Solver.Rate, tr.Patience = nil, Adam, 0.05, 15
	tr.Watched = &other.Data
	w := grown(t, tr, tr.Start(), 2000)
	if w.Stopped == 0 || w.Stopped != w.LeastAt+15 || w.Epochs != w.Stopped || !w.Over() {
		t.Fatalf("it stopped after epoch %d, and was best after %d; %d are made", w.Stopped, w.LeastAt, w.Epochs)
	}
	free := *tr
	free.Watched = nil
	best, at := math.Inf(1), 0
	f := free.Start()
	for k := range w.Stopped + 1 {
		if loss := tr.MeanLoss(f.Theta, other.Data); loss < best {
			best, at = loss, k
			if k == w.LeastAt && !slices.Equal(f.Theta, w.Theta) {
				t.Error("the weights are not those that were best")
			}
		}
		f = grown(t, &free, f, 1)
	}
	if at != w.LeastAt || best != w.Least {
		t.Errorf("the least loss is %g after epoch %d; it says %g after %d", best, at, w.Least, w.LeastAt)
	}
	same(t, w, grown(t, tr, w, 10))
	pieces := tr.Start()
	for range 500 {
		pieces = grown(t, tr, pieces, 4)
	}
	same(t, w, pieces)
	// Requiring an improvement of more than Tol stops no later.
	tr.Tol = 0.01
	if v := grown(t, tr, tr.Start(), 2000); v.Stopped == 0 || v.Stopped > w.Stopped || v.LeastAt > w.LeastAt {
		t.Errorf("with a tolerance it stopped after epoch %d, without after %d", v.Stopped, w.Stopped)
	}
}

// An L1 penalty makes some weights 0, more for larger penalties, and without it none are 0; with every solver.
func TestSizesHaveAPrice(t *testing.T) {
	for rule := range Adam + 1 {
		last := 0
		for _, l1 := range []float64{0, 0.02, 0.2} {
			tr, _ := made([]int{2, 8, 1}, Tanh, Binary, 60, 5)
			tr.L2, tr.L1 = nil, []float64{l1, 0}
			tr.Solver.Rule, tr.Solver.Rate = rule, 0.02
			w := grown(t, tr, tr.Start(), 800)
			zeros := 0
			first, _ := tr.Net.Part(w.Theta, 0)
			for _, v := range first {
				if v == 0 {
					zeros++
				}
			}
			rest, _ := tr.Net.Part(w.Theta, 1)
			if slices.Contains(rest, 0) {
				t.Errorf("rule %d: a weight is 0 in a layer without a price", rule)
			}
			if l1 == 0 && zeros > 0 || l1 > 0 && (zeros == 0 || zeros < last) {
				t.Errorf("rule %d, price %g: %d weights of 16 are 0, %d with the one before", rule, l1, zeros, last)
			}
			last = zeros
		}
		if last != 16 {
			t.Errorf("rule %d: with a price that is far too high %d weights of 16 are 0", rule, last)
		}
	}
}

// Dropout drops about the given share of units and scales up the others, and predictions are without dropout.
func TestDropout(t *testing.T) {
	tr, theta := made([]int{2, 40, 30, 1}, Tanh, Squared, 200, 5)
	pass := NewTile(&tr.Net, tr.Rows)
	pass.Load(tr.X, 0, tr.Rows)
	pass.Forward(theta)
	var plain [][]float64
	for _, a := range pass.Units(1) {
		plain = append(plain, slices.Clone(a))
	}
	pass.Drop([]float64{0.25, 0}, rand.New(rand.NewPCG(3, 4)))
	pass.Forward(theta)
	out, all := 0.0, 0.0
	for j, a := range pass.Units(1) {
		for k, v := range a {
			if all++; v == 0 {
				out++
			} else if math.Abs(v-plain[j][k]/0.75) > 1e-15 {
				t.Fatalf("unit %d gives %g, and %g without dropout", j, v, plain[j][k])
			}
		}
	}
	if out/all < 0.23 || out/all > 0.27 {
		t.Errorf("%g of the units are left out, want 0.25", out/all)
	}
	for _, a := range pass.Units(2) {
		if slices.Contains(a, 0) {
			t.Fatal("a unit of a layer without dropout is left out")
		}
	}
	pass.Drop(nil, nil)
	pass.Forward(theta)
	for j, a := range pass.Units(1) {
		if !slices.Equal(a, plain[j]) {
			t.Fatal("without dropout it answers otherwise than before")
		}
	}
}

// Initial weights have the declared distributions.
func TestInits(t *testing.T) {
	n := Net{Sizes: []int{2, 30, 20, 3}, Acts: Same(Tanh, 3), Loss: Softmax}
	for how, variance := range map[Init]func(in, out float64) float64{
		Glorot: func(in, out float64) float64 { return 2 / (in + out) },
		He:     func(in, _ float64) float64 { return 2 / in },
		LeCun:  func(in, _ float64) float64 { return 1 / in },
		Small:  func(_, _ float64) float64 { return 1e-4 },
		Large:  func(_, _ float64) float64 { return 9 },
		Zeros:  func(_, _ float64) float64 { return 0 },
	} {
		for l := range n.Layers() {
			square, count := 0.0, 0.0
			for seed := range uint64(100) {
				w, b := n.Part(n.Initial(seed, how), l)
				for _, v := range w {
					square += v * v
					count++
				}
				if slices.Max(b) != 0 || slices.Min(b) != 0 {
					t.Fatalf("%s: a bias is not 0", how)
				}
			}
			want := variance(float64(n.Sizes[l]), float64(n.Sizes[l+1]))
			if got := square / count; math.Abs(got-want) > 0.05*want {
				t.Errorf("%s, layer %d: variance %g, want %g", how, l, got, want)
			}
		}
	}
}

var update = flag.Bool("update", false, "write the weights after 1,000 steps anew")

// After 1,000 steps from a seed the weights equal the stored ones on every platform, also in WebAssembly.
func TestThousandSteps(t *testing.T) {
	const path = "testdata/thousand.json"
	want := map[string][]float64{}
	if b, err := os.ReadFile(path); err == nil {
		if err := json.Unmarshal(b, &want); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		rule  Rule
		act   Activation
		of    Loss
		batch int
	}{{SGD, Tanh, Binary, 60}, {Nesterov, ELU, Squared, 20}, {RMSProp, Logistic, Softmax, 60},
		{Adam, LeakyReLU, Hinge, 16}} {
		tr, _ := made([]int{2, 6, 4, map[Loss]int{Binary: 1, Squared: 1, Softmax: 3, Hinge: 3}[c.of]}, c.act, c.of, 60, 5)
		tr.Solver = Solver{Rule: c.rule, Rate: 0.01, Momentum: 0.8}
		// its steps do not shrink by themselves, so it would oscillate around the optimum and amplify the last bits
		if c.rule == RMSProp {
			tr.Solver.Schedule, tr.Solver.Span = Cosine, 1000
		}
		tr.Batch, tr.Single = c.batch, true
		w := grown(t, tr, tr.Start(), 1000)
		name := fmt.Sprint(c.rule, " ", c.act, " ", c.of)
		if *update {
			want[name] = w.Theta
		}
		if len(want[name]) != len(w.Theta) {
			t.Fatalf("%s: %d numbers are stored", name, len(want[name]))
		}
		for k, v := range w.Theta {
			tol := 1e-7
			if c.rule == RMSProp {
				tol = 1e-5 // it oscillates on its way
			}
			if !(math.Abs(v-want[name][k]) <= tol*max(1, math.Abs(v))) {
				t.Errorf("%s: parameter %d is %.12g, want %.12g", name, k, v, want[name][k])
				break
			}
		}
	}
	if *update {
		b, _ := json.Marshal(want)
		if err := os.WriteFile(path, b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
