package methodtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// Limits of a fit on extreme data. They are numbers of calls of job.Err, so that they do not depend on the machine's
// speed.
const (
	// unheard is the largest number of calls before the first report of progress, and between two reports.
	unheard = 2000
	// hung limits the time of a fit that never calls job.Err. It does not measure speed: a busy machine may take minutes
	// for work of seconds.
	hung = 10 * time.Minute
)

// patience is the number of calls after which a fit is stopped. In short runs it is too small to detect missing
// progress reports.
func patience() int {
	if testing.Short() {
		return 250
	}
	return 2500
}

// Silences, if not nil, records how long fits are silent, in seconds: for measurements, not for tests.
var Silences *Silence

// Silence holds the longest silences of each method.
type Silence struct {
	mu    sync.Mutex
	Asked map[string]Longest // longest time between two calls of job.Err, during which the fit can't be stopped
	Told  map[string]Longest // longest time between two reports of progress
}

// Longest is the length of a silence, and where it occurred.
type Longest struct {
	Seconds float64
	What    string
}

func (s *Silence) note(m string, what string, j *patient) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, x := range []struct {
		list *map[string]Longest
		d    time.Duration
	}{{&s.Asked, j.mute}, {&s.Told, j.wordless}} {
		if *x.list == nil {
			*x.list = map[string]Longest{}
		}
		if d := x.d.Seconds(); d >= (*x.list)[m].Seconds {
			(*x.list)[m] = Longest{d, what}
		}
	}
}

// patient is a job that stops after a number of calls, and records the longest interval between two reports of
// progress, counted in calls.
type patient struct {
	left    int
	silence int
	longest int
	asked   int

	asks, told     time.Time // times of the last call and report, if Silences are recorded
	mute, wordless time.Duration
}

func newPatient(left int) *patient {
	j := &patient{left: left}
	if Silences != nil {
		j.asks = time.Now()
		j.told = j.asks
	}
	return j
}

// look records the silence that ends now.
func (j *patient) look(told bool) {
	if Silences == nil {
		return
	}
	now := time.Now()
	j.mute, j.wordless = max(j.mute, now.Sub(j.asks)), max(j.wordless, now.Sub(j.told))
	if j.asks = now; told {
		j.told = now
	}
}

func (j *patient) Err() error {
	j.look(false)
	j.asked++
	j.silence++
	j.longest = max(j.longest, j.silence)
	if j.left--; j.left < 0 {
		return method.ErrStopped
	}
	return nil
}

func (j *patient) Progress(done float64) {
	if !(done >= 0 && done <= 1) {
		panic(fmt.Sprint("progress of ", done))
	}
	j.look(true)
	j.silence = 0
}

// Nasty fits m to every set of extreme data with its defaults, and to the worst of them with the ends and the choices
// of each parameter. A fit must return a model with finite numbers and a true status, or a *method.Need or a
// *doc.Error; or else it must keep calling job.Err and reporting progress.
//
// In short runs every set is tried with the defaults, each end of a parameter on a third of the worst sets, and each of
// these sets with a third of the ends.
func Nasty(t *testing.T, m method.Method) {
	m = Grown(m)
	tasks := []map[string]any{nil}
	for _, p := range m.Params {
		for _, c := range p.Choices() {
			if c.Task != "" && c.Value != p.Default {
				tasks = append(tasks, map[string]any{p.Name: c.Value})
			}
		}
	}
	for _, base := range tasks {
		task := m.TaskOf(base)
		sets := NastyData(task)
		for _, s := range sets {
			nasty(t, m, base, s)
		}
		worst := slices.DeleteFunc(slices.Clone(sets), func(s DataSet) bool { return !s.Worst })
		if m.Asks != "" {
			asksOnly(t, m, base, worst)
			worst = worst[:1]
		}
		ends := 0
		for i := range m.Params {
			p := &m.Params[i]
			for _, x := range p.Kind.Ends(p) {
				params := maps.Clone(base)
				if params == nil {
					params = map[string]any{}
				}
				params[p.Name] = x
				for _, way := range ways(&m, p.When, params) {
					if m.TaskOf(way) == task { // only a setting that counts
						maps.Copy(params, way)
						break
					}
				}
				if m.TaskOf(params) != task {
					continue
				}
				for k, s := range worst {
					if testing.Short() && (k+ends)%3 != 0 {
						continue // left out in short runs: see Nasty
					}
					nasty(t, m, params, s)
				}
				ends++
			}
		}
		if !testing.Short() || Silences != nil { // also tests stopping and progress
			nasty(t, m, base, DataSet{Name: "as many points as may be", Points: Points(task, m.Limit(), 9)})
		}
	}
}

