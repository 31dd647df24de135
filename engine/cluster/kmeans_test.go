package cluster

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/grouping"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// runFrom runs k-means from given centres until nothing changes.
func runFrom(t testing.TB, p *method.Problem, start []float64, farthest bool) *lloyd {
	t.Helper()
	l := &lloyd{p: p, k: len(start) / p.D, d: p.D, limit: 1000, farthest: farthest}
	if err := l.run(t.Context(), start); err != nil {
		t.Fatal(err)
	}
	return l
}

// cloud returns n rows of d coordinates in several clusters.
func cloud(n, d int, seed uint64) *method.Problem {
	rng := rand.New(rand.NewPCG(seed, 5))
	p := &method.Problem{N: n, D: d, Task: method.Cluster, Seed: seed}
	for i := range n {
		for j := range d {
			p.X = append(p.X, float64(i*(2*j+1)%4)+0.4*rng.NormFloat64())
		}
	}
	return p
}

// fitted fits k-means by Method.Fit.
func fitted(t testing.TB, p *method.Problem, params map[string]any) *stage {
	t.Helper()
	return methodtest.Fit(t, KMeans(), p, params).(*stage)
}

// stageAt returns a stage after the first centre.

// energyOf computes the sum of the squared distances to the centres of the clusters from its definition.
func energyOf(s *stage) (sum float64) {
	for i := range s.p.N {
		c := int(s.labels[i])
		for j, x := range s.p.At(i) {
			sum += (x - s.centers[c*s.d+j]) * (x - s.centers[c*s.d+j])
		}
	}
	return sum
}

// The invariants of k-means must hold at each half-step, for all starts, rules for empty clusters and numbers of
// dimensions.
func TestHalfSteps(t *testing.T) {
	moved, several := 0, 0
	for seed := range uint64(40) {
		d := 1 + int(seed%4)
		p := cloud(60, d, seed)
		init := []string{initPlusPlus, initRandom, initFarthest}[seed%3]
		s := fitted(t, p, map[string]any{"n_clusters": float64(2 + seed%7), "init": init,
			"empty_clusters": []string{emptyKeep, emptyFarthest}[seed/3%2]})
		trace := s.Trace()
		energy := trace[0].Values
		for k := 2; k <= s.Steps(); k++ {
			if energy[k] > energy[k-1]*(1+1e-12) {
				t.Errorf("seed %d: step %d raises the inertia from %v to %v", seed, k, energy[k-1], energy[k])
			}
		}
		for k := len(s.seeds) + 1; k <= s.Steps(); k++ {
			at := s.stage(k)
			if want := energyOf(at); math.Abs(energy[k]-want) > 1e-9*want {
				t.Errorf("seed %d: the inertia of step %d is %v, want %v", seed, k, energy[k], want)
			}
			before := s.stage(k - 1)
			changed := 0
			for i, c := range at.labels {
				if before.labels == nil || before.labels[i] != c {
					changed++
				}
				best, d2 := grouping.Nearest(p.At(i), at.centers)
				if !at.moving() && (int(c) != best || grouping.SquaredDistance(p.At(i), at.centers[int(c)*d:]) != d2) {
					t.Errorf("seed %d: step %d puts point %d into cluster %d, nearest is %d", seed, k, i, c, best)
				}
			}
			if at.moving() {
				if changed != 0 {
					t.Errorf("seed %d: the move of step %d changes %d clusters", seed, k, changed)
				}
				if means(at) > 1e-12 {
					t.Errorf("seed %d: after the move of step %d a centre is %v away from its mean", seed, k, means(at))
				}
				if !slices.Equal(at.centers, before.centers) {
					moved++
				}
			} else if want := trace[1].Values[k]; float64(changed) != want && !(changed == p.N && math.IsNaN(want)) {
				t.Errorf("seed %d: step %d changes %d clusters, its curve says %v", seed, k, changed, want)
			}
		}
		if !s.settled || means(s) > 1e-12 || s.changed[s.moves()] != 0 {
			t.Errorf("seed %d: settled %v, a centre %v away from its mean, %d changed", seed, s.settled, means(s),
				s.changed[s.moves()])
		}
		if s.moves() > 2 {
			several++
		}
	}
	if moved < 80 || several < 20 {
		t.Errorf("only %d moves moved a centre, only %d of 40 runs had several", moved, several)
	}
}

// means returns the largest distance of a centre from the mean of its points, in the units of the data.
func means(s *stage) (far float64) {
	for c, n := range s.sizes {
		mean := make([]float64, s.d)
		for i, of := range s.labels {
			if int(of) == c {
				for j, x := range s.p.At(i) {
					mean[j] += x / float64(n)
				}
			}
		}
		for j, m := range mean {
			if n > 0 {
				far = max(far, math.Abs(m-s.centers[c*s.d+j]))
			}
		}
	}
	return far
}

