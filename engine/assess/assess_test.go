package assess

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// The parts are those of scikit-learn's KFold without shuffling.
func TestFolds(t *testing.T) {
	b, err := os.ReadFile("testdata/assess.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name, Method string
		Params       struct{ N, K int }
		Expected     struct{ Folds [][]int }
	}
	if err := json.Unmarshal(b, &cases); err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, c := range cases {
		if c.Method != "kfold_indices" {
			continue
		}
		seen++
		if got := method.Folds(c.Params.N, c.Params.K); !slices.EqualFunc(got, c.Expected.Folds, slices.Equal) {
			t.Errorf("%s: %v, want %v", c.Name, got, c.Expected.Folds)
		}
	}
	if seen < 3 {
		t.Fatalf("%d cases", seen)
	}
}

// Each row is in exactly one part; the sizes of the parts, and the numbers of rows of each class in them, differ by at
// most one.
func TestRandomFolds(t *testing.T) {
	class := make([]int, 47)
	for i := range class {
		class[i] = min(i%5, 2)
	}
	for seed := range uint64(5) {
		stratified := method.StratifiedFolds(class, 4, seed)
		for _, folds := range [][][]int{method.ShuffledFolds(len(class), 4, seed), stratified} {
			var all []int
			for _, f := range folds {
				if n := len(f); n < 11 || n > 12 || !slices.IsSorted(f) {
					t.Errorf("a part of %d rows: %v", n, f)
				}
				all = append(all, f...)
			}
			slices.Sort(all)
			for i := range class {
				if all[i] != i {
					t.Fatalf("row %d is missing, or there twice", i)
				}
			}
		}
		for c := range 3 {
			least, most := len(class), 0
			for _, f := range stratified {
				n := 0
				for _, i := range f {
					if class[i] == c {
						n++
					}
				}
				least, most = min(least, n), max(most, n)
			}
			if most-least > 1 {
				t.Errorf("class %d has %d to %d rows in a part", c, least, most)
			}
		}
		if seed > 0 && slices.EqualFunc(stratified, method.StratifiedFolds(class, 4, seed-1), slices.Equal) {
			t.Error("another seed makes the same parts")
		}
	}
}

func TestSamples(t *testing.T) {
	drawn, left := Bootstrap(50, 3, 0)
	if len(drawn) != 50 || len(left) < 10 || len(left) > 26 {
		t.Errorf("%d drawn, %d left", len(drawn), len(left))
	}
	for _, i := range left {
		if slices.Contains(drawn, i) {
			t.Errorf("row %d is drawn and left", i)
		}
	}
	if again, _ := Bootstrap(50, 3, 1); slices.Equal(again, drawn) {
		t.Error("another draw is the same")
	}
	small, large := Subset(30, 5, 2, 0), Subset(30, 12, 2, 0)
	for _, i := range small {
		if !slices.Contains(large, i) {
			t.Errorf("row %d of the small subset is not in the large one", i)
		}
	}
}

func TestSummary(t *testing.T) {
	s := Summarize([]float64{1, math.NaN(), 3, 5, None})
	if s.N != 3 || s.Mean != 3 || math.Abs(s.SD-math.Sqrt(8.0/3)) > 1e-15 || math.Abs(s.SE-2/math.Sqrt(3)) > 1e-15 {
		t.Errorf("%+v", s)
	}
	if s = Summarize([]float64{4}); s != (Summary{N: 1, Mean: 4}) {
		t.Errorf("%+v", s)
	}
	if s = Summarize(nil); s.Mean != None || s.SE != None {
		t.Errorf("%+v", s)
	}
	if q := Quantile(0.25, []float64{4, 1, 2, 3, 5}); q != 2 {
		t.Errorf("quantile %v", q)
	}
	x := []float64{1, 2, 4, 8}
	y := []float64{3, 3 / math.Sqrt2, 1.5, 1.5 / math.Sqrt2}
	if slope, left, ok := Slope(x, y); !ok || left != 0 || math.Abs(slope+0.5) > 1e-12 {
		t.Errorf("slope %v %v", slope, ok)
	}
	if _, left, ok := Slope(x, []float64{0, 0, 0, 2}); ok || left != 3 {
		t.Error("a slope of one place")
	}
	if slope, left, ok := Slope(x, []float64{4, 0, 1, None}); !ok || left != 1 || math.Abs(slope+1) > 1e-12 {
		t.Errorf("slope %v, left out %d", slope, left)
	}
}

