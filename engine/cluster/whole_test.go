package cluster

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/grouping"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
)

// A jump of a centre never raises the inertia, and the next assignment lowers it by at least the promised amount.
// Removing a centre does not raise it either, and a removed centre is no longer drawn or explained. Both must work when
// stepping forth and back.
func TestTeleports(t *testing.T) {
	jumps, dropped := 0, 0
	for seed := range uint64(60) {
		d := 1 + int(seed%3)
		p := cloud(60, d, seed)
		start := slices.Clone(p.X[:5*d])
		rng := rand.New(rand.NewPCG(seed, 9))
		for c := 2; c < 5; c++ { // some are far from all points
			for j := range d {
				start[c*d+j] += 30 * float64(rng.IntN(2))
			}
		}
		for _, drop := range []bool{false, true} {
			l := &lloyd{p: p, k: 5, d: d, init: initGiven, limit: 200, farthest: !drop, drop: drop, scan: &grouping.Scan{}}
			if err := l.run(t.Context(), start); err != nil {
				t.Fatal(err)
			}
			for i := 1; i < len(l.energy); i++ {
				if l.energy[i] > l.energy[i-1]*(1+1e-12) {
					t.Errorf("seed %d, drop %v: half-step %d raises the inertia from %v to %v", seed, drop, i, l.energy[i-1],
						l.energy[i])
				}
			}
			saves := map[int]float64{}
			for _, j := range l.jumps {
				jumps++
				saves[j.move] += j.saves
				if at := l.at(j.move)[j.c*d : (j.c+1)*d]; !slices.Equal(at, p.At(j.row)) {
					t.Errorf("seed %d: centre %d goes to %v, row %d is at %v", seed, j.c, at, j.row, p.At(j.row))
				}
				before := l.assigned(j.move - 1)
				far := func(i int) float64 { return grouping.SquaredDistance(p.At(i), l.at(j.move - 1)[int(before[i])*d:]) }
				several := slices.ContainsFunc(l.jumps, func(o jump) bool { return o.move == j.move && o.c < j.c })
				for i := range p.N {
					if !several && far(i) > far(j.row) {
						t.Fatalf("seed %d: row %d is farther from its centre than row %d", seed, i, j.row)
					}
				}
			}
			for move, by := range saves {
				if after, before := l.energy[2*move], l.energy[2*move-1]; before-after < by-1e-9*before {
					t.Errorf("seed %d: after move %d the inertia falls from %v to %v, and %v was promised", seed, move, before, after,
						by)
				}
			}
			for k := range l.Steps() + 1 {
				s := l.stage(k)
				living := s.living()
				if !drop && len(living) != 5 {
					t.Fatalf("seed %d: %d centres", seed, len(living))
				}
				if drop && s.moved > 0 {
					for c := range s.k {
						had := slices.Contains(l.assigned(s.moved-1), int32(c))
						if gone := l.gone(s.moved, c); gone == had {
							t.Errorf("seed %d, step %d: centre %d had points: %v, and is gone: %v", seed, k, c, had, gone)
						}
					}
				}
				if d < 2 {
					continue
				}
				show := method.Shown{method.Regions: true, method.Boundary: true, "centers": true, "paths": true, "members": true}
				under, over, err := s.Can().Layers(t.Context(), view, nil, show)
				if err != nil {
					t.Fatal(err)
				}
				badges, leaps, past := 0, 0, 0
				for _, layer := range slices.Concat(under, over) {
					switch layer := layer.(type) {
					case *picture.Marks:
						if layer.Role == picture.RoleCenter {
							badges++
						}
						if !method.Finite(layer.XY...) {
							t.Fatalf("seed %d, step %d: marks at %v", seed, k, layer.XY)
						}
					case *picture.Path:
						if !method.Finite(layer.XY...) {
							t.Fatalf("seed %d, step %d: a path %v", seed, k, layer.XY)
						}
						if layer.Weight > 0 && strings.HasPrefix(layer.Says, "jump") {
							layer.Lines(func([]float64) { past++ })
						}
						if layer.Weight == 0 && strings.HasPrefix(layer.Says, "jump") {
							layer.Lines(func(xy []float64) {
								leaps++
								if len(xy) != 4 || d == 2 && !slices.ContainsFunc(l.jumps, func(j jump) bool {
									return j.move == s.moved && slices.Equal(xy[2:], p.At(j.row)) &&
										slices.Equal(xy[:2], l.at(j.move - 1)[2*j.c:2*j.c+2])
								}) {
									t.Errorf("seed %d, step %d: a teleport is drawn along %v", seed, k, xy)
								}
							})
						}
					}
				}
				want, before := 0, 0
				for _, j := range l.jumps {
					switch {
					case j.move == s.moved && s.moving():
						want++
					case j.move <= s.moved:
						before++
					}
				}
				if d == 2 && (badges != len(living) || leaps != want || past != before) {
					t.Errorf("seed %d, step %d: %d badges of %d, %d teleports of %d, %d earlier ones of %d", seed, k, badges,
						len(living), leaps, want, past, before)
				}
				for _, f := range s.Facts() {
					if f.Name == "cluster_centers" {
						if rows := f.Value.([][]float64); len(rows) != len(living) || len(f.Rows) != len(living) ||
							!method.Finite(slices.Concat(rows...)...) {
							t.Errorf("seed %d, step %d: centres %v of %v", seed, k, rows, f.Rows)
						}
					}
				}
				if text := s.Status().Sentence; s.ended() && strings.Contains(text, "removed") != (len(living) < 5) {
					t.Errorf("seed %d, step %d, %d of 5 left: %s", seed, k, len(living), text)
				}
			}
			if drop && len(l.stage(l.Steps()).living()) < 5 {
				dropped++
			}
		}
	}
	if jumps < 40 || dropped < 20 {
		t.Errorf("only %d teleports, only %d runs that lost a centre", jumps, dropped)
	}
}

