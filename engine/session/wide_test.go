package session_test

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

func resolved(t *testing.T, s *session.Session, text string) doc.Document {
	t.Helper()
	d, err := doc.Decode([]byte(text))
	if err == nil {
		d, err = s.Resolve(method.Unstopped, d)
	}
	if err != nil {
		t.Fatal(text, err)
	}
	return d
}

func near(a, b, tol float64) bool { return math.Abs(a-b) <= tol }

// The scores are those of scikit-learn 1.2's PCA, except for the signs, which make the largest loading positive.
func TestPlaneOfComponents(t *testing.T) {
	s := session.New(catalog.All())
	for _, c := range []struct {
		table       string
		x, y        string
		first, last [2]float64
	}{
		{`{"name":"iris"}`, "PC 1 (92.5 %)", "PC 2 (5.3 %)", [2]float64{-2.68412562597, 0.319397246585},
			[2]float64{1.39018886195, -0.282660937991}},
		{`{"name":"iris","columns":[0,1,3],"standardize":true}`, "PC 1 (64.8 %)", "PC 2 (30.4 %)",
			[2]float64{-1.83197709089, 0.453812590897}, [2]float64{0.633004061581, -0.0228911398198}},
		{`{"name":"wine","standardize":true}`, "PC 1 (36.2 %)", "PC 2 (19.2 %)", [2]float64{3.31675081221, 1.44346263432},
			[2]float64{-3.2087581642, 2.76891956605}},
		{`{"name":"breast_cancer","standardize":true}`, "PC 1 (44.3 %)", "PC 2 (19 %)",
			[2]float64{9.19283682621, 1.94858307078}, [2]float64{-5.47524330254, -0.670636790757}},
		{`{"name":"digits"}`, "PC 1 (14.9 %)", "PC 2 (13.6 %)", [2]float64{-1.2594664501, -21.2748834807},
			[2]float64{-0.344389630795, -6.3655491936}},
	} {
		d := resolved(t, s, `{"method":"knn","table":`+c.table+`}`)
		if d.Names.X != c.x || d.Names.Y != c.y {
			t.Errorf("%s: axes %q, %q", c.table, d.Names.X, d.Names.Y)
		}
		for _, q := range []struct {
			p    doc.Point
			want [2]float64
		}{{d.Points[0], c.first}, {d.Points[len(d.Points)-1], c.last}} {
			if !near(q.p.X, q.want[0], 1e-9) || !near(q.p.Y, q.want[1], 1e-9) {
				t.Errorf("%s: a row lies at %v, want %v", c.table, q.p, q.want)
			}
		}
	}
}

// Two chosen columns are shown as in the table, or standardised, and so are the labels of the axes.
func TestPlaneOfColumns(t *testing.T) {
	s := session.New(catalog.All())
	d := resolved(t, s, `{"method":"knn","table":{"name":"iris","plane":[3,0]}}`)
	if p := d.Points[0]; p != (doc.Point{X: 0.2, Y: 5.1, Z: 0}) || d.Names.X != "petal width (cm)" ||
		d.Names.Y != "sepal length (cm)" || d.Names.Class(2) != "virginica" {
		t.Errorf("%v, %+v", p, d.Names)
	}
	d = resolved(t, s, `{"method":"knn","table":{"name":"iris","plane":[3,0],"standardize":true}}`)
	var sum, square float64
	for _, p := range d.Points {
		sum, square = sum+p.X, square+p.X*p.X
	}
	if !near(sum, 0, 1e-9) || !near(square/150, 1, 1e-9) || d.Names.X != "petal width, standardised" {
		t.Errorf("sum %g, mean square %g, %q", sum, square/150, d.Names.X)
	}
	// Names given by the user stay; those of the plane change with it.
	d.Names.Y = "mine"
	d.Table.Plane = nil
	if d, err := s.Resolve(method.Unstopped, fresh(d)); err != nil || d.Names.X != "PC 1 (73 %)" || d.Names.Y != "mine" {
		t.Errorf("%v %+v", err, d.Names)
	}
}

// fresh returns the document as read back from a file.
func fresh(d doc.Document) doc.Document {
	b, err := doc.Encode(d)
	if err == nil {
		d, err = doc.Decode(b)
	}
	if err != nil {
		panic(err)
	}
	return d
}

