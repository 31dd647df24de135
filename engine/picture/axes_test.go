package picture

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

// scaleOf parses a Note: values are numbers times factor plus offset.
func scaleOf(t *testing.T, note string) (factor, offset *big.Rat) {
	t.Helper()
	factor, offset = big.NewRat(1, 1), new(big.Rat)
	if note == "" {
		return factor, offset
	}
	sign := int64(1)
	mul, add, found := strings.Cut(note, "+ ")
	if !found {
		if mul, add, found = strings.Cut(note, "− "); found {
			sign = -1
		}
	}
	if mul = strings.TrimSpace(mul); mul != "" {
		rest, ok := strings.CutPrefix(mul, "×")
		if !ok {
			t.Fatalf("note %q", note)
		}
		factor = readNumber(t, rest)
	}
	if found {
		offset.Mul(readNumber(t, add), big.NewRat(sign, 1))
	}
	return factor, offset
}

// readNumber parses a number as printed: −1.5, 10⁻⁴, 1.25×10⁶.
func readNumber(t *testing.T, s string) *big.Rat {
	t.Helper()
	plain := strings.NewReplacer("−", "-", "⁻", "-", "⁰", "0", "¹", "1", "²", "2", "³", "3", "⁴", "4", "⁵", "5", "⁶", "6",
		"⁷", "7", "⁸", "8", "⁹", "9")
	r := big.NewRat(1, 1)
	for part := range strings.SplitSeq(s, "×") {
		if strings.IndexAny(part, "⁻⁰¹²³⁴⁵⁶⁷⁸⁹") == 2 && strings.HasPrefix(part, "10") {
			part = "1e" + plain.Replace(part[2:])
		}
		f, ok := new(big.Rat).SetString(plain.Replace(part))
		if !ok {
			t.Fatalf("%q is no number", s)
		}
		r.Mul(r, f)
	}
	return r
}

func decimals(s string) int {
	_, d, _ := strings.Cut(s, ".")
	return len(d)
}

// spans are typical and extreme ranges of axes.
func spans() [][2]float64 {
	list := [][2]float64{{0, 1}, {-2, 0.1}, {-0.13, 0.91}, {1990, 1996}, {1989.3, 1996.4}, {1950, 2020}, {0, 1e6},
		{0, 12345}, {-250000, 250000},
		{0, 1e-6}, {-1e-6, 1e-6}, {1e9, 1.2e9}, {-1e9, 1e9}, {1e12, 1e12 + 0.001}, {1e12, 1e12 + 0.1},
		{-1e12 - 500, -1e12 + 500}, {12345.2, 12345.9}, {-12345.9, -12345.2},
		{99.5, 100.5}, {0.9999, 1.0001}, {-0.025, 0.025}, {1e-9, 1.00001e-9}, {0, 1e-300}, {1e15, 1.0000001e15},
		{-1e300, 1e300}, {100000.2, 100000.8}, {1e5, 1e5 + 9},
		{4.3, 7.9}, {0.1, 6.9}, {1e9 - 1, 1e9 + 1}, {1234567.8, 1234567.9}, {5, 5.00005}}
	rng := rand.New(rand.NewPCG(1, 7))
	for range 400 {
		span := math.Pow(10, 24*rng.Float64()-12)
		at := span * math.Pow(10, 9*rng.Float64()-2) * (2*rng.Float64() - 1)
		list = append(list, [2]float64{at, at + span})
	}
	return list
}

// The numbers of an axis share one format: the same number of decimals, no two equal, and together with the note they
// give the exact position, to the last digit.
func TestOneFormat(t *testing.T) {
	all := spans()
	for _, s := range all {
		for _, n := range []int{2, 3, 5, 8, 12} {
			for _, room := range []float64{3.15, 3.9, 6} {
				k := LinearTicks(s[0], s[1], n, room)
				what := fmt.Sprintf("%g..%g, %d ticks, room %g: %q %q", s[0], s[1], n, room, k.Text, k.Note)
				if len(k.At) != len(k.Text) || len(k.At) > 2*n+2 {
					t.Fatalf("%s at %g", what, k.At)
				}
				factor, offset := scaleOf(t, k.Note)
				seen := map[string]bool{}
				for i, text := range k.Text {
					if seen[text] || decimals(text) != decimals(k.Text[0]) || strings.ContainsAny(text, "-eE") {
						t.Fatalf("%s: %q", what, text)
					}
					seen[text] = true
					if TextWidth(text, 1) > room {
						t.Fatalf("%s: %q is too wide", what, text)
					}
					v := readNumber(t, text)
					v.Add(v.Mul(v, factor), offset)
					if got, _ := v.Float64(); math.Abs(got-k.At[i]) > 4e-16*math.Abs(k.At[i]) {
						t.Fatalf("%s: %q is %g, and stands at %g", what, text, got, k.At[i])
					}
				}
				if !(s[1]-s[0] > 1e-12*math.Abs(s[0])) {
					continue
				}
				if len(k.At) == 0 {
					t.Errorf("%s: no ticks", what)
				}
			}
		}
	}
}

