package session

import (
	"errors"
	"testing"
	"time"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// late is a job whose Err takes time, as in a worker that handles messages meanwhile.
type late struct {
	now time.Time
	err error
}

func (l *late) Err() error {
	l.now = l.now.Add(time.Second)
	return l.err
}

// Time spent in Err is not counted.
func TestTimeIsThatOfTheWorkAlone(t *testing.T) {
	l := &late{}
	w := &stopwatch{Job: l, now: func() time.Time { return l.now }}
	took, err := w.time(func() error {
		l.now = l.now.Add(30 * time.Millisecond)
		if err := w.Err(); err != nil {
			return err
		}
		l.now = l.now.Add(10 * time.Millisecond)
		return w.Err()
	})
	if err != nil || took != 0.04 {
		t.Errorf("%v s, %v", took, err)
	}
	l.err = errors.New("nobody waits")
	if _, err = w.time(w.Err); err == nil {
		t.Error("nobody waits, and nothing is given up")
	}
}

// The fastest series of fits counts, and a clock that stands still does not block.
func TestTheQuickestFitCounts(t *testing.T) {
	now, fits := time.Unix(0, 0), 0
	took := []time.Duration{90, 20, 70, 30}
	m := &method.Method{Fit: func(method.Job, *method.Problem, method.Values, method.Model) (method.Model, error) {
		now = now.Add(took[fits%4] * time.Millisecond)
		fits++
		return nil, nil
	}}
	w := &stopwatch{Job: method.Unstopped, now: func() time.Time { return now }}
	if s, err := timed(w, &Fit{Method: m}); err != nil || s != 0.02 || fits != 4 {
		t.Errorf("%v s, %v, of %d fits", s, err, fits)
	}
	took, fits = []time.Duration{0, 0, 0, 0}, 0
	if s, err := timed(w, &Fit{Method: m}); err != nil || s != 0 || fits > 40 {
		t.Errorf("%v s, %v, of %d fits", s, err, fits)
	}
	took, fits = []time.Duration{4000, 4000, 4000, 4000}, 0
	if s, err := timed(w, &Fit{Method: m}); err != nil || s != 4 || fits != 1 {
		t.Errorf("%v s, %v, of %d fits", s, err, fits)
	}
}

// The first engine has no chart of runs, and says so, so that the page asks the whole engine.
func TestTheFirstEngineLacksTheChartOfRuns(t *testing.T) {
	s := With(nil)
	d := doc.Document{Method: "svm"}
	_, err := s.fit(method.Unstopped, Request{Doc: d, Runs: &wire.RunLog{}})
	var wrong *doc.Error
	if !errors.As(err, &wrong) || wrong.Field != "method" {
		t.Error(err)
	}
}
