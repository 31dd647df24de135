package ranking

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// drawn returns random entries of n voters for m items, with ties and missing values.
func drawn(r *rand.Rand, n, m int) []float64 {
	entry := make([]float64, n*m)
	for k := range entry {
		entry[k] = float64(1 + r.IntN(m))
		if r.IntN(6) == 0 {
			entry[k] = math.NaN()
		}
	}
	return entry
}

// orders returns all orders of m items, in lexicographic order of columns.
func orders(m int) (list [][]int) {
	var grow func(begun []int)
	grow = func(begun []int) {
		if len(begun) == m {
			list = append(list, slices.Clone(begun))
			return
		}
		for i := range m {
			if !slices.Contains(begun, i) {
				grow(append(slices.Clone(begun), i))
			}
		}
	}
	grow(nil)
	return list
}

// apart computes the Kendall distance of a voter and an order by its definition, pair by pair.
func apart(row []float64, order []int) (d float64) {
	for i := range row {
		for j := range i {
			first := slices.Index(order, i) < slices.Index(order, j)
			switch {
			case math.IsNaN(row[i]) || math.IsNaN(row[j]):
			case row[i] == row[j]:
				d += 0.5
			case row[i] < row[j] != first:
				d++
			}
		}
	}
	return d
}

func TestKemenyIsTheLeastOfAllOrders(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	several := 0
	for trial := range 120 {
		m, n := 2+trial%5, 1+r.IntN(9)
		entry := drawn(r, n, m)
		u := newVotes(entry, n, m)
		least, want, ways := math.Inf(1), []int(nil), 0
		for _, o := range orders(m) {
			sum := 0.0
			for v := range n {
				sum += apart(entry[v*m:(v+1)*m], o)
			}
			if got := u.total(o); got != sum {
				t.Fatalf("%v: the distances of %v add up to %v, want %v", entry, o, got, sum)
			}
			if sum < least {
				least, want, ways = sum, o, 0
			}
			if sum == least {
				ways++
			}
		}
		if ways > 1 {
			several++
		}
		if got, optimal := u.kemeny(); !slices.Equal(got, want) || optimal != ways {
			t.Fatalf("%v of %d voters: %v, one of %d, want %v, one of %d", entry, n, got, optimal, want, ways)
		}
		order := orders(m)[r.IntN(len(orders(m)))]
		for v := range n {
			if got, want := u.distance(v, order), apart(entry[v*m:(v+1)*m], order); got != want {
				t.Fatalf("voter %v is %v from %v, want %v", entry[v*m:(v+1)*m], got, order, want)
			}
		}
	}
	if several < 10 {
		t.Errorf("of %d trials only have several best orders", several)
	}
}

// Three voters, counted by hand. The first one ranks all four items, the second one ties two of them, the third one
// ranks only two.
func TestByHand(t *testing.T) {
	gap := math.NaN()
	u := newVotes([]float64{
		1, 2, 3, 4,
		2, 1, 2, 4,
		gap, 2, gap, 1,
	}, 3, 4)
	for _, c := range []struct {
		name      string
		got, want []float64
	}{
		// Voter 1 gives 3, 2, 1, 0; voter 2 1.5, 3, 1.5, 0; voter 3 compares only b and d: 1.5 for a and for c, 1 for
		// b, 2 for d.
		{"Borda counts", u.borda(), []float64{6, 6, 4, 2}},
		// a, b: one each. a above c: 1 of 1. a, b, c above d: 2 of 2, 2 of 3, 2 of 2. b above c: 2 of 2.
		{"Copeland's", u.copeland(), []float64{2.5, 2.5, 1, 0}},
		// b: ranks 1, 2, 2, over 3 voters; d: 4, 4, 1; a: 1, 2.5; c: 3, 2.5.
		{"mean places", u.meanPlaces(), []float64{1.75, 5.0 / 3, 2.75, 3}},
		{"places of voter 2", u.places(1), []float64{2.5, 1, 2.5, 4}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%s are %v, want %v", c.name, c.got, c.want)
		}
	}
	if got := best(u.borda()); !slices.Equal(got, []int{0, 1, 2, 3}) {
		t.Errorf("equal scores are ordered %v", got)
	}
	order := []int{1, 0, 2, 3}
	for v, want := range []float64{1, 0.5, 1} {
		if got := u.distance(v, order); got != want {
			t.Errorf("voter %d is %v from b > a > c > d, want %v", v+1, got, want)
		}
	}
	// Of six pairs voter 1 agrees in five and not in one; voter 2 agrees in five and ties one; voter 3 orders one, in
	// reverse.
	for v, want := range []float64{4.0 / 6, 5 / math.Sqrt(30), -1} {
		if got := u.tau(v, order); math.Abs(got-want) > 1e-15 {
			t.Errorf("τ of voter %d is %v, want %v", v+1, got, want)
		}
	}
}

