package picture

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/words"
)

// Ticks are the ticks of one axis. Their numbers share one format: the same number of decimals and, where that is
// easier to read, a shared power of ten or a shared offset, which is given in Note.
type Ticks struct {
	At    []float64 // coordinates, increasing; on a logarithmic axis log10 of the values
	Text  []string  // a number for each, with a true minus sign
	Note  string    // turns numbers into values: "×10⁴", "+ 1990", "×10⁻³ + 10¹²"; "" = none needed
	Minor []float64 // coordinates in between that get a tick mark without a number
	// Decades says that the numbers of a logarithmic axis are powers of ten.
	Decades bool
}

// NiceTicks returns the multiples of step within lo..hi, where step is 1, 2 or 5 times a power of ten, chosen so that
// there are about n of them (P. Heckbert, "Nice numbers for graph labels", Graphics Gems, 1990). It returns none if
// float64 can't distinguish them.
func NiceTicks(lo, hi float64, n int) (ticks []float64, step float64) {
	m, e, ok := niceStep(hi-lo, n)
	if !ok {
		return nil, 0
	}
	step = decimal(m, e)
	for _, k := range multiples(lo, hi, step) {
		ticks = append(ticks, decimal(k*m, e))
	}
	return ticks, step
}

// niceStep returns a step of m times 10 to the power of e, m one of 1, 2, 5.
func niceStep(span float64, n int) (m int64, e int, ok bool) {
	if !(span > 0) || math.IsInf(span, 0) || n < 1 {
		return 0, 0, false
	}
	raw := span / float64(n)
	e = int(math.Floor(math.Log10(raw)))
	mag := math.Pow10(e)
	if mag == 0 || math.IsInf(mag, 0) {
		return 0, 0, false
	}
	switch r := raw / mag; {
	case r < math.Sqrt2:
		return 1, e, true
	case r < math.Sqrt(10):
		return 2, e, true
	case r < math.Sqrt(50):
		return 5, e, true
	}
	return 1, e + 1, true
}

// decimal returns n times 10 to the power of e, correctly rounded as if parsed.
func decimal(n int64, e int) float64 {
	if e < 0 && e >= -300 {
		return float64(n) / math.Pow10(-e)
	}
	return float64(n) * math.Pow10(e) // 0 is not -0
}

// multiples returns the integers k for which k*step lies within lo..hi, or none if they are too large for exact
// arithmetic. They are computed as integers, not by adding up: beyond 2^53 a float64 plus 1 is itself.
func multiples(lo, hi, step float64) []int64 {
	const most = 1 << 50
	first, last := math.Ceil(lo/step-1e-9), math.Floor(hi/step+1e-9)
	if !(first >= -most && last <= most && first <= last) {
		return nil
	}
	list := make([]int64, int64(last)-int64(first)+1)
	for i := range list {
		list[i] = int64(first) + int64(i)
	}
	return list
}

// LinearTicks returns about n ticks within lo..hi whose numbers are at most room wide, in units of the text size, if a
// shared power of ten and offset make that possible.
func LinearTicks(lo, hi float64, n int, room float64) Ticks {
	return linearTicks(lo, hi, n, room, false)
}

// linearTicks is LinearTicks; with whole set, ticks are at whole numbers only.
func linearTicks(lo, hi float64, n int, room float64, whole bool) Ticks {
	m, e, ok := niceStep(hi-lo, n)
	if !ok {
		return Ticks{}
	}
	if whole && e < 0 {
		m, e = 1, 0
	}
	var t Ticks
	var units []int64 // the ticks, in units of 10 to the power of e
	for _, k := range multiples(lo, hi, decimal(m, e)) {
		units = append(units, k*m)
		t.At = append(t.At, decimal(k*m, e))
	}
	if len(units) > 0 {
		t.Text, t.Note = write(units, e, room)
	}
	return t
}

// write formats the increasing numbers u[i] times 10 to the power of e in one way: as they are, else with a shared
// power of ten, else relative to a shared offset.
func write(u []int64, e int, room float64) (texts []string, note string) {
	plain, power := scaled(u, e, 0), tidyPower(u, e)
	short := scaled(u, e, power)
	// Reading a note takes time: it must save enough characters.
	if e >= -12 && fits(plain, room) && longest(plain) <= longest(short)+4 {
		return plain, ""
	}
	note = "×" + words.PowerOfTen(power)
	if power == 0 {
		note = ""
	}
	if fits(short, room) {
		return short, note
	}
	whole := int64(10)
	for whole < u[len(u)-1]-u[0] {
		whole *= 10
	}
	base := u[0] - (u[0]%whole+whole)%whole
	if base == 0 {
		return short, note // there is no offset to take out
	}
	rest := make([]int64, len(u))
	for i := range u {
		rest[i] = u[i] - base
	}
	texts, note = write(rest, e, room)
	sign := "+ "
	if base < 0 {
		sign, base = "− ", -base
	}
	return texts, strings.TrimSpace(note + " " + sign + exact(base, e))
}