func TestNumbersOfAnAxis(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		n      int
		want   string
	}{
		{-2, 0.1, 5, "−2.0 −1.5 −1.0 −0.5 0.0"},
		{0, 1, 5, "0.0 0.2 0.4 0.6 0.8 1.0"},
		{-3, 3, 6, "−3 −2 −1 0 1 2 3"},
		{1990, 1996, 6, "1990 1991 1992 1993 1994 1995 1996"},
		{1950, 2020, 4, "1960 1980 2000 2020"},
		{0, 45000, 4, "0 10000 20000 30000 40000"},
		{0, 1e6, 5, "0 2 4 6 8 10 ×10⁵"},
		{0, 5e-7, 5, "0 1 2 3 4 5 ×10⁻⁷"},
		{0.00125, 0.0014, 3, "1.25 1.30 1.35 1.40 ×10⁻³"},
		{1e9, 1.2e9, 4, "1.00 1.05 1.10 1.15 1.20 ×10⁹"},
		{12345.2, 12345.9, 4, "0.2 0.4 0.6 0.8 + 12345"},
		{-12345.9, -12345.2, 4, "0.2 0.4 0.6 0.8 − 12346"},
		{1e12, 1e12 + 0.1, 5, "0.00 0.02 0.04 0.06 0.08 0.10 + 10¹²"},
		{99.5, 100.5, 4, "99.6 99.8 100.0 100.2 100.4"},
	} {
		k := LinearTicks(c.lo, c.hi, c.n, 4)
		got := strings.TrimSpace(strings.Join(k.Text, " ") + " " + k.Note)
		if got != c.want {
			t.Errorf("%g..%g: %q, want %q", c.lo, c.hi, got, c.want)
		}
	}
	for _, c := range []struct {
		lo, hi float64
		want   string
	}{
		{-2, 1, "10⁻² 10⁻¹ 1 10"},
		{-9, 1, "10⁻⁸ 10⁻⁶ 10⁻⁴ 10⁻² 1"},
		{-0.4, 0.9, "0.5 1 2 5"},
		{2.4, 3.2, "500 1000"},
		{0.31, 0.39, "2.1 2.2 2.3 2.4"},
		{2, 2.01, "100.0 100.5 101.0 101.5 102.0"},
	} {
		k := LogTicks(c.lo, c.hi, 5, 4)
		got := strings.TrimSpace(strings.Join(k.Text, " ") + " " + k.Note)
		if got != c.want {
			t.Errorf("10^%g..10^%g: %q, want %q", c.lo, c.hi, got, c.want)
		}
		for i, s := range k.Text {
			if v, _ := readNumber(t, s).Float64(); math.Abs(math.Log10(v)-k.At[i]) > 1e-9 {
				t.Errorf("10^%g..10^%g: %q at 10^%g", c.lo, c.hi, s, k.At[i])
			}
		}
	}
}

