package ui

import (
	"math"
	"strconv"
	"strings"

	"pointscape/engine/method"
	"pointscape/engine/words"
)

// number formats a value for an input field. It reads back exactly, and has an exponent only below 1e-6 and from 1e7
// on.
func number(v float64) string { return words.Decimal(plainNumber(v)) }

// plainNumber is number with a decimal point, as programs read it.
func plainNumber(v float64) string {
	if a := math.Abs(v); a == 0 || a >= 1e-6 && a < 1e7 {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	m, e, _ := strings.Cut(strconv.FormatFloat(v, 'e', -1, 64), "e")
	n, _ := strconv.Atoi(e) // always a number: FormatFloat wrote it
	return m + "e" + strconv.Itoa(n)
}

// parseNumber reads a finite number as users type it: with a point or a comma, the true minus (−), and spaces around.
// ok is false for other texts.
func parseNumber(s string) (v float64, ok bool) {
	s = strings.TrimSpace(s)
	s = strings.ReplaceAll(s, "−", "-")
	if strings.Count(s, ",") == 1 && !strings.Contains(s, ".") {
		s = strings.Replace(s, ",", ".", 1)
	}
	if s == "" || strings.ContainsAny(s, "xXpP_iInN") { // no hexadecimals, no infinities
		return 0, false
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
		return 0, false
	}
	return v, true
}

// parseNumbers reads a list of numbers separated by commas, semicolons or spaces; false if one is no number.
func parseNumbers(s string) ([]float64, bool) {
	commas := ","
	if words.Decimal(".") == "," && strings.ContainsAny(s, "; \t") { // commas are decimal signs
		commas = ""
		s = strings.NewReplacer(", ", " ", ",\t", " ").Replace(s)
	}
	fields := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(commas+"; \t", r) })
	list := make([]float64, 0, len(fields))
	for _, f := range fields {
		v, ok := parseNumber(f)
		if !ok {
			return nil, false
		}
		list = append(list, v)
	}
	return list, true
}

// numbers formats a list for an input field.
func numbers(list []float64) string {
	s := make([]string, len(list))
	for i, v := range list {
		s[i] = number(v)
	}
	if words.Decimal(".") == "," {
		return strings.Join(s, "; ")
	}
	return strings.Join(s, ", ")
}

// figure formats a value for reading: integers below 1e6 in full, others with four significant digits, or rounded to
// integers from 1000 on; with the true minus, and powers of ten below 1e-4 and from 1e6 on.
func figure(v float64) string {
	switch {
	case math.IsNaN(v):
		return "not a number"
	case math.IsInf(v, 1):
		return "∞"
	case math.IsInf(v, -1):
		return "−∞"
	case v == 0:
		return "0"
	case v == math.Trunc(v) && math.Abs(v) < 1e6:
		return words.Minus(strconv.FormatFloat(v, 'f', 0, 64))
	}
	if a := math.Abs(v); a >= 1e-4 && a < 1e6 {
		s := strconv.FormatFloat(v, 'f', max(0, 3-int(math.Floor(math.Log10(a)))), 64)
		return words.Minus(words.Trim(s))
	}
	return words.Scientific(v, 3)
}

// factText formats a value of a fact, or an entry of it: in percent if the fact is a share (Share).
func factText(x *method.Fact, v any) string {
	if x.Share {
		return valueText(v, percent)
	}
	return factValue(v)
}

func percent(share float64) string { return words.Readable(words.Percent(share)) }

// measureText formats a value of a curve over steps. The curve's name tells whether it is a share, shown in percent:
// "training error" is one, "mean squared error" is not.
func measureText(name string, x float64) string {
	if strings.HasSuffix(name, "error") && !strings.HasSuffix(name, "squared error") {
		return percent(x)
	}
	return figure(x)
}

// factValue formats a fact's value as decoded from JSON.
func factValue(v any) string { return valueText(v, figure) }

// valueText is factValue with numbers formatted by number.
func valueText(v any, number func(float64) string) string {
	switch x := v.(type) {
	case float64:
		return number(x)
	case bool:
		if x {
			return words.Say("yes")
		}
		return words.Say("no")
	case string:
		return words.Readable(x)
	case []any:
		return factList(x, number)
	}
	return "–"
}

