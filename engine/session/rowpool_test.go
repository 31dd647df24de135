package session

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/neighbors"
	"pointscape/engine/picture"
)

// together is a pool of sessions in goroutines.
type together struct {
	sessions []*Session
	doc      func() doc.Document
	asked    []picture.Grid // all requests, to all engines
	parts    []chan *picture.Raster
	lost     bool // no engine answers
}

func newTogether(n int, methods func() []method.Method, d func() doc.Document) *together {
	c := &together{doc: d, parts: make([]chan *picture.Raster, n)}
	for range n {
		s, _ := newSession(methods()...)
		c.sessions = append(c.sessions, s)
	}
	return c
}

func (c *together) Ready(bool) int { return len(c.sessions) }

func (c *together) Ask(k int, g picture.Grid) {
	c.asked = append(c.asked, g)
	answer, d := make(chan *picture.Raster, 1), c.doc()
	c.parts[k] = answer
	if c.lost {
		return
	}
	go func() {
		r, err := c.sessions[k].Rows(context.Background(), Request{Doc: d}, g)
		if err != nil {
			panic(err)
		}
		answer <- r
	}()
}

func (c *together) Answer(job method.Job, k int, r *picture.Raster, from int) (float64, error) {
	if c.lost {
		return 0, errors.New("lost")
	}
	Place(r, <-c.parts[k], from)
	return 0.001, nil
}

// A slow method's rasters are shared as soon as it is known to be slow, cover the same area, and are computed alone
// again if sharing brings no gain.
func TestRowPool(t *testing.T) {
	f := &fake{slow: 10 * time.Microsecond}
	s, clock := newSession(f.method())
	f.clock = clock
	d := document(4)
	c := newTogether(2, func() []method.Method { return []method.Method{(&fake{}).method()} },
		func() doc.Document { return d })
	s.SetRowPool(c)
	whole, _ := newSession((&fake{}).method())
	for k := range 4 {
		d.Params = map[string]any{"bias": 0.1 * float64(k)}
		got := collect(t, s, Request{Doc: d, View: view, Fine: true})
		want := collect(t, whole, Request{Doc: d, View: view, Fine: true})
		last := got[len(got)-1]
		if shared := last.Info.Engines == 3; shared != (k > 0) {
			t.Errorf("picture %d was computed by %d engines", k, last.Info.Engines)
		}
		a, b := rasterIn(t, last), rasterIn(t, want[0])
		if a.Grid != b.Grid {
			t.Fatalf("picture %d has the grid %+v, alone %+v", k, a.Grid, b.Grid)
		}
		if !slices.Equal(a.Planes[0], b.Planes[0]) {
			t.Errorf("picture %d has other values than one engine computes", k)
		}
	}
	if len(c.asked) == 0 {
		t.Fatal("nobody was asked")
	}

	// Useless engines are not asked any more after a while, and the picture is the same.
	c.lost = true
	for k := 0; ; k++ {
		d.Params = map[string]any{"bias": -0.01 * float64(k)}
		before := len(c.asked)
		r := collect(t, s, Request{Doc: d, View: view, Fine: true})
		a, b := rasterIn(t, r[len(r)-1]), rasterIn(t, collect(t, whole, Request{Doc: d, View: view, Fine: true})[0])
		if !slices.Equal(a.Planes[0], b.Planes[0]) {
			t.Errorf("without answers, picture %d has other values", k)
		}
		if p := s.speed["fake"]; p.vain == maxVain && len(c.asked) == before {
			break
		}
		if k == maxVain {
			t.Fatal("engines that never answer are asked again and again")
		}
	}
}

func rasterIn(t *testing.T, r *Result) *picture.Raster {
	t.Helper()
	for _, l := range r.Picture.Layers {
		if r, ok := l.(*picture.Raster); ok {
			return r
		}
	}
	t.Fatal("the picture has no raster")
	return nil
}

// Waiting for other engines stops when the job does.
func TestRowPoolIsLeft(t *testing.T) {
	f := &fake{slow: 10 * time.Microsecond}
	s, clock := newSession(f.method())
	f.clock = clock
	d := document(4)
	collect(t, s, Request{Doc: d, View: view, Fine: true})
	c := &silent{}
	s.SetRowPool(c)
	d.Params = map[string]any{"bias": 0.2}
	err := s.Draw(c, Request{Doc: d, View: view, Fine: true}, func(*Result) error { return nil })
	if !method.Stopped(err) || !c.asked {
		t.Errorf("asked: %v, error: %v", c.asked, err)
	}
}

// silent is a pool that never answers, and a job that stops once the pool was asked.
type silent struct{ asked bool }

func (c *silent) Ready(bool) int        { return 1 }
func (c *silent) Ask(int, picture.Grid) { c.asked = true }
func (c *silent) Answer(job method.Job, _ int, _ *picture.Raster, _ int) (float64, error) {
	for job.Err() == nil {
	}
	return 0, job.Err()
}

func (c *silent) Err() error {
	if c.asked {
		return method.ErrStopped
	}
	return nil
}

// Strips of a real method join to the picture of one engine.
func TestRowPoolOfNeighbors(t *testing.T) {
	d := doc.Document{Method: "knn", Seed: 1}
	var err error
	if d.Points, err = dataset.Make(doc.Dataset{Name: "moons", N: 60, Noise: 0.2, Seed: 1}); err != nil {
		t.Fatal(err)
	}
	methods := func() []method.Method { return []method.Method{neighbors.KNN()} }
	req := Request{Doc: d, View: view, Fine: true}
	whole, _ := newSession(methods()...)
	s, _ := newSession(methods()...)
	collect(t, whole, req) // the first picture's measured time determines the grid
	want := collect(t, whole, req)
	s.SetRowPool(newTogether(2, methods, func() doc.Document { return d }))
	s.speed["knn"] = &pace{alone: 1, tile: 1, sharp: true}
	got := collect(t, s, req)
	a, b := got[len(got)-1], want[len(want)-1]
	if a.Info.Engines != 3 {
		t.Fatalf("%d engines", a.Info.Engines)
	}
	if !reflect.DeepEqual(shown(a.Picture.Layers), shown(b.Picture.Layers)) || !reflect.DeepEqual(a.Over, b.Over) {
		t.Error("the picture is not the one that one engine makes")
	}
}

// shown returns layers without what rasters keep for the next ones.
func shown(layers []picture.Layer) []picture.Layer {
	list := slices.Clone(layers)
	for i, l := range list {
		if r, ok := l.(*picture.Raster); ok {
			list[i] = &picture.Raster{Kind: r.Kind, Grid: r.Grid, Planes: r.Planes, Classes: r.Classes, Hi: r.Hi, Sharp: r.Sharp,
				Name: r.Name, Says: r.Says}
		}
	}
	return list
}