// The bounds save distances but must not change a result: each assignment is to the nearest of all centres, also with
// many points halfway between centres, far from the origin, with tiny data, and when centres jump.
func TestBoundsChangeNothing(t *testing.T) {
	grid := &method.Problem{D: 2, Task: method.Cluster}
	for i := range 12 {
		for j := range 12 {
			grid.X = append(grid.X, float64(i)/8, float64(j)/8)
		}
	}
	grid.N = len(grid.X) / 2
	spared := 0
	for _, base := range []*method.Problem{grid, cloud(300, 2, 1), cloud(300, 5, 2), cloud(200, 1, 3)} {
		for _, c := range []struct{ scale, offset float64 }{{1, 0}, {1, 1e6}, {1, -1e12}, {1e-9, 1e3}, {1e-155, 0},
			{1e-310, 0}, {1e11, 0}} {
			p := &method.Problem{N: base.N, D: base.D, Task: method.Cluster}
			for _, x := range base.X {
				p.X = append(p.X, c.scale*x+c.offset)
			}
			for k := 1; k <= 9; k += 2 {
				start := slices.Clone(p.X[:k*p.D])
				for j := range start {
					start[j] += 40 * c.scale * float64(k/7) // some clusters are empty at first
				}
				l := runFrom(t, p, start, true)
				var before []int32
				plain, own := newBounds(p.X, p.N, k, p.D), slices.Repeat([]int32{none}, p.N)
				for m := range l.moves() + 1 {
					was, is, _, err := plain.assignBy(plain.plainRows, t.Context(), p.X, l.at(m), p.D, own)
					if err != nil || is != l.energy[2*m] || m > 0 && was != l.energy[2*m-1] {
						t.Fatalf("scale %v, offset %v, %d centres: without bounds, assignment %d has the energies %v, %v (%v)",
							c.scale, c.offset, k, m+1, was, is, err)
					}
					labels, changed := l.assigned(m), 0
					for i := range labels {
						if before == nil || before[i] != labels[i] {
							changed++
						}
					}
					if changed != l.changed[m] {
						t.Fatalf("scale %v, offset %v, %d centres: assignment %d changes %d points, with bounds %d", c.scale, c.offset, k,
							m+1, changed, l.changed[m])
					}
					before = labels
				}
				if !slices.Equal(before, l.labels) {
					t.Fatalf("scale %v, offset %v, %d centres: bounds end in other clusters", c.scale, c.offset, k)
				}
				spared += l.moves()
			}
		}
	}
	// The rounding error of distances must be included, however rarely it matters.
	b := newBounds([]float64{0, -1e12}, 1, 1, 2)
	if b.moved(nil, []float64{0, 0}, 2); fastBounds && b.drift[0] < 8*(math.Nextafter(1e12, 2e12)-1e12) {
		t.Errorf("of coordinates of 1e12, rounding errors of %v are counted in", b.drift[0])
	}
	if spared < 300 {
		t.Errorf("only %d moves: nothing was spared", spared)
	}
}

// For given starts, the order of the points must not matter.
func TestOrderOfPoints(t *testing.T) {
	p := cloud(80, 2, 3)
	start := slices.Clone(p.X[:10])
	a := runFrom(t, p, start, true)
	q := *p
	q.X = nil
	order := rand.New(rand.NewPCG(1, 2)).Perm(p.N)
	for _, i := range order {
		q.X = append(q.X, p.At(i)...)
	}
	b := runFrom(t, &q, start, true)
	for k, i := range order {
		if b.labels[k] != a.labels[i] {
			t.Fatalf("point %d is in cluster %d, in another order in %d", i, a.labels[i], b.labels[k])
		}
	}
	for i, x := range a.at(a.moves()) {
		if y := b.at(b.moves())[i]; a.moves() != b.moves() || math.Abs(x-y) > 1e-12 {
			t.Fatalf("after %d and %d moves, centres %v and %v", a.moves(), b.moves(), x, y)
		}
	}
}

// Points halfway between centres go to the first one.
func TestTies(t *testing.T) {
	p := &method.Problem{N: 3, D: 2, X: []float64{0, 0, 1, 0, 2, 0}, Task: method.Cluster}
	l := runFrom(t, p, []float64{2, 0, 0, 0, 2, 0}, false)
	if first := l.assigned(0); !slices.Equal(first, []int32{1, 0, 0}) {
		t.Errorf("the first assignment is %v, want 1 0 0: the point in the middle, and where two centres are in one place",
			first)
	}
	out := []float64{0}
	s := l.stage(0)
	if s.Predict([]float64{1, 5}, out); out[0] != 0 {
		t.Errorf("a place on the border is in cluster %v, want 0", out[0])
	}
}