// Numbers and titles around a plane are outside it, inside the figure, and overlap nothing, at any size; those inside a
// plane without margins stay in it.
func TestAxesTouchNothing(t *testing.T) {
	titles := []string{"", "x₁", "petal length (cm)", strings.Repeat("a very long title ", 5)}
	shown, lines := 0, 0
	all := spans()[:160]
	for i, s := range all {
		u := all[(7*i+3)%len(all)]
		for _, size := range [][2]int{{120, 90}, {200, 150}, {267, 200}, {390, 400}, {480, 360}, {639, 480}, {640, 480},
			{1280, 720}, {2000, 2000}} {
			for _, text := range []float64{10, 10.5, 13.65, 24} {
				opt := AxisOptions{XLabel: titles[i%4], YLabel: titles[i/4%4], XLog: i%7 == 5 && math.Abs(s[0])+
					math.Abs(s[1]) < 300, YLog: i%7 == 6 && math.Abs(u[0])+math.Abs(u[1]) < 300,
					HideX: i%13 == 5, HideY: i%13 == 6}
				for _, f := range []Frame{Gutter(size[0], text, opt), FigureFrame(size[0], text, opt), Inside(text)} {
					w, h := f.Plane(size[0], size[1])
					v := Viewport{X0: s[0], X1: s[1], Y0: u[0], Y1: u[1], W: w, H: h, Scale: 1}
					under, over, around := Axes(v, f, opt)
					what := fmt.Sprintf("%v %v on %v with %+v, %+v", s, u, size, f, opt)
					var taken []Box
					check := func(l *Label, inside bool) {
						shown++
						px, py := v.PX(l.X), v.PY(l.Y)
						size := text
						if l.Role == RoleAxis {
							size *= titleSize
						}
						b := l.Box(px, py, size)
						if l.Turned {
							b = Box{px - size/2, py - TextWidth(l.Text, size)/2, px + size/2, py + TextWidth(l.Text, size)/2}
						}
						plane, whole := Box{0, 0, float64(w), float64(h)}, Box{-float64(f.Left), -float64(f.Top), float64(w + f.Right),
							float64(h + f.Bottom)}
						// Positions are exact to the digits of their coordinates.
						digits := func(lo, hi, px float64) float64 { return 3e-16 * max(math.Abs(lo), math.Abs(hi)) / (hi - lo) * px }
						eps := 0.1 + 4*max(digits(s[0], s[1], float64(w)), digits(u[0], u[1], float64(h)))
						switch {
						case !inside && b.Grown(-eps, -eps).Meets(plane):
							t.Fatalf("%s: %q is in the plane, %+v", what, l.Text, b)
						case inside && !l.Ground:
							t.Fatalf("%s: %q has no ground", what, l.Text)
						case b.X0 < whole.X0-eps || b.X1 > whole.X1+eps || b.Y0 < whole.Y0-eps || b.Y1 > whole.Y1+eps:
							t.Fatalf("%s: %q is cut off, %+v in %+v", what, l.Text, b, whole)
						}
						for _, c := range taken {
							if b.Grown(-eps, -eps).Meets(c) {
								t.Fatalf("%s: %q touches something", what, l.Text)
							}
						}
						taken = append(taken, b)
					}
					for _, l := range append(under, over...) {
						switch l := l.(type) {
						case *Label:
							check(l, true)
						case *Path:
							lines++
							if l.Role == RoleTick && !f.HasGutter() {
								for k := 0; k < len(l.XY); k += 4 {
									if l.XY[k] != l.XY[k+2] {
										t.Fatalf("%s: a mark beside a number reads as its sign", what)
									}
								}
							}
						}
					}
					for _, l := range around {
						check(l, false)
					}
				}
			}
		}
	}
	if shown < 10000 || lines < 10000 {
		t.Errorf("%d texts and %d layers were looked at", shown, lines)
	}
}

// On planes of usual size both axes show a scale, and at the size that frames give them every number that fits is
// shown.
func TestAxesSayEnough(t *testing.T) {
	for _, c := range []struct {
		w, h   int
		lo, hi float64
	}{{1000, 700, 0, 1}, {640, 420, -3, 4}, {390, 420, -0.2, 1.2}, {267, 200, -1, 1}, {1000, 700, 1e9, 1.2e9},
		{390, 420, -1e-6, 1e-6}, {480, 360, 1990, 1996}} {
		for _, f := range []Frame{Gutter(c.w, 10.5, AxisOptions{XLabel: "x₁", YLabel: "x₂"}),
			FigureFrame(c.w, 10.5, AxisOptions{})} {
			w, h := f.Plane(c.w, c.h)
			v := Viewport{X0: c.lo, X1: c.hi, Y0: c.lo, Y1: c.hi, W: w, H: h, Scale: 1}
			_, _, around := Axes(v, f, AxisOptions{XLabel: "x₁", YLabel: "x₂"})
			x, y, note := 0, 0, 0
			for _, l := range around {
				switch {
				case strings.ContainsAny(l.Text, "×+"):
					note++
				case l.Anchor == AnchorBelow:
					x++
				case l.Anchor == AnchorEnd && l.Role == RoleTick:
					y++
				}
			}
			if x < 2 || y < 2 {
				t.Errorf("%+v in %+v: %d numbers across, %d up", c, f, x, y)
			}
			if LinearTicks(c.lo, c.hi, 5, 3.15).Note != "" && note < 1 {
				t.Errorf("%+v: no note", c)
			}
		}
	}
}

