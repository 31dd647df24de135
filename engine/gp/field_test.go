package gp

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/kernel"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
)

// fitted conditions a process on n ordinary points.
func fitted(t testing.TB, d, n int, expr string, noise float64) (*posterior, *method.Problem) {
	t.Helper()
	task := method.Regress
	if d == 2 {
		task = method.Regress2D
	}
	p, err := method.NewProblem(methodtest.Points(task, n, 5), task, 1)
	if err != nil {
		t.Fatal(err)
	}
	k, err := kernel.Parse(expr)
	if err != nil {
		t.Fatal(err)
	}
	q, err := condition(context.Background(), p, k, noise, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	return q, p
}

// The errors of the standard deviation and of the mean over a grid, relative to the prior's deviation, compared with
// exact values at scattered nodes, must be within their limits.
func TestPlaneInterpolation(t *testing.T) {
	view := picture.Viewport{X0: -0.1, X1: 1.1, Y0: -0.05, Y1: 0.75, W: 480, H: 320, Scale: 1}
	g := view.Grid(120, 80)
	for _, c := range []struct {
		kernel string
		noise  float64
		n      int
		limit  float64 // limit of the error of the deviation
	}{
		{"rbf(0.2)", 0.01, 120, tolerance},
		{"rbf(0.2)", 1e-6, 60, tolerance},
		{"rbf(0.5)", 0.01, 120, tolerance},
		{"rbf(0.08)", 0.01, 120, tolerance},
		{"3*rbf(0.2) + 0.5", 0.01, 80, tolerance},
		{"rbf(0.1, 0.4)", 0.01, 80, tolerance},
		{"rq(0.2, 1)", 0.01, 80, tolerance},
		{"rq(0.2, 0.3)", 0.01, 80, tolerance},
		{"matern52(0.2)", 0.01, 80, tolerance},
		{"matern52(0.2)", 0.01, 300, tolerance},
		{"linear() + 0.1", 0.01, 80, tolerance},
		{"poly(1, 1, 3)", 0.01, 80, tolerance},
		{"rbf(0.3) + linear()", 0.01, 80, tolerance},
		// Rough kernels: the accuracy that the budget of nodes allows.
		{"matern32(0.2)", 0.01, 80, 2e-3},
		{"matern32(0.2)", 0.01, 300, 5e-3},
		{"matern12(0.2)", 0.01, 80, tolerance},
		{"rbf(0.01)", 0.01, 60, tolerance},
		{"matern12(0.2)", 0.01, 200, tolerance},
	} {
		q, _ := fitted(t, 2, c.n, c.kernel, c.noise)
		mean, vari, cols, err := q.overGrid(context.Background(), g)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(1, 2))
		errM, errS := 0.0, 0.0
		for range 1000 {
			i, j := rng.IntN(g.W), rng.IntN(g.H)
			at := []float64{g.X(i), g.Y(j)}
			m := []float64{0}
			q.mean(at, m)
			f, _ := q.deviations(at)
			top := q.priorDeviation(at)
			errM = max(errM, math.Abs(mean[j*g.W+i]-m[0])/top)
			errS = max(errS, math.Abs(math.Sqrt(max(vari[j*g.W+i], 0))-f[0])/top)
		}
		t.Logf("%-22s noise %g n %d: %d×%d nodes rule %d, sd off %.1e (checks said %.1e), mean off %.1e", c.kernel, c.noise,
			c.n, len(cols.lat.x.t), len(cols.lat.y.t), cols.lat.x.rule, errS, cols.errSD, errM)
		if errS > c.limit || errM > max(tolerance, min(c.limit, 2*meanTolerance)) {
			t.Errorf("%s: deviation off by %.2e (limit %.0e), mean by %.2e of the prior's deviation", c.kernel, errS, c.limit,
				errM)
		}
	}
}