func TestNastyTables(t *testing.T) {
	s := session.New(catalog.All())
	data := func(columns, rows string) string { return `{"data":{"columns":` + columns + `,"rows":` + rows + `}` }
	for text, want := range map[string]string{
		`{"name":"iris","columns":[4]}`: "table.columns[0]",
		`{"name":"iris","plane":[0,4]}`: "table.plane[1]",
		`{"name":"iris","color":4}`:     "table.color",
		`{"name":"iris","columns":[1]}`: "table.columns must be at least 2 columns for " +
			"2 principal components",
		`{"name":"iris","plane":"pca3"}`:                                  `table.plane must be two columns or "pca" for k nearest neighbours`,
		`{"name":"iris","plane":[0,1,2]}`:                                 "table.plane",
		`{"name":"nobody"}`:                                               "table.name must be one of iris, wine",
		data(`["a","b"]`, `[]`) + `}`:                                     "table.data.rows must be at least one row",
		data(`["a"]`, `[[1],[2]]`) + `}`:                                  "table.columns must be at least 2 columns",
		data(`["a","b"]`, `[[1,2]]`) + `}`:                                "table.columns must be columns that vary",
		data(`["a","b"]`, `[[1,2],[1,2],[1,2]]`) + `,"standardize":true}`: "table.columns must be columns that vary",
	} {
		d, err := doc.Decode([]byte(`{"method":"knn","table":` + text + `}`))
		if err == nil {
			_, err = s.Resolve(method.Unstopped, d)
		}
		var e *doc.Error
		if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s gave %v, want %s", text, err, want)
		}
	}
	// A constant column becomes 0 when it is standardised, even if rounding errors change its mean.
	d := resolved(t, s, `{"method":"voronoi","table":`+
		data(`["a","b","c"]`, `[[0.1,2,7],[0.1,3,7],[0.1,5,7],[0.1,5,7],[0.1,5,7],[0.1,5,7]]`)+
		`,"standardize":true,"plane":[0,1]}}`)
	for _, p := range d.Points {
		if math.Abs(p.X) > 1e-15 || p.Z != doc.Unlabeled {
			t.Errorf("a row of a constant column lies at %v", p)
		}
	}
	// Rows without a class are not in the problem of a classifier, and the others keep their own.
	m := method.Method{Info: method.Info{ID: "rows", Name: "Rows", Task: method.Classify, Takes: method.Takes{Wide: true}}}
	m.Fit = func(_ method.Job, p *method.Problem, _ method.Values, _ method.Model) (method.Model, error) {
		return &rows{p, 2}, nil
	}
	own := session.New([]method.Method{m})
	unlabelled := resolved(t, own,
		`{"method":"rows","table":{"data":{"columns":["a","b"],"class":[0,-1,1],"rows":[[1,2],[3,5],[7,4]]}}}`)
	f, err := own.Fit(t.Context(), unlabelled)
	if err != nil || f.Problem.N != 2 || f.Problem.At(1)[0] != 7 || f.Problem.Ordinal(1) != 2 {
		t.Errorf("%v: %d rows, %v", err, f.Problem.N, f.Problem.X)
	}
	d, err = doc.Decode([]byte(`{"method":"gp","table":{"name":"iris"}}`))
	if err == nil {
		_, err = s.Resolve(method.Unstopped, d)
	}
	if err == nil || !strings.HasPrefix(err.Error(), "table must be left out for") {
		t.Errorf("a curve takes rows: %v", err)
	}
}

// A user's table is read whole, and stays in its document.
func TestOwnWideTable(t *testing.T) {
	s := session.New(catalog.All())
	head, err := doc.EncodeHead(doc.Document{Method: "knn"})
	if err != nil {
		t.Fatal(err)
	}
	d, notes, err := s.Load(method.Unstopped, wire.Load{Kind: "csv", Wide: true, Columns: []int{-1, -1, 3}, Doc: head,
		Text: "a,b (m),c,kind\n1,2,3,p\n4,,6,q\n7,9,8,q\n2,2,1,p\n"})
	if err != nil {
		t.Fatal(err)
	}
	if d.Table == nil || d.Table.Rows.N != 3 || d.Table.Rows.D() != 3 || len(d.Points) != 3 || d.Points[1].Class() != 1 ||
		d.Names.Class(1) != "q" || len(notes) == 0 {
		t.Fatalf("%+v, notes %q", d, notes)
	}
	again, err := s.Resolve(method.Unstopped, fresh(d))
	if err != nil || again.Points[2] != d.Points[2] || !again.Names.Equal(d.Names) {
		t.Errorf("%v: %v %+v", err, again.Points, again.Names)
	}
}

// rows is a method of wide tables that keeps its problem, and projects the rows.
type rows struct {
	p *method.Problem
	q int
}

func (r *rows) Can() *method.Capabilities {
	return &method.Capabilities{
		Drawing: method.Drawing{Projected: r.Projected},
	}
}