// factList formats the first five entries of a list, a matrix of at most 3×3, or the size of a larger one.
func factList(list []any, number func(float64) string) string {
	if len(list) == 0 {
		return words.Say("none")
	}
	if row, ok := list[0].([]any); ok {
		if len(list) <= 3 && len(row) <= 3 {
			rows := make([]string, len(list))
			for i := range list {
				r, _ := list[i].([]any)
				rows[i] = factList(r, number)
			}
			return strings.Join(rows, "\n")
		}
		return strconv.Itoa(len(list)) + " × " + strconv.Itoa(len(row))
	}
	const shown = 5
	s := make([]string, 0, shown)
	for i, x := range list {
		if i == shown {
			break
		}
		s = append(s, valueText(x, number))
	}
	t := strings.Join(s, ", ")
	if len(list) > shown {
		return t + ", … (" + strconv.Itoa(len(list)) + ")"
	}
	return t
}

// slider maps a parameter's values to positions of a slider. For integers on a short linear scale (direct) the
// positions are the values, so that an arrow key changes the value by one; other positions go from 0 to slides.
type slider struct {
	lo, hi  float64
	log     bool
	whole   bool
	direct  bool
	decimal float64 // linear values are rounded to multiples of it
}

const slides = 500

// sliderOf returns the slider of a parameter; ok is false if its range has no two ends.
func sliderOf(p *method.Param) (s slider, ok bool) {
	s = slider{log: p.Range().Log, whole: method.Is[method.Integer](p.Kind)}
	s.lo, s.hi = p.Range().Slider()
	if !(s.lo < s.hi) {
		return s, false
	}
	if s.log && s.lo <= 0 {
		s.lo = s.hi * 1e-6
	}
	s.direct = s.whole && !s.log && s.hi-s.lo <= 2*slides
	s.decimal = math.Pow(10, math.Floor(math.Log10((s.hi-s.lo)/slides)))
	return s, true
}

// ends returns the slider's first and last position.
func (s slider) ends() (lo, hi int) {
	if s.direct {
		return int(math.Ceil(s.lo)), int(math.Floor(s.hi))
	}
	return 0, slides
}

// position returns the position of a value, the first or last one if the value is out of range.
func (s slider) position(v float64) int {
	lo, hi := s.ends()
	if s.direct {
		return min(max(int(math.Round(v)), lo), hi)
	}
	t := (v - s.lo) / (s.hi - s.lo)
	if s.log {
		t = math.Log(max(v, s.lo)/s.lo) / math.Log(s.hi/s.lo)
	}
	return min(max(int(math.Round(t*slides)), lo), hi)
}

// value returns the value at a position, rounded to what the positions can tell apart.
func (s slider) value(pos int) float64 {
	if s.direct {
		return float64(pos)
	}
	t := float64(pos) / slides
	var v float64
	if s.log {
		v = words.Significant(s.lo*math.Exp(t*math.Log(s.hi/s.lo)), 2+b2i(s.hi/s.lo < 1e3))
	} else {
		v = s.lo + t*(s.hi-s.lo)
		v = words.Significant(math.Round(v/s.decimal)*s.decimal, 12)
	}
	if s.whole {
		v = math.Round(v)
	}
	return min(max(v, s.lo), s.hi)
}

// next returns the nearest position with a value above v, or below it if up is false; the last or first position if
// there is none.
func (s slider) next(v float64, up bool) int {
	lo, hi := s.ends()
	d := 2*b2i(up) - 1
	for pos := s.position(v); lo <= pos && pos <= hi; pos += d {
		if w := s.value(pos); w != v && w > v == up {
			return pos
		}
	}
	if up {
		return hi
	}
	return lo
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// step returns the value after an arrow key in the number field.
func (s slider) step(p *method.Param, v float64, up bool) float64 {
	d := 1.0
	switch {
	case method.Is[method.Integer](p.Kind) && !p.Range().Log:
	case p.Range().Log && v > 0:
		f := math.Pow(10, 0.1)
		if !up {
			f = 1 / f
		}
		w := words.Significant(v*f, 2)
		if method.Is[method.Integer](p.Kind) {
			w = math.Round(w)
			if w == v {
				w += float64(2*b2i(up) - 1)
			}
		}
		return w
	default:
		if s.hi > s.lo {
			d = math.Pow(10, math.Floor(math.Log10((s.hi-s.lo)/30)))
		}
	}
	if !up {
		d = -d
	}
	return words.Significant(v+d, 12)
}

func formatFixed(x float64, n int) string {
	s := strconv.FormatFloat(x, 'f', n, 64)
	if strings.Trim(s, "-0.") == "" {
		return strings.TrimPrefix(s, "-") // no negative zero
	}
	return s
}

func itoa(n int) string { return strconv.Itoa(n) }

// upperFirst begins a text with a capital, as a label or sentence; see words.Capital.
func upperFirst(s string) string { return words.Capital(s) }
