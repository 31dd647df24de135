package objects

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"pointscape/engine/method"
)

// values computes the matrix of a kernel.
func values(t *testing.T, k Kernel, texts ...string) *Things {
	t.Helper()
	all, err := Of(method.Unstopped, k, texts)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// random returns words of few letters, so that pieces repeat; some are empty, or have letters of two bytes.
func random(n int) []string {
	rng := rand.New(rand.NewPCG(3, 4))
	list := []string{"", "a", "éé", "ab"}
	for len(list) < n {
		var s strings.Builder
		for range 1 + rng.IntN(8) {
			s.WriteRune([]rune("abcé")[rng.IntN(4)])
		}
		list = append(list, s.String())
	}
	return list
}

// every calls f with each ascending choice of p positions below n.
func every(n, p int, f func(at []int)) {
	var rest func(at []int)
	rest = func(at []int) {
		if len(at) == p {
			f(at)
			return
		}
		from := 0
		if len(at) > 0 {
			from = at[len(at)-1] + 1
		}
		for i := from; i < n; i++ {
			rest(append(at[:len(at):len(at)], i))
		}
	}
	rest(nil)
}

// The spectrum kernel counts pairs of equal pieces, compared here position by position.
func TestSpectrumCountsPairsOfPieces(t *testing.T) {
	list := random(30)
	for p := 1; p <= 4; p++ {
		all := values(t, Kernel{Name: Spectrum, P: p}, list...)
		for i, s := range list {
			for j, u := range list {
				a, b, want := []rune(s), []rune(u), 0
				for x := 0; x+p <= len(a); x++ {
					for y := 0; y+p <= len(b); y++ {
						if string(a[x:x+p]) == string(b[y:y+p]) {
							want++
						}
					}
				}
				if got := all.Value(i, j); got != float64(want) {
					t.Errorf("p = %d: k(%q, %q) = %v, want %d", p, s, u, got, want)
				}
			}
		}
	}
}

// The subsequence kernel must equal the sum over pairs of choices of positions.
func TestSubsequencesByEnumeration(t *testing.T) {
	list := random(24)
	for p := 1; p <= 4; p++ {
		for _, lambda := range []float64{0.3, 0.5, 1} {
			all := values(t, Kernel{Name: Subsequence, P: p, Lambda: lambda}, list...)
			for i, s := range list {
				for j, u := range list {
					a, b, want := []rune(s), []rune(u), 0.0
					every(len(a), p, func(x []int) {
						every(len(b), p, func(y []int) {
							for k := range x {
								if a[x[k]] != b[y[k]] {
									return
								}
							}
							want += math.Pow(lambda, float64(x[p-1]-x[0]+1+y[p-1]-y[0]+1))
						})
					})
					if got := all.Value(i, j); math.Abs(got-want) > 1e-12*(1+want) {
						t.Errorf("p = %d, λ = %g: k(%q, %q) = %v, want %v", p, lambda, s, u, got, want)
					}
				}
			}
		}
	}
}

// The example of Lodhi et al. (2002), section 3: for p = 2, "cat" and "car" have only "ca" in common, λ⁴; normalised
// that is λ⁴/(2λ⁴ + λ⁶) = 1/(2 + λ²).
func TestCatAndCar(t *testing.T) {
	const l = 0.7
	all := values(t, Kernel{Name: Subsequence, P: 2, Lambda: l}, "cat", "car", "bat", "bar")
	for _, c := range []struct {
		i, j int
		want float64
	}{{0, 1, math.Pow(l, 4)}, {0, 0, 2*math.Pow(l, 4) + math.Pow(l, 6)}, {0, 2, math.Pow(l, 4)}, {0, 3, 0}} {
		if got := all.Value(c.i, c.j); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("k(%s, %s) = %v, want %v", all.Texts[c.i], all.Texts[c.j], got, c.want)
		}
	}
	all = values(t, Kernel{Name: Subsequence, P: 2, Lambda: l, Normalize: true}, "cat", "car")
	if got, want := all.Value(0, 1), 1/(2+l*l); math.Abs(got-want) > 1e-15 {
		t.Errorf("normalised it is %v, want %v", got, want)
	}
	if got := all.Shown(0, 1); got != "ca 0.49·0.49" {
		t.Errorf("they share %q", got)
	}
}

// Shown formats the common pieces for this test.
func (t *Things) Shown(i, j int) string {
	list, _ := t.Shared(i, j)
	var s []string
	for _, p := range list {
		s = append(s, p.String())
	}
	return strings.Join(s, ", ")
}

var graphs = []string{"C1-C2 C2-C3 C3-C1", "C1-C2 C2-O1", "O1-C1 C1-C2", "C1-C2 C2-C3 C3-O1 O1-C1", "C1-C2 C3-C4",
	"C", "O1-N1 N1-C1 C1-C2 C2-C3 C3-N1", "C1-C2 C2-C3 C2-C4"}