// The one-standard-error rule works towards either end, namely the one where the training error is larger.
func TestChoice(t *testing.T) {
	errors, se := []float64{0.5, 0.24, 0.2, 0.21, 0.23, None, 0.4}, []float64{0, 0.1, 0.05, 0.1, 0.1, None, 0.1}
	if b := Least(errors); b != 2 {
		t.Errorf("least %d", b)
	}
	if left, right := Simplest(errors, se, -1), Simplest(errors, se, 1); left != 1 || right != 4 {
		t.Errorf("simplest %d and %d", left, right)
	}
	c := &Curve{Over: &Axis{At: []float64{1, 2, 3, 4, 5, 6, 7}}, Lines: []Line{
		{Name: Training, Mean: []float64{0.4, 0.3, 0.2, 0.1, 0.1, 0, 0}}, {Name: CrossValidated, Mean: errors, SE: se}}}
	if c.Choose(CrossValidated); c.Best != 2 || c.Choice != 1 {
		t.Errorf("%d and %d", c.Best, c.Choice)
	}
	slices.Reverse(c.Lines[0].Mean)
	if c.Choose(CrossValidated); c.Choice != 4 {
		t.Errorf("towards the other end %d", c.Choice)
	}
	// Training errors that differ by less than a standard error don't show which end is the simpler one.
	c.Line(Training).Mean = []float64{0.1, 0.1, 0.1, 0.1, 0.1 + se[2]/2}
	if c.Choose(CrossValidated); c.Best != 2 || c.Choice != -1 {
		t.Errorf("without a simpler end the choice is %d", c.Choice)
	}
	if c.Choose(Validation); c.By != "" || c.Best != -1 {
		t.Errorf("chosen by what there is not: %+v", c)
	}
}

