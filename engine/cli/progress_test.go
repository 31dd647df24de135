package cli

import (
	"strings"
	"testing"
	"time"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

func TestProgressIsToldEachSecond(t *testing.T) {
	var b strings.Builder
	clock := time.Unix(1000, 0)
	p := newPatient(&b, func() time.Time { return clock })
	for i := range 25 { // 0.1 s each
		method.Progress(p, float64(i)/25)
		clock = clock.Add(100 * time.Millisecond)
	}
	if got, want := b.String(), "fitting: 40 %\nfitting: 80 %\n"; got != want || p.Err() != nil {
		t.Errorf("told %q, want %q", got, want)
	}
}

// A fit that would take days is reported with an estimate.
func TestProgressOfWhatTakesDays(t *testing.T) {
	var b strings.Builder
	clock := time.Unix(1000, 0)
	p := newPatient(&b, func() time.Time { return clock })
	for _, done := range []float64{1e-6, 1e-5, 0.01, 0.5} {
		clock = clock.Add(20 * time.Second)
		p.Progress(done)
	}
	want := `fitting: 0.0001 %, about 230 days left; Ctrl-C stops
fitting: 0.001 %, about 46 days left; Ctrl-C stops
fitting: 1 %, about 2 hours left; Ctrl-C stops
fitting: 50 %, about 80 seconds left; Ctrl-C stops
`
	if got := b.String(); got != want {
		t.Errorf("told\n%swant\n%s", got, want)
	}
}

// There is no estimate from hardly any progress in the first seconds, and each fit of a course is timed separately.
func TestProgressHasABasis(t *testing.T) {
	var b strings.Builder
	clock := time.Unix(1000, 0)
	p := newPatient(&b, func() time.Time { return clock })
	for _, at := range []struct{ after, done float64 }{{2, 0}, {1, 0.001}, {97, 0.9}, {2, 0}, {1, 0.02}, {2, 0.06}} {
		clock = clock.Add(time.Duration(at.after * float64(time.Second)))
		p.Progress(at.done)
	}
	want := `fitting: 0 %
fitting: 0.1 %
fitting: 90 %, about 11 seconds left; Ctrl-C stops
fitting: 0 %
fitting: 2 %, about 49 seconds left; Ctrl-C stops
fitting: 6 %, about 47 seconds left; Ctrl-C stops
`
	if got := b.String(); got != want {
		t.Errorf("told\n%swant\n%s", got, want)
	}
}

const farDocument = `{"version":1,"method":"mlp","params":{"hidden_layer_sizes":[3]},"dataset":{"name":"moons","n":20},"view":{"step":1000000000}}`

// A document with a thousand million steps gets as many as -max-steps allows, with a message.
func TestFarStepsHaveABound(t *testing.T) {
	var out, said strings.Builder
	if code := Fit([]string{"-max-steps", "40", "-"}, strings.NewReader(farDocument), &out, &said); code != Done {
		t.Fatal(said.String())
	}
	const want = "This is epoch 40, before the requested 1000000000. A larger -max-steps continues training."
	if !strings.Contains(said.String(), want) || !strings.Contains(out.String(), want) {
		t.Errorf("told %q", said.String())
	}
	said.Reset()
	if code := Draw([]string{"-max-steps", "40", "-size", "100x80", "-"}, strings.NewReader(farDocument), &out,
		&said); code != Done || !strings.Contains(said.String(), want) {
		t.Errorf("draw told %q", said.String())
	}
	said.Reset()
	if code := Fit([]string{"-max-steps", "0", "-"}, strings.NewReader(farDocument), &out, &said); code != Fault ||
		!strings.Contains(said.String(), "-max-steps") {
		t.Errorf("told %q", said.String())
	}
}

// interrupted is a writer that presses Ctrl-C at the first progress report.
type interrupted struct {
	strings.Builder
	p *patient
}

func (w *interrupted) Write(b []byte) (int, error) {
	n, err := w.Builder.Write(b)
	if strings.Contains(string(b), "fitting") {
		w.p.stop()
	}
	return n, err
}

// Ctrl-C ends training with the present state: facts, predictions, and a message on the step.
func TestInterruptGivesWhatStands(t *testing.T) {
	w := &interrupted{}
	clock := time.Unix(1000, 0)
	p := newPatient(w, func() time.Time { clock = clock.Add(100 * time.Millisecond); return clock })
	w.p = p
	out, err := fit(source{path: "-", most: doc.MaxStep}, "", false, false, &asking{},
		strings.NewReader(farDocument), w, p)
	if err != nil {
		t.Fatal(err)
	}
	if len(out.Predictions) != 20 || len(out.Facts) == 0 || len(out.Warnings) == 0 ||
		!strings.Contains(out.Warnings[len(out.Warnings)-1], "before the requested 1000000000") {
		t.Errorf("%d predictions, %d facts, warnings %q", len(out.Predictions), len(out.Facts), out.Warnings)
	}
	// Fits that are not trained step by step have no intermediate state.
	q := newPatient(w, time.Now)
	if q.stop(); q.Err() == nil {
		t.Error("Ctrl-C stops nothing")
	}
}