// At least two numbers are shown, for any view: numbers that a title or the edge displaces don't count.
func TestTwoNumbersStand(t *testing.T) {
	opt := AxisOptions{XLabel: "x₁", YLabel: "x₂"}
	for _, c := range []struct {
		w, h int
		f    Frame
	}{{480, 237, Gutter(480, 10.5, opt)}, {480, 200, Gutter(480, 10.5, opt)}, {390, 320, Gutter(390, 10.5, opt)},
		{844, 180, Gutter(844, 10.5, opt)}, {320, 180, Inside(10.5)}, {267, 200, FigureFrame(267, 10.5, opt)}} {
		w, h := c.f.Plane(c.w, c.h)
		for k := range 400 {
			span := 0.3 * math.Pow(1.02, float64(k))
			at := -2 + 0.37*math.Mod(0.618*float64(k), 1)*span
			v := FitViewport([2]float64{at, at + span/3}, [2]float64{at, at + span}, true, w, h, 1)
			under, over, around := Axes(v, c.f, opt)
			x, y := 0, 0
			count := func(l *Label) {
				switch {
				case l.Role != RoleTick:
				case l.Anchor == AnchorAbove || l.Anchor == AnchorBelow:
					x++
				case v.PX(l.X) < 1:
					y++
				}
			}
			for _, l := range append(under, over...) {
				if l, ok := l.(*Label); ok {
					count(l)
				}
			}
			for _, l := range around {
				count(l)
			}
			if x < 2 || y < 2 {
				t.Fatalf("%+v: %d numbers across, %d up, of %+v", c, x, y, v)
			}
		}
	}
}

// Every long tick mark has a number.
func TestLongMarksHaveNumbers(t *testing.T) {
	opt := AxisOptions{XLabel: "x₁", YLabel: "x₂"}
	f := Gutter(480, 10.5, opt)
	w, h := f.Plane(480, 237)
	short := 0
	for k := range 100 {
		v := Viewport{X0: -1, X1: 1 + 0.01*float64(k), Y0: -1, Y1: 1 + 0.01*float64(k), W: w, H: h, Scale: 1}
		under, over, around := Axes(v, f, opt)
		xs, ys := map[int]bool{}, map[int]bool{} // pixel positions of numbers
		for _, l := range around {
			if l.Role == RoleTick && l.Anchor == AnchorBelow {
				xs[int(math.Round(v.PX(l.X)))] = true
			} else if l.Role == RoleTick {
				ys[int(math.Round(v.PY(l.Y)))] = true
			}
		}
		for _, l := range append(under, over...) {
			p, ok := l.(*Path)
			if !ok || p.Role != RoleTick {
				continue
			}
			p.Lines(func(xy []float64) {
				px, py := v.PX(xy[0]), v.PY(xy[1])
				long, there := v.PX(xy[2])-px > 3, ys[int(math.Round(py))]
				if xy[0] == xy[2] {
					long, there = py-v.PY(xy[3]) > 3, xs[int(math.Round(px))]
				}
				if long != there {
					t.Errorf("%+v: the mark at %g, %g is long: %v, has a number: %v", v, px, py, long, there)
				}
				if !long {
					short++
				}
			})
		}
	}
	if short == 0 {
		t.Error("no mark without a number")
	}
}

// Between decades there are short tick marks, on both axes.
func TestMarksBetweenDecades(t *testing.T) {
	opt := AxisOptions{XLog: true, YLog: true}
	f := Gutter(480, 10.5, opt)
	w, h := f.Plane(480, 400)
	v := Viewport{X1: 2, Y1: 2, W: w, H: h, Scale: 1}
	under, _, _ := Axes(v, f, opt)
	across, up := 0, 0
	for _, l := range under {
		p, ok := l.(*Path)
		if !ok || p.Role != RoleTick {
			continue
		}
		p.Lines(func(xy []float64) {
			switch dx, dy := v.PX(xy[2])-v.PX(xy[0]), v.PY(xy[1])-v.PY(xy[3]); {
			case math.Abs(dy-ShortMark) < 1e-9:
				across++
			case math.Abs(dx-ShortMark) < 1e-9:
				up++
			}
		})
	}
	if across < 16 || up < 16 {
		t.Errorf("%d short marks across and %d up, of 8 in each of two decades", across, up)
	}
}

