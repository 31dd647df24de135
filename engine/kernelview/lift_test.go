package kernelview_test

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/kernel"
	"pointscape/engine/kernel/kernelparam"
	"pointscape/engine/kernelview"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// onLine returns the computed view of a kernel on points on a line.
func onLine(t *testing.T, expr string, at ...float64) *kernelview.View {
	t.Helper()
	var pts []doc.Point
	for i, x := range at {
		pts = append(pts, doc.Point{X: x, Y: float64(i % 3)})
	}
	p, err := method.NewProblem(pts, method.Regress, 0)
	if err != nil {
		t.Fatal(err)
	}
	k, err := kernel.Parse(expr)
	if err != nil {
		t.Fatal(err)
	}
	v := kernelview.New(p, kernelparam.Seen{Kernel: k}, true, &kernelview.Found{})
	if err := v.Work(t.Context()); err != nil {
		t.Fatal(err)
	}
	return v
}

func drawn(t *testing.T, v *kernelview.View, id string) (method.Panel, *picture.Picture) {
	t.Helper()
	panel, ok := method.FindPanel(v.Panels(), id)
	if !ok {
		t.Fatalf("there is no panel %s", id)
	}
	pic, err := panel.Draw(t.Context(), 320, 220)
	if err != nil {
		t.Fatal(err)
	}
	return panel, pic
}

// The negative part of a spectrum must be visible and marked, and nothing else; the text must say what it means.
func TestSpectrumBelow0(t *testing.T) {
	for _, c := range []struct {
		expr string
		from []float64 // ends of the intervals of frequencies where it is negative
	}{
		{"box(0.5)", []float64{2 * math.Pi, 4 * math.Pi, 6 * math.Pi, 8 * math.Pi, 10 * math.Pi, 12 * math.Pi,
			14 * math.Pi, 16 * math.Pi}},
		{"triangle(0.5)", nil},
		// 0.1 exp(−ω²/200) − 0.8·0.2 exp(−ω²/50): negative where exp(3ω²/200) < 1.6
		{"rbf(0.1) - 0.8*rbf(0.2)", []float64{0, math.Sqrt(math.Log(1.6) * 200 / 3)}},
	} {
		v := onLine(t, c.expr, 0, 0.2, 0.6, 0.9)
		panel, pic := drawn(t, v, kernelview.SpectrumPanel)
		least := fact(v.Say(), "kernel_least_spectrum").(float64)
		if bad := c.from != nil; (least < 0) != bad || panel.YFrom0 == bad || strings.Contains(panel.Help,
			"is not positive definite then") != bad {
			t.Errorf("%s: least value %g, help %q", c.expr, least, panel.Help)
		}
		if y0 := pic.View.Y0; y0 > least {
			t.Errorf("%s: the chart begins at %g, the least value is %g", c.expr, y0, least)
		}
		k, _ := kernel.Parse(c.expr)
		s, _ := kernel.SpectrumOf(k, 0)
		marked := 0
		for _, l := range pic.Layers {
			path, ok := l.(*picture.Path)
			if !ok || path.Role != picture.RoleOptimum {
				continue
			}
			for i := 0; i < len(path.XY); i += 2 {
				w, y := path.XY[i], path.XY[i+1]
				inside := false
				for j := 0; j < len(c.from); j += 2 {
					inside = inside || w > c.from[j]-1e-9 && w < c.from[j+1]+1e-9
				}
				if marked++; !inside || y >= 0 || math.Abs(y-s.Density(w)) > 1e-12 {
					t.Fatalf("%s: (%g, %g) is marked as below 0", c.expr, w, y)
				}
			}
			if want := max(1, len(c.from)/2); max(1, len(path.Starts)) != want {
				t.Errorf("%s: %d pieces are marked, want %d", c.expr, max(1, len(path.Starts)), want)
			}
		}
		if (marked > 50) != (c.from != nil) {
			t.Errorf("%s: %d places are marked", c.expr, marked)
		}
	}
	// Of waves with single frequencies, those with a negative weight are marked.
	v := onLine(t, "cos(1) - 0.5*cos(0.25)", 0, 0.3)
	_, pic := drawn(t, v, kernelview.SpectrumPanel)
	signs := map[bool]int{}
	for _, l := range pic.Layers {
		if m, ok := l.(*picture.Marks); ok {
			signs[m.Role == picture.RoleOptimum]++
			want := []float64{2 * math.Pi, 1}
			if m.Role == picture.RoleOptimum {
				want = []float64{8 * math.Pi, -0.5}
			}
			if !slices.EqualFunc(m.XY, want, func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }) {
				t.Errorf("%s at %v, want %v", m.Says, m.XY, want)
			}
		}
	}
	if signs[true] != 1 || signs[false] != 1 {
		t.Errorf("%d marks of weights below 0, %d of others", signs[true], signs[false])
	}
	// In the plane, a spectrum that is nonnegative along a line proves nothing.
	p, err := method.NewProblem([]doc.Point{{X: 0.1, Y: 0.2}, {X: 0.5, Y: 0.6, Z: 1}}, method.Classify, 0)
	if err != nil {
		t.Fatal(err)
	}
	for expr, says := range map[string]string{"rbf(0.2)": "since the kernel is positive definite",
		"triangle(0.3)": "line, but not necessarily in the plane", "box(0.3)": "is not positive definite then"} {
		k, _ := kernel.Parse(expr)
		panel, ok := method.FindPanel(kernelview.New(p, kernelparam.Seen{Kernel: k}, true, &kernelview.Found{}).Panels(),
			kernelview.SpectrumPanel)
		if !ok || !strings.HasPrefix(panel.Help, "Along the first input. ") || !strings.Contains(panel.Help, says) {
			t.Errorf("%s in the plane: %q, want %q", expr, panel.Help, says)
		}
	}
}