// The random walk kernel is the sum over pairs of walks: here they are enumerated up to a number of steps after which
// the rest is below the tolerance.
func TestWalksOneByOne(t *testing.T) {
	const lambda, steps = 0.02, 8
	all := values(t, Kernel{Name: RandomWalk, Lambda: lambda}, graphs...)
	joined := func(g *Graph, a, b int) bool {
		for _, e := range g.Edges {
			if e == [2]int{a, b} || e == [2]int{b, a} {
				return true
			}
		}
		return false
	}
	for i, a := range all.read {
		for j, b := range all.read {
			g, h := a.graph, b.graph
			var from func(u, v, left int) float64
			from = func(u, v, left int) float64 {
				if g.Labels[u] != h.Labels[v] {
					return 0
				}
				sum := 1.0
				if left == 0 {
					return sum
				}
				for x := range g.Labels {
					for y := range h.Labels {
						if joined(g, u, x) && joined(h, v, y) {
							sum += lambda * from(x, y, left-1)
						}
					}
				}
				return sum
			}
			want := 0.0
			for u := range g.Labels {
				for v := range h.Labels {
					want += from(u, v, steps)
				}
			}
			if got := all.Value(i, j); math.Abs(got-want) > 1e-8*want {
				t.Errorf("k(%s, %s) = %v, want %v", graphs[i], graphs[j], got, want)
			}
		}
	}
}

// The shortest-path kernel compares all pairs of vertices of both graphs; here the lengths of paths are found by
// breadth-first search from each vertex.
func TestShortestPathsPairByPair(t *testing.T) {
	all := values(t, Kernel{Name: ShortestPaths}, graphs...)
	far := func(g *Graph, from, to int) int {
		seen, ring := map[int]bool{from: true}, []int{from}
		for d := 1; len(ring) > 0; d++ {
			var next []int
			for _, u := range ring {
				for _, e := range g.Edges {
					for _, way := range [][2]int{e, {e[1], e[0]}} {
						if way[0] == u && !seen[way[1]] {
							if way[1] == to {
								return d
							}
							seen[way[1]] = true
							next = append(next, way[1])
						}
					}
				}
			}
			ring = next
		}
		return -1
	}
	for i, a := range all.read {
		for j, b := range all.read {
			g, h, want := a.graph, b.graph, 0
			for u := range g.Labels {
				for v := range u {
					for x := range h.Labels {
						for y := range x {
							ends := g.Labels[u] == h.Labels[x] && g.Labels[v] == h.Labels[y] ||
								g.Labels[u] == h.Labels[y] && g.Labels[v] == h.Labels[x]
							if d := far(g, u, v); ends && d > 0 && d == far(h, x, y) {
								want++
							}
						}
					}
				}
			}
			if got := all.Value(i, j); got != float64(want) {
				t.Errorf("k(%s, %s) = %v, want %d", graphs[i], graphs[j], got, want)
			}
		}
	}
}

// Each kernel must be symmetric and have no negative eigenvalue; normalised its diagonal is 1, except where k(s, s) is
// 0. For kernels that are sums over pieces, the shared pieces must add up to the value.
func TestKernelsAreKernels(t *testing.T) {
	added := map[string]int{}
	for _, k := range []Kernel{{Name: Spectrum, P: 2}, {Name: Subsequence, P: 2, Lambda: 0.5},
		{Name: Subsequence, P: 3, Lambda: 1}, {Name: RandomWalk, Lambda: 0.1}, {Name: ShortestPaths}} {
		list := random(40)
		if k.Name == RandomWalk || k.Name == ShortestPaths {
			list = graphs
		}
		plain := values(t, k, list...)
		k.Normalize = true
		normal, n := values(t, k, list...), len(list)
		for _, all := range []*Things{plain, normal} {
			m := mat.NewSymDense(n, nil)
			for i := range n {
				for j := range n {
					m.SetSym(i, j, all.Value(i, j))
					if all.Value(i, j) != all.Value(j, i) {
						t.Errorf("%v: (%q, %q) is not symmetric", k, list[i], list[j])
					}
				}
			}
			var e mat.EigenSym
			if !e.Factorize(m, false) {
				t.Fatal(k)
			}
			if v := e.Values(nil); v[0] < -1e-12*v[n-1] {
				t.Errorf("%v has the eigenvalue %v, the largest is %v", k, v[0], v[n-1])
			}
		}
		for i := range n {
			want := 1.0
			if plain.Value(i, i) == 0 {
				want = 0
			}
			if normal.Value(i, i) != want {
				t.Errorf("%v: k(%q, %q) = %v, want %v", k, list[i], list[i], normal.Value(i, i), want)
			}
			for j := range n {
				a, b, v := plain.Value(i, i), plain.Value(j, j), normal.Value(i, j)
				if a*b > 0 && math.Abs(v*math.Sqrt(a*b)-plain.Value(i, j)) > 1e-12*math.Sqrt(a*b) || a*b == 0 && v != 0 {
					t.Errorf("%v: (%q, %q) is %v normalised", k, list[i], list[j], v)
				}
				if normal.Plain(i, j) != plain.Value(i, j) {
					t.Errorf("%v: (%q, %q) is not known any more as it was", k, list[i], list[j])
				}
				if shared, ok := normal.Shared(i, j); ok && k.Name != RandomWalk {
					added[k.Name]++
					sum, last := 0.0, math.Inf(1)
					for _, p := range shared {
						sum += p.A * p.B
						if p.A*p.B > last {
							t.Errorf("%v: pieces of (%q, %q) are not in order", k, list[i], list[j])
						}
						last = p.A * p.B
					}
					if math.Abs(sum-plain.Value(i, j)) > 1e-12*(1+sum) {
						t.Errorf("%v: what (%q, %q) share adds up to %v, not %v", k, list[i], list[j], sum, plain.Value(i, j))
					}
				}
			}
		}
	}
	for _, name := range []string{Spectrum, Subsequence, ShortestPaths} {
		if added[name] < len(graphs) {
			t.Errorf("of the kernel %s %d pairs tell what they share", name, added[name])
		}
	}
}