// asksOnly checks that points that are not training points (Info.Asks) do not change what is learnt: then there is one
// fit for all sets.
func asksOnly(t *testing.T, m method.Method, params map[string]any, sets []DataSet) {
	t.Helper()
	learnt := ""
	for k, s := range []DataSet{{}, sets[0], sets[len(sets)-1]} {
		v, err := m.Validate(params)
		if err != nil {
			t.Fatal(err)
		}
		p, err := method.NewProblem(s.Points, m.TaskOf(params), 7)
		if err != nil {
			t.Fatal(err)
		}
		model, err := m.Fit(method.Unstopped, p, v, nil)
		if err != nil {
			t.Fatal(err)
		}
		says := fmt.Sprint(model.Status())
		if g := model.Can().Grower; g != nil {
			says += fmt.Sprint(g.Measures())
		}
		if k == 0 {
			learnt = says
		} else if says != learnt {
			t.Errorf("%s learns from points that ask (Info.Asks): of %s %s, of none %s", m.ID, s.Name, says, learnt)
		}
	}
}

// nasty tests one fit with the facts, predictions, scores, deviations and raster of its model.
func nasty(t *testing.T, m method.Method, params map[string]any, s DataSet) {
	t.Helper()
	what := m.ID + " " + text(params) + " on " + s.Name
	v, err := m.Validate(params)
	if err == nil && m.Check != nil {
		err = m.Check(v)
	}
	if err != nil { // a choice that contradicts another's default
		var de *doc.Error
		if !errors.As(err, &de) {
			t.Errorf("%s: %v", what, err)
		}
		return
	}
	p, err := method.NewProblem(s.Points, m.TaskOf(params), 7)
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	defer func() {
		if e := recover(); e != nil {
			t.Errorf("%s: panic: %v", what, e)
		}
	}()
	begun := time.Now()
	limit := patience()
	job := newPatient(limit)
	judge := func(doing string) {
		if job.look(false); Silences != nil {
			Silences.note(m.ID, doing+" "+what, job)
		}
		if job.longest > unheard {
			t.Errorf("%s: %s asked %d times without a word of how far it is", what, doing, job.longest)
		}
		if took := time.Since(begun); took > hung {
			t.Errorf("%s: %s took %v", what, doing, took)
		}
		begun, *job = time.Now(), *newPatient(limit)
	}
	model, err := m.Fit(job, p, v, nil)
	asked := job.asked
	judge("the fit")
	if err != nil {
		var need *method.Need
		var de *doc.Error
		if !errors.As(err, &need) && !errors.As(err, &de) && !(asked > limit && errors.Is(err, method.ErrStopped)) {
			t.Errorf("%s: error %v; want a *method.Need or a *doc.Error", what, err)
		}
		return
	}
	if len(s.Points) > 1000 {
		return // a model of ordinary data; the rest is only slow
	}
	if flaw := model.Can().Flaw(); flaw != "" {
		t.Errorf("%s: the model has %s", what, flaw)
	}
	st := model.Status()
	lost := st.State == method.Diverged
	known := model.Facts()
	if a := model.Can(); a.Assess != nil {
		if known, err = a.Assess(job); err != nil && !errors.Is(err, method.ErrStopped) {
			t.Errorf("%s: Assess: %v", what, err)
		}
		judge("Assess")
	}
	fact := map[string]any{}
	for _, f := range known {
		fact[f.Name] = f.Value
		if _, err := json.Marshal(f.Value); err != nil && !lost {
			t.Errorf("%s: %s (%s): fact %s: %v", what, st.State, st.Sentence, f.Name, err)
			return
		}
	}
	partial := model.Can().Partial
	var fitted []float64
	if pr := model.Can().Predictor; pr != nil {
		fitted = make([]float64, p.N)
		pr.Predict(p.X, fitted)
		for i, y := range fitted {
			if !(math.Abs(y) <= math.MaxFloat64) && !lost && !(partial && math.IsNaN(y)) {
				t.Errorf("%s: %s (%s): the prediction at point %d is %v", what, st.State, st.Sentence, i, y)
				break
			}
		}
	}
	if sc := model.Can().PointScorer; sc != nil {
		if _, err := json.Marshal(sc.PointScores(p.X)); err != nil && !lost {
			t.Errorf("%s: %s (%s): scores: %v", what, st.State, st.Sentence, err)
		}
	}
	if d := model.Can(); d.Deviations != nil {
		f, y := d.Deviations(p.X)
		if _, err := json.Marshal([][]float64{f, y}); err != nil && !lost {
			t.Errorf("%s: %s (%s): deviations: %v", what, st.State, st.Sentence, err)
		}
	}
	if wrong := holds(st, fact, model, p, fitted); wrong != "" {
		t.Errorf("%s: %s (%s): %s", what, st.State, st.Sentence, wrong)
	}
	x, y := doc.AutoRange(s.Points, p.Task.Plane())
	view := picture.FitViewport(x, y, p.Task.Plane(), 48, 32, 1)
	g := view.Grid(24, 16)
	all := method.Shown{}
	for _, s := range m.Shows {
		all[s.Name] = true
	}
	r, err := model.Can().Raster(job, g, all)
	judge("the raster")
	if r != nil && err == nil {
		for _, plane := range r.Planes {
			for _, z := range plane {
				if z-z != 0 && !lost && !(partial && z != z) {
					t.Errorf("%s: %s (%s): a node of raster %q is %v", what, st.State, st.Sentence, r.Name, z)
					return
				}
			}
		}
	}
}