func TestRules(t *testing.T) {
	for text, want := range map[string]float64{"n^(2/3)/2": 50, "1/sqrt(n)": 1 / math.Sqrt(1000),
		"n^-0.5": 1 / math.Sqrt(1000),
		"2^3^2":  512, "-n+2*n": 1000, " log10( n ) - 1 ": 2, "round(n/3)*2-ceil(0.2)": 665, "10-3-2": 5, "n/10/2": 50,
		"--1": 1, "-2^2": -4, "exp(log(n))": 1000, "floor(log2(n))": 9} {
		r, err := ParseRule("f", text)
		if err != nil || math.Abs(r.At(1000)-want) > 1e-9*math.Abs(want) {
			t.Errorf("%q: %v %v, want %v", text, r, err, want)
		}
	}
	for text, want := range map[string]string{"": "a number, n, a function or ( at column 1; got the end",
		"n+": "column 3",
		"(n": "an operator or ) at column 3", "n n": "an operator or the end at column 3; got \"n\"", "sin(n)": "column 1",
		"sqrt n": "( after sqrt", "1.2.3": "column 1", "k": "column 1", "n^^2": "column 3",
		strings.Repeat("(", 30) + "n": "nested parentheses", strings.Repeat("n^", 30) + "n": "nested powers"} {
		if _, err := ParseRule("study.rules.k", text); err == nil || !strings.Contains(err.Error(), want) ||
			!strings.HasPrefix(err.Error(), "study.rules.k") {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestSpaced(t *testing.T) {
	if got := Spaced(1, 100, 5, true, true); !slices.Equal(got, []float64{1, 3, 10, 32, 100}) {
		t.Errorf("%v", got)
	}
	if got := Spaced(1, 3, 9, true, true); !slices.Equal(got, []float64{1, 2, 3}) {
		t.Errorf("whole and none twice: %v", got)
	}
	if got := Spaced(0, 1, 4, false, false); !slices.Equal(got, []float64{0, 0.333, 0.667, 1}) {
		t.Errorf("in few digits: %v", got)
	}
	if got := Spaced(0.01, 1000, 3, true, false); !slices.Equal(got, []float64{0.01, 3.16, 1000}) {
		t.Errorf("%v", got)
	}
}

// A chart has the errors at their positions, its keys lead back to the values, and its alternative text describes it.
func TestChart(t *testing.T) {
	c := &Curve{Over: &Axis{Name: "C", Label: "C", At: []float64{0.1, 1, 10}, Log: true}, Measure: "error", Noun: "error",
		Share: true,
		Bayes: 0.05, Lines: []Line{{Name: Training, Mean: []float64{0.3, 0.1, 0}},
			{Name: CrossValidated, Mean: []float64{0.3, 0.12, 0.2}, SE: []float64{0.02, 0.02, 0.02}}}}
	c.Choose(CrossValidated)
	panel := c.Panel(1, math.NaN())
	p, err := panel.Draw(method.Unstopped, 300, 200)
	if err != nil || !panel.XLog || panel.YLabel != "error" {
		t.Fatal(err, panel.PanelInfo)
	}
	for _, want := range []string{"Training error: falls from 0.3 at 0.1 to 0 at 10", "Cross-validated error: ",
		"least 0.12 at 1"} {
		if !strings.Contains(p.Alt, want) {
			t.Errorf("alt %q lacks %q", p.Alt, want)
		}
	}
	if !strings.Contains(panel.Help, "Click to use a value") {
		t.Errorf("%q", panel.Help)
	}
	over := *c.Over
	over.Name = doc.SampleSize
	if help := (&Curve{Over: &over, Noun: "error", Lines: c.Lines}).Panel(1, 1).Help; strings.Contains(help, "click") {
		t.Errorf("over n a click takes nothing: %q", help)
	}
	answer, lines := c.Tell(1)
	if all := strings.Join(lines, "; "); answer != "C = 1" ||
		all != "Training error 10 %; Cross-validated error 12 % ± 2 %; Smallest cross-validated error" {
		t.Errorf("%q %q", answer, all)
	}
	if i, ok := c.Keyed(keys.Key(2)); !ok || i != 2 {
		t.Error("a key does not lead back")
	}
	if _, ok := c.Keyed(keys.Key(3)); ok {
		t.Error("a key of no value")
	}
	c.And = &Axis{Name: "gamma", Label: "γ", At: []float64{1, 2}}
	c.Lines = []Line{{Name: Validation, Mean: []float64{0.5, 0.4, 0.3, 0.2, 0.1, None}}}
	if c.Choose(Validation); c.Best != 4 {
		t.Errorf("best of a map %d", c.Best)
	}
	if p, err = c.Panel(1, 2).Draw(method.Unstopped, 300, 200); err != nil ||
		!strings.Contains(p.Alt, "minimum is at 1 and 2") || !strings.Contains(p.Alt, "from 10 % to 50 %") {
		t.Errorf("%v %q", err, p.Alt)
	}
	if at, ok := c.Keyed(keys.Key(1, 1)); !ok || at != 4 {
		t.Error("a key of a pair does not lead back")
	}
	if _, ok := c.Keyed(keys.Key(1, 2)); ok {
		t.Error("a key of no pair")
	}
	if _, lines := c.Tell(5); lines[0] != "Validation error: none, since all fits failed" {
		t.Errorf("%q", lines)
	}
}

// A map is computed from coarse to fine: each pair once, the corners and every eighth pair first. A pair that is not
// computed yet has the color of one that is.
func TestOrder(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {2, 1}, {15, 1}, {10, 10}, {3, 17}, {100, 7}} {
		w, h := size[0], size[1]
		order := Order(w, h)
		all := slices.Clone(order)
		slices.Sort(all)
		for i := range w * h {
			if all[i] != i {
				t.Fatalf("%d x %d: %d is missing, or there twice", w, h, i)
			}
		}
		for _, at := range order[:min(4, (w+7)/8*((h+7)/8))] {
			if i, j := at%w, at/w; i%8 != 0 && i != w-1 || j%8 != 0 && j != h-1 {
				t.Errorf("%d x %d: %d, %d is among the first", w, h, i, j)
			}
		}
	}
	if got, want := Order(15, 1), []int{0, 8, 14, 4, 12, 2, 6, 10, 1, 3, 5, 7, 9, 11, 13}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}

	c := &Curve{Over: &Axis{At: make([]float64, 10)}, And: &Axis{At: make([]float64, 10)}}
	for missing := range 100 {
		c.Missing = missing
		worked := c.worked()
		for at, from := range c.sources() {
			if !slices.Contains(worked, from) || slices.Contains(worked, at) && from != at || from%10 > at%10 ||
				from/10 > at/10 {
				t.Fatalf("with %d missing %d has the colour of %d", missing, at, from)
			}
		}
	}
}

// During a study its chart shows the known values, marks no choice, and says what is missing.
func TestChartSoFar(t *testing.T) {
	line := Line{Name: CrossValidated, Mean: []float64{0.3, None, 0.2, None, 0.4}, SE: []float64{.1, None, .1, None, .1}}
	c := &Curve{Over: &Axis{Name: "k", Label: "k", At: []float64{1, 2, 3, 4, 5}}, Noun: "error", Measure: "error",
		Lines: []Line{{Name: Training, Mean: []float64{0, None, .1, None, .2}}, line}, Bayes: None, Missing: 3}
	c.Lines[1].Mean[2] = None // the order is 0, 4, 2
	if c.Choose(CrossValidated); c.Best != 0 || c.Choice != -1 {
		t.Errorf("the least is %d, the choice %d", c.Best, c.Choice)
	}
	panel := c.Panel(math.NaN(), math.NaN())
	p, err := panel.Draw(t.Context(), 300, 200)
	if err != nil || !strings.Contains(p.Alt, "so far") || len(p.Hits) != 2 {
		t.Fatalf("%v %q", err, p.Alt)
	}
	if p.Hits[0].Key != keys.Key(0) || p.Hits[1].Key != keys.Key(4) {
		t.Errorf("hit areas %v", p.Hits)
	}
}

// Random values follow from the seed, lie between the ends, uniformly or log-uniformly, and occur once.
func TestRandom(t *testing.T) {
	draw := func(seed uint64) (a, b, k *Axis) {
		a, b, k = &Axis{At: []float64{0.01, 1, 100}, Log: true}, &Axis{At: []float64{-2, 2}}, &Axis{At: []float64{1, 9},
			Whole: true}
		Random(seed, 500, a, b)
		Random(seed, 500, k)
		return a, b, k
	}
	a, b, k := draw(3)
	if n := len(a.At); n < 480 || n != len(b.At) {
		t.Fatalf("%d and %d values", n, len(b.At))
	}
	low, left := 0, 0
	for i, x := range a.At {
		if x < 0.01 || x > 100 || b.At[i] < -2 || b.At[i] > 2 {
			t.Errorf("%v, %v are outside", x, b.At[i])
		}
		if x < 1 {
			low++
		}
		if b.At[i] < 0 {
			left++
		}
	}
	for _, n := range []int{low, left} { // four standard deviations
		if half := len(a.At) / 2; n < half-45 || n > half+45 {
			t.Errorf("%d of %d are in the lower half", n, len(a.At))
		}
	}
	if !slices.Equal(k.At, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}) {
		t.Errorf("whole values %v", k.At)
	}
	same, _, _ := draw(3)
	other, _, _ := draw(4)
	if !slices.Equal(same.At, a.At) || slices.Equal(other.At, a.At) {
		t.Error("values do not follow from the seed alone")
	}
	if first := a.At[0]; first != 0.432 {
		t.Errorf("on every platform the first one is %v", first)
	}
}

