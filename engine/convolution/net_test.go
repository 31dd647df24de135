package convolution

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"testing"

	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/network"
)

// digitsTrainer trains on the digits except every fourth row; the held-out rows are returned.
func digitsTrainer(t testing.TB, net shape) (tr *trainer, x []float64, class []int) {
	t.Helper()
	rows, _, err := dataset.Wide(&doc.Table{Name: "digits"}, dataset.Embedded)
	if err != nil {
		t.Fatal(err)
	}
	tr = &trainer{net: net, solver: network.Solver{Rule: network.Adam, Rate: 0.005}, batch: 32, seed: 1, l2: 1e-4}
	for i := range rows.N {
		var to *[]float64
		if i%4 == 0 {
			to, class = &x, append(class, rows.Class[i])
		} else {
			to, tr.class = &tr.x, append(tr.class, rows.Class[i])
		}
		for _, v := range rows.At(i) {
			*to = append(*to, v/16)
		}
	}
	tr.rows = len(tr.class)
	return tr, x, class
}

// The lessons' network classifies 95 % of the held-out digits correctly, soon and with any seed, and the same seed
// gives the same weights, however the epochs are divided into calls.
func TestDigits(t *testing.T) {
	tr, x, class := digitsTrainer(t, shape{w: 8, h: 8, filters: []int{8, 16}, kernel: 3, classes: 10})
	var before weights
	for seed := range uint64(2) {
		tr.seed = seed
		w, err := tr.begin(method.Unstopped, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if w, err = tr.grow(method.Unstopped, w, 8); err != nil {
			t.Fatal(err)
		}
		held := *tr
		held.x, held.class, held.rows = x, class, len(class)
		v := w
		if err := held.assess(method.Unstopped, newTile(&tr.net, len(class)), &assessing{}, &v); err != nil {
			t.Fatal(err)
		}
		if v.err > 0.05 {
			t.Errorf("seed %d: %.1f %% of the held-out digits are misread after %d epochs", seed, 100*v.err, w.epochs)
		}
		if seed > 0 && slices.Equal(w.theta, before.theta) {
			t.Error("another seed gives the same weights")
		}
		before = w
	}
	tr.rows, tr.dropout = 300, 0.3 // in several calls
	tr.class = tr.class[:300]
	whole := grown(t, tr, method.Unstopped, 3)
	again, _ := tr.begin(method.Unstopped, nil, nil)
	for range 3 {
		again = grownFrom(t, tr, method.Unstopped, again, 1)
	}
	start, _ := tr.begin(method.Unstopped, nil, nil)
	calls := 0
	for given := 0; ; given++ {
		w, err := tr.grow(job(func() error {
			if calls++; calls%2 == 0 {
				return errors.New("enough")
			}
			return nil
		}), start, 3)
		if err == nil {
			again2 := w
			if !slices.Equal(again2.theta, whole.theta) || again2.loss != whole.loss || given < 3 {
				t.Errorf("given up %d times it ends elsewhere", given)
			}
			break
		}
		if given > 1000 {
			t.Fatal("it does not go on")
		}
	}
	if !slices.Equal(again.theta, whole.theta) || again.Updates != whole.Updates || again.err != whole.err {
		t.Error("epoch by epoch it ends elsewhere")
	}
}

type job func() error

func (j job) Err() error { return j() }

func grown(t *testing.T, tr *trainer, j method.Job, n int) weights {
	w, err := tr.begin(j, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return grownFrom(t, tr, j, w, n)
}

func grownFrom(t *testing.T, tr *trainer, j method.Job, w weights, n int) weights {
	w, err := tr.grow(j, w, n)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// A step over all rows agrees with plain loops in numpy.
func TestStep(t *testing.T) {
	var file struct {
		Cases []struct {
			W, H, Kernel, Hidden, Classes int
			Filters, Y                    []int
			Activation                    string
			Mean                          bool
			Alpha, Loss, Penalty          float64
			X, Theta                      []float64
			SGD                           []float64 `json:"sgd"`
			Adam                          []float64 `json:"adam"`
		}
	}
	text, err := os.ReadFile("testdata/step.json")
	if err == nil {
		err = json.Unmarshal(text, &file)
	}
	if err != nil || len(file.Cases) != 4 {
		t.Fatal(err, len(file.Cases))
	}
	for i, c := range file.Cases {
		n := len(c.Y)
		net := shape{w: c.W, h: c.H, filters: c.Filters, kernel: c.Kernel, hidden: c.Hidden, classes: c.Classes,
			tanh: c.Activation == tanh, mean: c.Mean}
		for _, adam := range []bool{false, true} {
			tr := &trainer{net: net, x: c.X, class: c.Y, rows: n, l2: c.Alpha / float64(n), solver: network.Solver{Rate: 0.1},
				batch: n, seed: 9}
			want := c.SGD
			if adam {
				tr.solver, want = network.Solver{Rule: network.Adam, Rate: 0.01}, c.Adam
			}
			w, err := tr.begin(method.Unstopped, slices.Clone(c.Theta), nil)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(w.loss-c.Loss) > 1e-12 || math.Abs(w.penalty-c.Penalty) > 1e-12 {
				t.Errorf("case %d: loss %v, penalty %v; want %v, %v", i, w.loss, w.penalty, c.Loss, c.Penalty)
			}
			w = grownFrom(t, tr, method.Unstopped, w, 1)
			for k, x := range want {
				if math.Abs(w.theta[k]-x) > 1e-10 {
					t.Fatalf("case %d, adam %v: parameter %d is %v, want %v", i, adam, k, w.theta[k], x)
				}
			}
		}
	}
}

// The picture that maximizes a filter's activation has a larger one than the mean of the rows, and the gradient agrees
// with finite differences.
func TestExciting(t *testing.T) {
	tr, _, _ := digitsTrainer(t, shape{w: 8, h: 8, filters: []int{3, 4}, kernel: 3, classes: 10})
	tr.rows, tr.class = 200, tr.class[:200]
	w := grown(t, tr, method.Unstopped, 2)
	r := &run{trainer: tr}
	x := slices.Clone(tr.x[64*7 : 64*8])
	for j := range x {
		x[j] = 0.1 + 0.7*x[j] + 0.01*float64(j%7)
	}
	for f := range tr.net.all() {
		l, o := tr.net.layerOf(f)
		pass := newTile(&tr.net, 1)
		at := func(x []float64) (float64, []float64) {
			pass.load(x, []int{0})
			sum, d := pass.rise(w.theta, l, o)
			return sum, slices.Clone(d)
		}
		_, grad := at(x)
		for j := range x {
			const h = 1e-6
			y := slices.Clone(x)
			y[j] += h
			up, _ := at(y)
			y[j] -= 2 * h
			down, _ := at(y)
			if want := (up - down) / (2 * h); math.Abs(grad[j]-want) > 1e-6*(1+math.Abs(want)) {
				t.Errorf("filter %d: pixel %d: %g, by differences %g", f, j, grad[j], want)
			}
		}
		picture, sum := r.exciting(w.theta, l, o)
		if start, _ := at(mean(tr)); !(sum > start) {
			t.Errorf("filter %d: uphill from %g to %g", f, start, sum)
		}
		if slices.Min(picture) < 0 || slices.Max(picture) > 1 {
			t.Errorf("filter %d: pixels from %g to %g", f, slices.Min(picture), slices.Max(picture))
		}
	}
}

func mean(tr *trainer) []float64 {
	x := make([]float64, 64)
	for i, v := range tr.x[:64*tr.rows] {
		x[i%64] += v / float64(tr.rows)
	}
	return x
}

// The gradient of every type of layer agrees with finite differences.
func TestGradients(t *testing.T) {
	for _, net := range []shape{
		{w: 8, h: 8, filters: []int{3, 5}, kernel: 3, classes: 3},
		{w: 8, h: 8, filters: []int{3, 5}, kernel: 3, classes: 3, tanh: true},
		{w: 7, h: 9, filters: []int{5, 2}, kernel: 5, classes: 3, hidden: 6, mean: true},
		{w: 6, h: 5, filters: []int{4}, kernel: 5, classes: 2, hidden: 3, tanh: true, mean: true},
		{w: 4, h: 4, filters: []int{2}, kernel: 3, classes: 10, tanh: true},
	} {
		r := rand.New(rand.NewPCG(3, uint64(net.w)))
		n := 5
		x, class, rows := make([]float64, n*net.w*net.h), make([]int, n), make([]int, n)
		for i := range x {
			x[i] = r.Float64()
		}
		for i := range class {
			class[i], rows[i] = r.IntN(net.classes), i
		}
		theta := net.initial(4)
		for k := range theta {
			theta[k] += 0.2 * (r.Float64() - 0.5)
		}
		for _, dropout := range []float64{0, 0.4} {
			tile := newTile(&net, 99)
			value := func(theta []float64) float64 {
				var drop func([]float64)
				if dropout > 0 {
					rng := rand.New(rand.NewPCG(5, 5))
					drop = func(keep []float64) {
						for k := range keep {
							keep[k] = 0
							if rng.Float64() > dropout {
								keep[k] = 1 / (1 - dropout)
							}
						}
					}
				}
				tile.load(x, rows)
				tile.forward(theta, drop)
				return tile.value(class, rows)
			}
			grad := make([]float64, len(theta))
			value(theta)
			tile.backward(theta, grad, class, rows, 1)
			const h = 1e-5
			for k := range theta {
				was := theta[k]
				theta[k] = was + h
				up := value(theta)
				theta[k] = was - h
				down := value(theta)
				theta[k] = was
				if want := (up - down) / (2 * h); math.Abs(grad[k]-want) > 1e-6*(1+math.Abs(want)) {
					t.Errorf("%+v: parameter %d: %g, by differences %g", net, k, grad[k], want)
				}
			}
		}
	}
}

// The largest network calls Err as often, relative to its work, as a small one, so that it can be stopped within some
// milliseconds.
func TestAsksWithinItsWork(t *testing.T) {
	for _, net := range []shape{{w: 8, h: 8, filters: []int{8, 16}, kernel: 3, classes: 10},
		{w: 8, h: 8, filters: []int{32, 32}, kernel: 5, hidden: 64, classes: 10}} {
		tr, _, _ := digitsTrainer(t, net)
		tr.rows = 128
		asked := 0
		count := job(func() error { asked++; return nil })
		w := grown(t, tr, job(func() error { return nil }), 0)
		grownFrom(t, tr, count, w, 1)
		if work := 4 * tr.rows * net.costs(); asked*(asking+mostAtOnce) < work {
			t.Errorf("%v: asked %d times within %d products", net.filters, asked, work)
		}
	}
}

// A network that reuses the filter outputs of the previous network starts the same, to the bit, whatever else has
// changed, and also if they do not apply.
func TestStartTakenOver(t *testing.T) {
	net := shape{w: 8, h: 8, filters: []int{3, 5}, kernel: 3, classes: 10}
	small := func(change func(*trainer)) *trainer {
		tr, _, _ := digitsTrainer(t, net)
		tr.rows, tr.x, tr.class = 200, tr.x[:200*64], tr.class[:200]
		change(tr)
		return tr
	}
	before := small(func(*trainer) {})
	if _, err := before.begin(method.Unstopped, nil, nil); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		taken  bool
		change func(*trainer)
	}{
		{"penalty", true, func(tr *trainer) { tr.l2 = 0.3 }},
		{"batch and dropout", true, func(tr *trainer) { tr.batch, tr.dropout = 7, 0.5 }},
		{"hidden layer", true, func(tr *trainer) { tr.net.hidden = 9 }},
		{"classes", true, func(tr *trainer) { tr.class = slices.Clone(tr.class); tr.class[0] = 9 - tr.class[0] }},
		{"seed", false, func(tr *trainer) { tr.seed++ }},
		{"filters", false, func(tr *trainer) { tr.net.filters = []int{3, 4} }},
		{"window", false, func(tr *trainer) { tr.net.kernel = 5 }},
		{"bend", false, func(tr *trainer) { tr.net.tanh = true }},
		{"pooling", false, func(tr *trainer) { tr.net.mean = true }},
		{"a pixel", false, func(tr *trainer) { tr.x = slices.Clone(tr.x); tr.x[1234] += 0.5 }},
		{"fewer rows", false, func(tr *trainer) { tr.rows, tr.x, tr.class = 199, tr.x[:199*64], tr.class[:199] }},
	} {
		tr := small(c.change)
		w, err := tr.begin(method.Unstopped, nil, before)
		if err != nil {
			t.Fatal(err)
		}
		alone, _ := small(c.change).begin(method.Unstopped, nil, nil)
		if !reflect.DeepEqual(w, alone) {
			t.Errorf("%s: it starts elsewhere: loss %v, not %v", c.name, w.loss, alone.loss)
		}
		if taken := tr.start == before.start; taken != c.taken {
			t.Errorf("%s: taken over: %v", c.name, taken)
		}
	}
}