// holds returns what is wrong with the facts of a model, "" = nothing: the training error must be that of its
// predictions, and of an exact or converged model the objective must not be larger at the end than at the start, and R²
// of a least-squares fit with intercept not negative.
func holds(st method.Status, fact map[string]any, model method.Model, p *method.Problem, fitted []float64) string {
	if e, ok := fact["training_error"].(float64); ok && p.Class != nil && fitted != nil && st.State != method.Diverged {
		bad := 0
		for i, c := range p.Class {
			if int(fitted[i]) != c {
				bad++
			}
		}
		if got := float64(bad) / float64(p.N); math.Abs(got-e) > 1e-12 {
			return fmt.Sprintf("training_error %v, but %v of the predictions are wrong", e, got)
		}
	}
	if st.State != method.Exact && st.State != method.Converged {
		return ""
	}
	if sp := model.Can().Stepper; sp != nil {
		for _, s := range sp.Trace() {
			if n := len(s.Values); s.Name == "objective" && n > 1 && s.Values[n-1] > s.Values[0]+1e-9*(1+math.Abs(s.Values[0])) {
				return fmt.Sprintf("the objective ends at %v and starts at %v", s.Values[n-1], s.Values[0])
			}
		}
	}
	if r2, ok := fact["r2"].(float64); ok && r2 < -1e-6 && fact["leave_one_out_error"] != nil {
		// A fit with a free intercept is never worse than the mean.
		if _, free := fact["intercept"]; free {
			return fmt.Sprintf("r2 is %v, worse than a constant", r2)
		}
	}
	return ""
}

func text(params map[string]any) string {
	b, err := json.Marshal(params)
	if err != nil || params == nil {
		return "{}"
	}
	return string(b)
}

// DataSet is one set of extreme data.
type DataSet struct {
	Name   string
	Points []doc.Point
	Worst  bool // also tried with the ends of parameters
}

