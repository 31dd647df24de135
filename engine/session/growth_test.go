package session

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// sprout is a Grower whose state is a number that depends on all steps before it.
type sprout struct {
	fakeModel
	step   int
	weight uint64
	size   int
	dies   int            // the step at which it diverges; 0 = never
	cost   func(step int) // called for each step
	shape  string
}

func (s sprout) Can() *method.Capabilities {
	can := s.fakeModel.Can()
	can.Grower = s
	can.Adopt = s.Adopt
	return can
}

func (s sprout) Step() int        { return s.step }
func (s sprout) Bytes() int       { return s.size }
func (s sprout) StepName() string { return "season" }
func (s sprout) Measures() []method.Measure {
	return []method.Measure{{Name: "height", Value: float64(s.weight >> 11)},
		{Name: "age", Value: float64(s.step), Log: true}}
}
func (s sprout) Status() method.Status {
	if s.dies > 0 && s.step == s.dies {
		return method.Status{State: method.Diverged, Sentence: "It withered."}
	}
	return method.Status{State: method.Running, Sentence: "It grows."}
}

func (s sprout) Grow(job method.Job, n int) (method.Grower, error) {
	for range n {
		if err := job.Err(); err != nil {
			return nil, err
		}
		if s.dies > 0 && s.step == s.dies {
			break
		}
		if s.cost != nil {
			s.cost(s.step)
		}
		s.weight = (s.weight^uint64(s.step))*6364136223846793005 + 1442695040888963407
		s.step++
	}
	return s, nil
}

func (s sprout) Adopt(job method.Job, fresh method.Model) (method.Grower, bool) {
	f, ok := fresh.(sprout)
	if !ok || f.shape != s.shape || job.Err() != nil {
		return nil, false
	}
	f.step, f.weight = s.step, s.weight
	return f, true
}

// slow is a sprout whose steps have parts that take fractions of a millisecond, between which it checks the job.
// Interrupted steps are continued.
type slow struct {
	sprout
	parts int
	now   *time.Time
	done  *[2]int // the interrupted step, and the number of its completed parts
}

func (s slow) Can() *method.Capabilities {
	can := s.sprout.Can()
	can.Grower = s
	return can
}

func (s slow) Grow(job method.Job, n int) (method.Grower, error) {
	for range n {
		if s.done[0] != s.step {
			*s.done = [2]int{s.step, 0}
		}
		for ; s.done[1] < s.parts; s.done[1]++ {
			if err := job.Err(); err != nil {
				return nil, err
			}
			*s.now = s.now.Add(time.Millisecond)
		}
		g, _ := s.sprout.Grow(method.Unstopped, 1)
		s.sprout = g.(sprout)
	}
	return s, nil
}

// A step that takes longer than a picture is divided, with pictures of the step before it in between; a file waits for
// it.
func TestLongStepsAreCut(t *testing.T) {
	var clock *time.Time
	m := garden(sprout{size: 8})
	fit := m.Fit
	m.Fit = func(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
		model, err := fit(job, p, v, nil)
		if err != nil {
			return nil, err
		}
		return slow{model.(sprout), 20, clock, &[2]int{}}, nil
	}
	s, now := newSession(m)
	clock = now
	req := Request{Doc: document(6), View: view, Within: 6 * time.Millisecond}
	for _, on := range []bool{false, true} {
		s.Forget()
		req.On = on
		var steps []int
		for range 8 {
			begun := *now
			r := growing(t, s, req, 2)
			if took := now.Sub(begun); took > 7*time.Millisecond {
				t.Errorf("a picture waits for %v", took)
			}
			steps = append(steps, r.Info.Player.Step)
			if w := r.Fit.Model.(slow).weight; w != weightAt(t, sprout{}, r.Fit.Step) {
				t.Errorf("step %d has other bits", r.Fit.Step)
			}
		}
		// 20 parts per step, 6 per picture, 3 for the first one.
		if want := []int{0, 0, 0, 1, 1, 1, 1, 2}; !slices.Equal(steps, want) {
			t.Errorf("running on %v: pictures of steps %v, want %v", on, steps, want)
		}
	}
	s.Forget()
	req.Within, req.On = 0, false
	if r := growing(t, s, req, 2); r.Fit.Step != 2 {
		t.Errorf("a file is at step %d", r.Fit.Step)
	}
}

// still is a clock that stands still.
func still() time.Time { return time.Unix(0, 0) }

