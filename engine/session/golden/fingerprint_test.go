package golden

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

func TestFingerprint(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"fact error = 0.5", "fact error = 0.5", true},
		{"fact error = 0.5", "fact error = 0.505", false},
		{"fact error = 0.5", "fact error = -0.5", false},
		{"fact error = 0.5", "fact errors = 0.5", false},
		{"after 57 steps", "after 58 steps", false},
		{"after 57 steps", "after 57 steps.", false},
		{"gap 1.2e-13", "gap -3e-9", true},
		{"gap 0", "gap 1e-7", true},
		{"at 120.5,33.1", "at 120.6,33.0", true},
		{"at 120.5,33.1", "at 121.5,33.1", false},
		{"at 12050.0,33.1", "at 12051.0,33.1", true},
		{"    ±0.02  0.5 -0.3", "    ±0.02  0.501 -0.301", true},
		{"    ±0.02  0.5 -0.3", "    ±0.02  0.53 -0.3", false},
		{"class 1, probability 0.75", "class 2, probability 0.75", false},
		{"values 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9", "values 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.91", false},
		{"values 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 of 8", "values 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 of 9", false},
	} {
		for _, l := range [][2]string{{c.a, c.b}, {c.b, c.a}} {
			if got := fingerprint(l[1]).is(fingerprint(l[0]).String()); got != c.want {
				t.Errorf("%q beside a fingerprint of %q: %v", l[1], l[0], got)
			}
		}
	}
	if got := fingerprint("").String(); len(got) != 3 {
		t.Errorf("an empty line has the fingerprint %q", got)
	}
}

// Numbers that differ a little keep their fingerprints wherever they are; numbers that differ by 1 % never do.
func TestNoNumberWavers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	write := func(list []float64) string {
		var b strings.Builder
		for _, x := range list {
			b.WriteString(" " + strconv.FormatFloat(x, 'e', 16, 64))
		}
		return b.String()
	}
	for range 3000 {
		list := make([]float64, 12)
		for i := range list {
			list[i] = math.Exp(20*r.Float64() - 10)
			if r.IntN(3) == 0 { // round numbers, too
				list[i] = float64(1+r.IntN(999)) / 8
			}
			if r.IntN(2) == 0 {
				list[i] = -list[i]
			}
		}
		kept := fingerprint(write(list)).String()
		near, far := make([]float64, 12), make([]float64, 12)
		for i, x := range list {
			near[i] = x * (1 + 4e-4*(2*r.Float64()-1))
		}
		copy(far, list)
		far[r.IntN(12)] *= 1 + 0.01*float64(1-2*r.IntN(2))
		if !fingerprint(write(near)).is(kept) {
			t.Fatalf("%v\n%v differ", list, near)
		}
		if fingerprint(write(far)).is(kept) {
			t.Fatalf("%v\n%v do not differ", list, far)
		}
	}
}

// Positions have one decimal. One that is rounded up instead of down keeps its fingerprint, and a change of a pixel is
// detected.
func TestNoPlaceWavers(t *testing.T) {
	line := func(k int) string { return place(float64(k)/10, 7) }
	for k := -20000; k < 20000; k++ {
		kept := fingerprint(line(k)).String()
		if !fingerprint(line(k+1)).is(kept) || !fingerprint(line(k-1)).is(kept) {
			t.Fatalf("%s has another fingerprint than its neighbours", line(k))
		}
		if k < 9900 && k > -9900 && fingerprint(line(k+10)).is(kept) {
			t.Fatalf("%s and %s have one fingerprint", line(k), line(k+10))
		}
	}
}