// A map of randomly drawn pairs has a dot for each, with its error and its key.
func TestScatter(t *testing.T) {
	c := &Curve{Over: &Axis{Name: "C", Label: "C", At: []float64{1, 100, 10}, Log: true}, And: &Axis{Name: "g", Label: "g",
		At: []float64{3, 1, 2}}, Random: true, Noun: "error", Share: true, Bayes: None, Choice: -1,
		Lines: []Line{{Name: Validation, Mean: []float64{0.3, 0.1, None}}}}
	if c.Choose(Validation); c.Best != 1 {
		t.Fatalf("best %d", c.Best)
	}
	p, err := c.Panel(1, 2).Draw(t.Context(), 300, 200)
	if err != nil || !strings.Contains(p.Alt, "3 pairs of C and g") ||
		!strings.Contains(p.Alt, "minimum is at C = 100, g = 1") {
		t.Errorf("%v %q", err, p.Alt)
	}
	var dots *picture.Marks
	for _, l := range p.Layers {
		if m, ok := l.(*picture.Marks); ok && m.Keys != nil {
			dots = m
		}
	}
	if dots == nil || !slices.Equal(dots.XY, []float64{0, 3, 2, 1, 1, 2}) || dots.Value[1] != 0.1 ||
		dots.Value[2] == dots.Value[2] || dots.Lo != 0.1 || dots.Hi != 0.3 {
		t.Fatalf("%+v", dots)
	}
	if looks := picture.KeysOf(dots)[0].Looks; len(looks) != 1 || looks[0].Kind != picture.LookRamp {
		t.Errorf("the legend does not say what the colours are: %+v", looks)
	}
	for at, key := range dots.Keys {
		if got, ok := c.Keyed(key); !ok || got != at {
			t.Errorf("key %s leads to %d", key, got)
		}
	}
	if answer, lines := c.Tell(1); answer != "C = 100, g = 1" || lines[0] != "Validation error 10 %" {
		t.Errorf("%q %q", answer, lines)
	}
}