// weightAt returns the state of a sprout at step k, computed in one run.
func weightAt(t *testing.T, s sprout, k int) uint64 {
	t.Helper()
	g, err := s.Grow(method.Unstopped, k-s.step)
	if err != nil {
		t.Fatal(err)
	}
	return g.(sprout).weight
}

// stopAfter is a job that stops after a number of calls.
type stopAfter int

func (n *stopAfter) Err() error {
	if *n--; *n < 0 {
		return method.ErrStopped
	}
	return nil
}

// The bits of a state do not depend on the order of the requests, nor on where they were stopped; the memory stays
// within the bound; curves have the measures of their steps.
func TestGrowth(t *testing.T) {
	weights := []uint64{0}
	for s := (sprout{}); s.step < 20_000; {
		next, _ := s.Grow(method.Unstopped, 1)
		s = next.(sprout)
		weights = append(weights, s.weight)
	}
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var now time.Duration
		clock := func() time.Time { return time.Unix(0, int64(now)) }
		seedling := sprout{size: 8 + rng.IntN(200), cost: func(int) { now += time.Duration(rng.IntN(600_000)) }}
		g := newGrowth(seedling, clock)
		g.bound = 100 + rng.IntN(20_000)
		furthest := 0
		for range 60 {
			var err error
			k := rng.IntN(1 << rng.IntN(13))
			job := method.Unstopped
			if rng.IntN(4) == 0 {
				n := stopAfter(rng.IntN(300))
				job = &n
			}
			budget := now + time.Duration(rng.IntN(20))*time.Millisecond
			enough := func() bool { return now >= budget }
			switch rng.IntN(4) {
			case 0:
				err = g.runOn(job, math.MaxInt, enough)
			case 1:
				err = g.ahead(job, k)
			case 2:
				err = g.seek(job, k, enough)
			default:
				if err = g.seek(job, k, nil); err == nil && g.now.Step() != k {
					t.Fatalf("seed %d: asked for step %d, looked at %d", seed, k, g.now.Step())
				}
			}
			if err != nil && !method.Stopped(err) {
				t.Fatal(err)
			}
			if s := g.now.(sprout); s.weight != weights[s.step] {
				t.Fatalf("seed %d: step %d has other bits", seed, s.step)
			}
			if f := g.front.Step(); f < furthest || f < g.now.Step() {
				t.Fatalf("seed %d: the front went back to %d", seed, f)
			}
			furthest = g.front.Step()
			bytes := 0
			for _, s := range g.kept {
				bytes += s.Bytes()
			}
			if bytes != g.bytes || bytes > max(g.bound, seedling.size) {
				t.Fatalf("seed %d: %d bytes are kept, said to be %d, of %d", seed, bytes, g.bytes, g.bound)
			}
			g.look()
			for _, s := range g.trace() {
				if len(s.At) > curveSteps+1 || len(s.At) == 0 || s.At[0] != 0 || !slices.IsSorted(s.At) {
					t.Fatalf("seed %d: a curve of the steps %v", seed, s.At)
				}
				for i, at := range s.At {
					want := at
					if s.Name == "height" {
						want = float64(weights[int(at)] >> 11)
					}
					if s.Values[i] != want || int(at) > g.shown {
						t.Fatalf("seed %d: %s is %v at step %v of %d, want %v", seed, s.Name, s.Values[i], at, g.shown, want)
					}
				}
				if last := s.At[len(s.At)-1]; g.now.Step() == g.shown && int(last) != g.shown {
					t.Fatalf("seed %d: the curve ends at %v, the present is %d", seed, last, g.shown)
				}
			}
		}
	}
}

// The kept states and curves do not depend on how the run was divided.
func TestGrowthIsTheSameByAnySlices(t *testing.T) {
	grown := func(pieces ...int) *growth {
		g := newGrowth(sprout{size: 50}, still)
		g.bound = 3000
		for _, k := range pieces {
			if err := g.seek(method.Unstopped, k, nil); err != nil {
				t.Fatal(err)
			}
		}
		g.look()
		return g
	}
	one, many := grown(5000), grown(7, 3, 1000, 999, 0, 1001, 4999, 5000)
	if !slices.Equal(stepsOf(one.kept), stepsOf(many.kept)) || !slices.Equal(one.curves.steps, many.curves.steps) {
		t.Errorf("%v and %v, curves at %v and %v", stepsOf(one.kept), stepsOf(many.kept), one.curves.steps, many.curves.steps)
	}
	if n := len(one.kept); fastKept && (n < 30 || n > 60) {
		t.Errorf("%d states are kept where there is room for 60", n)
	}
	if n := len(one.curves.steps); n < curveSteps/2 || n > curveSteps {
		t.Errorf("curves have %d steps", n)
	}
}