func TestLineInterpolation(t *testing.T) {
	view := picture.Viewport{X0: -0.1, X1: 1.1, Y0: -1, Y1: 1, W: 900, H: 500, Scale: 1}
	for _, c := range []struct {
		kernel string
		noise  float64
	}{
		{"rbf(0.2)", 0.01}, {"rbf(0.2)", 1e-6}, {"rbf(0.03)", 0.01}, {"rbf(0.002)", 0.01}, {"rq(0.2, 1)", 0.01},
		{"matern52(0.2)", 0.01}, {"matern32(0.2)", 0.01}, {"matern12(0.2)", 0.01}, {"periodic(0.5, 0.3)", 0.01},
		{"linear() + 0.1", 0.01}, {"rbf(1)*periodic(0.5, 0.3)", 0.01}, {"rbf(0.3) + white(0.01)", 0.01}, {"0.5", 0.01},
	} {
		q, _ := fitted(t, 1, 60, c.kernel, c.noise)
		cv, cols, err := q.curveOver(context.Background(), view)
		if err != nil {
			t.Fatal(err)
		}
		m := make([]float64, len(cv.X))
		q.mean(cv.X, m)
		f, y := q.deviations(cv.X)
		errM, errS := 0.0, 0.0
		for i := range m {
			top := q.priorDeviation(cv.X[i : i+1])
			errM = max(errM, math.Abs(cv.Mean[i]-m[i])/top)
			errS = max(errS, math.Abs(cv.SDF[i]-f[i])/top, math.Abs(cv.SDY[i]-y[i])/top)
		}
		t.Logf("%-26s noise %g: %d nodes rule %d, sd off %.1e, mean off %.1e", c.kernel, c.noise, len(cols.lat.x.t),
			cols.lat.x.rule, errS, errM)
		if errS > tolerance || errM > tolerance {
			t.Errorf("%s: deviation off by %.2e, mean by %.2e of the prior's deviation", c.kernel, errS, errM)
		}
		// The mean curve, with the positions that the session asks for.
		xs := make([]float64, 901)
		for i := range xs {
			xs[i] = -0.1 + 1.2*float64(i)/900
		}
		many, one := make([]float64, len(xs)), make([]float64, len(xs))
		ln := &model{post: q}
		ln.Predict(xs, many)
		for i := range xs {
			ln.Predict(xs[i:i+1], one[i:i+1])
			if math.Abs(one[i]-many[i]) > 1e-9*(1+math.Abs(one[i])) {
				t.Errorf("%s: %v at %v among many, %v alone", c.kernel, many[i], xs[i], one[i])
				break
			}
		}
	}
}

// editsOf returns edits to be applied one after the other.
func editsOf(task method.Task, n int) []func([]doc.Point) []doc.Point {
	return []func([]doc.Point) []doc.Point{
		func(p []doc.Point) []doc.Point { p[n/3].X += 0.03; return p },
		func(p []doc.Point) []doc.Point { p[n/3].X += 0.02; p[n/3].Y -= 0.05; return p },
		func(p []doc.Point) []doc.Point { p[n/3].Z += 0.2; p[n/3].Y += 0.1; return p },
		func(p []doc.Point) []doc.Point { p[0].X -= 0.04; p[0].Y -= 0.01; return p },
		func(p []doc.Point) []doc.Point { return append(p, doc.Point{X: 0.45, Y: 0.33, Z: 0.4}) },
		func(p []doc.Point) []doc.Point { return append(p[:5], p[6:]...) },
		func(p []doc.Point) []doc.Point { return append(p[:n/2], p[n/2+2:]...) },
		func(p []doc.Point) []doc.Point { p[len(p)-1].X = 0.1; p[len(p)-1].Y = 0.2; return p },
		func(p []doc.Point) []doc.Point { return append(p[:0], p[1:]...) },
	}
}