// The filled area must be the kernel of the two points, and the bumps must be at the points.
func TestLiftPanel(t *testing.T) {
	for expr, most := range map[string]float64{"rbf(0.2)": 0, "rbf(0.1) - 0.4*rbf(0.2)": 1e-4, "matern12(0.2)": 3e-3,
		"triangle(0.4)": 0} {
		v := onLine(t, expr, 0.9, 0, 0.5, 0.32, 0.7)
		_, pic := drawn(t, v, kernelview.LiftPanel)
		k, _ := kernel.Parse(expr)
		list := v.Say()
		told, _ := fact(list, "kernel_lift_error").(float64)
		if told > most || (told == 0) != (most == 0) {
			t.Errorf("%s: the error told is %g", expr, told)
		}
		curves := map[string][]float64{}
		area := 0.0
		for _, l := range pic.Layers {
			path, ok := l.(*picture.Path)
			if !ok {
				continue
			}
			if path.Role != picture.RoleBand {
				curves[path.Says] = path.XY
				continue
			}
			for i := 0; i < len(path.XY); i += 2 { // area of the polygon
				j := (i + 2) % len(path.XY)
				area += (path.XY[j] - path.XY[i]) * (path.XY[j+1] + path.XY[i+1]) / -2
			}
		}
		// The median point is the third; the other one has the kernel value nearest to half of k(x, x).
		z, name, off := 0.0, "", math.Inf(1)
		for i, x := range []float64{0.9, 0, 0.5, 0.32, 0.7} {
			d := math.Abs(k.Eval([]float64{0.5}, []float64{x}) - k.Eval([]float64{0}, []float64{0})/2)
			if i != 2 && d < off {
				z, name, off = x, strconv.Itoa(i+1), d
			}
		}
		want := k.Eval([]float64{0.5}, []float64{z})
		if got := fact(list, "kernel_lift_product").(float64); math.Abs(got-want) > told+1e-4 {
			t.Errorf("%s: the inner product is said to be %g, k is %g", expr, got, want)
		}
		if math.Abs(area-want) > told+0.01 {
			t.Errorf("%s: the area drawn is %g, k is %g", expr, area, want)
		}
		if !strings.Contains(pic.Alt, "k(x, z) is "+words.Number(want)+".") {
			t.Errorf("%s: said %q", expr, pic.Alt)
		}
		for says, centre := range map[string]float64{"k(x, ·) of point 3": 0.5, "h(x − ·) of point 3": 0.5,
			"h(z − ·) of point " + name: z} {
			xy := curves[says]
			top, moment, sum := math.Inf(-1), 0.0, 0.0
			for i := 0; i < len(xy); i += 2 {
				top = max(top, xy[i+1])
			}
			for i := 0; i < len(xy); i += 2 {
				if xy[i+1] > 0.99*top {
					moment, sum = moment+xy[i], sum+1
				}
			}
			if sum == 0 || math.Abs(moment/sum-centre) > 0.01 {
				t.Errorf("%s: %s has its peak at %g, want %g", expr, says, moment/sum, centre)
			}
		}
	}
	for expr, why := range map[string]string{"box(0.3)": "Fourier transform is below 0 somewhere",
		"rbf(0.2) - 0.6*rbf(0.4)": "Fourier transform is below 0 somewhere", "periodic(1, 0.5)": "single frequencies"} {
		v := onLine(t, expr, 0.1, 0.4)
		_, pic := drawn(t, v, kernelview.LiftPanel)
		var written []string
		for _, l := range pic.Layers {
			if l, ok := l.(*picture.Label); ok && l.Y > 0 && l.Y < pic.View.Y1 {
				written = append(written, l.Text)
			}
		}
		if got := strings.Join(written, " "); got != pic.Alt {
			t.Errorf("%s: written %q, want %q", expr, got, pic.Alt)
		}
		if said, _ := fact(v.Say(), "kernel_lift_product").(string); !strings.Contains(said, why) ||
			!strings.Contains(pic.Alt, why) {
			t.Errorf("%s: said %q and %q, want %q", expr, said, pic.Alt, why)
		}
	}
	// With one point, the area is k(x, x). Kernels that are not stationary have no panel.
	v := onLine(t, "2*rbf(0.2)", 0.4)
	if got := fact(v.Say(), "kernel_lift_product").(float64); math.Abs(got-2) > 1e-6 {
		t.Errorf("a point with itself has the inner product %g, want 2", got)
	}
	if _, ok := method.FindPanel(onLine(t, "linear", 0, 1).Panels(), kernelview.LiftPanel); ok {
		t.Error("the linear kernel has a lift by translation")
	}
}