func (r *rows) Facts() []method.Fact  { return nil }
func (r *rows) Status() method.Status { return method.Status{State: method.Exact, Sentence: "Fitted."} }
func (r *rows) Projected() method.Projection {
	pl := method.Projection{Q: r.q, Names: []string{"u", "v", "w"}[:r.q]}
	for i := range r.p.N {
		for k := range r.q {
			pl.At = append(pl.At, 10*r.p.At(i)[k])
		}
	}
	return pl
}

// A method that takes tables gets the chosen columns, and its rows are shown where its model says; other methods are
// not affected.
func TestWideMethod(t *testing.T) {
	for _, q := range []int{2, 3} {
		fits := 0
		m := method.Method{Info: method.Info{ID: "rows", Name: "Rows", Task: method.Cluster, Takes: method.Takes{Wide: true}}}
		m.Fit = func(_ method.Job, p *method.Problem, _ method.Values, _ method.Model) (method.Model, error) {
			fits++
			return &rows{p, q}, nil
		}
		s := session.New([]method.Method{m})
		d := resolved(t, s, `{"method":"rows","table":{"name":"wine","columns":[12,0,6]}}`)
		f, err := s.Fit(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		p := f.Problem
		if p.D != 3 || p.N != 178 || p.At(0)[0] != 1065 || p.At(0)[1] != 14.23 ||
			strings.Join(p.InputNames(), "|") != "proline|alcohol (%)|flavanoids" {
			t.Errorf("D %d, N %d, first %v, %v", p.D, p.N, p.At(0), p.InputNames())
		}
		if p.Labels[177] != 2 {
			t.Errorf("labels %v", p.Labels)
		}
		if x, y := p.Drawn(5); x != d.Points[5].X || y != d.Points[5].Y {
			t.Errorf("row 5 is drawn at %g, %g, its point is %v", x, y, d.Points[5])
		}
		if q == 2 && d.Points[0] != (doc.Point{X: 10650, Y: 142.3, Z: 0}) {
			t.Errorf("not where the model says: %v", d.Points[0])
		}
		if q == 3 && (len(d.Table.Rows.Places) != 3*178 || strings.Join(d.Table.Axes, "") != "uvw") {
			t.Errorf("places %d, axes %q", len(d.Table.Rows.Places), d.Table.Axes)
		}
		if d.Names.X != "u" {
			t.Errorf("the axes are called %+v", d.Names)
		}
		// Turning costs no fit, other columns do.
		n := fits
		turned := fresh(d)
		turned.View.Turn = &[2]float64{90, 0}
		if turned, err = s.Resolve(method.Unstopped, turned); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Fit(t.Context(), turned); err != nil || q == 3 && fits != n {
			t.Errorf("%v: %d fits more when it is turned", err, fits-n)
		}
		n = fits
		turned.Table.Standardize = true
		if f, err := s.Fit(t.Context(), turned); err != nil || fits == n || math.Abs(f.Problem.At(0)[0]) > 5 {
			t.Errorf("%v: standardised it is not fitted anew, %v", err, f.Problem.At(0))
		}
	}
}

// In the linear mode rows are shown at their coordinates about the origin (scikit-learn's TruncatedSVD, signs by the
// largest loading); about the mean, and in two columns, the document determines the positions.
func TestPlaceOfLinearComponents(t *testing.T) {
	s := session.New(catalog.All())
	at := func(params, table string) doc.Document {
		return resolved(t, s, `{"method":"pca","params":`+params+`,"table":{"name":"iris"`+table+`}}`)
	}
	d := at(`{"subspace":"linear"}`, "")
	for i, want := range map[int][2]float64{0: {5.912747140954371, -2.3020332166319832},
		149: {8.490375420502529, 0.9159312577069251}} {
		if p := d.Points[i]; !near(p.X, want[0], 1e-9) || !near(p.Y, want[1], 1e-9) {
			t.Errorf("row %d lies at %v, want %v", i, p, want)
		}
	}
	if d.Names.X != "PC 1 about the origin (96.5 %)" || d.Names.Y != "PC 2 about the origin (3.3 %)" {
		t.Errorf("axes %q, %q", d.Names.X, d.Names.Y)
	}
	if more := at(`{"subspace":"linear","n_components":4}`, ""); more.Points[3] != d.Points[3] {
		t.Error("how many components are kept moves rows")
	}
	if c := at(`{"subspace":"linear"}`, `,"plane":[0,2]`); c.Points[0].X != 5.1 || c.Names.X != "sepal length (cm)" {
		t.Errorf("two columns: %v, %q", c.Points[0], c.Names.X)
	}
	if c := at(`{}`, ""); !near(c.Points[0].X, -2.68412562597, 1e-9) || c.Names.X != "PC 1 (92.5 %)" {
		t.Errorf("about the mean: %v, %q", c.Points[0], c.Names.X)
	}
	solid := at(`{"subspace":"linear"}`, `,"plane":"pca3"`)
	if r := solid.Table.Rows; len(r.Places) != 450 || !near(r.Places[0], d.Points[0].X, 1e-12) ||
		len(solid.Table.Axes) != 3 {
		t.Errorf("in space: %v, %q", r.Places[:3], solid.Table.Axes)
	}
}

// The reconstruction of a standardised row is also given in the units of its table.
func TestReconstructionInUnits(t *testing.T) {
	s := session.New(catalog.All())
	d := resolved(t, s, `{"method":"pca","table":{"name":"wine","standardize":true}}`)
	f, err := s.Fit(method.Unstopped, d)
	if err != nil {
		t.Fatal(err)
	}
	e := f.Model.Can().Explain(f.Problem.At(0), session.Viewport(d, f.Task, 400, 300, 1), nil)
	found := 0
	for _, line := range e.Lines {
		for j, name := range d.Table.Rows.Columns {
			own := words.Number(d.Table.Rows.X[j])
			if strings.HasPrefix(line, name+": "+own+", reconstructed ") &&
				strings.Contains(line, "; in deviations "+words.Number(f.Problem.At(0)[j])+" and ") {
				found++
			}
		}
	}
	if found != 4 {
		t.Errorf("%d columns are told in their units: %q", found, e.Lines)
	}
	d = resolved(t, s, `{"method":"kmeans","table":{"name":"wine","standardize":true}}`)
	if f, err = s.Fit(method.Unstopped, d); err != nil {
		t.Fatal(err)
	}
	known := valuesOf(f.Model.Facts())
	z, own := known["cluster_centers"].([][]float64), known["cluster_centers_in_units"].([][]float64)
	labels, sizes := known["labels"].([]int), known["cluster_sizes"].([]int)
	for c := range own {
		mean := 0.0
		for i, l := range labels {
			if l == c {
				mean += d.Table.Rows.At(i)[12] / float64(sizes[c])
			}
		}
		if !near(own[c][12], mean, 1e-9*mean) || near(z[c][12], own[c][12], 1) {
			t.Errorf("cluster %d: %v in units, want %v (%v)", c, own[c][12], mean, z[c][12])
		}
	}
}

// A file shows rows in space as the document turns them: at their positions, each with its depth, with the axes of the
// space below and above them and none at the edges. The readout of a row is found by its number.
func TestSpaceInFiles(t *testing.T) {
	s := session.New(catalog.All())
	d := resolved(t, s, `{"method":"pca","params":{"n_components":3},"table":{"name":"iris","plane":"pca3"}}`)
	turned := fresh(d)
	turned.View.Turn = &[2]float64{75, -40}
	turned, err := s.Resolve(method.Unstopped, turned)
	if err != nil {
		t.Fatal(err)
	}
	if x, y := method.RangeOf(&d, true); true {
		if tx, ty := method.RangeOf(&turned, true); tx != x || ty != y {
			t.Errorf("turned, all of it is %v, %v, not %v, %v", tx, ty, x, y)
		}
	}
	m, _ := s.Method("pca")
	v := session.Viewport(turned, m.TaskOf(turned.Params), 400, 300, 1)
	req := session.Request{Doc: turned, View: v, Fine: true}
	var last *session.Result
	if err := s.Draw(t.Context(), req, func(r *session.Result) error { last = r; return nil }); err != nil {
		t.Fatal(err)
	}
	frame, _ := session.FigureFrame(m, turned, picture.DefaultExport())
	if frame.HasGutter() {
		t.Errorf("room for axes at the edges: %+v", frame)
	}
	var points *picture.Marks
	var names []string
	lines, numbers := 0, 0
	for _, l := range session.Complete(last, turned, frame).All() {
		switch l := l.(type) {
		case *picture.Marks:
			points = l
		case *picture.Label:
			if l.Role == picture.RoleAxis {
				names = append(names, l.Text)
			} else {
				numbers++
			}
		case *picture.Path:
			if points != nil {
				t.Error("a line lies over the points")
			}
			if l.Role != picture.RoleTick {
				lines += len(l.Starts)
			}
		}
	}
	if strings.Join(names, "|") != strings.Join(turned.Table.Axes, "|") || lines != 6 || numbers < 3 {
		t.Errorf("axes %q of %q, %d lines, %d numbers", names, turned.Table.Axes, lines, numbers)
	}
	at := turned.Table.Rows.Places
	across := 2 * picture.SpaceReach(at)
	picture.Turn(at, [2]float64{75, -40}, func(i int, x, y, z float64) {
		if math.Abs(points.XY[2*i]-x)+math.Abs(points.XY[2*i+1]-y)+math.Abs(points.Near[i]-0.5-z/across) > 1e-9 {
			t.Fatalf("row %d is not where it is turned to", i)
		}
	})
	f := last.Fit
	for _, i := range []int{0, 77, 149} {
		e, ok := f.ExplainRow(i, nil, v)
		want := fmt.Sprintf("z_{1} = %s, ", words.Number(at[3*i]))
		if !ok || !strings.HasPrefix(e.Answer, want) {
			t.Errorf("row %d: %q, not %q", i, e.Answer, want)
		}
	}
	if _, ok := f.ExplainRow(150, nil, v); ok {
		t.Error("there is no row 150")
	}
}

// A table saved as CSV can be read back from the file: all columns, names and classes, the size of its pictures, and
// roles; whichever columns are chosen and wherever its rows are shown.
func TestSavedTablesAreHadAgain(t *testing.T) {
	s := session.New(catalog.All())
	const odd = `{"data":{"columns":["","7","a, \"b\"","=c","# d"],"class":[2,-1,0,11,2],"rows":[[1,2,3,4,5],[0.1,1e-9,-3,0,123456789],[1,1,1,1,1],[2,2,2,2,2],[3,3,3,3,3]]},"plane":[1,3]}`
	for _, c := range []string{
		`{"name":"iris"}`, `{"name":"wine","standardize":true,"columns":[0,4,2]}`, `{"name":"breast_cancer","plane":[3,4]}`,
		`{"name":"swiss_roll","n":60,"noise":0.5,"seed":3}`, odd, strings.Replace(odd, `"class":[2,-1,0,11,2],`, "", 1),
		`{"name":"digits"}`,
	} {
		for _, split := range []string{"", `,"split":{"validate":0.2,"test":0.2,"seed":1}`} {
			d := resolved(t, s, `{"method":"knn","table":`+c+split+`}`)
			b, info, err := s.Export(method.Unstopped, session.Request{Doc: d}, "csv", picture.ExportOptions{})
			if err != nil || info.Name != "table.csv" {
				t.Fatal(c, err, info)
			}
			columns, err := s.Table(wire.Load{Kind: "csv", Text: string(b), Doc: headOf(d)})
			if err != nil || columns == nil {
				t.Fatal(c, columns, err)
			}
			want := d.Table.Rows
			class := -1
			if want.Class != nil {
				if class = want.D(); columns.Picks[2] != class {
					t.Errorf("%s: the class is suggested in column %v of %d", c, columns.Picks, class)
				}
			}
			again, notes, err := s.Load(method.Unstopped, wire.Load{Kind: "csv", Text: string(b), Doc: headOf(d), Wide: true,
				Columns: []int{class}})
			if err != nil {
				t.Fatalf("%s: %v\n%.200s", c, err, b)
			}
			got := again.Table.Rows
			if got.N != want.N || !slices.Equal(got.X, want.X) || !slices.Equal(got.Class, want.Class) || got.W != want.W ||
				got.H != want.H {
				t.Errorf("%s: %d rows %v of %v, %d x %d; want %d, %v, %d x %d (%q)", c, got.N, got.Class[:5], got.Columns, got.W,
					got.H, want.N, want.Class[:5], want.W, want.H, notes)
			}
			for j, name := range want.Columns {
				if name == "" || name == "7" {
					name = "column " + cmp.Or(name, strconv.Itoa(j+1))
				}
				if strings.TrimSpace(got.Columns[j]) != name {
					t.Errorf("%s: column %d is called %q, want %q", c, j, got.Columns[j], name)
				}
			}
			if !slices.Equal(again.Names.Classes, d.Names.Classes) || want.Class != nil && again.Names.Value != d.Names.Value {
				t.Errorf("%s: classes %q of %q, want %q of %q", c, again.Names.Classes, again.Names.Value, d.Names.Classes,
					d.Names.Value)
			}
			if task := method.Classify; strings.Trim(task.Roles(again), ".") != strings.Trim(task.Roles(d), ".") {
				t.Errorf("%s: roles %q, want %q", c, task.Roles(again), task.Roles(d))
			}
		}
	}
}

func headOf(d doc.Document) []byte {
	b, err := doc.EncodeHead(doc.Document{Method: d.Method})
	if err != nil {
		panic(err)
	}
	return b
}