func stepsOf(list []method.Grower) (steps []int) {
	for _, s := range list {
		steps = append(steps, s.Step())
	}
	return steps
}

// Going back makes no more steps than there are between two kept states.
func TestGrowthGoesBackFromTheKeptOne(t *testing.T) {
	made := 0
	g := newGrowth(sprout{size: 50, cost: func(int) { made++ }}, still)
	g.bound = 5000
	if err := g.seek(method.Unstopped, 20_000, nil); err != nil {
		t.Fatal(err)
	}
	if made != 20_000 {
		t.Errorf("%d steps were made for 20,000", made)
	}
	for _, k := range []int{19_999, 12_345, 1, 7, 20_000} {
		made = 0
		if err := g.seek(method.Unstopped, k, nil); err != nil {
			t.Fatal(err)
		}
		if made >= g.every {
			t.Errorf("back to step %d: %d steps were made, those kept are %d apart", k, made, g.every)
		}
	}
}

// A run that diverges stays at that step, whatever step is requested.
func TestGrowthEnds(t *testing.T) {
	g := newGrowth(sprout{dies: 37}, still)
	for _, k := range []int{5000, 36, 37, 38} {
		if err := g.seek(method.Unstopped, k, nil); err != nil {
			t.Fatal(err)
		}
		if got := g.now.Step(); got != min(k, 37) {
			t.Errorf("asked for step %d, it is %d", k, got)
		}
	}
	if err := g.runOn(method.Unstopped, 100, func() bool { return false }); err != nil || g.now.Step() != 37 || !g.ended {
		t.Errorf("run on from the end: %v, step %d, ended %v", err, g.now.Step(), g.ended)
	}
}

// garden returns a method whose models are sprouts.
func garden(first sprout) method.Method {
	m := (&fake{}).method()
	fit := m.Fit
	m.Fit = func(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
		model, err := fit(job, p, v, nil)
		if err != nil {
			return nil, err
		}
		s := first
		s.fakeModel = model.(fakeModel)
		return s, nil
	}
	return m
}

// growing draws the document at a step.
func growing(t *testing.T, s *Session, req Request, step int) *Result {
	t.Helper()
	req.Doc.View.Step = &step
	list := collect(t, s, req)
	return list[len(list)-1]
}

// A document drawn for a file is at its step; a picture for the page is as near as time permits, and later pictures are
// nearer.
func TestGrowerInASession(t *testing.T) {
	var clock *time.Time
	first := sprout{size: 8, cost: func(int) { *clock = clock.Add(time.Millisecond) }}
	s, now := newSession(garden(first))
	clock = now
	req := Request{Doc: document(6), View: view}
	r := growing(t, s, req, 40)
	if p := r.Info.Player; !p.Endless || p.Step != 40 || p.Steps != 40 || p.StepName != "season" || len(p.Trace) != 2 {
		t.Fatalf("the player is %+v", p)
	}
	if w := r.Fit.Model.(sprout).weight; w != weightAt(t, sprout{}, 40) {
		t.Error("step 40 has other bits")
	}
	req.Run = r.Info.Player.Run
	if p := growing(t, s, req, 11).Info.Player; p.Step != 11 || p.Steps != 40 || p.Trace != nil {
		t.Errorf("back at step 11: %+v", p)
	}
	req.Within = 5 * time.Millisecond
	p := growing(t, s, req, 100).Info.Player
	if p.Step < 41 || p.Step > 60 || p.Steps != p.Step {
		t.Errorf("after 5 ms of a millisecond each: %+v", p)
	}
	pictures := 1
	for p.Step < 100 && pictures < 100 {
		p = growing(t, s, req, 100).Info.Player
		pictures++
	}
	if p.Step != 100 || pictures < 5 {
		t.Errorf("step %d after %d pictures", p.Step, pictures)
	}
	// Without an end: further with each picture, and with GrowAhead.
	req.On = true
	for range 5 {
		before := p.Step
		if p = growing(t, s, req, before).Info.Player; p.Step <= before {
			t.Fatalf("run on from %d to %d", before, p.Step)
		}
	}
	n := stopAfter(50)
	if err := s.GrowAhead(&n); !errors.Is(err, method.ErrStopped) {
		t.Errorf("growing ahead ended: %v", err)
	}
	if q := growing(t, s, req, p.Step).Info.Player; q.Step < p.Step+20 {
		t.Errorf("20 steps were grown ahead of %d, shown is %d", p.Step, q.Step)
	}
	// Nothing is trained once the step has been reached and On is false.
	req.On = false
	growing(t, s, req, p.Step)
	if s.ahead.g != nil {
		t.Error("a picture that is finished leaves something to grow")
	}
}

