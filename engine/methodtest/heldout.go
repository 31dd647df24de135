package methodtest

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

// heldOut fits documents with held-out points. The fit must be that to the other points alone, it must refer to points
// by their indices in the document, and the errors of each role must equal those counted point by point. Unsupervised
// methods use all points.
func heldOut(t T, m method.Method) {
	params := []map[string]any{nil}
	for _, p := range m.Params {
		for _, c := range p.Choices() {
			if c.Task != "" && c.Task != m.TaskOf(nil) {
				params = append(params, map[string]any{p.Name: c.Value})
			}
		}
	}
	for _, params := range params {
		task := m.TaskOf(params)
		pts := Points(task, 36, 21)
		d := documentOf(t, &m, params, pts)
		d.Split = doc.ByHand(".vt..v.tt...v..t......t.v..v.t.v")
		s := session.New([]method.Method{m})
		f, err := s.Fit(method.Unstopped, d)
		if err != nil {
			t.Fatalf("params %v: %v", params, err)
		}
		roles := task.Roles(d)
		rest, index := d, []int{}
		rest.Split = doc.Split{}
		if roles != "" {
			var train []doc.Point
			for i := range roles {
				if doc.Role(roles[i]) == doc.Train {
					train, index = append(train, pts[i]), append(index, i)
				}
			}
			rest = documentOf(t, &m, params, train)
		}
		if roles != "" {
			s.Forget()
		}
		alone, err := s.Fit(method.Unstopped, rest)
		if err != nil {
			t.Fatalf("params %v: %v", params, err)
		}
		if !task.Supervised() {
			if alone.Run != f.Run || f.Problem.N != len(d.Points) {
				t.Errorf("params %v: %d of %d points are used, without answers to compare", params, f.Problem.N, len(d.Points))
			}
			continue
		}
		sameButIndices(t, index, f, alone)
		errorsOfRoles(t, d, f)
	}
	watching(t, m)
}

// watching checks the one exception: a fit that declares that it uses validation points (Info.Watches) does so, asks
// for some if there are none, and does not use test points.
func watching(t T, m method.Method) {
	if m.Watches == "" {
		return
	}
	if p := m.Param(m.Watches); p == nil || !method.Is[method.Bool](p.Kind) || p.Default != false {
		t.Fatalf("%s, by which a fit looks at validation points, is no switch that is off by itself", m.Watches)
	}
	d := doc.Document{Method: m.ID, Params: map[string]any{m.Watches: true}, Points: Points(m.TaskOf(nil), 36, 21),
		Seed: 7, Split: doc.ByHand("v.t..v.tt...v..t......t.v..v.t.v")}
	s := session.New([]method.Method{m})
	told := func(d doc.Document) string {
		s.Forget()
		f, err := s.Fit(method.Unstopped, d)
		if err != nil {
			t.Fatalf("with %s: %v", m.Watches, err)
		}
		whole := f.Model
		if g := whole.Can().Grower; g != nil { // trained until it stops, if it does
			if whole, err = method.Whole(method.Unstopped, g, 3000); err != nil {
				t.Fatalf("with %s: %v", m.Watches, err)
			}
		}
		return fmt.Sprint(whole.Facts(), answers(t, whole, f.Problem.D))
	}
	before := told(d)
	move := func(role doc.Role) doc.Document {
		e := d
		e.Points = slices.Clone(d.Points)
		roles := m.TaskOf(nil).Roles(d)
		for i := range e.Points {
			if doc.Role(roles[i]) == role {
				e.Points[i].X, e.Points[i].Y = 1-e.Points[i].X, e.Points[i].Y/2
			}
		}
		return e
	}
	if told(move(doc.Test)) != before {
		t.Errorf("with %s the fit depends on test points", m.Watches)
	}
	if told(move(doc.Validation)) == before {
		t.Errorf("with %s validation points change nothing", m.Watches)
	}
	var need *method.Need
	d.Split = doc.Split{}
	if _, err := s.Fit(method.Unstopped, d); !errors.As(err, &need) {
		t.Errorf("with %s and no validation points: %v, want a *method.Need", m.Watches, err)
	}
}

// sameButIndices compares a fit with that to its training points alone; point k of the latter is index[k] of the
// document.
func sameButIndices(t T, index []int, f, alone *session.Fit) {
	mapped := func(list []int) []int {
		out := make([]int, len(list))
		for i, k := range list {
			if k < 0 || k >= len(index) {
				return nil
			}
			out[i] = index[k]
		}
		return out
	}
	want := map[string]any{}
	for _, x := range facts(t, alone.Model) {
		want[x.Name] = x.Value
	}
	for _, x := range facts(t, f.Model) {
		list, ok := x.Value.([]int)
		_, both := want[x.Name]
		switch {
		case !both && (strings.Contains(x.Name, "_validation_") || strings.Contains(x.Name, "_test_")): // from Problem.Held
		case ok && strings.HasPrefix(x.Meaning, "Indices"):
			if !slices.Equal(list, mapped(want[x.Name].([]int))) {
				t.Errorf("%s are %v; of the training points alone they are %v, which are %v in the document", x.Name, list,
					want[x.Name], mapped(want[x.Name].([]int)))
			}
		case !sameValue(x.Value, want[x.Name]):
			t.Errorf("%s is %v, and without the points that are held out %v", x.Name, x.Value, want[x.Name])
		}
	}
	o := f.Model.Can()
	if o.Layers == nil {
		return
	}
	marks := func(o *method.Capabilities, show method.Shown) (list []*picture.Marks) {
		raster, err := o.Raster(method.Unstopped, view.Grid(view.W, view.H), show)
		if err != nil {
			t.Fatalf("%v", err)
		}
		under, over, err := o.Layers(method.Unstopped, view, raster, show)
		if err != nil {
			t.Fatalf("%v", err)
		}
		for _, l := range append(slices.Clone(under), over...) {
			if x, ok := l.(*picture.Marks); ok && x.Ordinal != nil {
				list = append(list, x)
			}
		}
		return list
	}
	was := marks(alone.Model.Can(), f.Show)
	for i, x := range marks(o, f.Show) {
		if i >= len(was) || !slices.Equal(x.Ordinal, mapped(was[i].Ordinal)) {
			t.Errorf("marks of %s stand for the points %v, want %v", x.Role, x.Ordinal, mapped(was[min(i, len(was)-1)].Ordinal))
		}
	}
}