// NastyData returns sets of extreme data for a task: extreme scales and offsets, coincident points, data without
// spread, the smallest and largest numbers.
func NastyData(task method.Task) (sets []DataSet) {
	add := func(name string, worst bool, pts ...doc.Point) {
		sets = append(sets, DataSet{name, pts, worst})
	}
	class := task == method.Classify || task == method.Cluster
	// Targets depend on the position in the unit square, with a given size.
	z := func(i int, x, y, size float64) float64 {
		if class {
			if i%7 == 0 {
				return float64((i + 1) % 2)
			}
			return float64(i % 2)
		}
		return min(size*(math.Sin(3*x)+y), doc.MaxCoord)
	}
	// cloud returns n points of the unit square, shifted and scaled.
	cloud := func(n int, x0, y0, sx, sy, size float64) []doc.Point {
		rng := rand.New(rand.NewPCG(uint64(n), 77))
		pts := make([]doc.Point, n)
		for i := range pts {
			x, y := rng.Float64(), rng.Float64()
			if class {
				x += 0.4 * float64(i%2)
			}
			if task == method.Regress {
				pts[i] = doc.Point{X: x0 + sx*x, Y: y0 + sy*(math.Sin(3*x)+0.2*y)}
				continue
			}
			pts[i] = doc.Point{X: x0 + sx*x, Y: y0 + sy*y, Z: z(i, x, y, size)}
		}
		return pts
	}
	add("ordinary data", false, cloud(12, 0, 0, 1, 1, 1)...)
	add("the scale 1e-9", true, cloud(12, 0, 0, 1e-9, 1e-9, 1e-9)...)
	add("the scale 1e9", true, cloud(12, 0, 0, 1e9, 1e9, 1e9)...)
	add("scales 1e-9 and 1e9", true, cloud(12, 0, 0, 1e-9, 1e9, 1)...)
	add("scales 1e9 and 1e-9", false, cloud(12, 0, 0, 1e9, 1e-9, 1e12)...)
	add("the offset 1e3", false, cloud(12, 1e3, 1e3, 1, 1, 1)...)
	add("the offset 1e6", true, cloud(12, 1e6, -1e6, 1, 1, 1)...)
	add("the offset 1e9", false, cloud(12, 1e9, 1e9, 1, 1, 1)...)
	add("the offset 1e12", false, cloud(12, 1e12-2, 1-1e12, 1, 1, 1)...)
	add("tiny data far away", false, cloud(12, 1e6, 1e6, 1e-9, 1e-9, 1)...)
	years := make([]doc.Point, 7)
	for i := range years {
		y := []float64{3, 1, 4, 1, 5, 9, 2}[i]
		years[i] = doc.Point{X: 1990 + float64(i), Y: y}
		if task != method.Regress {
			years[i].Z = z(i, float64(i)/7, y/9, 1)
		}
	}
	add("seven years", false, years...)
	line := func(n int, x0, y0, dx, dy float64) []doc.Point {
		pts := make([]doc.Point, n)
		for i := range pts {
			pts[i] = doc.Point{X: x0 + dx*float64(i), Y: y0 + dy*float64(i)}
			if task != method.Regress {
				pts[i].Z = z(i, float64(i)/9, 0, 1)
			}
		}
		return pts
	}
	add("collinear points", false, line(10, 0.1, 0.2, 0.1, 0.05)...)
	add("collinear points of size 1e3", true, line(10, 1e3, 2e3, 100.1, 33.3)...)
	add("a vertical line", false, line(10, 0.3, 0, 0, 0.1)...)
	add("a horizontal line", false, line(10, 0, 0.3, 0.1, 0)...)
	same := func(n int, x, y float64) []doc.Point {
		pts := make([]doc.Point, n)
		for i := range pts {
			pts[i] = doc.Point{X: x, Y: y, Z: float64(i % 2)}
			if task == method.Regress {
				pts[i] = doc.Point{X: x, Y: y + float64(i%2)}
			}
		}
		return pts
	}
	add("no points", false)
	add("one point", false, same(1, 0.5, 0.5)...)
	add("one point at 1e12", false, same(1, 1e12, -1e12)...)
	add("two points", false, cloud(2, 0, 0, 1, 1, 1)...)
	add("two points in one place", true, same(2, 0.5, 0.5)...)
	add("ten points in one place, far away", false, same(10, 1e9, 1e9)...)
	twice := cloud(6, 0, 0, 1, 1, 1)
	add("every point twice", true, append(twice, twice...)...)
	level := cloud(10, 0, 0, 1, 1, 1)
	for i := range level {
		if task == method.Regress {
			level[i].Y = 1e9
		} else if !class {
			level[i].Z = 1e9
		} else {
			level[i].Z = 0
		}
	}
	add("a constant target", false, level...)
	const least = math.SmallestNonzeroFloat64
	add("denormal numbers", true, cloud(8, 0, 0, 1e-310, 1e-310, 1)...)
	add("the smallest number", false, cloud(8, 0, 0, 3*least, 3*least, least)...)
	add("denormals among ordinary numbers", false,
		append(cloud(6, 0, 0, 1, 1, 1), cloud(4, 0, 0, 1e-310, 1e-310, 1e-310)...)...)
	add("one point far out", true, append(cloud(10, 0, 0, 1, 1, 1), doc.Point{X: 1e12, Y: 1e12, Z: z(1, 0, 1, 1)})...)
	add("the corners of all that may be", true, doc.Point{X: -1e12, Y: -1e12, Z: z(0, 0, 0, 1e12)},
		doc.Point{X: 1e12, Y: -1e12, Z: z(1, 1, 0, 1e12)},
		doc.Point{X: -1e12, Y: 1e12, Z: z(2, 0, 1, 1e12)}, doc.Point{X: 1e12, Y: 1e12, Z: z(3, 1, 1, 1e12)})
	rng := rand.New(rand.NewPCG(5, 6))
	mixed := make([]doc.Point, 9)
	for i := range mixed {
		size := func() float64 { return math.Pow(10, -9+21*rng.Float64()) * float64(1-2*rng.IntN(2)) }
		mixed[i] = doc.Point{X: size(), Y: size()}
		if task == method.Classify || task == method.Cluster {
			mixed[i].Z = float64(i % 3)
		} else if task != method.Regress {
			mixed[i].Z = size()
		}
	}
	add("scales all mixed", true, mixed...)
	// These four points caused a bug: alpha_max was 1e46, and the fit took five seconds.
	four := []doc.Point{{X: 4e-7, Y: 4.7e5, Z: 1}, {X: 2.1e3, Y: 3e-2, Z: 0}, {X: -8e4, Y: 12, Z: 1},
		{X: 0.5, Y: -4e5, Z: 0}}
	add("four points badly scaled", false, four...)
	touch := []doc.Point{{X: -1, Y: 0}, {X: 0, Y: 0}, {X: 0, Y: 0, Z: 1}, {X: 1, Y: 0, Z: 1}}
	if task == method.Regress {
		for i := range touch {
			touch[i].Y, touch[i].Z = touch[i].Z, 0
		}
	}
	add("classes that touch in one place", false, touch...)
	if task == method.Classify {
		alone := func(n int) []doc.Point {
			pts := cloud(n, 0, 0, 1, 1, 1)
			for i := range pts {
				pts[i].Z = float64(i)
			}
			return pts
		}
		add("nine classes of one point each", true, alone(9)...)
		add("every class, of one point each", false, alone(doc.MaxClass+1)...)
		add("points without a class", false, doc.Point{Z: -1}, doc.Point{X: 1, Z: -1})
		add("one point close to the others' line", false, doc.Point{X: 0, Y: 0, Z: 0}, doc.Point{X: 1, Y: 1e-200, Z: 1},
			doc.Point{X: 2, Y: 0, Z: 0})
	}
	if task == method.Cluster {
		for i := range sets {
			for k := range sets[i].Points {
				sets[i].Points[k].Z = max(sets[i].Points[k].Z, 0)
			}
		}
	}
	slices.SortStableFunc(sets, func(a, b DataSet) int { return len(a.Points) - len(b.Points) })
	return sets
}