// An edit starts a new run, or continues from the present weights; then the state depends on more than the document,
// and a request without Keep gets another run.
func TestKeepTheWeights(t *testing.T) {
	s, _ := newSession(garden(sprout{size: 8}))
	req := Request{Doc: document(6), View: view, Keep: 1}
	growing(t, s, req, 30)
	edited := req
	edited.Doc = document(7)
	r := growing(t, s, edited, 30)
	if p := r.Info.Player; !p.Kept || p.First != 30 || p.Step != 30 || len(p.Trace[0].At) != 31 {
		t.Errorf("an edit that keeps the weights: %+v", p)
	}
	if w := r.Fit.Model.(sprout); w.weight != weightAt(t, sprout{}, 30) || w.bias != r.Fit.Model.(sprout).bias {
		t.Error("other weights")
	}
	if p := growing(t, s, edited, 10).Info.Player; p.Step != 30 {
		t.Errorf("before the run begins: step %d", p.Step)
	}
	if p := growing(t, s, edited, 50).Info.Player; p.Step != 50 || p.First != 30 {
		t.Errorf("further: %+v", p)
	}
	again := edited
	again.Doc.Params = map[string]any{"bias": 0.7}
	if p := growing(t, s, again, 50).Info.Player; !p.Kept || p.First != 50 {
		t.Errorf("a second edit: %+v", p)
	}
	if p := growing(t, s, req, 50).Info.Player; !p.Kept || p.First != 50 {
		t.Errorf("back to the first document: %+v", p)
	}
	for name, change := range map[string]func(*Request){
		"anew":         func(r *Request) { r.Keep = 0 },
		"another run":  func(r *Request) { r.Keep = 2 },
		"another seed": func(r *Request) { r.Doc.Seed++ },
		"a file of it": func(r *Request) { r.Keep = 0 },
	} {
		other := again
		change(&other)
		if p := growing(t, s, other, 50).Info.Player; p.Kept || p.First != 0 || p.Step != 50 {
			t.Errorf("%s: %+v", name, p)
		}
		growing(t, s, req, 50)
		growing(t, s, again, 50)
	}
	for _, c := range s.cache[1:] {
		if c.growth.bytes > otherBound || c.growth.adopted {
			t.Errorf("a run that rests has %d bytes, adopted %v", c.growth.bytes, c.growth.adopted)
		}
	}
}

// If an edit is stopped while weights are adopted, they remain for the next one.
func TestKeptWeightsSurviveWhatIsGivenUp(t *testing.T) {
	s, _ := newSession(garden(sprout{size: 8}))
	req := Request{Doc: document(6), View: view, Keep: 1}
	growing(t, s, req, 30)
	req.Doc = document(7)
	step := 30
	req.Doc.View.Step = &step
	for k := range 10 {
		n := stopAfter(k)
		if _, err := s.fit(&n, req); err == nil {
			break
		} else if !method.Stopped(err) {
			t.Fatal(err)
		}
	}
	if p := growing(t, s, req, 30).Info.Player; !p.Kept || p.First != 30 {
		t.Errorf("%+v", p)
	}
}

// Other layers start a new run, and the player says so.
func TestOtherShapesStartAnew(t *testing.T) {
	first := sprout{size: 8}
	m := garden(first)
	fit := m.Fit
	m.Fit = func(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
		model, err := fit(job, p, v, prev)
		s := model.(sprout)
		if p.N == 8 {
			s.shape = "other"
		}
		return s, err
	}
	s, _ := newSession(m)
	req := Request{Doc: document(6), View: view, Keep: 1}
	growing(t, s, req, 30)
	req.Doc = document(8)
	if p := growing(t, s, req, 30).Info.Player; p.Kept || p.First != 0 {
		t.Errorf("%+v", p)
	}
}