// sameValue reports whether two facts have equal values up to rounding.
func sameValue(a, b any) bool {
	near := func(x, y float64) bool {
		return x == y || math.Abs(x-y) <= 1e-9*max(1, math.Abs(x), math.Abs(y)) || x != x && y != y
	}
	switch a := a.(type) {
	case float64:
		y, ok := b.(float64)
		return ok && near(a, y)
	case []float64:
		y, ok := b.([]float64)
		return ok && slices.EqualFunc(a, y, near)
	}
	return reflect.DeepEqual(a, b)
}

// errorsOfRoles checks the errors of each role that a fit reports.
func errorsOfRoles(t T, d doc.Document, f *session.Fit) {
	task := f.Task
	m := f.Model.Can().Predictor
	if m == nil {
		t.Errorf("there is nothing to count errors of: the model predicts nothing")
		return
	}
	roles := task.Roles(d)
	var want, sum [3]float64
	var n [3]int
	var mean [3]float64
	taken := map[string]map[[2]float64]float64{"v": {}, "t": {}, ".": {}}
	of := func(i int) int { return strings.IndexByte(".vt", roles[i]) }
	value := func(q doc.Point) float64 {
		if task == method.Regress {
			return q.Y
		}
		return q.Z
	}
	partial := 0
	out := []float64{0}
	say := func(i int) float64 {
		x := []float64{d.Points[i].X, d.Points[i].Y}
		if d.Table != nil {
			x = d.Table.Rows.X[i*f.Problem.D:]
		}
		m.Predict(x[:f.Problem.D], out)
		return out[0]
	}
	for i, q := range d.Points {
		r := of(i)
		a := say(i)
		if task == method.Classify && a == a {
			taken[roles[i:i+1]][[2]float64{q.Z, float64(f.Problem.ClassIDs[int(a)])}]++
		}
		switch {
		case task == method.Classify && a == a && q.Z == float64(f.Problem.ClassIDs[int(a)]):
			n[r]++
		case task == method.Classify:
			n[r]++
			want[r]++
		case a != a:
			partial++
		default:
			n[r]++
			want[r] += (a - value(q)) * (a - value(q))
			mean[r] += value(q)
		}
	}
	for i, q := range d.Points {
		if a := say(i); a == a {
			r := of(i)
			sum[r] += (value(q) - mean[r]/float64(n[r])) * (value(q) - mean[r]/float64(n[r]))
		}
	}
	name := "error_by_role"
	if task != method.Classify {
		name = "mse_by_role"
	}
	told := map[string]method.Fact{}
	for _, x := range f.Facts(view) {
		told[x.Name] = x
	}
	if partial > 0 && !f.Model.Can().Partial {
		t.Errorf("the model says nothing at %d points", partial)
	}
	x := told[name]
	values, _ := x.Value.([]float64)
	if len(values) != 3 || !slices.Equal(x.Rows, []string{"Training", "Validation", "Test"}) {
		t.Fatalf("the errors by role are %+v", x)
	}
	for r, v := range values {
		if w := want[r] / float64(n[r]); math.Abs(v-w) > 1e-12*max(1, w) {
			t.Errorf("%s of the %s points is %v; counted point by point it is %v", name, strings.ToLower(x.Rows[r]), v, w)
		}
	}
	for role, want := range map[string]map[[2]float64]float64{"validation": taken["v"], "test": taken["t"]} {
		table, _ := told[role+"_confusion_matrix"].Value.([][]float64)
		if task != method.Classify {
			continue
		}
		for i, row := range table {
			for j, n := range row {
				if w := want[[2]float64{float64(i), float64(j)}]; n != w { // all classes occur in each role
					t.Errorf("%v %s points of class %d are taken for class %d; counted point by point %v", n, role, i, j, w)
				}
			}
		}
		if len(table) != 2 {
			t.Errorf("the %s points are taken for %v", role, table)
		}
	}
	if p, _ := told["points_by_role"].Value.([]int); !slices.Equal(p,
		[]int{strings.Count(roles, "."), strings.Count(roles, "v"), strings.Count(roles, "t")}) {
		t.Errorf("points by role: %v", p)
	}
	if task != method.Classify {
		r2, _ := told["r2_by_role"].Value.([]float64)
		for r := range sum {
			if w := 1 - want[r]/sum[r]; len(r2) != 3 || math.Abs(r2[r]-w) > 1e-9*max(1, math.Abs(w)) {
				t.Errorf("R² by role: %v; counted point by point entry %d is %v", r2, r, w)
			}
		}
	} else if own, ok := told["training_error"].Value.(float64); ok && math.Abs(own-values[0]) > 1e-12 {
		t.Errorf("the training error is %v, and %v among those by role", own, values[0])
	}
}
