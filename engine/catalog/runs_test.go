package catalog_test

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

// The curves of a run are exactly the player's, for every method with steps, and their costs never decrease.
func TestRunsHaveThePlayersCurves(t *testing.T) {
	if testing.Short() {
		t.Skip("numbers that a method gives twice are the same on each kind of processor")
	}
	const most = 12 // steps of a method without an end
	compared := 0
	for _, m := range catalog.Tested() {
		d, err := doc.Decode([]byte(m.Example))
		s := session.New(catalog.All())
		s.SetClock(func() time.Time { return time.Unix(0, 0) })
		if err == nil {
			d, err = s.Resolve(method.Unstopped, d)
		}
		if err != nil {
			t.Fatal(err)
		}
		if d.View.Step != nil {
			step := min(*d.View.Step, most)
			d.View.Step = &step
		}
		d.Runs, d.Study = nil, nil
		list, err := s.Runs(t.Context(), d)
		if err != nil {
			t.Errorf("%s: %v", m.ID, err)
			continue
		}
		r := list[0]
		for k := 1; k < len(r.At); k++ {
			if r.At[k] <= r.At[k-1] || r.PassesAt != nil && (r.PassesAt[k] < r.PassesAt[k-1] || !method.Finite(r.PassesAt[k])) {
				t.Errorf("%s: steps %v, passes %v", m.ID, r.At, r.PassesAt)
				break
			}
		}
		var player *wire.Player
		s.Forget()
		req := session.Request{Doc: d, View: session.Viewport(d, m.TaskOf(d.Params), 40, 30, 1), Fine: true,
			Late: func(f wire.Facts) error {
				if player != nil && f.Tests != nil {
					player.Trace = wire.WithTests(player.Trace, f.Tests)
				}
				return nil
			}}
		if err := s.Draw(method.Unstopped, req, func(r *session.Result) error {
			if r.Info.Player != nil && r.Info.Player.Trace != nil {
				player = r.Info.Player
			}
			return nil
		}); err != nil {
			t.Fatalf("%s: %v", m.ID, err)
		}
		if player == nil {
			if r.Step != "" && len(r.At) > 1 {
				t.Errorf("%s has a run in steps and no player", m.ID)
			}
			continue
		}
		for _, series := range player.Trace {
			c := r.Curve(series.Name)
			if c == nil {
				t.Errorf("%s: the player has a curve %q, the run has none", m.ID, series.Name)
				continue
			}
			same := 0
			for i, at := range c.Of {
				j := slices.Index(series.At, r.At[at])
				if j < 0 {
					continue
				}
				if same++; series.Values[j] != c.Values[i] && !math.IsNaN(series.Values[j]) {
					t.Errorf("%s: %s at step %v is %v in the run, %v in the player", m.ID, series.Name, r.At[at], c.Values[i],
						series.Values[j])
					break
				}
			}
			if compared += same; same < min(2, series.N) {
				t.Errorf("%s: %s has %d places in common with the player's %d", m.ID, series.Name, same, series.N)
			}
		}
	}
	if compared < 500 && catalog.TestsAll() {
		t.Errorf("only %d values were compared", compared)
	}
}

// The runs of lessons can be computed, have the curves that they are shown by, and take a page only seconds.
func TestRunsOfLessons(t *testing.T) {
	if testing.Short() {
		t.Skip("the numbers of runs are those of their methods, which are tested on each platform")
	}
	s, seen := session.New(catalog.All()), 0
	s.SetClock(func() time.Time { return time.Unix(0, 0) })
	for _, m := range catalog.Tested() {
		for _, text := range append([]string{m.Example}, m.Lessons...) {
			if !strings.Contains(text, `"runs"`) {
				continue
			}
			seen++
			d, err := doc.Decode([]byte(text))
			if err == nil {
				d, err = s.Resolve(method.Unstopped, d)
			}
			if err != nil {
				t.Fatal(err)
			}
			list, err := s.Runs(t.Context(), d)
			if err != nil {
				t.Errorf("%s: %v", d.Title, err)
				continue
			}
			for i := range list {
				if list[i].Fault != "" || d.Runs.X != doc.RunSize && list[i].Curve(d.Runs.Y) == nil {
					t.Errorf("%s, run %d: %q, no curve %q", d.Title, i, list[i].Fault, d.Runs.Y)
				}
			}
		}
	}
	if seen < 4 && catalog.TestsAll() {
		t.Errorf("%d lessons with runs", seen)
	}
}
