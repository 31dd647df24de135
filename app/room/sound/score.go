package sound

import (
	"math"
	"slices"

	"pointscape/engine/wire"
	"pointscape/engine/words"
)

const (
	places  = 200  // number of positions that a sweep asks about
	seconds = 3.0  // duration of a sweep, in seconds
	short   = 0.12 // duration of a tone, in seconds
	spaced  = 0.03 // least time between two ticks, in seconds
	aside   = 0.9  // stereo position of the right end, 1 = fully right; the left end has −aside

	lowest  = 220.0 // Hz at the lower edge of a curve's picture; the upper edge is two octaves higher
	octaves = 2
	base    = 165.0 // Hz of the first class
	// Classes are an octave apart, or less, so that all fit into three octaves (span and mostStep are in semitones).
	// within is the fraction of the step to the next class by which the pitch rises with the probability.
	span, mostStep, within = 36.0, 12.0, 0.45

	mostTold = 8 // greatest number of changes that are described in words
)

// View is what is played of a picture: a part of a line, and its names.
type View struct {
	X0, X1 float64
	Y      float64 // of the line; a curve has none
	Plane  bool
	// Lo and Hi are the values of the lowest and the highest tone; if they are missing, the engine's are used.
	Lo, Hi       float64
	XName, YName string
	Method       string
}

// Score is what is played: a voice through points, from left to right, and ticks. Times are in seconds.
type Score struct {
	Points  []Point
	Ticks   []float64
	Pan     [2]float64 // stereo position at the beginning and at the end, -1 = left
	Seconds float64
	Says    string // description of what was played
}

// Point is the pitch of the voice from a time on; 0 = silence. The pitch glides to the next point unless that is a
// Jump.
type Point struct {
	At, Hz float64
	Jump   bool
}

// pitches returns the pitches, in Hz, of the engine's values.
func pitches(t *wire.Traced, v View) []float64 {
	lo, hi := v.Lo, v.Hi
	if !(lo < hi) {
		lo, hi = t.Lo, t.Hi
	}
	if !(lo < hi) {
		lo, hi = math.Inf(1), math.Inf(-1)
		for _, y := range t.Values {
			if y == y {
				lo, hi = min(lo, y), max(hi, y)
			}
		}
	}
	k := max(t.K, 1)
	step := min(mostStep, span/float64(k))
	list := make([]float64, len(t.Values))
	for i, y := range t.Values {
		switch {
		case y != y:
		case t.Classes != nil:
			list[i] = base * math.Exp2((float64(t.Classes[i]%k)+within*y)*step/12)
		case lo < hi:
			list[i] = lowest * math.Exp2(octaves*min(max((y-lo)/(hi-lo), 0), 1))
		default:
			list[i] = lowest * 2
		}
	}
	return list
}

// sweep returns the score of a line, or why there is none.
func sweep(t *wire.Traced, v View) (s Score, why string) {
	hz := pitches(t, v)
	if len(hz) == 0 {
		return s, words.Text("There is nothing to play: %s has no values at positions here.", v.Method)
	}
	if len(hz) < 2 || slices.Max(hz) == 0 {
		return s, "There is nothing to play on this line."
	}
	s = Score{Pan: [2]float64{-aside, aside}, Seconds: seconds, Says: said(t, v)}
	for i, f := range hz {
		p := Point{At: seconds * float64(i) / float64(len(hz)-1), Hz: f}
		if i > 0 && t.Classes != nil && t.Classes[i] != t.Classes[i-1] {
			p.Jump = true
			if n := len(s.Ticks); n == 0 || p.At-s.Ticks[n-1] >= spaced {
				s.Ticks = append(s.Ticks, p.At)
			}
		}
		s.Points = append(s.Points, p)
	}
	return s, ""
}

// tone returns the score of a single position.
func tone(t *wire.Traced, v View, x float64, crossed bool) Score {
	pan := aside * min(max(2*(x-v.X0)/(v.X1-v.X0)-1, -1), 1)
	hz := pitches(t, v)[0]
	s := Score{Points: []Point{{Hz: hz}, {At: short, Hz: hz}}, Pan: [2]float64{pan, pan}, Seconds: short}
	if crossed {
		s.Ticks = []float64{0}
	}
	return s
}

// said describes a sweep in words.
func said(t *wire.Traced, v View) string {
	// Rounded to the spacing of the positions.
	unit := math.Pow(10, math.Floor(math.Log10((v.X1-v.X0)/(places/2))))
	number := func(x float64) string { return words.Number(math.Round(x/unit) * unit) }
	at := func(i float64) float64 { return v.X0 + (v.X1-v.X0)*i/float64(len(t.Values)-1) }
	x0, x1, y := number(v.X0), number(v.X1), number(v.Y)
	if t.Classes == nil {
		lo, hi := -1, -1
		for i, y := range t.Values {
			if y == y && (lo < 0 || y < t.Values[lo]) {
				lo = i
			}
			if y == y && (hi < 0 || y > t.Values[hi]) {
				hi = i
			}
		}
		least, most := words.Number(t.Values[lo]), words.Number(t.Values[hi])
		xLo, xHi := number(at(float64(lo))), number(at(float64(hi)))
		if v.Plane {
			return words.Text("From %s = %s to %s at %s = %s: the lowest value is %s, at %s, the highest %s, at %s.",
				v.XName, x0, x1, v.YName, y, least, xLo, most, xHi)
		}
		return words.Text("From %s = %s to %s: the lowest value is %s, at %s, the highest %s, at %s.", v.XName, x0, x1,
			least, xLo, most, xHi)
	}
	name := func(class int) string {
		if i := slices.Index(t.Numbers, class); i >= 0 && i < len(t.Names) {
			return t.Names[i]
		}
		return "no prediction"
	}
	text := words.Text("From %s = %s to %s at %s = %s: %s.", v.XName, x0, x1, v.YName, y, name(t.Classes[0]))
	changes := 0
	for i := 1; i < len(t.Classes); i++ {
		if t.Classes[i] == t.Classes[i-1] {
			continue
		}
		if changes++; changes > mostTold {
			text += words.Say(" More changes follow.")
			break
		}
		text += words.Text(" From %s = %s on, %s.", v.XName, number(at(float64(i)-0.5)), name(t.Classes[i]))
	}
	return text
}