// A text that is not a graph must be refused with the reason; a λ for which the sum diverges must be refused with the
// limit.
func TestRefused(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a-b-c", "“a-b-c”, which is not an edge"}, {"a-a", "an edge from a vertex to itself"}, {"1-2", "without a label"},
		{"-", "without a label"}, {" , ", "has no vertex"},
		{"a1-a2 a3-a4 a5-a6 a7-a8 a9-a10 a11-a12 a13-a14 a15-a16 a17-a18 a19-a20 a21", "has 21 vertices, and may have 20"},
	} {
		_, err := Of(method.Unstopped, Kernel{Name: ShortestPaths}, []string{"a-b", c.text})
		if need, ok := err.(*method.Need); !ok || !strings.Contains(need.Sentence, c.want) {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
	if _, err := Of(method.Unstopped, Kernel{Name: RandomWalk, Lambda: 0.1}, []string{"agricola", "via"}); err == nil {
		t.Error("words without an edge are graphs")
	}
	// A ring of five has spectral radius 2.
	ring := []string{"a1-a2 a2-a3 a3-a4 a4-a5 a5-a1"}
	for lambda, fine := range map[float64]bool{0.249: true, 0.251: false} {
		all, err := Of(method.Unstopped, Kernel{Name: RandomWalk, Lambda: lambda}, ring)
		if fine != (err == nil) {
			t.Errorf("λ = %v: %v", lambda, err)
		}
		if err == nil { // 25 pairs of vertices, four pairs of neighbours each
			if got, want := all.Value(0, 0), 25/(1-4*lambda); math.Abs(got-want) > 1e-9*want {
				t.Errorf("λ = %v: %v, want %v", lambda, got, want)
			}
		} else if !strings.Contains(err.Error(), "λ must be below 1/ρ² = 0.25") {
			t.Error(err)
		}
	}
}

// A cancelled computation must return the job's error.
func TestStops(t *testing.T) {
	if _, err := Of(stopped{}, Kernel{Name: Spectrum, P: 2}, random(20)); err != method.ErrStopped {
		t.Errorf("%v", err)
	}
}

type stopped struct{}

func (stopped) Err() error { return method.ErrStopped }

// Values are reused if they are the same, and not if a relevant parameter or a word changed.
func TestTakenOver(t *testing.T) {
	m := method.Method{Info: method.Info{ID: "fake", Params: Params()}}
	problem := func(list ...string) *method.Problem {
		p := &method.Problem{N: len(list), D: 1, Columns: method.Columns{Categories: [][]string{list}}}
		for i := range list {
			p.X = append(p.X, float64(i))
		}
		return p
	}
	p := problem("ab", "ba")
	get := func(p *method.Problem, params map[string]any, before *Things) *Things {
		v, err := m.Validate(params)
		if err != nil {
			t.Fatal(err)
		}
		all, err := For(method.Unstopped, p, v, before)
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	one := get(p, nil, nil)
	for _, c := range []struct {
		p      *method.Problem
		params map[string]any
		same   bool
	}{{p, nil, true}, {problem("ab", "ba"), nil, true}, {p, map[string]any{"lambda": 0.3}, true},
		{p, map[string]any{"p": 1.0}, false}, {p, map[string]any{"normalize": false}, false},
		{p, map[string]any{"kernel": Subsequence}, false}, {problem("ab", "bc"), nil, false}} {
		if all := get(c.p, c.params, one); (all == one) != c.same {
			t.Errorf("%v: taken over %v, want %v", c.params, all == one, c.same)
		}
	}
	near, nearer := map[string]any{"kernel": Subsequence, "lambda": 0.30000001}, map[string]any{"kernel": Subsequence,
		"lambda": 0.3}
	if a := get(p, near, nil); get(p, nearer, a) == a {
		t.Error("a λ that looks the same is taken for the same")
	}
	p.X[1] = math.NaN()
	v, _ := m.Validate(nil)
	if _, err := For(method.Unstopped, p, v, nil); fmt.Sprint(err) !=
		"Row 2 has no word: fill it in, or leave the row out." {
		t.Error(err)
	}
}