// A run that has diverged is over, with its sentence, whatever step is requested.
func TestDivergedIsOver(t *testing.T) {
	s, _ := newSession(garden(sprout{dies: 12}))
	r := growing(t, s, Request{Doc: document(6), View: view, Within: time.Second, On: true}, 3)
	if p := r.Info.Player; !p.Ended || p.Step != 12 || r.Info.Status.State != method.Diverged {
		t.Errorf("%+v, %+v", p, r.Info.Status)
	}
	if p := growing(t, s, Request{Doc: document(6), View: view}, 5).Info.Player; p.Ended || p.Step != 5 {
		t.Errorf("before that: %+v", p)
	}
}

// After a stopped request, the states trained until then are kept.
func TestGrowthIsNotLost(t *testing.T) {
	made := 0
	s, _ := newSession(garden(sprout{size: 8, cost: func(int) { made++ }}))
	req := Request{Doc: document(6), View: view}
	step := 1000
	req.Doc.View.Step = &step
	ctx, cancel := context.WithCancel(context.Background())
	n := stopAfter(800)
	_, err := s.fit(&n, req)
	if !method.Stopped(err) || made == 0 {
		t.Fatalf("%v after %d steps", err, made)
	}
	cancel()
	if _, err := s.fit(ctx, req); !method.Stopped(err) {
		t.Errorf("cancelled: %v", err)
	}
	if growing(t, s, req, 1000); made > 1010 {
		t.Errorf("%d steps were made for 1000", made)
	}
}

// taught is a sprout that predicts at points: the second class from step 10 on, the first one before.
type taught struct {
	sprout
}

func (s taught) Can() *method.Capabilities {
	can := s.sprout.Can()
	can.Predictor = s
	can.Grower = s
	return can
}

func (s taught) Predict(x, out []float64) {
	for i := range out {
		out[i] = 0
		if s.step >= 10 {
			out[i] = 1
		}
	}
}

func (s taught) Grow(job method.Job, n int) (method.Grower, error) {
	g, err := s.sprout.Grow(job, n)
	if err != nil {
		return nil, err
	}
	return taught{g.(sprout)}, nil
}

// The errors on held-out points are among the curves of a Grower, for each state separately, and among the facts of the
// present state.
func TestGrowerIsTested(t *testing.T) {
	m := as(garden(sprout{size: 8}), func(m method.Model) method.Model { return taught{m.(sprout)} })
	s, _ := newSession(m)
	d := document(8)
	for i := range d.Points {
		d.Points[i].Z = float64(i % 2)
	}
	d.Split = doc.ByHand("....vvt") // of classes 0, 1, and 0
	r := growing(t, s, Request{Doc: d, View: view}, 20)
	at := func(name string, step int) float64 {
		for _, c := range r.Info.Player.Trace {
			if i := slices.Index(c.At, float64(step)); c.Name == name && i >= 0 && c.Fresh {
				return c.Values[i]
			}
		}
		t.Fatalf("there is no %s at step %d", name, step)
		return 0
	}
	if v, w := at("validation error", 9), at("validation error", 10); v != 0.5 || w != 0.5 {
		t.Errorf("the validation error is %v, then %v", v, w)
	}
	if v, w := at("test error", 9), at("test error", 10); v != 0 || w != 1 {
		t.Errorf("the test error is %v, then %v", v, w)
	}
	facts := r.Fit.Facts(view)
	if x := facts[1]; x.Name != "error_by_role" || !slices.Equal(x.Value.([]float64), []float64{0.4, 0.5, 1}) {
		t.Errorf("the facts of step 20: %+v", x)
	}
}

// staked is a sprout with an end, which may come earlier.
type staked struct {
	sprout
	end   int
	early int  // the step after which there is none; 0 = the end
	over  bool // the end is known, because a further step was tried
}

func (s staked) Can() *method.Capabilities {
	can := s.sprout.Can()
	can.Grower = s
	can.End = s.End
	can.Adopt = nil // it has an end instead
	return can
}

func (s staked) End() int { return s.end }

func (s staked) Status() method.Status {
	if s.step == s.end || s.over {
		return method.Status{State: method.Exact, Sentence: "It is grown."}
	}
	return s.sprout.Status()
}

func (s staked) Grow(job method.Job, n int) (method.Grower, error) {
	if s.early > 0 {
		s.over = s.step+n > s.early
		n = min(n, s.early-s.step)
	}
	g, err := s.sprout.Grow(job, n)
	if err != nil {
		return nil, err
	}
	s.sprout = g.(sprout)
	return s, nil
}