// A sequence of edits by low-rank updates must agree with a fit from scratch: factor, weights, likelihood, and what is
// inherited for drawing.
func TestWarmEqualsCold(t *testing.T) {
	ctx := context.Background()
	view := picture.Viewport{X0: 0, X1: 1, Y0: 0, Y1: 1, W: 300, H: 300, Scale: 1}
	for _, task := range []method.Task{method.Regress, method.Regress2D} {
		for _, expr := range []string{"rbf(0.2)", "matern32(0.3)", "1.5*matern52(0.2) + white(0.02)"} {
			k, _ := kernel.Parse(expr)
			pts := methodtest.Points(task, 40, 3)
			p, _ := method.NewProblem(pts, task, 1)
			q, err := condition(ctx, p, k, 0.01, true, nil)
			if err != nil {
				t.Fatal(err)
			}
			draw := func(q *posterior) *columns {
				var err error
				if task == method.Regress {
					_, _, err = q.curveOver(ctx, view)
				} else {
					_, _, _, err = q.overGrid(ctx, view.Grid(30, 30))
				}
				if err != nil {
					t.Fatal(err)
				}
				return q.cache()
			}
			draw(q)
			for e, edit := range editsOf(task, 40) {
				pts = edit(append([]doc.Point(nil), pts...))
				p, _ := method.NewProblem(pts, task, 1)
				before := q
				if q, err = condition(ctx, p, k, 0.01, true, before); err != nil {
					t.Fatal(err)
				}
				if fastUpdate && q.edits == 0 {
					t.Errorf("%s %s edit %d: fitted from scratch", task, expr, e)
				}
				cold, err := condition(ctx, p, k, 0.01, true, nil)
				if err != nil {
					t.Fatal(err)
				}
				if math.Abs(q.lml-cold.lml) > 1e-8*(1+math.Abs(cold.lml)) {
					t.Errorf("%s %s edit %d: likelihood %v, from scratch %v", task, expr, e, q.lml, cold.lml)
				}
				wa := make([]float64, q.n)
				for i, r := range q.order {
					wa[r] = q.alpha[i]
				}
				for i := range wa {
					if math.Abs(wa[i]-cold.alpha[i]) > 1e-8*(1+math.Abs(cold.alpha[i])) {
						t.Errorf("%s %s edit %d: weight %d is %v, from scratch %v", task, expr, e, i, wa[i], cold.alpha[i])
						break
					}
				}
				if !fastUpdate || !fastColumns {
					continue
				}
				if q.cols == nil {
					t.Fatalf("%s %s edit %d: the columns were not inherited", task, expr, e)
				}
				inherited := q.cols
				fresh, err := newColumns(ctx, cold, inherited.lat)
				if err != nil {
					t.Fatal(err)
				}
				for i := range fresh.mean {
					if math.Abs(fresh.mean[i]-inherited.mean[i]) > 1e-8 || math.Abs(fresh.vari[i]-inherited.vari[i]) > 1e-8 {
						t.Errorf("%s %s edit %d: mean and variance %v, %v at place %d, from scratch %v, %v", task, expr, e,
							inherited.mean[i], inherited.vari[i], i, fresh.mean[i], fresh.vari[i])
						break
					}
				}
				if draw(q) != inherited {
					t.Errorf("%s %s edit %d: drawing did not use the inherited columns", task, expr, e)
				}
			}
		}
	}
}

// While one point is dragged, factor and columns of the others must be reused, and the results must be those of
// a fit from scratch, however long the drag is; also if another point is dragged next, if only a target changes, and if
// the targets' mean is subtracted.
func TestDragging(t *testing.T) {
	ctx := context.Background()
	view := picture.Viewport{X0: 0, X1: 1, Y0: 0, Y1: 1, W: 300, H: 300, Scale: 1}
	for _, task := range []method.Task{method.Regress, method.Regress2D} {
		for _, how := range []string{"", "rescaled", "flat"} {
			rescale, flat := how == "rescaled", how == "flat"
			k, _ := kernel.Parse("rbf(0.2)")
			pts := methodtest.Points(task, 40, 3)
			var q *posterior
			kept, edits := 0, 0
			for step := range 45 {
				pts = append([]doc.Point(nil), pts...)
				at := &pts[[...]int{7, 31, 7}[step/15]]
				if a := 0.4 * float64(step); step%7 != 6 {
					at.X += 0.03 * math.Cos(a)
					at.Y += 0.03 * math.Sin(a)
				} else {
					at.Z += 0.1 // a target in the plane
					if task == method.Regress {
						at.Y -= 0.1
					}
				}
				p, _ := method.NewProblem(pts, task, 1)
				if flat { // the targets say nothing about the rows
					clear(p.Y)
				}
				before := q
				var err error
				if q, err = condition(ctx, p, k, 0.01, rescale, before); err != nil {
					t.Fatal(err)
				}
				var mean, vari []float64
				g := view.Grid(30, 30)
				if task == method.Regress {
					_, _, err = q.curveOver(ctx, view)
				} else {
					mean, vari, _, err = q.overGrid(ctx, g)
				}
				if err != nil {
					t.Fatal(err)
				}
				xs, ys, want := make([]float64, 301), make([]float64, 301), make([]float64, 301)
				if task == method.Regress {
					for i := range xs {
						xs[i] = float64(i) / 300
					}
					(&model{post: q}).Predict(xs, ys)
				}
				if before != nil && &q.l[0] == &before.l[0] && &q.cols.v[0][0] == &before.cols.v[0][0] {
					kept++
				}
				edits = max(edits, q.edits)
				cold, err := condition(ctx, p, k, 0.01, rescale, nil)
				if err != nil {
					t.Fatal(err)
				}
				fresh, err := newColumns(ctx, cold, q.cols.lat)
				if err != nil {
					t.Fatal(err)
				}
				off := func(what string, got, want []float64, most float64) {
					t.Helper()
					for i, x := range want {
						if !(math.Abs(got[i]-x) <= most) {
							t.Fatalf("%s, %q, step %d: %s %d is %v, from scratch %v", task, how, step, what, i, got[i], x)
						}
					}
				}
				alpha := make([]float64, q.n)
				for i, r := range q.order {
					alpha[r] = q.alpha[i]
				}
				if task == method.Regress {
					(&model{post: cold}).Predict(xs, want)
				}
				off("place of the curve,", ys, want, 1e-9)
				off("weight", alpha, cold.alpha, 1e-8)
				off("mean", q.cols.mean, fresh.mean, 1e-9)
				off("variance", q.cols.vari, fresh.vari, 1e-9)
				off("product", q.cols.products(), fresh.products(), 1e-9)
				if task == method.Regress2D {
					lat, xs, ys := fresh.lat, make([]float64, g.W), make([]float64, g.H)
					for i := range xs {
						xs[i], ys[i] = g.X(i), g.Y(i)
					}
					bx, by := lat.x.basis(xs), lat.y.basis(ys)
					off("mean at node", mean, spread(bx, by, len(lat.x.t), fresh.mean[:lat.nodes]), 1e-9)
					off("variance at node", vari, spread(bx, by, len(lat.x.t), fresh.vari[:lat.nodes]), tolerance/10)
				}
				if step%10 != 9 {
					continue
				}
				l := q.factor()
				for i := range q.n {
					for j := range i + 1 {
						want := kernel.Cross(k, q.x[i*q.d:(i+1)*q.d], 1, q.x[j*q.d:(j+1)*q.d], 1, q.d, nil)[0]
						if i == j {
							want += q.noise
						}
						if got := linalg.Dot(l[i*q.n:i*q.n+j+1], l[j*q.n:j*q.n+j+1]); math.Abs(got-want) > 1e-12 {
							t.Fatalf("%s, step %d: L·Lᵀ is %v at %d, %d, and the matrix %v", task, step, got, i, j, want)
						}
					}
				}
			}
			// Three drags.
			if fastUpdate && fastColumns && kept < 30 || edits > 8 {
				t.Errorf("%s, %q: %d steps used what the last one had, with %d edits", task, how, kept, edits)
			}
		}
	}
}

