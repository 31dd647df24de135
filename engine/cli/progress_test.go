package cli

import (
	"strings"
	"testing"
	"time"

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