// With several runs, the first equals the single run, the least inertia is chosen, the player goes through all runs,
// and a click on a run goes to its end.
func TestRuns(t *testing.T) {
	differ := 0
	for seed := range uint64(12) {
		p := cloud(80, 2, seed)
		one := fitted(t, p, map[string]any{"n_clusters": 6.0, "init": initRandom})
		s := fitted(t, p, map[string]any{"n_clusters": 6.0, "init": initRandom, "n_init": 7.0})
		if !slices.Equal(s.of.runs[0].centers, one.lloyd.centers) {
			t.Fatalf("seed %d: the first run is another than the only one", seed)
		}
		least := math.Inf(1)
		for _, l := range s.of.runs {
			least = min(least, l.inertia())
		}
		got, _ := s.reached()
		if got != least || got > one.lloyd.inertia() {
			t.Errorf("seed %d: inertia %v, the runs have %v at least", seed, got, least)
		}
		if got < one.lloyd.inertia() {
			differ++
		}
		if list := methodtest.Fact(t, s, "run_inertia").Value.([]float64); len(list) != 7 || slices.Min(list) != least {
			t.Errorf("seed %d: runs are told to end with %v", seed, list)
		}
		energy := s.Trace()[0].Values
		if len(energy) != s.Steps()+1 {
			t.Fatalf("a curve of %d values over %d steps", len(energy), s.Steps())
		}
		for k := range s.Steps() + 1 {
			at := s.Stage(k).(*stage)
			if at.Can().Partial != (at.count() == 0) {
				t.Fatalf("step %d has %d centres, and Partial is %v", k, at.count(), at.Can().Partial)
			}
			if at.count() == 0 {
				continue
			}
			if e, _ := at.reached(); e != energy[k] {
				t.Errorf("step %d has the inertia %v, its curve %v", k, e, energy[k])
			}
			if at.Steps() != s.Steps() || (at.Status().State == method.Running) != (k < s.Steps()) {
				t.Errorf("step %d of %d: %+v", k, at.Steps(), at.Status())
			}
		}
		for i, l := range s.of.runs {
			told, ok := s.Can().Tell(runKind.Key(i), view, nil)
			if !ok || told.Click.Step == nil {
				t.Fatalf("run %d is %+v", i, told)
			}
			at := s.Stage(*told.Click.Step).(*stage)
			if at.run != i || !slices.Equal(at.labels, l.labels) ||
				!strings.Contains(at.Status().Sentence, fmt.Sprintf("Run %d of 7. It ends", i+1)) {
				t.Errorf("a click on run %d shows run %d: %s", i, at.run, at.Status().Sentence)
			}
		}
		pic, err := method.DrawPanel(t.Context(), s, method.Shown{"restarts": true}, "restarts", 300, 200)
		if err != nil {
			t.Fatal(err)
		}
		best := 0
		for _, l := range pic.Layers {
			if l, ok := l.(*picture.Path); ok && l.Says == "the best run" {
				best++
				if l.Keys[0] != runKind.Key(s.of.best) {
					t.Errorf("the best run has the key %s", l.Keys[0])
				}
			}
		}
		if best != 1 {
			t.Errorf("%d runs are the best", best)
		}
	}
	if differ < 3 {
		t.Errorf("only %d times another run was better than the first", differ)
	}
}

