package session

import (
	"reflect"
	"runtime"
	"slices"
	"testing"
	"weak"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// until is a job that ends when over returns true.
type until struct{ over func() bool }

func (j until) Err() error {
	if j.over() {
		return method.ErrStopped
	}
	return nil
}

// acted is a method for warm-ups that records what its fits receive.
type acted struct {
	fake
	lists  [][]doc.Point
	models []weak.Pointer[fakeModel]
	breaks bool
}

func (a *acted) method() method.Method {
	m := a.fake.method()
	m.MaxPoints = doc.MaxPoints
	m.Fit = func(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
		if a.breaks {
			panic("as it is broken")
		}
		var list []doc.Point
		for i := range p.N {
			list = append(list, doc.Point{X: p.X[i*p.D], Y: p.X[i*p.D+1]})
		}
		a.lists = append(a.lists, list)
		a.prevs = append(a.prevs, prev)
		f := &fakeModel{&a.fake, v.Float("bias")}
		a.models = append(a.models, weak.Make(f))
		return f, nil
	}
	return m
}

// A warm-up draws pictures of a drag, each with a new fit, in another session: this session's next picture is not
// affected. It ends with its job, and nothing is kept.
func TestRehearse(t *testing.T) {
	a := &acted{fake: fake{sharp: true}}
	s, _ := newSession(a.method())
	late := 0
	req := Request{Doc: document(6), View: view, Fine: true, Run: 3, Late: func(wire.Facts) error { late++; return nil }}
	before := req.Doc.Clone()
	shown := collect(t, s, req)
	f := shown[len(shown)-1].Fit
	late = 0
	was := *s
	was.cache, was.speed, was.panels = slices.Clone(s.cache), copied(s.speed), copied(s.panels)

	var pictures []*Result
	s.Rehearse(until{func() bool { return len(pictures) == 20 }}, f, req,
		func(r *Result) { pictures = append(pictures, r) })
	if len(pictures) != 20 {
		t.Fatalf("%d pictures until the job ended after 20", len(pictures))
	}
	lists := a.lists[1:]
	for i, list := range lists {
		if slices.ContainsFunc(lists[:i][max(0, i-kept):], func(o []doc.Point) bool { return slices.Equal(o, list) }) {
			t.Errorf("picture %d has a fit that is known already", i)
		}
		moved := 0
		for j, p := range list {
			if q := a.lists[0][j]; p != q {
				moved++
				p.X = q.X
				if p != q {
					t.Errorf("picture %d: a point has moved up: %v", i, list)
				}
			}
		}
		if moved != min(i%(2*kept), 1) {
			t.Errorf("picture %d: %d points have moved", i, moved)
		}
	}
	if len(lists) != 20 {
		t.Errorf("%d fits for 20 pictures", len(lists))
	}
	for i, r := range pictures {
		if !r.Picture.Draft || r.Info.Terse != (i%6 > 0) || len(r.Panels) > 0 {
			t.Errorf("picture %d is not a hand's: %+v", i, r.Info)
		}
	}
	if late > 0 || !slices.Equal(req.Doc.Points, before.Points) {
		t.Error("a rehearsal was heard of")
	}
	now := *s
	was.now, now.now, was.open, now.open = nil, nil, nil, nil
	if !reflect.DeepEqual(was, now) {
		t.Errorf("the session was\n%+v\nand is\n%+v", was, now)
	}

	moved := req
	moved.Doc = req.Doc.Clone()
	moved.Doc.Points[2].X += 0.1
	collect(t, s, moved)
	if prev := a.prevs[len(a.prevs)-1]; prev != method.Model(f.Model) {
		t.Error("the next fit starts from one that was rehearsed")
	}
	pictures, a.prevs = nil, nil
	runtime.GC()
	for i, m := range a.models[1 : 1+len(lists)] {
		if m.Value() != nil {
			t.Errorf("what was rehearsed as picture %d is kept", i)
		}
	}
	runtime.KeepAlive(s)
}

func copied[T any](m map[string]T) map[string]T {
	c := map[string]T{}
	for k, v := range m {
		c[k] = v
		if p, ok := any(v).(*pace); ok {
			q := *p
			c[k] = any(&q).(T)
		}
	}
	return c
}

// A warm-up has few points, and drags a visible one.
func TestRehearseFew(t *testing.T) {
	a := &acted{}
	s, _ := newSession(a.method())
	req := Request{Doc: document(0), View: view}
	for i := range 5001 {
		req.Doc.Points = append(req.Doc.Points, doc.Point{X: 5 - float64(i)/1000, Y: 0.5, Z: float64(i % 2)})
	}
	f := collect(t, s, req)[0].Fit
	n := 0
	s.Rehearse(until{func() bool { return n == 3 }}, f, req, func(*Result) { n++ })
	list := a.lists[2]
	if len(list) > rehearseMost || len(list) < rehearseMost/2 {
		t.Errorf("rehearsed with %d points", len(list))
	}
	for i, p := range list {
		if q := a.lists[1][i]; p != q && (q.X < 0 || q.X > 1) {
			t.Errorf("%v is held, and is not to be seen", q)
		}
	}
}

// There is no warm-up for what can't be dragged, or not at this pace; errors in a warm-up are ignored.
func TestNotRehearsed(t *testing.T) {
	asks := 0
	end := until{func() bool { asks++; return asks > 1000 }}
	try := func(name string, m method.Method, edit func(a *Request, f *Fit), want bool) {
		t.Helper()
		s, _ := newSession(m)
		req := Request{Doc: document(4), View: view}
		f := collect(t, s, req)[0].Fit
		edit(&req, f)
		n := 0
		asks = 0
		s.Rehearse(end, f, req, func(*Result) { n++ })
		if n > 0 != want || asks > 0 != want {
			t.Errorf("%s: %d pictures, and the job was asked %d times", name, n, asks)
		}
	}
	a := &acted{}
	try("as it is", a.method(), func(*Request, *Fit) {}, fastRehearsal)
	try("no points", a.method(), func(r *Request, _ *Fit) { r.Doc.Points = nil }, false)
	try("rows", a.method(), func(r *Request, _ *Fit) { r.Doc.Table = &doc.Table{Name: "iris"} }, false)
	try("long", a.method(), func(_ *Request, f *Fit) { f.Seconds = 0.4 }, false)
	try("grows", garden(sprout{size: 8}), func(*Request, *Fit) {}, false)

	s, _ := newSession(a.method())
	req := Request{Doc: document(4), View: view}
	f := collect(t, s, req)[0].Fit
	a.breaks = true
	s.Rehearse(method.Unstopped, f, req, func(*Result) { t.Error("a picture of nothing") })
	a.breaks = false
	if collect(t, s, req)[0].Fit.Run != f.Run {
		t.Error("after a fault nobody saw, the fit is another one")
	}
	// A job that has already ended: nothing is drawn, without an error.
	s.Rehearse(until{func() bool { return true }}, f, req, func(*Result) {})
}
