package gp

import (
	"context"
	"fmt"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
)

// Fits with mean and variance, from scratch and after one point was moved. Names have the kernel and the number of
// points.

var benchShow = method.Shown{"band_f": true, "sd2": true, "veil": true}

func benchLine(b *testing.B, kernel string, n int, warm bool) {
	view := picture.Viewport{X0: 0, X1: 1, Y0: -2, Y1: 2, W: 480, H: 320, Scale: 1}
	v := values(b, 1, map[string]any{"kernel": kernel})
	pts := methodtest.Points(method.Regress, n, 1)
	xs, ys := make([]float64, 481), make([]float64, 481)
	for i := range xs {
		xs[i] = float64(i) / 480
	}
	var prev method.Model
	for b.Loop() {
		pts = append([]doc.Point(nil), pts...)
		pts[n/2].X += 1e-4
		p, _ := method.NewProblem(pts, method.Regress, 1)
		m, err := Method().Fit(context.Background(), p, v, prev)
		if err != nil {
			b.Fatal(err)
		}
		m.Can().Predictor.Predict(xs, ys)
		if _, _, err := m.Can().Layers(context.Background(), view, nil, benchShow); err != nil {
			b.Fatal(err)
		}
		if warm {
			prev = m
		}
	}
}

func benchPlane(b *testing.B, kernel string, n int, warm bool) {
	view := picture.Viewport{X0: 0, X1: 1, Y0: 0, Y1: 2. / 3, W: 480, H: 320, Scale: 1}
	v := values(b, 2, map[string]any{"kernel": kernel})
	pts := methodtest.Points(method.Regress2D, n, 1)
	var prev method.Model
	for b.Loop() {
		pts = append([]doc.Point(nil), pts...)
		pts[n/2].X += 1e-4
		p, _ := method.NewProblem(pts, method.Regress2D, 1)
		m, err := Method().Fit(context.Background(), p, v, prev)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := m.Can().FieldRaster(context.Background(), view.Grid(480, 320), benchShow); err != nil {
			b.Fatal(err)
		}
		if warm {
			prev = m
		}
	}
}

func BenchmarkDraw(b *testing.B) {
	for _, kernel := range []string{"rbf(0.2)", "matern52(0.2)", "matern32(0.2)"} {
		for _, n := range []int{50, 300} {
			for _, warm := range []bool{false, true} {
				how := map[bool]string{false: "cold", true: "edit"}[warm]
				b.Run(fmt.Sprintf("line/%s/n=%d/%s", kernel, n, how), func(b *testing.B) { benchLine(b, kernel, n, warm) })
				b.Run(fmt.Sprintf("plane/%s/n=%d/%s", kernel, n, how), func(b *testing.B) { benchPlane(b, kernel, n, warm) })
			}
		}
	}
}

func BenchmarkFit(b *testing.B) {
	for _, n := range []int{300, 1000} {
		for _, warm := range []bool{false, true} {
			how := map[bool]string{false: "cold", true: "edit"}[warm]
			b.Run(fmt.Sprintf("n=%d/%s", n, how), func(b *testing.B) {
				v := values(b, 2, nil)
				pts := methodtest.Points(method.Regress2D, n, 1)
				var prev method.Model
				for b.Loop() {
					pts = append([]doc.Point(nil), pts...)
					pts[n/2].X += 1e-4
					p, _ := method.NewProblem(pts, method.Regress2D, 1)
					m, err := Method().Fit(context.Background(), p, v, prev)
					if err != nil {
						b.Fatal(err)
					}
					if warm {
						prev = m
					}
				}
			})
		}
	}
}

func BenchmarkLearn(b *testing.B) {
	for _, n := range []int{50, 200} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			v := values(b, 1, map[string]any{"kernel": "1*rbf(0.2)", "optimize": true})
			p, _ := method.NewProblem(methodtest.Points(method.Regress, n, 1), method.Regress, 1)
			for b.Loop() {
				if _, err := Method().Fit(context.Background(), p, v, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