// Pictures of several resolutions, as they follow each other during and after a drag, must share the expensive columns,
// unless their nodes are those of the grid.
func TestColumnsServeSeveralGrids(t *testing.T) {
	view := picture.Viewport{X1: 1, Y1: 1, W: 480, H: 400, Scale: 1}
	for _, c := range []struct {
		kernel string
		n      int
		capped bool
		same   bool
	}{
		{"rbf(0.2)", 100, false, true},
		{"matern52(0.2)", 500, true, true},
		{"matern12(0.2)", 100, true, false},
	} {
		q, _ := fitted(t, 2, c.n, c.kernel, 0.01)
		var before *columns
		for k, g := range []picture.Grid{view.Grid(120, 100), view.Grid(240, 200)} {
			_, _, cols, err := q.overGrid(context.Background(), g)
			if err != nil {
				t.Fatal(err)
			}
			if cols.lat.capped != c.capped {
				t.Fatalf("%s: capped %v", c.kernel, cols.lat.capped)
			}
			if k > 0 && (cols == before) != c.same {
				t.Errorf("%s: the second grid's columns are the first one's: %v", c.kernel, cols == before)
			}
			before = cols
		}
	}
}

// If a factor cannot be updated during a drag any more, because two points nearly coincide and there is almost no
// noise, it must be discarded: the curve must be that of the posterior.
func TestDraggingOntoAnother(t *testing.T) {
	k, _ := kernel.Parse("10000*rbf(0.2)")
	pts := make([]doc.Point, 10)
	for i := range pts {
		pts[i].X = 0.05 + 0.1*float64(i)
		pts[i].Y = math.Sin(9 * pts[i].X)
	}
	var q *posterior
	anew := false
	for step := 1; step <= 50; step++ {
		pts = slices.Clone(pts)
		pts[3].X = 0.35 + 0.002*float64(step)
		p, _ := method.NewProblem(pts, method.Regress, 1)
		var err error
		if q, err = condition(context.Background(), p, k, 1e-10, false, q); err != nil {
			t.Fatal(err)
		}
		anew = anew || step > 2 && q.edits == 0
		xs, got, want := make([]float64, 301), make([]float64, 301), make([]float64, 301)
		for i := range xs {
			xs[i] = float64(i) / 300
		}
		(&model{post: q}).Predict(xs, got)
		q.mean(xs, want)
		top := 0.0
		for _, c := range q.alpha {
			top += math.Abs(c)
		}
		for i, v := range want {
			if d := math.Abs(v - got[i]); !(d <= 1e-6+1e-13*1e4*top) {
				t.Fatalf("step %d: the curve is %g at %.2f, the posterior's mean %g", step, got[i], xs[i], v)
			}
		}
	}
	if !anew {
		t.Error("the factor was never made anew")
	}
}
