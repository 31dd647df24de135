package picture

import (
	"math"
	"strconv"
	"strings"
)

// AxisOptions says what Axes draws.
type AxisOptions struct {
	Grid         bool   // gridlines
	XLog, YLog   bool   // coordinates are log10 of what the labels say
	XLabel       string // what the axis is; "" = no label
	YLabel       string
	HideX, HideY bool // no ticks on that axis
}

// Axes returns quiet axes inside the edges of the view: ticks at round numbers
// with labels, gridlines when asked for.
func Axes(v Viewport, opt AxisOptions) []Layer {
	if v.W <= 0 || v.H <= 0 || !(v.X0 < v.X1) || !(v.Y0 < v.Y1) {
		return nil
	}
	grid := &Path{Role: RoleGridline, Class: NoClass}
	ticks := &Path{Role: RoleTick, Class: NoClass}
	var labels []Layer
	w, h := float64(v.W), float64(v.H)
	const tick = 4 // px
	if !opt.HideX {
		vals, texts := axisTicks(v.X0, v.X1, min(max(int(w/85), 2), 12), opt.XLog)
		for k, x := range vals {
			px := v.PX(x)
			if px < 0.5 || px > w-0.5 {
				continue
			}
			grid.AddLine(x, v.Y0, x, v.Y1)
			ticks.AddLine(x, v.Y0, x, v.DY(h-tick))
			// The corner belongs to the other axis.
			if px > 30 && px < w-14 {
				labels = append(labels, &Label{Role: RoleTick, X: x, Y: v.DY(h - tick - 1), Text: texts[k], Anchor: AnchorAbove})
			}
		}
	}
	if !opt.HideY {
		vals, texts := axisTicks(v.Y0, v.Y1, min(max(int(h/65), 2), 12), opt.YLog)
		for k, y := range vals {
			py := v.PY(y)
			if py < 0.5 || py > h-0.5 {
				continue
			}
			grid.AddLine(v.X0, y, v.X1, y)
			ticks.AddLine(v.X0, y, v.DX(tick), y)
			if py > 9 && py < h-22 {
				labels = append(labels, &Label{Role: RoleTick, X: v.DX(tick + 2), Y: y, Text: texts[k], Anchor: AnchorStart})
			}
		}
	}
	if opt.XLabel != "" {
		labels = append(labels, &Label{Role: RoleAxis, X: v.DX(w - 6), Y: v.DY(h - 27), Text: opt.XLabel, Anchor: AnchorEnd})
	}
	if opt.YLabel != "" {
		labels = append(labels, &Label{Role: RoleAxis, X: v.DX(34), Y: v.DY(11), Text: opt.YLabel, Anchor: AnchorStart})
	}
	var out []Layer
	if opt.Grid && len(grid.XY) > 0 {
		out = append(out, grid)
	}
	if len(ticks.XY) > 0 {
		out = append(out, ticks)
	}
	return append(out, labels...)
}

func axisTicks(lo, hi float64, n int, log bool) (vals []float64, texts []string) {
	if log && hi-lo >= 1 {
		// Whole decades.
		step := max(math.Ceil((hi-lo)/float64(n)), 1)
		for _, x := range multiples(lo, hi, step) {
			vals = append(vals, x)
			texts = append(texts, FormatTick(math.Pow(10, x), 0))
		}
		return vals, texts
	}
	if log {
		a, b := math.Pow(10, lo), math.Pow(10, hi)
		t, step := NiceTicks(a, b, n)
		for _, x := range t {
			if x > 0 {
				vals = append(vals, math.Log10(x))
				texts = append(texts, FormatTick(x, step))
			}
		}
		return vals, texts
	}
	t, step := NiceTicks(lo, hi, n)
	for _, x := range t {
		texts = append(texts, FormatTick(x, step))
	}
	return t, texts
}

// NiceTicks returns the multiples of step within lo..hi, where step is 1, 2 or 5
// times a power of ten, chosen so that there are about n of them (P. Heckbert,
// "Nice numbers for graph labels", Graphics Gems, 1990). There are none where
// float64 can't tell them apart.
func NiceTicks(lo, hi float64, n int) (ticks []float64, step float64) {
	span := hi - lo
	if !(span > 0) || math.IsInf(span, 0) || n < 1 {
		return nil, 0
	}
	raw := span / float64(n)
	mag := math.Pow(10, math.Floor(math.Log10(raw)))
	if mag == 0 || math.IsInf(mag, 0) {
		return nil, 0
	}
	m := 10.0
	switch r := raw / mag; {
	case r < math.Sqrt2:
		m = 1
	case r < math.Sqrt(10):
		m = 2
	case r < math.Sqrt(50):
		m = 5
	}
	step = m * mag
	return multiples(lo, hi, step), step
}

// multiples returns the multiples of step within lo..hi, none where the numbers
// there are too far apart to hold them. Whole numbers are counted, not added up:
// beyond 2^53 a float64 plus 1 is itself.
func multiples(lo, hi, step float64) []float64 {
	const most = 1 << 50
	first, last := math.Ceil(lo/step-1e-9), math.Floor(hi/step+1e-9)
	if !(first >= -most && last <= most && first <= last) {
		return nil
	}
	from := int64(first)
	ticks := make([]float64, int64(last)-from+1)
	for i := range ticks {
		ticks[i] = float64(from+int64(i)) * step // 0 is not -0
	}
	return ticks
}

// FormatTick writes a tick's value with the digits that its step needs (step 0:
// the digits of the value), with a true minus sign.
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
			x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 6, 64), 64)
		}
		s = strconv.FormatFloat(x, 'e', digits, 64)
		mant, exp, _ := strings.Cut(s, "e")
		neg := strings.HasPrefix(exp, "-")
		exp = strings.TrimLeft(exp, "+-0")
		if strings.Contains(mant, ".") {
			mant = strings.TrimSuffix(strings.TrimRight(mant, "0"), ".")
		}
		if neg {
			exp = "-" + exp
		}
		s = mant + "e" + exp
	case step > 0:
		digits := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
		s = strconv.FormatFloat(x, 'f', digits, 64)
	default:
		s = strconv.FormatFloat(x, 'g', 6, 64)
	}
	return strings.ReplaceAll(s, "-", "\u2212")
}
