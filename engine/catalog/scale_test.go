package catalog

import (
	"maps"
	"math"
	"slices"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/session"
)

// meet sets parameters so that a condition holds.
func meet(in *method.Info, w *method.When, params map[string]any) {
	if w == nil {
		return
	}
	p := in.Param(w.Name)
	meet(in, p.When, params)
	meet(in, w.And, params)
	if _, set := params[w.Name]; !set && !w.Not && !in.Applies(&method.When{Name: w.Name, In: w.In}, params) {
		params[w.Name] = p.Kind.Meant(p, w.In[0])
	}
}

// Results do not depend on the units of the data if parameters have the values of Suiting: for points 100 times as
// large, and values 10 times as large, they are the same, 10 times as large.
func TestUnitsChangeNothing(t *testing.T) {
	const s, y = 100, 10
	all, fits := All(), 0
	for i := range all {
		in := &all[i].Info
		for j := range in.Params {
			p := &in.Params[j]
			if p.Scales == nil || p.Scales.Origin { // the learning rate of a descent: see below
				continue
			}
			for _, kernel := range []string{"", "rbf", "laplacian", "poly"} {
				params := map[string]any{}
				if kernel != "" {
					k := in.Param("kernel")
					if k == nil || !method.Is[method.Kernel](k.Kind) ||
						!slices.ContainsFunc(k.Choices(), func(c method.Choice) bool { return c.Value == kernel }) {
						continue
					}
					params["kernel"] = kernel
				}
				meet(in, p.When, params)
				if in.Param("tol") != nil && in.ID != "mkl" {
					params["tol"] = 1e-6 // of a solver, which has its own units
				}
				for _, task := range []method.Task{in.TaskOf(params), method.Regress2D} {
					if task == method.Regress2D && in.TaskOf(params) != method.Regress2D {
						name, value, ok := in.ChoiceFor(task)
						if !ok || in.Task != method.Regress {
							continue
						}
						params[name] = value
					}
					sameInUnits(t, all, in, params, s, y)
					fits++
				}
			}
		}
	}
	if fits < 50 {
		t.Errorf("only %d fits are compared", fits)
	}
}

func sameInUnits(t *testing.T, all []method.Method, in *method.Info, params map[string]any, s, y float64) {
	t.Helper()
	task := in.TaskOf(params)
	d := doc.Document{Method: in.ID, Params: params, Seed: 1,
		Points: methodtest.Points(task, 40, 3)}
	large := d
	large.Params, large.Points = maps.Clone(params), nil
	for k := range in.Params {
		if q := &in.Params[k]; q.Scales != nil && !q.Scales.Origin && in.Applies(q.When, params) {
			large.Params[q.Name] = in.Suiting(q, params, method.Size{Spread: s, Origin: s, Y: y})
		}
	}
	for _, p := range d.Points {
		p.X *= s
		switch task {
		case method.Regress:
			p.Y *= y
		case method.Regress2D:
			p.Y, p.Z = p.Y*s, p.Z*y
		default:
			p.Y *= s
		}
		large.Points = append(large.Points, p)
	}
	answers := func(d doc.Document, s float64) []float64 {
		ses := session.New(all)
		d, err := ses.Resolve(method.Unstopped, d)
		if err != nil {
			t.Fatalf("%s %v: %v", in.ID, d.Params, err)
		}
		f, err := ses.Fit(method.Unstopped, d)
		if err != nil {
			t.Fatalf("%s %v: %v", in.ID, d.Params, err)
		}
		m := f.Model.Can().Predictor
		if m == nil {
			t.Fatalf("%s predicts nothing", in.ID)
		}
		var x []float64
		for i := range 12 {
			for j := range 12 {
				if x = append(x, s*(float64(i)+0.31)/12); f.Problem.D == 2 {
					x = append(x, s*(float64(j)+0.47)/12)
				}
			}
		}
		out := make([]float64, len(x)/f.Problem.D)
		m.Predict(x, out)
		return out
	}
	a, b := answers(d, 1), answers(large, s)
	differ, times := 0, 1.0
	if task == method.Regress || task == method.Regress2D {
		times = y
	}
	for i := range a {
		if math.Abs(b[i]-times*a[i]) > 1e-3*times*(1+math.Abs(a[i])) {
			differ++
		}
	}
	if differ > len(a)/100 { // a position may be on a boundary
		t.Errorf("%s %v, in other units %v: %d of %d answers differ", in.ID, params, large.Params, differ, len(a))
	}
}

// Gradient descent converges with a learning rate that suits points 300 times as large and far from the origin; with
// that of the unit square it does not.
func TestRateSuits(t *testing.T) {
	all, rates := All(), 0
	for i := range all {
		in := &all[i].Info
		p := in.Param("learning_rate")
		if p == nil || p.Scales == nil {
			continue
		}
		params := map[string]any{}
		if in.Param("solver") != nil {
			params["solver"] = map[string]string{"svm_primal": "subgradient"}[in.ID]
			if params["solver"] == "" {
				params["solver"] = "gd"
			}
		}
		if !in.Applies(p.When, params) {
			t.Errorf("%s has no such rate", in.ID)
			continue
		}
		if in.ID == "linear" {
			params["loss"], params["penalty"] = "logistic", "none"
		}
		d := doc.Document{Method: in.ID, Params: params, Seed: 1, Points: methodtest.Points(in.Task, 60, 3)}
		for k := range d.Points {
			d.Points[k].X, d.Points[k].Y = 300*(1+d.Points[k].X), 300*(1+d.Points[k].Y)
		}
		// objective returns the objective at the start and at the end.
		objective := func() (from, to float64) {
			ses := session.New(all)
			d, err := ses.Resolve(method.Unstopped, d)
			if err != nil {
				t.Fatalf("%s: %v", in.ID, err)
			}
			f, err := ses.Fit(method.Unstopped, d)
			if err != nil {
				t.Fatalf("%s: %v", in.ID, err)
			}
			path := factOf(f, "path").([][]float64)[0]
			return path[len(path)-1], factOf(f, "objective").(float64)
		}
		if from, to := objective(); to < from {
			t.Errorf("%s: the points are too near for this test: by the default from %v to %v", in.ID, from, to)
		}
		params["learning_rate"] = in.Suiting(p, params, in.SizeOf(&d))
		if from, to := objective(); to >= from {
			t.Errorf("%s: by %v from %v to %v", in.ID, params["learning_rate"], from, to)
		}
		rates++
	}
	if rates == 0 {
		t.Error("no method has a rate that depends on the units")
	}
}