// For fits of one setting the chart shows the error that most of them have: not that of the single fit to all points.
func TestLawIsOfMostFits(t *testing.T) {
	c := &Curve{Noun: "error", Measure: "error", Share: true, Bayes: None, Best: -1, Choice: -1, Fits: 4, Lines: []Line{
		{Name: Training, Mean: []float64{0}, Each: []Values{{0, 0, 0, 0}}},
		{Name: CrossValidated, Mean: []float64{0.2}, Each: []Values{{0.1, 0.2, 0.3}}},
		{Name: Fresh, Mean: []float64{0.2}, Each: []Values{{0.25}}}}}
	p, err := c.Panel(0, 0).Draw(t.Context(), 300, 200)
	if err != nil || !strings.Contains(p.Alt, "cross-validated error of 3 fits") {
		t.Errorf("%v %q", err, p.Alt)
	}
}

// Errors are encoded in JSON, missing ones as null.
func TestValuesAsJSON(t *testing.T) {
	l := Line{Name: Training, Mean: Values{0.25, None, math.NaN(), 1e-20}, Each: []Values{{1, 2}, nil}}
	b, err := json.Marshal(l)
	if want := `{"name":"training","mean":[0.25,null,null,1e-20],"each":[[1,2],[]]}`; err != nil || string(b) != want {
		t.Fatalf("%s %v, want %s", b, err, want)
	}
	var back Line
	if err := json.Unmarshal(b, &back); err != nil || !slices.Equal(back.Mean, Values{0.25, None, None, 1e-20}) ||
		!slices.Equal(back.Each[0], l.Each[0]) || len(back.Each[1]) != 0 {
		t.Errorf("%+v %v", back, err)
	}
}

// A title contains a label without its capital, unless that is a name; the Bayes error over the dimension is a curve.
func TestTitlesAndFloor(t *testing.T) {
	for label, want := range map[string]string{"Degree": "Error against degree", "C": "Error against C",
		"L1 penalty λ": "Error against L1 penalty λ", "γ": "Error against γ"} {
		c := &Curve{Over: &Axis{Name: "p", Label: label, At: []float64{1, 2}}, Noun: "error"}
		if got := c.Panel(1, 1).Title; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	c := &Curve{Over: &Axis{Name: doc.Dimension, Label: "dimension d", At: []float64{2, 5}, Whole: true}, Noun: "error",
		Share: true, Bayes: 0.1, Floor: Values{0.1, 0.3}, Best: -1, Choice: -1,
		Lines: []Line{{Name: Fresh, Mean: Values{0.2, 0.4}}}}
	p, err := c.Panel(2, math.NaN()).Draw(t.Context(), 300, 200)
	if err != nil || !strings.Contains(p.Alt, "the smallest possible: rises from 0.1 at 2 to 0.3 at 5") {
		t.Errorf("%v %q", err, p.Alt)
	}
}