type assessCase struct {
	Name, Method string
	Params       struct {
		Metric string
		Other  []int
	}
	X        [][]float64
	Y        []int
	Expected struct {
		Samples     []float64
		Mean        float64
		ClusterMean []float64 `json:"cluster_mean"`
		Adjusted    float64   `json:"adjusted_rand"`
	}
	Tolerance struct{ Default tolerance }
}

// Silhouettes and agreement must be those of the reference.
func TestAssessReference(t *testing.T) {
	b, err := os.ReadFile("testdata/assess.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []assessCase
	if err := json.Unmarshal(b, &cases); err != nil {
		t.Fatal(err)
	}
	silhouetteCases, agreements := 0, 0
	for _, c := range cases {
		tol := c.Tolerance.Default
		if c.Method == "clustering_agreement" {
			agreements++
			if got := grouping.AdjustedRand(c.Params.Other, c.Y); !tol.near(got, c.Expected.Adjusted) {
				t.Errorf("%s: %v, want %v", c.Name, got, c.Expected.Adjusted)
			}
			continue
		}
		silhouetteCases++
		labels := make([]int32, len(c.Y))
		for i, y := range c.Y {
			labels[i] = int32(y)
		}
		p := &method.Problem{N: len(c.X), D: len(c.X[0]), X: flat(c.X), Task: method.Cluster}
		far := between(p, sampled(p))
		if c.Params.Metric == "manhattan" {
			far = func(i, j int) (sum float64) {
				for k, x := range c.X[i] {
					sum += math.Abs(x - c.X[j][k])
				}
				return sum
			}
		}
		all, err := silhouettes(t.Context(), p.N, far, [][]int32{labels, make([]int32, p.N)}, slices.Max(c.Y)+1)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range c.Expected.Samples {
			if got := all[0][i].s; !tol.near(got, want) {
				t.Errorf("%s: silhouette %d is %v, want %v", c.Name, i, got, want)
			}
			if one := all[1][i].s; one == one {
				t.Errorf("%s: with one cluster row %d has the silhouette %v", c.Name, i, one)
			}
		}
		if got := meanOf(all[0]); !tol.near(got, c.Expected.Mean) {
			t.Errorf("%s: mean %v, want %v", c.Name, got, c.Expected.Mean)
		}
	}
	if silhouetteCases != 5 || agreements != 1 {
		t.Errorf("%d cases of silhouettes, %d of agreement", silhouetteCases, agreements)
	}
}

// The panel of silhouettes has a bar for each row, grouped by cluster, the longest first. A row and its bar carry the
// same key. Of many rows a sample is drawn.
func TestSilhouettePanel(t *testing.T) {
	s := fitted(t, cloud(70, 2, 3), map[string]any{"n_clusters": 4.0})
	pic, err := method.DrawPanel(t.Context(), s, method.Shown{barsPanel: true}, barsPanel, 300, 300)
	if err != nil {
		t.Fatal(err)
	}
	keys := rowKeys(t, s, barsPanel)
	if len(pic.Hits) != 70 || len(keys) != 70 {
		t.Fatalf("%d bars, %d keys", len(pic.Hits), len(keys))
	}
	last, lastCluster, lastY := math.Inf(1), int32(-1), math.Inf(1)
	for k, bar := range pic.Hits {
		row, xy := slices.Index(keys, bar.Key), bar.XY
		long := xy[0] + xy[2]
		c := s.labels[row]
		if xy[1] >= lastY || c == lastCluster && long > last || c < lastCluster {
			t.Errorf("bar %d of cluster %d, %v long at %v, stands below one of cluster %d, %v long at %v", k, c, long, xy[1],
				lastCluster, last, lastY)
		}
		told, ok := s.Can().Tell(bar.Key, view, nil)
		if !ok || !slices.Equal(told.Click.Rows, []int{row}) ||
			!strings.HasPrefix(told.Answer, fmt.Sprintf("point %d, cluster %d", row+1, c+1)) {
			t.Errorf("the bar of row %d says %+v", row, told)
		}
		last, lastCluster, lastY = long, c, xy[1]
	}
	p := cloud(silhouetteRows+300, 2, 4)
	rows := sampled(p)
	if len(rows) != silhouetteRows || !slices.IsSorted(rows) || len(slices.Compact(slices.Clone(rows))) != len(rows) ||
		!slices.Equal(rows, sampled(p)) {
		t.Errorf("%d rows are drawn", len(rows))
	}
	other := *p
	if other.Seed++; slices.Equal(rows, sampled(&other)) {
		t.Error("another seed draws the same rows")
	}
	one := fitted(t, cloud(20, 2, 3), map[string]any{"n_clusters": 1.0})
	if pic, err := method.DrawPanel(t.Context(), one, method.Shown{barsPanel: true}, barsPanel, 300, 300); err != nil ||
		len(pic.Layers) != 1 {
		t.Errorf("of one cluster: %v, %v", pic, err)
	}
}

// The panels over k must hold the results of fits with other numbers of clusters. A click chooses a number. Known
// results are kept while only the number changes.
func TestElbow(t *testing.T) {
	p := cloud(60, 2, 4)
	for i, x := range p.X { // four separate clusters
		p.X[i] = float64(i/2*(2*(i%2)+1)%4) + 0.3*(x-float64(i/2*(2*(i%2)+1)%4))
	}
	s := fitted(t, p, map[string]any{"n_clusters": 2.0, "n_init": 4.0})
	inertia, silhouette, err := s.elbow(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(inertia) != 10 || !math.IsNaN(silhouette[0]) || method.Largest(silhouette[1:]) != 2 { // four clusters
		t.Errorf("inertia %v, silhouette %v", inertia, silhouette)
	}
	for k := 1; k <= 10; k++ {
		o := fitted(t, p, map[string]any{"n_clusters": float64(k), "n_init": 4.0})
		if e, _ := o.reached(); e != inertia[k-1] {
			t.Errorf("%d clusters: the panel says %v, a fit %v", k, inertia[k-1], e)
		}
		if sil, _ := o.silhouettes(t.Context()); k > 1 && math.Abs(sil.mean-silhouette[k-1]) > 1e-12 {
			t.Errorf("%d clusters: the panel says %v, their silhouettes %v", k, silhouette[k-1], sil.mean)
		}
		told, ok := s.Can().Tell(grouping.CountKind.Key(k), view, nil)
		if !ok || fmt.Sprint(told.Click.Set) != fmt.Sprintf("map[n_clusters:%d]", k) {
			t.Errorf("a click on %d does %+v", k, told.Click)
		}
	}
	own := fitted(t, p, map[string]any{"init": initGiven, "starts": [][]float64{{0, 0}, {1, 3}}})
	told, _ := own.Can().Tell(grouping.CountKind.Key(4), view, nil)
	if fmt.Sprint(told.Click.Set) != "map[init:k-means++ n_clusters:4]" {
		t.Errorf("a click beside own places does %+v", told.Click)
	}
	m := KMeans()
	v, _ := m.Validate(map[string]any{"n_clusters": 5.0, "n_init": 4.0})
	if next, err := m.Fit(t.Context(), p, v, s); err != nil || next.(*stage).scan != s.scan {
		t.Errorf("another number of clusters forgets the panel: %v", err)
	}
	other := *p
	other.X = slices.Clone(p.X)
	other.X[0]++
	if next, _ := m.Fit(t.Context(), &other, v, s); next.(*stage).scan == s.scan {
		t.Error("the panel of other points is kept")
	}
	few := fitted(t, cloud(3, 2, 1), map[string]any{"n_clusters": 2.0})
	for _, id := range []string{inertiaPanel, silhouettePanel} {
		if _, err := method.DrawPanel(t.Context(), few, method.Shown{"elbow": true}, id, 200, 200); err != nil {
			t.Error(err)
		}
	}
}

// The bars of the classes count the points of each class in each cluster; a click selects them.
func TestClassBars(t *testing.T) {
	var pts []doc.Point
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range 60 {
		// classes none, 1, 3
		pts = append(pts, doc.Point{X: float64(i%3) + 0.5*rng.NormFloat64(), Y: rng.NormFloat64(), Z: float64(2*(i%3) - 1)})
	}
	p, err := method.NewProblem(pts, method.Cluster, 3)
	if err != nil {
		t.Fatal(err)
	}
	s := fitted(t, p, nil)
	if list := s.Panels(method.Shown{classesPanel: true}); len(list) != 1 || list[0].ID != classesPanel {
		t.Fatalf("panels %v", list)
	}
	pic, err := method.DrawPanel(t.Context(), s, method.Shown{classesPanel: true}, classesPanel, 360, 140)
	if err != nil {
		t.Fatal(err)
	}
	keys, seen := rowKeys(t, s, classesPanel), 0
	for _, l := range pic.Layers {
		bar, ok := l.(*picture.Path)
		if !ok || bar.Role != picture.RoleCell {
			continue
		}
		told, ok := s.Can().Tell(bar.Keys[0], view, nil)
		if !ok || len(told.Click.Rows) == 0 {
			t.Fatalf("a bar says %+v", told)
		}
		for i := range p.N {
			if in := keys[i] == bar.Keys[0]; in != slices.Contains(told.Click.Rows, i) || in && int(s.labels[i]) != bar.Class {
				t.Errorf("row %d and the bar %s", i, bar.Keys[0])
			}
		}
		long := bar.XY[2] - bar.XY[0]
		seen += len(told.Click.Rows)
		for _, o := range pic.Layers {
			if o, ok := o.(*picture.Path); ok && o.Role == picture.RoleCell {
				other, _ := s.Can().Tell(o.Keys[0], view, nil)
				if d := long/(o.XY[2]-o.XY[0]) - float64(len(told.Click.Rows))/float64(len(other.Click.Rows)); math.Abs(d) > 1e-9 {
					t.Errorf("bars of %d and %d points are %v and %v long", len(told.Click.Rows), len(other.Click.Rows), long,
						o.XY[2]-o.XY[0])
				}
			}
		}
	}
	if seen != 40 {
		t.Errorf("the bars count %d points, 40 have a class", seen)
	}
	if list := fitted(t, cloud(30, 2, 1), nil).Panels(method.Shown{classesPanel: true}); list != nil {
		t.Errorf("without classes there are %v", list)
	}
}

// The expected inertia after k-means++ is at most 8 (ln k + 2) times the least inertia (Arthur and Vassilvitskii 2007).
// With few points, the least is found among all clusterings.
func TestSeedingBound(t *testing.T) {
	const n, runs = 9, 400
	for seed := range uint64(10) {
		p := cloud(n, 2, seed)
		if seed%2 == 1 {
			for i := range p.X {
				p.X[i] = math.Exp(2 * p.X[i]) // of different magnitudes
			}
		}
		for _, k := range []int{2, 3, 4} {
			least := math.Inf(1)
			labels := make([]int, n)
			var walk func(i, used int)
			walk = func(i, used int) {
				if i < n {
					for c := 0; c <= min(used, k-1); c++ {
						labels[i] = c
						walk(i+1, max(used, c+1))
					}
					return
				}
				sum := 0.0
				for c := range used {
					var mx, my, m float64
					for i, l := range labels {
						if l == c {
							mx, my, m = mx+p.X[2*i], my+p.X[2*i+1], m+1
						}
					}
					for i, l := range labels {
						if l == c {
							sum += math.Pow(p.X[2*i]-mx/m, 2) + math.Pow(p.X[2*i+1]-my/m, 2)
						}
					}
				}
				least = min(least, sum)
			}
			walk(0, 0)
			mean := 0.0
			for run := range runs {
				l := &lloyd{p: p, k: k, d: 2, init: initPlusPlus, restart: run}
				if err := l.seed(t.Context()); err != nil {
					t.Fatal(err)
				}
				left := l.potential[k-1]
				if left < least*(1-1e-9) {
					t.Fatalf("a seeding leaves %v, the least is %v", left, least)
				}
				mean += left / runs
			}
			if bound := 8 * (math.Log(float64(k)) + 2) * least; mean > bound {
				t.Errorf("seed %d, %d centres: k-means++ leaves %v in the mean, the bound is %v", seed, k, mean, bound)
			}
		}
	}
}