// The centre of an empty cluster stays where it is, or jumps to the farthest point.
func TestEmptyClusters(t *testing.T) {
	p := &method.Problem{N: 5, D: 2, X: []float64{0, 0, 1, 0, 0, 1, 10, 0, 10.5, 0}, Task: method.Cluster}
	start := []float64{0, 0, 2, 0, 100, 100}
	keep := runFrom(t, p, start, false)
	if c := keep.at(keep.moves()); c[4] != 100 || c[5] != 100 || keep.stage(keep.Steps()).sizes[2] != 0 {
		t.Errorf("kept, the centres are %v", c)
	}
	if st := keep.stage(keep.Steps()).Status(); st.State != method.Converged ||
		!strings.HasSuffix(st.Sentence, " Cluster 3 has no points: its centre stays.") {
		t.Errorf("kept: %+v", st)
	}
	// The second centre has the points 4 and 5, and 5 is farther from it.
	far := runFrom(t, p, start, true)
	if c := far.at(1); c[4] != 10.5 || c[5] != 0 {
		t.Errorf("after one move the centre is at %v", c[4:])
	}
	s := far.stage(far.Steps())
	if !slices.Equal(s.sizes, []int{3, 1, 1}) || s.Status().State != method.Converged {
		t.Errorf("the clusters have %v points: %+v", s.sizes, s.Status())
	}
	if move := far.stage(2).Status().Sentence; !strings.HasSuffix(move,
		" Cluster 3 has no points: its centre is moved to point 5, the farthest from its own centre. The next assignment "+
			"reduces the inertia by at least 0.0625, the amount that that point adds now.") {
		t.Errorf("the move says %q", move)
	}
	// With fewer distinct positions than clusters, no centre jumps.
	same := &method.Problem{N: 4, D: 2, X: []float64{1, 1, 1, 1, 3, 3, 3, 3}, Task: method.Cluster}
	for _, farthest := range []bool{false, true} {
		l := runFrom(t, same, []float64{1, 1, 3, 3, 1, 1}, farthest)
		if !l.settled || l.energy[len(l.energy)-1] != 0 || l.moves() != 1 {
			t.Errorf("two places, farthest %v: %+v", farthest, l)
		}
	}
	// A centre that jumps may coincide with another, which owns that point; then it jumps on.
	on := &method.Problem{N: 3, D: 1, X: []float64{10, 0, 1}, Task: method.Cluster}
	met := runFrom(t, on, []float64{14, 0.4, 100}, true)
	if s := met.stage(met.Steps()); met.at(1)[2] != 10 || !slices.Equal(s.sizes, []int{1, 1, 1}) {
		t.Errorf("after one move the centres are at %v, at the end they have %v points", met.at(1), s.sizes)
	}
	// Two empty clusters jump to two different positions, although two points lie at the farthest one.
	two := &method.Problem{N: 5, D: 1, X: []float64{0, 1, 7, 9, 9}, Task: method.Cluster}
	if c := runFrom(t, two, []float64{0, 50, 60}, true).at(1); c[1] != 9 || c[2] == 9 {
		t.Errorf("two empty clusters go to %v and %v", c[1], c[2])
	}
}

// After a centre is removed, labels and predictions are indices into the lists without it.
func TestLabelsWithoutTheTakenAway(t *testing.T) {
	p := &method.Problem{N: 5, D: 2, X: []float64{10, 0, 10.5, 0, 0, 0, 1, 0, 0, 1}, Task: method.Cluster}
	l := &lloyd{p: p, k: 3, d: 2, limit: 100, drop: true}
	if err := l.run(t.Context(), []float64{100, 100, 0, 0, 12, 0}); err != nil {
		t.Fatal(err)
	}
	s := l.stage(l.Steps())
	centers, labels := methodtest.Fact(t, s, "cluster_centers"), methodtest.Fact(t, s, "labels").Value.([]int)
	if !slices.Equal(centers.Rows, []string{"Cluster 2", "Cluster 3"}) || !slices.Equal(labels, []int{1, 1, 0, 0, 0}) {
		t.Errorf("the labels of %v are %v", centers.Rows, labels)
	}
	out := make([]float64, p.N)
	s.Predict(p.X, out)
	for i, y := range out {
		if int(y) != labels[i] {
			t.Errorf("point %d has the label %d, and what is predicted there is %v", i+1, labels[i], y)
		}
	}
}