// tidyPower returns the power of ten that gives the shortest numbers: that of the step if they have at most two digits,
// else that of the largest of them.
func tidyPower(u []int64, e int) int {
	most := max(-u[0], u[len(u)-1])
	digits := len(strconv.FormatInt(most, 10))
	if digits <= 2 {
		return e
	}
	return e + digits - 1
}

// scaled formats u[i] times 10 to the power of e in units of 10 to the power of p.
func scaled(u []int64, e, p int) []string {
	texts := make([]string, len(u))
	for i, n := range u {
		texts[i] = shift(n, e-p)
	}
	return texts
}

// shift formats n times 10 to the power of e, with -e decimals.
func shift(n int64, e int) string {
	sign := ""
	if n < 0 {
		sign, n = "−", -n
	}
	s := strconv.FormatInt(n, 10)
	switch {
	case e < 0:
		if len(s) <= -e {
			s = strings.Repeat("0", 1-e-len(s)) + s
		}
		s = s[:len(s)+e] + "." + s[len(s)+e:]
	case n != 0:
		s += strings.Repeat("0", min(e, 400))
	}
	return sign + s
}

// exact formats n >= 0 times 10 to the power of e with all its digits.
func exact(n int64, e int) string {
	if n == 0 {
		return "0"
	}
	for n%10 == 0 {
		n, e = n/10, e+1
	}
	digits := len(strconv.FormatInt(n, 10))
	if e >= -9 && digits+max(e, -e) <= 9 {
		return shift(n, e)
	}
	p := words.PowerOfTen(e + digits - 1)
	if n == 1 {
		return p
	}
	return shift(n, 1-digits) + "×" + p
}

func longest(texts []string) int {
	n := 0
	for _, s := range texts {
		n = max(n, len(strings.TrimPrefix(s, "−")))
	}
	return n
}

func fits(texts []string, room float64) bool {
	return !slices.ContainsFunc(texts, func(s string) bool { return TextWidth(s, 1) > room })
}

// LogTicks returns about n ticks of a logarithmic axis from 10 to the power of lo to 10 to the power of hi: whole
// decades, written as powers of ten, else 1, 2 and 5 times these, else those of a linear axis.
func LogTicks(lo, hi float64, n int, room float64) Ticks {
	return logTicks(lo, hi, n, room, false)
}

// logTicks is LogTicks; with whole set, the numbers are whole.
func logTicks(lo, hi float64, n int, room float64, whole bool) Ticks {
	if whole {
		lo = max(lo, 0)
	}
	if !(lo < hi) || hi-lo > 1e6 || math.Abs(lo) > 1e6 {
		return Ticks{}
	}
	var t Ticks
	step := max(math.Ceil((hi-lo)/float64(max(n, 1))), 1)
	decades := multiples(lo, hi, step)
	if len(decades) >= 2 && hi-lo >= 1.3 {
		t.Decades = true
		for _, k := range decades {
			d := int(k) * int(step)
			t.At = append(t.At, float64(d))
			t.Text = append(t.Text, decadeName(d))
		}
		if step == 1 && hi-lo <= 12 {
			for d := math.Floor(lo); d < hi; d++ {
				for m := 2.0; m < 10; m++ {
					if x := d + math.Log10(m); x >= lo && x <= hi {
						t.Minor = append(t.Minor, x)
					}
				}
			}
		}
		return t
	}
	for d := math.Floor(lo); d < hi; d++ {
		for _, m := range []int64{1, 2, 5} {
			if x := d + math.Log10(float64(m)); x >= lo && x <= hi {
				t.At = append(t.At, x)
				t.Text = append(t.Text, exact(m, int(d)))
			}
		}
	}
	if len(t.At) >= 2 && fits(t.Text, room) {
		return t
	}
	a, b := math.Pow(10, lo), math.Pow(10, hi)
	if !(a < b) || a == 0 || math.IsInf(b, 0) {
		return Ticks{}
	}
	t = linearTicks(a, b, n, room, whole)
	for i, x := range t.At {
		t.At[i] = math.Log10(x)
	}
	return t
}

// decadeName formats 10 to the power of d: 10⁻², 10⁻¹, 1, 10, 10².
func decadeName(d int) string {
	switch d {
	case 0:
		return "1"
	case 1:
		return "10"
	}
	return words.PowerOfTen(d)
}

// FormatTick formats a single value with as many digits as its step needs (step 0: at most six), with a true minus sign
// and powers of ten.
func FormatTick(x, step float64) string {
	if x == 0 {
		return "0"
	}
	var s string
	a := math.Abs(x)
	switch {
	case a >= 1e5 || a < 1e-3 && (step == 0 || step < 1e-3):
		digits := -1
		if step > 0 {
			digits = max(0, int(math.Floor(math.Log10(a)+1e-9)-math.Floor(math.Log10(step)+1e-9)))
		} else {
			x = words.Significant(x, 6)
		}
		return words.Scientific(x, digits)
	case step > 0:
		digits := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
		s = strconv.FormatFloat(x, 'f', digits, 64)
	default:
		s = strconv.FormatFloat(x, 'g', 6, 64)
	}
	return words.Minus(s)
}