func TestCondorcet(t *testing.T) {
	for _, c := range []struct {
		name   string
		entry  []float64
		m      int
		winner int
		cycle  []int
	}{
		{"one voter", []float64{3, 1, 2}, 3, 1, nil},
		{"three in a circle", []float64{1, 2, 3, 3, 1, 2, 2, 3, 1}, 3, -1, []int{0, 1, 2}},
		{"the other way round", []float64{3, 2, 1, 1, 3, 2, 2, 1, 3}, 3, -1, []int{0, 2, 1}},
		{"a circle under a winner", []float64{1, 2, 3, 4, 1, 4, 2, 3, 1, 3, 4, 2}, 4, 0, []int{1, 2, 3}},
		{"two in one place", []float64{1, 1, 2}, 3, -1, nil},
		// a > b > c > d > a, each by one voter; no voter compares the other pairs
		{"four in a circle", []float64{1, 2, 0, 0, 0, 1, 2, 0, 0, 0, 1, 2, 2, 0, 0, 1}, 4, -1, []int{0, 1, 2, 3}},
	} {
		for k, x := range c.entry {
			if x == 0 {
				c.entry[k] = math.NaN()
			}
		}
		u := newVotes(c.entry, len(c.entry)/c.m, c.m)
		if got := u.condorcet(); got != c.winner {
			t.Errorf("%s: the winner is %d, want %d", c.name, got, c.winner)
		}
		if got := u.cycle(); !slices.Equal(got, c.cycle) {
			t.Errorf("%s: the cycle is %v, want %v", c.name, got, c.cycle)
		}
	}
}

// Cycles are valid, and none is shorter: by exhaustive search.
func TestCyclesAreTheSmallest(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	found := 0
	for range 200 {
		const n, m = 4, 5
		u := newVotes(drawn(r, n, m), n, m)
		least := 0
		for _, o := range orders(m) {
			for k := 2; k <= m; k++ {
				goes := u.beats(o[k-1], o[0])
				for l := 1; l < k; l++ {
					goes = goes && u.beats(o[l-1], o[l])
				}
				if goes && (least == 0 || k < least) {
					least = k
				}
			}
		}
		c := u.cycle()
		if len(c) != least {
			t.Fatalf("the cycle %v, and there is one of %d", c, least)
		}
		for k := range c {
			found++
			if !u.beats(c[k], c[(k+1)%len(c)]) {
				t.Fatalf("%v is no cycle", c)
			}
		}
	}
	if found == 0 {
		t.Error("no cycle was drawn")
	}
}

// problem returns a problem with rows of a table.
func problem(entry []float64, m int) *method.Problem {
	p := &method.Problem{N: len(entry) / m, D: m, X: entry, Task: method.Cluster, Placed: method.Placed{Principal: 2}}
	for j := range m {
		p.Inputs = append(p.Inputs, string(rune('a'+j)))
	}
	p.Shown = make([]float64, 2*p.N)
	return p
}