// Farthest first: each centre is the point farthest from all earlier centres.
func TestFarthestFirst(t *testing.T) {
	s := fitted(t, cloud(50, 2, 9), map[string]any{"n_clusters": 6.0, "init": initFarthest})
	for j := 1; j < s.k; j++ {
		most := 0.0
		for i := range s.p.N {
			_, d2 := grouping.Nearest(s.p.At(i), s.at(0)[:2*j])
			most = max(most, d2)
		}
		if s.leap(j) != most {
			t.Errorf("centre %d is %v away from those before; a point is %v away", j+1, s.leap(j), most)
		}
	}
	// If all points coincide, the centres are still different points.
	one := &method.Problem{N: 5, D: 2, X: slices.Repeat([]float64{1, 2}, 5), Task: method.Cluster}
	for _, init := range []string{initPlusPlus, initRandom, initFarthest} {
		seeds := slices.Sorted(slices.Values(fitted(t, one, map[string]any{"n_clusters": 4.0, "init": init}).seeds))
		if len(slices.Compact(seeds)) != 4 {
			t.Errorf("%s: centres start at %v", init, seeds)
		}
	}
}

// The steps are the choices of the centres, then half-steps. Each stage must have its own groups, positions and facts.
func TestStages(t *testing.T) {
	p := cloud(40, 2, 4)
	s := fitted(t, p, map[string]any{"n_clusters": 4.0})
	if n := s.Steps(); n != 4+2*s.moves()+1 || s.moves() < 2 {
		t.Fatalf("%d steps with %d moves", n, s.moves())
	}
	out := []float64{0}
	start := s.Stage(0)
	start.Can().Predictor.Predict([]float64{1, 1}, out)
	if !start.Can().Partial || !math.IsNaN(out[0]) ||
		start.Can().Explain([]float64{1, 1}, view, nil).Answer != "no centre yet" {
		t.Errorf("without a centre the answer is %v", out[0])
	}
	for k := 1; k <= 4; k++ {
		at := s.stage(k)
		if at.count() != k || at.labels != nil || !slices.Equal(at.centers[2*k-2:], p.At(s.seeds[k-1])) {
			t.Errorf("stage %d has the centres %v, clusters %v", k, at.centers, at.labels)
		}
	}
	for _, c := range []struct {
		step int
		says string
	}{
		{0, "No step yet"}, {1, "Centre 1 of 4 starts at point"}, {3, "drawn with the probability 0."},
		{5, "Assignment 1: each point joins"},
		{6, "Move 1: each centre goes to the mean"}, {7, "Assignment 2: "}, {s.Steps(), "Converged after "},
	} {
		m := s.Stage(c.step)
		if st := m.Status(); !strings.Contains(st.Sentence, c.says) || (st.State == method.Running) != (c.step < s.Steps()) {
			t.Errorf("step %d: %+v, want %q", c.step, st, c.says)
		}
	}
	few := fitted(t, p, map[string]any{"n_clusters": 4.0, "max_iter": 1.0})
	if st := few.Status(); st.State != method.Limited || few.moves() != 1 ||
		!strings.Contains(st.Sentence, "the limit of 1 iteration:") {
		t.Errorf("with one iteration: %+v", st)
	}
	if methodtest.Fact(t, few, "n_iter").Value != 1 {
		t.Error("n_iter is not 1")
	}
}

var view = picture.Viewport{X0: -1, X1: 4, Y0: -1, Y1: 4, W: 200, H: 200, Scale: 1}

// At every stage, the cells must agree with the predictions, and the borders must lie between them.
func TestCellsArePredicted(t *testing.T) {
	s := fitted(t, cloud(60, 2, 8), map[string]any{"n_clusters": 7.0})
	for k := 1; k <= s.Steps(); k++ {
		at := s.stage(k)
		under, _, err := at.Can().Layers(t.Context(), view, nil, method.Shown{method.Regions: true, method.Boundary: true})
		if err != nil {
			t.Fatal(err)
		}
		area, cells := 0.0, 0
		for _, l := range under {
			path, ok := l.(*picture.Path)
			if !ok {
				continue // the rings of the seeding
			}
			if path.Role == picture.RoleBoundary {
				path.Lines(func(xy []float64) {
					x, y := (xy[0]+xy[2])/2, (xy[1]+xy[3])/2
					d2 := make([]float64, at.count())
					for c := range d2 {
						d2[c] = grouping.SquaredDistance([]float64{x, y}, at.centers[2*c:])
					}
					slices.Sort(d2)
					if d2[1]-d2[0] > 1e-12 {
						t.Errorf("step %d: a border lies at the squared distances %v", k, d2[:2])
					}
				})
				continue
			}
			cells++
			mx, my, n := 0.0, 0.0, float64(len(path.XY)/2)
			for i := 0; i < len(path.XY); i += 2 {
				mx, my = mx+path.XY[i]/n, my+path.XY[i+1]/n
				j := (i + 2) % len(path.XY)
				area += (path.XY[i]*path.XY[j+1] - path.XY[j]*path.XY[i+1]) / 2
			}
			out := []float64{0}
			if at.Predict([]float64{mx, my}, out); int(out[0]) != path.Class {
				t.Errorf("step %d: a cell has the colour of cluster %d, and what is in it belongs to %v", k, path.Class, out[0])
			}
		}
		if want := 25.0; math.Abs(area-want) > 1e-9 || cells < min(k, 7)-3 {
			t.Errorf("step %d: %d cells cover %v of %v", k, cells, area, want)
		}
	}
}