// A document without a step shows the end of a model that has one; a picture shows what was trained in time, and later
// pictures are nearer. No weights are adopted.
func TestGrowerWithAnEnd(t *testing.T) {
	var clock *time.Time
	first := sprout{size: 8, cost: func(int) { *clock = clock.Add(time.Millisecond) }}
	m := garden(first)
	fit := m.Fit
	early := 0
	m.Fit = func(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
		model, err := fit(job, p, v, nil)
		if err != nil {
			return nil, err
		}
		return staked{sprout: model.(sprout), end: 50, early: early}, nil
	}
	s, now := newSession(m)
	clock = now
	draw := func(req Request) *Result {
		list := collect(t, s, req)
		return list[len(list)-1]
	}
	// For a file, and at a step.
	req := Request{Doc: document(6), View: view}
	r := draw(req)
	if p := r.Info.Player; p.Endless || !p.Grows || p.Step != 50 || p.Steps != 50 || !p.Ended ||
		len(p.Trace[0].At) != 51 || r.Info.Status.State != method.Exact {
		t.Fatalf("drawn for a file: %+v, %+v", p, r.Info.Status)
	}
	if w := r.Fit.Model.(staked).weight; w != weightAt(t, sprout{}, 50) {
		t.Error("the end has other bits")
	}
	req.Run = r.Info.Player.Run
	if p := growing(t, s, req, 12).Info.Player; p.Step != 12 || p.Steps != 50 || p.Ended || p.Trace != nil {
		t.Errorf("back at step 12: %+v", p)
	}
	if p := growing(t, s, req, 99).Info.Player; p.Step != 50 || p.Trace != nil {
		t.Errorf("beyond the end: %+v", p)
	}
	// During a drag: at first the result of 3 ms, then of 6 ms per picture.
	s.Forget()
	req.Within, req.Fine, req.On, req.Keep = 6*time.Millisecond, true, true, 1
	var steps []int
	for range 40 {
		begun := *now
		p := draw(req).Info.Player
		if took := now.Sub(begun); took > 8*time.Millisecond {
			t.Errorf("a picture waits for %v", took)
		}
		if p.Steps != 50 {
			t.Fatalf("on its way the end is %d", p.Steps)
		}
		if n := len(steps); n > 0 && steps[n-1] >= p.Step {
			t.Fatalf("%v, then %d", steps, p.Step)
		}
		if steps = append(steps, p.Step); p.Step == 50 {
			break
		}
	}
	if len(steps) < 6 || len(steps) > 12 || steps[0] < 2 || steps[0] > 4 {
		t.Errorf("the pictures show steps %v", steps)
	}
	edited := req
	edited.Doc = document(7)
	if p := draw(edited).Info.Player; p.Kept || p.First != 0 || p.Step > 4 {
		t.Errorf("after an edit it goes on from old weights: %+v", p)
	}
	// During a drag nothing is trained that the next picture would replace; after it, training continues.
	for k, want := range []time.Duration{dragEvery, 0} {
		edited.Doc = document(8)
		if p := draw(edited).Info.Player; p.Step == 50 {
			t.Fatalf("picture %d is at the end", k+1)
		}
		if after, ok := s.AheadAfter(); ok != fastAhead || after != want {
			t.Errorf("after picture %d of an edit it grows ahead after %v, %v", k+1, after, ok)
		}
	}
	edited.Doc = document(7)
	// Whichever step is shown, the others are trained while idle.
	growing(t, s, edited, 2)
	if err := s.GrowAhead(method.Unstopped); err != nil {
		t.Fatal(err)
	}
	if after, ok := s.AheadAfter(); ok {
		t.Errorf("all is grown, and there is more after %v", after)
	}
	begun := *now
	if p := draw(edited).Info.Player; p.Step != 50 || *now != begun || len(p.Trace[0].At) != 51 {
		t.Errorf("grown in leisure, the picture waited for %v and shows %+v", now.Sub(begun), p)
	}
	// If training ends earlier, that is the end.
	s.Forget()
	early, req.Within = 17, 0
	if p := draw(req).Info.Player; p.Step != 17 || p.Steps != 17 || !p.Ended {
		t.Errorf("ended early: %+v", p)
	}
	if p := growing(t, s, req, 9).Info.Player; p.Step != 9 || p.Steps != 17 || p.Ended {
		t.Errorf("back from there: %+v", p)
	}
	// Step 17 stays the end for the next requests: the state knows that no step follows.
	for range 2 {
		if r := draw(req); r.Info.Player.Step != 17 || r.Info.Status.State != method.Exact {
			t.Errorf("at its early end again: %+v, %+v", r.Info.Player, r.Info.Status)
		}
	}
}
