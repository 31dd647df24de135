package session_test

import (
	"bytes"
	"testing"
	"time"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/picture/pixels"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

// countdown is a job that stops after a number of calls.
type countdown struct{ left int }

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return method.ErrStopped
	}
	return nil
}

// A drag after its warm-up, wherever that was stopped, shows the same as one without, with every method: sessions share
// no state of methods.
func TestDragAfterRehearsal(t *testing.T) {
	pal, _ := picture.PaletteByName("light")
	drags := 0
	list := documents()
	for _, c := range list {
		d, err := doc.Decode([]byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		if d.Table != nil {
			continue // see TestNotRehearsed
		}
		var shown [2][]byte
		for i := range shown {
			s := session.New(catalog.All())
			clock := time.Unix(1000, 0)
			s.SetClock(func() time.Time {
				clock = clock.Add(100 * time.Microsecond)
				return clock
			})
			d, err := s.Resolve(method.Unstopped, d)
			if err != nil {
				t.Fatal(err)
			}
			if len(d.Points) == 0 {
				break // see TestNotRehearsed
			}
			d.Dataset = nil
			m, _ := s.Method(d.Method)
			x, y := method.RangeOf(&d, m.TaskOf(d.Params).Plane())
			if d.View.HasRange() {
				x, y = d.View.X, d.View.Y
			}
			v := picture.FitViewport(x, y, m.TaskOf(d.Params) != method.Regress, 80, 64, 1)
			var canvas pixels.Canvas
			draw := func(d doc.Document) (f *session.Fit) {
				err := s.Draw(t.Context(), session.Request{Doc: d, View: v, Within: session.LiveGrowth},
					func(r *session.Result) error {
						f = r.Fit
						if !pixels.Can(r.Picture) {
							t.Fatal(c.name, "is not painted into memory")
						}
						pix, _, _ := canvas.Paint(r.Picture, pal)
						shown[i] = append(append(shown[i], pix...), wire.Append(nil, r.Info)...)
						return nil
					})
				if err != nil {
					t.Fatal(c.name, err)
				}
				return f
			}
			f := draw(d)
			if i == 1 {
				for _, asked := range []int{3, 60} {
					s.Rehearse(&countdown{asked}, f, session.Request{Doc: d, View: v}, func(*session.Result) {})
				}
			}
			for range 2 {
				d = d.Clone()
				d.Points[0].X += 0.03
				draw(d)
			}
		}
		if shown[0] != nil {
			drags++
		}
		if !bytes.Equal(shown[0], shown[1]) {
			t.Errorf("%s: a drag shows something else after a rehearsal", c.name)
		}
	}
	if drags < len(list)*9/10 {
		t.Errorf("%d drags were compared", drags)
	}
}