// The drawings of a step: paths from the starts, the last move of the centres, rings around the points that have just
// changed, lines to the centres.
func TestDrawn(t *testing.T) {
	s := fitted(t, cloud(60, 2, 8), map[string]any{"n_clusters": 5.0, "init": initRandom})
	all := method.Shown{"centers": true, "paths": true, "members": true}
	changes := 0
	for k := 1; k <= s.Steps(); k++ {
		at := s.stage(k)
		under, over, err := at.Can().Layers(t.Context(), view, nil, all)
		if err != nil {
			t.Fatal(err)
		}
		lines, rings, badges, move := 0, 0, 0, 0
		for _, l := range slices.Concat(under, over) {
			switch l := l.(type) {
			case *picture.Path:
				switch {
				case l.Role == picture.RoleMember:
					l.Lines(func(xy []float64) {
						lines++
						if xy[2] != at.centers[2*l.Class] || xy[3] != at.centers[2*l.Class+1] {
							t.Errorf("step %d: a line to %v, centre at %v", k, xy[2:], at.centers[2*l.Class:2*l.Class+2])
						}
					})
				case strings.HasPrefix(l.Says, "move"):
					before := s.stage(k - 1)
					l.Lines(func(xy []float64) {
						move++
						c, _ := grouping.Nearest(xy[:2], before.centers)
						if !slices.Equal(xy[:2], before.centers[2*c:2*c+2]) || !slices.Equal(xy[2:], at.centers[2*c:2*c+2]) {
							t.Errorf("step %d: a move from %v to %v", k, xy[:2], xy[2:])
						}
					})
				}
			case *picture.Marks:
				switch l.Role {
				case picture.RoleCenter:
					c := l.Class[0]
					if c != badges || !slices.Equal(l.XY, at.centers[2*c:2*c+2]) {
						t.Errorf("step %d: centre %d is drawn at %v, want %v", k, c+1, l.XY, at.centers)
					}
					badges++
				case picture.RoleSupport:
					rings = len(l.Ordinal)
					for _, i := range l.Ordinal {
						if s.stage(k - 1).labels[i] == at.labels[i] {
							t.Errorf("step %d: a ring round point %d, which stays", k, i)
						}
					}
				}
			}
		}
		want := 0
		if h := k - 5; h > 1 && h%2 == 1 {
			want = s.changed[h/2]
			changes += want
		}
		if badges != at.count() || rings != want || (lines == s.p.N) != (k > 5) || (move > 0) != at.moving() {
			t.Errorf("step %d: %d centres, %d rings (want %d), %d lines, %d moves", k, badges, rings, want, lines, move)
		}
	}
	if changes == 0 {
		t.Error("no point ever changes its cluster: nothing was looked at")
	}
}

// Explain must list the nearest centres and their squared distances.
func TestExplain(t *testing.T) {
	p := &method.Problem{N: 4, D: 2, X: []float64{0, 0, 0, 2, 10, 0, 10, 2}, Task: method.Cluster}
	l := runFrom(t, p, []float64{10, 0, 0, 0}, false)
	e := l.stage(l.Steps()).Explain([]float64{3, 5}, view, nil)
	want := []string{"‖x − c_{2}‖² = 25: nearest centre", "‖x − c_{1}‖² = 65: second nearest centre"}
	if e.Answer != "cluster 2" || !slices.Equal(e.Lines, want) {
		t.Errorf("%q: %q, want %q", e.Answer, e.Lines, want)
	}
	if near := e.Layers[0].(*picture.Path); !slices.Equal(near.XY, []float64{3, 5, 0, 1}) {
		t.Errorf("a line %v, want one to 0, 1", near.XY)
	}
}