func fitted(t *testing.T, p *method.Problem, params map[string]any) *model {
	t.Helper()
	d := Method()
	v, err := d.Validate(params)
	if err != nil {
		t.Fatal(err)
	}
	got, err := d.Fit(method.Unstopped, p, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	return got.(*model)
}

// Squared distances between complete rankings without ties are Kendall distances; with three items, whose preferences
// have three dimensions, the projection loses nothing.
func TestPlacesAreKendallDistances(t *testing.T) {
	all := orders(3)
	var entry []float64
	for _, o := range all {
		entry = append(entry, asEntries(o)...)
	}
	p := problem(entry, 3)
	p.Principal = 3
	m := fitted(t, p, nil)
	pl := m.Projected()
	for i, a := range all {
		for j := range all {
			d := 0.0
			for k := range 3 {
				d += math.Pow(pl.At[3*i+k]-pl.At[3*j+k], 2)
			}
			if want := apart(entry[3*j:3*j+3], a); math.Abs(d-want) > 1e-9 {
				t.Errorf("%v and %v are %v apart, want %v", a, all[j], d, want)
			}
		}
	}
}

// A standardized table is ranked by its own numbers, although each column has another scale.
func TestStandardisedTablesKeepTheirOrder(t *testing.T) {
	entry := []float64{3, 1, 2, 3, 3, 1, 1, 10, 3, 2, 0.1, 0.1}
	own := fitted(t, problem(entry, 3), nil)
	r := rand.New(rand.NewPCG(7, 8))
	for range 20 {
		p := problem(slices.Clone(entry), 3)
		for _, name := range p.Inputs {
			p.Scales = append(p.Scales, method.Scale{Name: name, Mean: 10 * r.Float64(), SD: 0.1 + 10*r.Float64()})
		}
		for k := range p.X {
			s := p.Scales[k%3]
			p.X[k] = (p.X[k] - s.Mean) / s.SD
		}
		if got := fitted(t, p, nil); !slices.Equal(got.above, own.above) || !slices.Equal(got.tied, own.tied) {
			t.Fatalf("%v and %v, want %v and %v", got.above, got.tied, own.above, own.tied)
		}
	}
	// Scores give the same result as negated entries.
	for k := range entry {
		entry[k] = -entry[k]
	}
	if got := fitted(t, problem(entry, 3), map[string]any{"entries": "scores"}); !slices.Equal(got.above, own.above) {
		t.Errorf("scores: %v, want %v", got.above, own.above)
	}
}

func TestNeeds(t *testing.T) {
	gap := math.NaN()
	for _, c := range []struct {
		entry []float64
		m     int
		rule  string
		want  string
	}{
		{nil, 3, "borda", "There is no voter"},
		{[]float64{1, 2}, 1, "borda", "There is nothing to rank: choose"},
		{[]float64{1, gap, 2, 1, gap, 2}, 3, "borda", "No voter ranks b"},
		{make([]float64, 9), 9, "kemeny",
			"Kemeny's ranking is computed exactly, for at most 8 items, and there are 9 columns"},
		{make([]float64, 9), 9, "copeland", ""},
		{make([]float64, 8), 8, "kemeny", ""},
		{make([]float64, 20), 20, "borda", ""},
		{make([]float64, 21), 21, "borda",
			"Each column is an item that is ranked, and there are 21 columns: choose at most 20"},
	} {
		d := Method()
		v, err := d.Validate(map[string]any{"rule": c.rule})
		if err != nil {
			t.Fatal(err)
		}
		_, err = d.Fit(method.Unstopped, problem(c.entry, c.m), v, nil)
		var need *method.Need
		if c.want == "" && err != nil || c.want != "" && (!errors.As(err, &need) ||
			!strings.HasPrefix(need.Sentence, c.want)) {
			t.Errorf("%v, %s: %v, want %q", c.entry, c.rule, err, c.want)
		}
	}
}

// Facts for three voters in a cycle and one who ties all items.
func TestFacts(t *testing.T) {
	entry := []float64{1, 2, 3, 3, 1, 2, 2, 3, 1, 1, 1, 1}
	for rule, want := range map[string]string{
		borda: `{"condorcet_cycle":"a > b > c > a","condorcet_cycle_length":3,"condorcet_winner":"none","kendall_distance":5.5,` +
			`"kendall_distance_by_rule":[5.5,5.5,5.5,5.5],"kendall_tau":[1,-0.333,-0.333,0],"mean_tau":0.0833,` +
			`"place":[1,2,3],"preferences":[[0,2,1],[1,0,2],[2,1,0]],"ranking":"a > b > c","score":[4,4,4]}`,
		kemeny: `{"condorcet_cycle":"a > b > c > a","condorcet_cycle_length":3,"condorcet_winner":"none","kendall_distance":5.5,` +
			`"kendall_distance_by_rule":[5.5,5.5,5.5,5.5],"kendall_tau":[1,-0.333,-0.333,0],"mean_tau":0.0833,"n_optimal":3,` +
			`"place":[1,2,3],"preferences":[[0,2,1],[1,0,2],[2,1,0]],"ranking":"a > b > c"}`,
		meanRank: `"score":[2,2,2]`,
		copeland: `"score":[1,1,1]`,
	} {
		facts := map[string]any{}
		for _, f := range fitted(t, problem(entry, 3), map[string]any{"rule": rule}).Facts() {
			switch x := f.Value.(type) {
			case float64:
				f.Value = math.Round(x*1e4) / 1e4
			case []float64:
				for k := range x {
					x[k] = math.Round(x[k]*1e3) / 1e3
				}
			}
			facts[f.Name] = f.Value
		}
		var b strings.Builder
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(facts); err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSpace(b.String()); !strings.Contains(got, want) {
			t.Errorf("%s: %s\nwant %s", rule, got, want)
		}
	}
}

// Readouts of a voter and of an item.
func TestSaid(t *testing.T) {
	gap := math.NaN()
	p := problem([]float64{1, 2, 3, 4, 2, 1, 2, 4, gap, 2, gap, 1}, 4)
	m := fitted(t, p, map[string]any{"rule": "mean_rank"})
	for v, want := range []string{
		"a > b > c > d|Kendall distance 1, τ = 0.667|unlike the ranking: a > b",
		"b > a = c > d|Kendall distance 0.5, τ = 0.913",
		"d > b|Kendall distance 1, τ = −1|unlike the ranking: d > b",
	} {
		e := m.Explain(p.At(v), picture.Viewport{}, nil)
		if got := strings.Join(append([]string{e.Answer}, e.Lines...), "|"); got != want {
			t.Errorf("voter %d: %s\nwant %s", v+1, got, want)
		}
	}
	told, ok := m.Tell(itemKind.Key(1), picture.Viewport{}, nil)
	want := "b|rank: Borda 2, Mean rank 1, Copeland 2, Kemeny 2|beats c, d|first for 1 voter"
	if got := strings.Join(append([]string{told.Answer}, told.Lines...), "|"); !ok || got != want ||
		fmt.Sprint(told.Click.Rows) != "[1]" {
		t.Errorf("%s %v\nwant %s [1]", got, told.Click.Rows, want)
	}
	if got := fmt.Sprint(m.PointScores(p.X)); got != "[[1] [0.5] [1]]" {
		t.Errorf("distances to the ranking: %s", got)
	}
}