func TestAxes(t *testing.T) {
	v := Viewport{X0: -3, X1: 2, Y0: 0, Y1: 1, W: 600, H: 400, Scale: 1}
	var texts []string
	_, _, around := Axes(v, FigureFrame(640, 10.5, AxisOptions{HideY: true}), AxisOptions{XLog: true, HideY: true})
	for _, l := range around {
		texts = append(texts, l.Text)
	}
	if got, want := strings.Join(texts, " "), "10⁻³ 10⁻² 10⁻¹ 1 10 10²"; got != want {
		t.Errorf("decades %q, want %q", got, want)
	}
	if under, over, around := Axes(Viewport{}, Frame{}, AxisOptions{}); under != nil || over != nil || around != nil {
		t.Error("axes of nothing")
	}
}

// The title of a logarithmic axis says "(log)" unless its numbers show it.
func TestLogarithmicAxesSaySo(t *testing.T) {
	for _, c := range []struct {
		hi         float64 // from 1.5
		label, own string
	}{{2.2, "objective", "objective (log)"}, {5, "objective", "objective"}, {2.2, "ℓ", "ℓ"},
		{1.6, "objective", "objective (log)"}} {
		for _, onX := range []bool{false, true} {
			opt := AxisOptions{XLabel: "step", YLabel: c.label, YLog: true}
			v := Viewport{X1: 10, Y0: 1.5, Y1: c.hi, W: 300, H: 300, Scale: 1}
			if onX {
				opt = AxisOptions{XLabel: c.label, YLabel: "step", XLog: true}
				v.X0, v.X1, v.Y0, v.Y1 = v.Y0, v.Y1, v.X0, v.X1
			}
			_, _, around := Axes(v, FigureFrame(340, 11, opt), opt)
			titles := map[string]bool{}
			for _, l := range around {
				if l.Role == RoleAxis {
					titles[l.Text] = true
				}
			}
			if !titles[c.own] || !titles["step"] || len(titles) != 2 {
				t.Errorf("up to 10^%g, %q: titles %v", c.hi, c.label, titles)
			}
		}
	}
}

// The lines of a Voronoi diagram and of its Delaunay triangulation differ by more than a shade.
func TestDelaunayLooksLikeNoCell(t *testing.T) {
	p, _ := PaletteByName("light")
	if len(p.Style(RoleDelaunay).Dash) == 0 || len(p.Style(RoleCellEdge).Dash) > 0 {
		t.Error("both are drawn through, or both in dashes")
	}
}

// With YFrom0, no number is below 0.
func TestNumbersFrom0(t *testing.T) {
	v := Viewport{X0: 0, X1: 1, Y0: -2.2, Y1: 5.4, W: 300, H: 200, Scale: 1}
	for _, from := range []bool{false, true} {
		opt := AxisOptions{XLabel: "z", YLabel: "density", YFrom0: from}
		_, _, around := Axes(v, FigureFrame(340, 11, opt), opt)
		below, zero := false, false
		for _, l := range around {
			if l.Role == RoleTick && l.X < 0.001 {
				below = below || strings.HasPrefix(l.Text, "−")
				zero = zero || l.Text == "0"
			}
		}
		if below == from || !zero {
			t.Errorf("from 0 is %v: a negative number is %v, 0 is %v", from, below, zero)
		}
	}
}

// An axis of counts has whole numbers, each at its position, and none between 0 and 1.
func TestAxisThatCounts(t *testing.T) {
	for _, log := range []bool{false, true} {
		for _, c := range [][2]float64{{0.5, 1.5}, {0.5, 2.5}, {0.4, 3.6}, {0, 1}, {-0.1, 1.2}, {0.5, 10.5}, {0.5, 64.5},
			{-3, 400}, {0.2, 0.9}} {
			for _, size := range []int{150, 300, 900} {
				view := Viewport{X0: c[0], X1: c[1], Y0: c[0], Y1: c[1], W: size, H: size, Scale: 1}
				opt := AxisOptions{XWhole: true, YWhole: true, XLog: log, YLog: log, XLabel: "number of things",
					YLabel: "determines the number"}
				_, _, around := Axes(view, FigureFrame(size, 10.5, opt), opt)
				n := 0
				for _, l := range around {
					if strings.ContainsAny(l.Text, "abcdefghijklmnopqrstuvwxyz¹²³⁴") {
						continue
					}
					v, _ := readNumber(t, l.Text).Float64()
					if n++; v != math.Trunc(v) || log && v < 1 {
						t.Errorf("%v, log %v, %d pixels: the axis has a number %q", c, log, size, l.Text)
					}
				}
				if !log && n < 2 && math.Floor(c[1]) >= math.Ceil(c[0]) {
					t.Errorf("%v, %d pixels: %d numbers on two axes", c, size, n)
				}
			}
		}
	}
}