// During the seeding, the rings must show the probabilities of k-means++.
func TestChances(t *testing.T) {
	s := fitted(t, cloud(30, 2, 2), map[string]any{"n_clusters": 3.0})
	for k := 1; k <= s.Steps(); k++ {
		under, _, err := s.stage(k).Can().Layers(t.Context(), view, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		var m *picture.Marks
		for _, l := range under {
			if rings, ok := l.(*picture.Marks); ok && rings.Role == picture.RoleSupport && len(rings.Size) > 0 &&
				strings.HasPrefix(rings.Says, "likely to be the next centre") {
				m = rings
			}
		}
		if (m != nil) != (k < 3) {
			t.Fatalf("step %d: %v", k, m)
		}
		if m == nil {
			continue
		}
		most := 0.0
		for i := range s.p.N {
			_, d2 := grouping.Nearest(s.p.At(i), s.at(0)[:2*k])
			most = max(most, d2)
		}
		for j, i := range m.Ordinal {
			if _, d2 := grouping.Nearest(s.p.At(i), s.at(0)[:2*k]); math.Abs(m.Size[j]-d2/most) > 1e-12 {
				t.Errorf("step %d: point %d has the size %v, want %v", k, i, m.Size[j], d2/most)
			}
		}
	}
}

// Groups are the clusters; there are none before the first assignment.
func TestGroups(t *testing.T) {
	s := fitted(t, cloud(30, 2, 2), nil)
	for k := range s.Steps() + 1 {
		g := s.Stage(k).Can().Groups(nil)
		if g.K != 3 || g.Called(1) != "cluster 2" {
			t.Errorf("step %d: %+v", k, g)
		}
		for i, of := range g.Of {
			want := method.NoGroup
			if k > 3 {
				want = int(s.stage(k).labels[i])
			}
			if of != want {
				t.Fatalf("step %d: point %d is in group %d, want %d", k, i, of, want)
			}
		}
	}
}

// Facts and formula must agree with the fit.
func TestFacts(t *testing.T) {
	pts := []doc.Point{{X: 0, Y: 0, Z: 0}, {X: 0, Y: 2, Z: 0}, {X: 10, Y: 0, Z: 1}, {X: 10, Y: 2, Z: 1},
		{X: 10, Y: 4, Z: 1}}
	p, err := method.NewProblem(pts, method.Cluster, 3)
	if err != nil {
		t.Fatal(err)
	}
	s := fitted(t, p, map[string]any{"n_clusters": 2.0})
	if e := methodtest.Fact(t, s, "inertia").Value; e != 10.0 {
		t.Errorf("inertia %v, want 10", e)
	}
	centers, sizes := methodtest.Fact(t, s, "cluster_centers"), methodtest.Fact(t, s, "cluster_sizes")
	at := slices.Index(centers.Rows, "Cluster 1")
	if at < 0 || !slices.Equal(centers.Cols, []string{"x₁", "x₂"}) || !slices.Equal(centers.Rows, sizes.Rows) {
		t.Fatalf("%+v, %+v", centers, sizes)
	}
	for c, row := range centers.Value.([][]float64) {
		want, n := []float64{0, 1}, 2
		if row[0] > 5 {
			want, n = []float64{10, 2}, 3
		}
		if !slices.Equal(row, want) || sizes.Value.([]int)[c] != n {
			t.Errorf("cluster %d has %d points about %v", c, sizes.Value.([]int)[c], row)
		}
	}
	if r := methodtest.Fact(t, s, "adjusted_rand_score").Value; r != 1.0 {
		t.Errorf("adjusted Rand index %v, want 1", r)
	}
	if !strings.HasPrefix(s.Formula(), "min Σᵢ ‖xᵢ − c(xᵢ)‖² = 10,") {
		t.Errorf("formula %q", s.Formula())
	}
	// Far from the origin, the means keep their precision.
	far := &method.Problem{N: p.N, D: 2, Task: method.Cluster, Seed: 3}
	for i, x := range p.X {
		far.X = append(far.X, x+[]float64{3e9, -3e9}[i%2])
	}
	if e := methodtest.Fact(t, fitted(t, far, map[string]any{"n_clusters": 2.0}), "inertia").Value; e != 10.0 {
		t.Errorf("far away, inertia %v, want 10", e)
	}
}

// With fewer points than clusters, Fit must return a Need.
func TestNeeds(t *testing.T) {
	m := KMeans()
	v, err := m.Validate(nil)
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[int]string{0: "Click to add points", 2: "3 clusters need at least 3 points, and " +
		"there are 2"} {
		_, err := m.Fit(t.Context(), cloud(n, 2, 1), v, nil)
		if need, ok := err.(*method.Need); !ok || !strings.HasPrefix(need.Sentence, want) {
			t.Errorf("%d points: %v", n, err)
		}
	}
}

// If starts are given, there are as many clusters as starts, whatever n_clusters says, and nothing is random. The
// document carries the starts.
func TestGivenStarts(t *testing.T) {
	for _, c := range reference(t, "kmeans", 7) {
		m := KMeans()
		v, err := m.Validate(map[string]any{"init": "given", "starts": c.Params.Initial, "n_clusters": 2.0})
		if err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
		if err := m.CheckPlaces(v, len(c.X[0])); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
		for seed := range 2 {
			p := c.problem()
			p.Seed = uint64(seed)
			model, err := m.Fit(t.Context(), p, v, nil)
			if err != nil {
				t.Fatalf("%s: %v", c.Name, err)
			}
			s := model.(*stage)
			if got, _ := s.reached(); !c.Tolerance.Default.near(got, c.Expected.Inertia) ||
				!slices.Equal(s.labels, c.Expected.Labels) {
				t.Errorf("%s: inertia %v, clusters %v; want %v, %v", c.Name, got, s.labels, c.Expected.Inertia, c.Expected.Labels)
			}
			first := s.Stage(0).(*stage)
			if !slices.Equal(first.centers, flat(c.Params.Initial)) || first.Status().Sentence != "No step yet: the centres "+
				"are where they were put." {
				t.Errorf("%s: it begins at %v: %s", c.Name, first.centers, first.Status().Sentence)
			}
			if s.Places()["starts"] != nil {
				t.Errorf("%s: places that were given are offered", c.Name)
			}
		}
	}
}

// The starts that a seeding offers, when given, must reproduce the same clusters.
func TestSeedsAreOfferedAsStarts(t *testing.T) {
	m := KMeans()
	fit := func(p *method.Problem, params map[string]any) *stage {
		v, err := m.Validate(params)
		if err != nil {
			t.Fatal(err)
		}
		model, err := m.Fit(t.Context(), p, v, nil)
		if err != nil {
			t.Fatal(err)
		}
		return model.(*stage)
	}
	for _, d := range []int{2, 5} {
		for _, init := range []string{initPlusPlus, initRandom, initFarthest} {
			p := cloud(90, d, 4)
			s := fit(p, map[string]any{"init": init, "n_clusters": 4.0})
			again := fit(p, map[string]any{"init": "given", "starts": s.Places()["starts"]})
			if !slices.Equal(again.labels, s.labels) || !slices.Equal(again.lloyd.centers, s.lloyd.centers) {
				t.Errorf("%s, %d columns: other clusters from the places of its own seeds", init, d)
			}
		}
	}
	v, _ := m.Validate(map[string]any{"init": "given", "starts": [][]float64{}})
	var need *method.Need
	if _, err := m.Fit(t.Context(), cloud(9, 2, 1), v, nil); !errors.As(err, &need) {
		t.Errorf("without a place: %v, want an invitation", err)
	}
}

// The panel of centres of rows that are not pictures: each column from its least to its largest value, in the table's
// units even if the columns are standardised. A centre's line carries its key and has its number above it.
func TestCentresAsLines(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const n, d = 40, 30
	names := make([]string, d)
	var scales []method.Scale
	x := make([]float64, n*d)
	for j := range d {
		names[j] = "column " + strconv.Itoa(j)
		scales = append(scales, method.Scale{Name: "own " + strconv.Itoa(j), Mean: 10 * float64(j), SD: 2})
		for i := range n {
			x[i*d+j] = rng.NormFloat64() + float64(i%2*j)/5 // later columns separate the two clusters more
		}
	}
	for i := range n {
		x[i*d] = 7 // a constant column
	}
	p := &method.Problem{N: n, D: 2, X: make([]float64, 2*n), Task: method.Cluster}
	p.Widen(x, d, names)
	p.Scales = scales
	m := fitted(t, p, map[string]any{"n_clusters": 2.0})
	list := m.Panels(method.Shown{"centers": true})
	if len(list) != 1 || !strings.Contains(list[0].Help, "standard deviations") || m.Panels(method.Shown{}) != nil {
		t.Fatalf("panels %v", list)
	}
	for _, h := range []int{200, 1000} {
		pic, err := method.DrawPanel(t.Context(), m, method.Shown{"centers": true}, "centers", 340, h)
		if err != nil {
			t.Fatal(err)
		}
		rows := min(d, (h-14)/15)
		rails := pic.Layers[0].(*picture.Path)
		if len(rails.Starts) != rows {
			t.Fatalf("%d px: %d columns, want %d", h, len(rails.Starts), rows)
		}
		var columns []int
		numbers := 0
		for k, l := range pic.Layers {
			switch l := l.(type) {
			case *picture.Label:
				b := l.Box(l.X, float64(h)-l.Y, picture.LabelSize)
				if b.X0 < 0 || b.X1 > 340 {
					t.Errorf("%d px: %q is cut", h, l.Text)
				}
				if l.Role == picture.RoleGuide && l.Key != "" {
					numbers++
					continue
				}
				if l.Role != picture.RoleGuide {
					continue
				}
				j, err := strconv.Atoi(strings.TrimPrefix(l.Text, "own "))
				if err != nil {
					t.Fatal(err)
				}
				columns = append(columns, j)
				lo, hi := math.Inf(1), math.Inf(-1)
				for i := range n {
					lo, hi = min(lo, x[i*d+j]), max(hi, x[i*d+j])
				}
				a, b2 := pic.Layers[k+1].(*picture.Label), pic.Layers[k+2].(*picture.Label)
				if a.Text != words.Number(10*float64(j)+2*lo) || b2.Text != words.Number(10*float64(j)+2*hi) {
					t.Errorf("%d px: column %d goes from %s to %s", h, j, a.Text, b2.Text)
				}
			case *picture.Marks:
				c := l.Class[0]
				if len(l.Keys) != rows || l.Keys[0] != grouping.Key(c) {
					t.Fatalf("%d px: keys %v", h, l.Keys)
				}
				for row, j := range columns {
					lo, hi := math.Inf(1), math.Inf(-1)
					for i := range n {
						lo, hi = min(lo, x[i*d+j]), max(hi, x[i*d+j])
					}
					x0, x1 := rails.XY[4*row], rails.XY[4*row+2]
					want := (x0 + x1) / 2
					if hi > lo {
						want = x0 + (x1-x0)*(m.center(c)[j]-lo)/(hi-lo)
					}
					if math.Abs(l.XY[2*row]-want) > 1e-9 || l.XY[2*row+1] != rails.XY[4*row+1] {
						t.Errorf("%d px: centre %d in column %d is at %v, want %g", h, c, j, l.XY[2*row:2*row+2], want)
					}
				}
			}
		}
		if numbers != 2 || !slices.IsSorted(columns) || rows < d && slices.Contains(columns, 0) {
			t.Errorf("%d px: %d numbers, columns %v", h, numbers, columns)
		}
	}
}

// If the user moves centres during a run, the run is unchanged before that move and continues from the new positions;
// the status compares it with the run without the move. A move out of a poor local minimum must reduce the inertia.
func TestCentresByHand(t *testing.T) {
	p := &method.Problem{N: 6, D: 2, Task: method.Cluster,
		X: []float64{0, 0, 0, 1, 10, 0, 10, 1, 20, 0, 20, 1}}
	params := map[string]any{"init": "given", "starts": [][]float64{{0, 0}, {0, 1}, {15, 0.5}}}
	alone := methodtest.Fit(t, KMeans(), p, params).(*stage)
	if got := alone.lloyd.inertia(); got != 101 {
		t.Fatalf("left alone the run ends at %v, want 101", got)
	}
	params["hand"], params["hand_after"] = "given", 1.0
	params["hand_centers"] = [][]float64{{0, 0.5}, {9, 0.5}}
	m := methodtest.Fit(t, KMeans(), p, params).(*stage)
	if got := m.lloyd.inertia(); got != 1.5 || m.alone != 101 || m.handed == 0 || !m.settled {
		t.Errorf("with a centre moved it ends at %v, without at %v (move %d)", got, m.alone, m.handed)
	}
	if !slices.Equal(m.at(m.handed)[:4], []float64{0, 0.5, 9, 0.5}) ||
		!slices.Equal(m.at(m.handed)[4:], []float64{15, 0.5}) {
		t.Errorf("after the move by hand the centres are at %v", m.at(m.handed))
	}
	for k := range m.handed {
		if !slices.Equal(m.at(k), alone.at(k)) {
			t.Errorf("after %d moves it is another run", k)
		}
	}
	// Compare every step with the definition.
	for k := range m.Steps() + 1 {
		s := m.Stage(k).(*stage)
		if s.seeding() {
			continue
		}
		want := 0.0
		for i, c := range s.labels {
			want += grouping.SquaredDistance(p.At(i), s.center(int(c)))
		}
		if got, _ := s.reached(); math.Abs(got-want) > 1e-12 {
			t.Errorf("step %d: inertia %v, by its definition %v", k, got, want)
		}
	}
}

// Cost must count the passes over the points at each step, over all runs.
func TestPassesOfClusters(t *testing.T) {
	var pts []doc.Point
	for i := range 40 {
		pts = append(pts, doc.Point{X: float64(i%7) + 0.1*float64(i), Y: float64(i * i % 11)})
	}
	p, err := method.NewProblem(pts, method.Cluster, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, runs := range []float64{1, 3} {
		m := fitted(t, p, map[string]any{"n_init": runs})
		run := m.Can().Stepper
		passes := func(k int) float64 { return run.Stage(k).Can().Cost().Passes }
		for k, want := range []float64{0, 1, 1, 2, 2} {
			if got := passes(3 + k); got != want { // three centres are chosen first
				t.Errorf("%g runs: %g passes after %d half-steps, want %g", runs, got, k, want)
			}
		}
		end := run.Steps()
		for k := 1; k <= end; k++ {
			if passes(k) < passes(k-1) {
				t.Errorf("%g runs: passes fall at step %d", runs, k)
			}
		}
		if m.Can().Cost().Passes != passes(end) {
			t.Errorf("%g runs: the end has other passes", runs)
		}
	}
}
