package centroidal

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// densities lists the densities of the tests, as parameters.
var densities = []map[string]any{
	{"density": ofUniform},
	{"density": ofGradient},
	{"density": ofBump},
	{"density": ofBump, "width": 0.05},
	{"density": ofBumps, "width": 0.1},
	{"density": ofRing},
	{"density": ofRing, "width": 0.4},
	{"density": ofChecker},
	{"density": ofLeaf},
	{"density": ofFace, "exponent": 2.0},
	{"density": ofPainted, "painting": sample()},
	{"density": ofPainted, "painting": strings.Repeat("0", 500) + "1"},
	{"density": ofPainted},
}

func with(params map[string]any, more ...any) map[string]any {
	m := map[string]any{}
	for k, v := range params {
		m[k] = v
	}
	for i := 0; i < len(more); i += 2 {
		m[more[i].(string)] = more[i+1]
	}
	return m
}

func stateOf(t testing.TB, params map[string]any, xy ...float64) *state {
	t.Helper()
	m := Method()
	v, err := m.Validate(params)
	if err != nil {
		t.Fatal(err)
	}
	var pts []doc.Point
	for i := 0; i < len(xy); i += 2 {
		pts = append(pts, doc.Point{X: xy[i], Y: xy[i+1]})
	}
	p, err := method.NewProblem(pts, method.Cluster, 3)
	if err != nil {
		t.Fatal(err)
	}
	s, err := m.Fit(t.Context(), p, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s.(*state)
}

func grown(t testing.TB, s *state, n int) *state {
	t.Helper()
	g, err := s.Grow(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	return g.(*state)
}

// base is the number of squares per side with which the fine quadrature begins: all lines between patches of densities
// are lines between these squares.
const base = 192

// fine integrates by Gauss points in small squares, subdivided where the nearest site changes.
func fine(s *state) (mass, x, y, energy []float64) {
	n := s.n()
	mass, x, y, energy = make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	nearest := func(px, py float64) int {
		k, least := 0, math.Inf(1)
		for i := range n {
			dx, dy := px-s.at[2*i], py-s.at[2*i+1]
			if d := dx*dx + dy*dy; d < least {
				k, least = i, d
			}
		}
		return k
	}
	var at, wt [3]float64
	quad.Legendre{}.FixedLocations(at[:], wt[:], 0, 1)
	var square func(x0, y0, h float64, deep int)
	square = func(x0, y0, h float64, deep int) {
		// Cells are convex: a square whose corners are all in one cell lies in it.
		k := nearest(x0, y0)
		same := nearest(x0+h, y0) == k && nearest(x0, y0+h) == k && nearest(x0+h, y0+h) == k
		if !same && deep > 0 {
			for q := range 4 {
				square(x0+float64(q%2)*h/2, y0+float64(q/2)*h/2, h/2, deep-1)
			}
			return
		}
		for i, u := range at {
			for j, v := range at {
				px, py := x0+u*h, y0+v*h
				if !same {
					k = nearest(px, py)
				}
				r := wt[i] * wt[j] * h * h * s.d.of(px, py)
				mass[k] += r
				x[k] += r * px
				y[k] += r * py
				energy[k] += r * ((px-s.at[2*k])*(px-s.at[2*k]) + (py-s.at[2*k+1])*(py-s.at[2*k+1]))
			}
		}
	}
	for i := range base {
		for j := range base {
			square(float64(i)/base, float64(j)/base, 1.0/base, 5)
		}
	}
	return mass, x, y, energy
}

// Masses, centroids and energies of cells must agree with fine quadrature, for each density; the total mass is 1.
func TestCellsAgainstFineQuadrature(t *testing.T) {
	for _, params := range densities {
		for _, n := range []float64{5, 30} {
			if n > 5 && params["density"] != ofBump && params["density"] != ofPainted {
				continue
			}
			t.Run(fmt.Sprint(params["density"], params["width"], n), func(t *testing.T) {
				s := grown(t, stateOf(t, with(params, "n_sites", n-2), 0.1, 0.2, 0.93, 0.88), 2)
				mass, x, y, energy := fine(s)
				all, sum := 0.0, 0.0
				for i := range s.n() {
					all += s.mass[i]
					sum += energy[i]
					// error of the quadrature: squares on borders belong to one cell or the other
					if math.Abs(s.mass[i]-mass[i]) > 5e-6+1e-7*s.d.top {
						t.Errorf("cell %d has mass %.10g, fine quadrature says %.10g", i, s.mass[i], mass[i])
					}
					if mass[i] > 1e-3 && math.Hypot(s.mean[2*i]-x[i]/mass[i], s.mean[2*i+1]-y[i]/mass[i]) > 2e-5 {
						t.Errorf("the centroid of cell %d is %.10g, fine quadrature says %.10g, %.10g", i, s.mean[2*i:2*i+2],
							x[i]/mass[i], y[i]/mass[i])
					}
					if math.Abs(s.spread[i]-energy[i]) > 2e-3*s.energy/float64(s.n()) {
						t.Errorf("cell %d adds %.10g to the energy, fine quadrature says %.10g", i, s.spread[i], energy[i])
					}
				}
				if math.Abs(s.energy-sum) > 1e-6*sum {
					t.Errorf("the energy is %.10g, fine quadrature says %.10g", s.energy, sum)
				}
				if math.Abs(all-1) > 1e-9 {
					t.Errorf("the masses add up to %.12g", all)
				}
			})
		}
	}
}

// On the small cells of many sites, few Gauss points must be as accurate as many.
func TestSmallCells(t *testing.T) {
	many := triangleRule(9)
	for _, params := range densities {
		s := grown(t, stateOf(t, with(params, "n_sites", 1000.0)), 3)
		if s.d.form != formula {
			continue
		}
		_, cells, err := s.cells(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for i := range s.n() {
			var m moments
			if xy := cells.Cell(i); len(xy) > 0 {
				x0, y0, x1, y1 := bounds(xy)
				if max(x1-x0, y1-y0) > 2*s.d.step {
					m.second = s.spread[i] // divided pieces are tested elsewhere
				} else {
					m.fan(many, xy, s.at[2*i], s.at[2*i+1], s.d.scale, s.d.at)
				}
				sum += m.second
			}
		}
		if math.Abs(sum-s.energy) > 2e-7*sum {
			t.Errorf("%v: the energy is %.12g, with many points %.12g", params, s.energy, sum)
		}
	}
}

// The energy must never rise, for any density and relaxation.
func TestEnergyOnlyFalls(t *testing.T) {
	for _, params := range densities {
		for _, relax := range []float64{0.3, 1, 1.95} {
			s := stateOf(t, with(params, "n_sites", 30.0, "relaxation", relax), 0.5, 0.5, 0.5, 0.5, 0.51, 0.5, -0.4, 0.3, 2, 2)
			for range 15 {
				next := grown(t, s, 1)
				if next.energy > s.energy*(1+1e-12) {
					t.Errorf("%v, relaxation %g: the energy rises from %.17g to %.17g in step %d", params["density"], relax, s.energy,
						next.energy, next.step)
				}
				s = next
			}
		}
	}
}

// Known results: one site, four sites in quarters, a hexagon, and the limit for many sites.
func TestKnown(t *testing.T) {
	one := grown(t, stateOf(t, nil, 0.9, 0.2), 5)
	if one.step != 1 || !one.still() || math.Abs(one.energy-1.0/6) > 1e-15 || one.Status().State != method.Converged {
		t.Errorf("one site: step %d, energy %g, %v", one.step, one.energy, one.Status())
	}
	four := stateOf(t, nil, 0.25, 0.25, 0.75, 0.25, 0.25, 0.75, 0.75, 0.75)
	if !four.still() || math.Abs(four.energy-1.0/24) > 1e-15 {
		t.Errorf("four sites in their quarters: energy %g, and %g from the centroids", four.energy, four.far)
	}
	// A regular hexagon of area 1.
	r := math.Sqrt(2 / (3 * math.Sqrt(3)))
	var xy []float64
	for k := range 6 {
		sin, cos := math.Sincos(math.Pi / 3 * float64(k))
		xy = append(xy, r*cos, r*sin)
	}
	var m moments
	m.polygon(xy, 0, 0, 1)
	if math.Abs(m.mass-1) > 1e-14 || math.Abs(m.second-hexagon) > 1e-14 {
		t.Errorf("a hexagon of area %g has second moment %.12g, not %.12g", m.mass, m.second, hexagon)
	}
	many := grown(t, stateOf(t, map[string]any{"n_sites": 400.0, "relaxation": 1.8}), 150)
	u := many.sum()
	if ratio := many.energy / many.limit(); ratio < 1 || ratio > 1.025 {
		t.Errorf("400 sites have %g times the energy of hexagons", ratio)
	}
	if share := float64(u.six) / float64(u.inner); share < 0.75 {
		t.Errorf("%.2g of the cells inside have six sides", share)
	}
	// Gersho's limit also holds for densities: ∫√ρ of a Gaussian within the square is known from erf.
	bump := stateOf(t, map[string]any{"density": ofBump, "width": 0.1, "n_sites": 1.0}).d
	erf := func(w float64) float64 { return math.Erf(0.5/(w*math.Sqrt2)) * w * math.Sqrt(2*math.Pi) }
	want := math.Pow(erf(0.1*math.Sqrt2), 4) / math.Pow(erf(0.1), 2)
	if math.Abs(bump.root-want) > 1e-6*want {
		t.Errorf("(∫√ρ)² is %.9g, want %.9g", bump.root, want)
	}
	dense := grown(t, stateOf(t, map[string]any{"density": ofBump, "n_sites": 400.0, "relaxation": 1.8}), 100)
	if ratio := dense.energy / dense.limit(); ratio < 1 || ratio > 1.08 {
		t.Errorf("400 sites for a bump have %g times the energy of hexagons", ratio)
	}
}

// Sites are drawn from the density: the number in a region must agree with its mass, and a larger n must only append
// sites.
func TestDraw(t *testing.T) {
	for _, params := range densities {
		s := stateOf(t, with(params, "n_sites", 2000.0))
		counts, masses := [64]float64{}, [64]float64{}
		var w work
		for k := range masses {
			x, y := float64(k%8)/8, float64(k/8)/8
			masses[k] = s.d.moments(&w, []float64{x, y, x + 0.125, y, x + 0.125, y + 0.125, x, y + 0.125}, x, y).mass
		}
		for i := 0; i < len(s.starts); i += 2 {
			counts[int(s.starts[i+1]*8)*8+int(s.starts[i]*8)]++
			if s.d.of(s.starts[i], s.starts[i+1]) <= 0 {
				t.Errorf("%v: a site is drawn where the density is 0", params["density"])
			}
		}
		chi, df := 0.0, -1.0
		for k, m := range masses {
			if e := 2000 * m; e > 5 {
				chi += (counts[k] - e) * (counts[k] - e) / e
				df++
			}
		}
		if df > 0 && chi > df+5*math.Sqrt(2*df) {
			t.Errorf("%v: χ² = %.4g with %g degrees of freedom", params["density"], chi, df)
		}
		few := s.d.draw(30, 3)
		for i, c := range few {
			if c != s.starts[i] {
				t.Fatalf("%v: the first of more are others", params["density"])
			}
		}
	}
}

// Of coinciding sites one has the cell, and the others get cells once it has moved; a distant site must come into the
// square, or stay if its cell has no mass.
func TestOddStarts(t *testing.T) {
	twins := grown(t, stateOf(t, nil, 0.3, 0.2, 0.3, 0.2, 0.3, 0.2), 60)
	if u := twins.sum(); u.idle > 0 || twins.energy > 0.08 {
		t.Errorf("three sites from one place: %d without mass, energy %g", u.idle, twins.energy)
	}
	far := stateOf(t, nil, 1e9, 1e9)
	if math.Abs(far.mass[0]-1) > 1e-12 || math.Hypot(far.mean[0]-0.5, far.mean[1]-0.5) > 1e-12 {
		t.Errorf("one site far away has mass %g, centroid %g", far.mass[0], far.mean)
	}
	beside := grown(t, stateOf(t, nil, 0.5, 0.5, 0.4, 0.4, 5, 5), 10)
	if beside.at[4] != 5 || beside.mass[2] != 0 || !strings.Contains(beside.Status().Sentence, "1 site without mass") {
		t.Errorf("a site whose cell does not reach the square: %v, %v", beside.at, beside.Status())
	}
}

// Sites must continue from their positions when more of the density is painted; a point that was moved begins at its
// new position.
func TestAdopt(t *testing.T) {
	params := map[string]any{"density": ofPainted, "painting": sample(), "n_sites": 20.0}
	s := grown(t, stateOf(t, params, 0.2, 0.2, 0.7, 0.3), 8)
	more := with(params, "painting", sample()[:600])
	g, ok := s.Adopt(method.Unstopped, stateOf(t, more, 0.2, 0.2, 0.1, 0.9, 0.5, 0.5))
	if !ok {
		t.Fatal("not adopted")
	}
	a := g.(*state)
	if a.step != 8 || a.n() != 23 || a.at[0] != s.at[0] || a.at[2] != 0.1 || a.at[3] != 0.9 || a.at[4] != 0.5 {
		t.Errorf("step %d, places %v", a.step, a.at[:6])
	}
	for k := range 40 {
		if a.at[6+k] != s.at[4+k] {
			t.Fatal("a site that was drawn is elsewhere")
		}
	}
	if a.energy == s.energy {
		t.Error("the energy is that of the density before")
	}
	if list, from := a.curve(); len(list) != 1 || from != 8 {
		t.Errorf("its energies are %v from %d", list, from)
	}
	b := grown(t, a, 3)
	if list, _ := b.curve(); len(list) != 4 || list[3] != b.energy {
		t.Errorf("its energies are %v", list)
	}
}

// A site, its cell and its box in the histogram must have the same key.
func TestKeys(t *testing.T) {
	s := grown(t, stateOf(t, map[string]any{"n_sites": 25.0}, 0.3, 0.4), 3)
	v := picture.Viewport{X1: 1, Y1: 1, W: 400, H: 400, Scale: 1}
	under, _, err := s.Layers(t.Context(), v, nil, method.Shown{"masses": true})
	if err != nil {
		t.Fatal(err)
	}
	panel, err := method.DrawPanel(t.Context(), s, method.Shown{"masses": true}, "masses", 300, 200)
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, spot := range slices.Concat(picture.SpotsOf(v, under), s.Hits(v, nil), panel.Hits) {
		count[spot.Key]++
	}
	for i := range s.n() {
		if count[key(i)] != 3 {
			t.Errorf("%s stands for %d shapes: want its dot, its cell and its box", key(i), count[key(i)])
		}
		if told, ok := s.Tell(key(i), v, nil); !ok || len(told.Layers) == 0 {
			t.Errorf("nothing is told of %s", key(i))
		}
	}
}

func BenchmarkStep(b *testing.B) {
	for _, params := range densities {
		b.Run(fmt.Sprint(params["density"], params["width"]), func(b *testing.B) {
			s := grown(b, stateOf(b, with(params, "n_sites", 1000.0)), 5)
			b.ResetTimer()
			for range b.N {
				s = grown(b, s, 1)
			}
		})
	}
}

func BenchmarkFit(b *testing.B) {
	for _, params := range densities {
		b.Run(fmt.Sprint(params["density"], params["width"]), func(b *testing.B) {
			for range b.N {
				stateOf(b, with(params, "n_sites", 1000.0))
			}
		})
	}
}

// Two sites whose cells are separated by the diagonal are at rest, although two halves of the square have a lower
// energy: Lloyd's algorithm can end at saddle points, so the status must not claim a minimum.
func TestRestIsNoMinimum(t *testing.T) {
	fit := func(xy ...float64) *state {
		s := stateOf(t, nil, xy...)
		end, err := s.Grow(t.Context(), 300)
		if err != nil {
			t.Fatal(err)
		}
		return end.(*state)
	}
	saddle, least := fit(0.5, 0.5, 0.2, 0.2), fit(0.5, 0.5, 0.2, 0.21)
	if !(math.Abs(saddle.energy-1.0/9) < 1e-4 && math.Abs(least.energy-5.0/48) < 1e-4) {
		t.Fatalf("energies %v and %v, want 1/9 and 5/48", saddle.energy, least.energy)
	}
	if s := saddle.Status(); s.State != method.Converged || !strings.Contains(s.Sentence, "stationary, but") {
		t.Errorf("%+v", s)
	}
}

// sample returns an example of a painting: a wave under a sun.
func sample() string {
	c := method.Canvas{Side: paintedSide, Top: levelTop, Size: 1}
	s := ""
	stroke := func(wide float64, level int, xy ...float64) {
		for i := 2; i+1 < len(xy); i += 2 {
			s = c.Stroke(s, xy[i-2], xy[i-1], xy[i], xy[i+1], wide, level)
		}
	}
	stroke(9, 4, 0.74, 0.78, 0.76, 0.78)
	stroke(6, 9, 0.74, 0.78, 0.76, 0.78)
	for k, level := range []int{3, 6, 9} {
		y := 0.42 - 0.125*float64(k)
		stroke(5, level, 0.1, y, 0.22, y+0.08, 0.36, y, 0.5, y-0.08, 0.64, y, 0.78, y+0.08, 0.9, y+0.02)
	}
	return s
}
