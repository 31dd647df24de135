package session_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

// seen draws a document with a small size, and returns its fit and its layers.
func seen(t *testing.T, s *session.Session, d doc.Document, w, h int) (*session.Fit, *session.Result) {
	t.Helper()
	f, err := s.Fit(context.Background(), d)
	if err != nil {
		t.Fatal(d.Method, err)
	}
	var last *session.Result
	req := session.Request{Doc: d, View: session.Viewport(f.Placed(d), f.Task, w, h, 1), Fine: true}
	if err := s.Draw(context.Background(), req, func(r *session.Result) error { last = r; return nil }); err != nil {
		t.Fatal(d.Method, err)
	}
	return last.Fit, last
}

// rasterIn returns the raster of a picture, nil if it has none.
func rasterIn(r *session.Result) *picture.Raster {
	for _, l := range r.Picture.Layers {
		if r, ok := l.(*picture.Raster); ok {
			return r
		}
	}
	return nil
}

// lifting returns a function from positions in the plane to rows, computed with gonum's PCA, or for two columns.
func lifting(t *testing.T, f *session.Fit, d doc.Document) func(a, b float64) []float64 {
	t.Helper()
	p := f.Problem
	x := mat.NewDense(p.N, p.D, slices.Clone(p.X))
	mean := make([]float64, p.D)
	for j := range p.D {
		mean[j] = stat.Mean(mat.Col(nil, j, x), nil)
	}
	if d.Table.Plane != nil {
		return func(a, b float64) []float64 {
			row := slices.Clone(mean)
			for k, v := range []float64{a, b} {
				row[slices.Index(d.Table.Chosen(), d.Table.Plane[k])] = v
			}
			return row
		}
	}
	var pc stat.PC
	if !pc.PrincipalComponents(x, nil) {
		t.Fatal("no components")
	}
	var v mat.Dense
	pc.VectorsTo(&v)
	var axes [2][]float64
	for k := range axes {
		axes[k] = mat.Col(nil, k, &v)
		z := 0.0 // coordinate of the first row, for the sign of the component
		for j, m := range mean {
			z += axes[k][j] * (p.At(0)[j] - m)
		}
		if q := d.Points[0]; z*[]float64{q.X, q.Y}[k] < 0 {
			for j := range axes[k] {
				axes[k][j] *= -1
			}
		}
	}
	return func(a, b float64) []float64 {
		row := slices.Clone(mean)
		for j := range row {
			row[j] += a*axes[0][j] + b*axes[1][j]
		}
		return row
	}
}

// A section shows the model's predictions at m + a·u + b·v, with gonum's components, and rows are at their projections.
func TestSectionIsThePlane(t *testing.T) {
	for _, text := range []string{
		`{"method":"logistic","params":{"inputs":"all","alpha":0.1},"table":{"name":"iris"},"view":{"section":true}}`,
		`{"method":"lda","params":{"inputs":"all"},"table":{"name":"wine","standardize":true},"view":{"section":true}}`,
		`{"method":"naive_bayes","params":{"inputs":"all"},"table":{"name":"iris","plane":[3,1]},"view":{"section":true}}`,
		`{"method":"knn","params":{"inputs":"all","n_neighbors":7},"table":{"name":"iris","columns":[0,2,3],"plane":[2,3],
			"standardize":true},"view":{"section":true}}`,
	} {
		s := session.New(catalog.All())
		f, r := seen(t, s, resolved(t, s, text), 60, 40)
		plane := strings.Replace(text, `"inputs":"all"`, `"inputs":"shown"`, 1)
		d := resolved(t, s, strings.Replace(plane, `"section":true`, `"section":false`, 1))
		placed := f.Placed(resolved(t, s, text))
		for i, q := range d.Points {
			if p := placed.Points[i]; !near(p.X, q.X, 1e-12) || !near(p.Y, q.Y, 1e-12) {
				t.Fatalf("%s: row %d at %v, its projection is at %v", text, i, p, q)
			}
		}
		raster := rasterIn(r)
		if raster == nil || raster.Kind != picture.Shares {
			t.Fatalf("%s: %+v", text, raster)
		}
		lift := lifting(t, f, d)
		if d.Table.Plane == nil { // the projection of a row is the nearest point of the plane
			row, at := f.Problem.At(5), lift(d.Points[5].X, d.Points[5].Y)
			off := func(a, b float64) (sum float64) {
				for j, v := range lift(a, b) {
					sum += (v - row[j]) * (v - row[j])
				}
				return sum
			}
			least := off(d.Points[5].X, d.Points[5].Y)
			for _, by := range [][2]float64{{0.01, 0}, {-0.01, 0}, {0, 0.01}, {0, -0.01}} {
				if off(d.Points[5].X+by[0], d.Points[5].Y+by[1]) < least {
					t.Errorf("%s: a place beside the projection is nearer to row 5 than %v", text, at)
				}
			}
		}
		g := raster.Grid
		for i := 7; i < g.W*g.H; i += 97 {
			want := f.Model.Can().PointScorer.PointScores(lift(g.X(i%g.W), g.Y(i/g.W)))[0]
			for c, p := range want {
				if got := float64(raster.Planes[c][i]); !near(got, p, 1e-5) {
					t.Fatalf("%s: P of class %d at node %d is %v, the model says %v", text, c, i, got, p)
				}
			}
		}
		m, n := f.Model.Can().Predictor, 0
		own, there := make([]float64, 1), make([]float64, 1)
		for i, q := range d.Points {
			m.Predict(f.Problem.At(i), own)
			m.Predict(lift(q.X, q.Y), there)
			if own[0] != there[0] {
				n++
			}
		}
		share := -1.0
		for _, x := range f.Facts(r.Info.View) {
			if x.Name == "section_otherwise" {
				share = x.Value.(float64)
			}
		}
		if want := float64(n) / float64(len(d.Points)); !near(share, want, 1e-12) {
			t.Errorf("%s: %v are answered otherwise, counted %v", text, share, want)
		}
		if s := f.Status().Sentence; !strings.Contains(s, "section") || !strings.Contains(s, "off this plane") {
			t.Errorf("%s: %s", text, s)
		}
	}
}

// Every method of whole rows shows a section, or says why there is none; the readout at a position without a row is the
// prediction there.
func TestSectionsOfAllMethods(t *testing.T) {
	for _, table := range []string{`{"name":"iris"}`, `{"name":"spheres","d":4,"n":60}`} {
		sectionsOf(t, table)
	}
}

func sectionsOf(t *testing.T, table string) {
	t.Helper()
	s := session.New(catalog.All())
	shown := 0
	for _, m := range catalog.All() {
		if !m.Wide || m.Objects || m.Pictures {
			continue
		}
		if task := m.TaskOf(nil); task != method.Classify && task != method.Cluster {
			continue
		}
		params := map[string]any{}
		for _, p := range m.Params {
			for _, c := range p.Choices() {
				if c.Whole {
					params[p.Name] = c.Value
				}
			}
		}
		d := resolved(t, s, `{"method":"`+m.ID+`","table":`+table+`,"view":{"section":true}}`)
		if len(params) > 0 {
			d.Params, d.Points = params, nil
			var err error
			if d, err = s.Resolve(method.Unstopped, d); err != nil {
				t.Error(m.ID, err)
				continue
			}
		}
		if _, err := s.Fit(context.Background(), d); err != nil {
			t.Log(m.ID, err)
			continue
		}
		f, r := seen(t, s, d, 60, 40)
		raster := rasterIn(r)
		if raster == nil {
			if !strings.Contains(f.Status().Sentence, "section") {
				t.Errorf("%s: no section, and no reason: %s", m.ID, f.Status().Sentence)
			}
			continue
		}
		shown++
		plain := resolved(t, s, `{"method":"pca","table":`+table+`}`)
		plain.Points = f.Placed(d).Points
		lift := lifting(t, f, plain)
		g, out := raster.Grid, make([]float64, 1)
		for i := 3; i < g.W*g.H; i += 131 {
			x := lift(g.X(i%g.W), g.Y(i/g.W))
			f.Model.Can().Predictor.Predict(x, out)
			got, want := 0, int(out[0])
			switch raster.Kind {
			case picture.Labels:
				got = int(raster.Planes[0][i])
			case picture.Decision:
				if raster.Planes[0][i] > 0 {
					got = 1
				}
			default:
				row := make([]float64, len(raster.Planes))
				for c := range row {
					row[c] = float64(raster.Planes[c][i])
				}
				got = method.Winner(row)
			}
			if f.Task == method.Classify && raster.Kind == picture.Labels {
				got = slices.Index(f.Problem.ClassIDs, got)
			}
			if out[0] != out[0] || out[0] < 0 {
				want = picture.NoClass
			}
			if got != want {
				t.Errorf("%s (%v): the colour at node %d is of %d, the answer there is %d", m.ID, raster.Kind, i, got, want)
			}
		}
		for _, at := range [][2]float64{{raster.Grid.X(0), raster.Grid.Y(0)}, {0, 0}, {1e3, 1e3}} {
			if e, ok := f.Explain(at[:], r.Info.View); ok && e.Answer == "" {
				t.Errorf("%s: no answer at %v", m.ID, at)
			}
		}
		for _, l := range append(r.Picture.Layers, r.Over...) {
			if p, ok := l.(*picture.Path); ok && p.Role != picture.RoleBoundary {
				t.Errorf("%s: %q is drawn, which is of another plane", m.ID, p.Says)
			}
		}
	}
	if shown < 28 {
		t.Errorf("only %d methods have a section", shown)
	}
}

// A map of P(class | x) has the fit's probabilities at the nodes; its level lines lie at these levels, and the border
// where another class is equally probable.
func TestProbabilityMaps(t *testing.T) {
	// With two classes rasters are log-odds, with three they are of other kinds.
	for _, recipe := range []string{`{"name":"blobs","n":40,"noise":0.14,"seed":4}`,
		`{"name":"moons","n":40,"noise":0.3,"seed":4}`} {
		mapsOf(t, recipe)
	}
}

func mapsOf(t *testing.T, recipe string) {
	t.Helper()
	s := session.New(catalog.All())
	shown := 0
	for _, m := range catalog.All() {
		if m.TaskOf(nil) != method.Classify || m.Objects || m.Pictures {
			continue
		}
		d := resolved(t, s, `{"method":"`+m.ID+`","dataset":`+recipe+`,"view":{"proba":1}}`)
		if f, err := s.Fit(context.Background(), d); err != nil {
			t.Log(m.ID, err)
			continue
		} else if f.Model.Can().ProbaAt() == method.NoProba {
			if !strings.Contains(f.Status().Sentence, "no probabilities") {
				t.Errorf("%s: %s", m.ID, f.Status().Sentence)
			}
			continue
		}
		f, r := seen(t, s, d, 300, 200)
		raster := rasterIn(r)
		if raster == nil || raster.Kind != picture.Sequential || raster.Lo != 0 || raster.Hi != 1 ||
			r.Info.Legend == nil || r.Info.Legend.Name != "P(class 2 | x)" || r.Info.Legend.Hi != 1 || !r.Info.Proba {
			t.Errorf("%s: %+v, %+v", m.ID, raster, r.Info.Legend)
			continue
		}
		shown++
		scorer := f.Model.Can().PointScorer
		proba := func(x, y float64) []float64 {
			row := scorer.PointScores([]float64{x, y})[0]
			if len(row) == 1 {
				return []float64{1 - row[0], row[0]}
			}
			return row
		}
		g := raster.Grid
		for i := 5; i < g.W*g.H; i += 613 {
			if want, got := proba(g.X(i%g.W), g.Y(i/g.W))[1], float64(raster.Planes[0][i]); !near(got, want, 2e-3) {
				t.Errorf("%s: P at node %d is %v, the fit says %v", m.ID, i, got, want)
				break
			}
		}
		smooth := !raster.Sharp && slices.Contains([]string{"logistic", "lda", "qda", "kernel_logistic", "naive_bayes"}, m.ID)
		lines := 0
		for _, l := range r.Picture.Layers {
			p, ok := l.(*picture.Path)
			if !ok {
				continue
			}
			switch {
			case p.Role == picture.RoleIsoline && smooth:
				lines++
				for i := 0; i+1 < len(p.XY); i += 2 {
					if got := proba(p.XY[i], p.XY[i+1])[1]; math.Abs(got-p.Level) > 0.05 {
						t.Fatalf("%s: P is %v on the line of %v", m.ID, got, p.Level)
					}
				}
			case p.Role == picture.RoleBoundary && smooth:
				for i := 0; i+1 < len(p.XY); i += 2 {
					row := proba(p.XY[i], p.XY[i+1])
					rest := slices.Max(append(row[:1:1], row[2:]...))
					if math.Abs(row[1]-rest) > 0.06 {
						t.Fatalf("%s: %v on the border", m.ID, row)
					}
				}
			case p.Role != picture.RoleIsoline && p.Role != picture.RoleBoundary:
				t.Errorf("%s: %q is drawn over the map", m.ID, p.Says)
			}
		}
		if smooth && lines < 3 {
			t.Errorf("%s: %d level lines", m.ID, lines)
		}
	}
	if shown < 15 {
		t.Errorf("only %d methods have a map", shown)
	}
}

// A wall over probabilities shows those of one fit, which sum to 1, and its legend explains them.
func TestWallOfProbabilities(t *testing.T) {
	s := session.New(catalog.All())
	d := resolved(t, s, `{"method":"logistic","dataset":{"name":"blobs","n":60,"noise":0.1,"seed":2},`+
		`"wall":{"over":"view.proba","values":[0,1,2]}}`)
	frame := picture.Frame{}
	var planes [][]float32
	for i, name := range []string{"All classes", "P(class 1 | x)", "P(class 2 | x)", "P(class 3 | x)"} {
		req := session.Request{Doc: d, View: session.Viewport(d, method.Classify, 80, 60, 1), Fine: true}
		p, told, err := s.Cell(context.Background(), req, i, frame)
		if err != nil || told.Name != name {
			t.Fatalf("picture %d: %v, %+v", i, err, told)
		}
		if i == 0 {
			continue
		}
		for _, l := range p.Layers {
			if r, ok := l.(*picture.Raster); ok {
				planes = append(planes, slices.Clone(r.Planes[0]))
			}
		}
	}
	if len(planes) != 3 {
		t.Fatalf("%d maps", len(planes))
	}
	for i := range planes[0] {
		if sum := planes[0][i] + planes[1][i] + planes[2][i]; !near(float64(sum), 1, 1e-4) {
			t.Fatalf("the probabilities at node %d add up to %v", i, sum)
		}
	}
	sheet, err := s.Sheet(context.Background(), session.Request{Doc: d,
		View: session.Viewport(d, method.Classify, 400, 300, 1)}, picture.DefaultExport())
	if err != nil {
		t.Fatal(err)
	}
	var says []string
	for _, l := range sheet.Parts[len(sheet.Parts)-1].Around {
		says = append(says, l.Text)
	}
	for _, want := range []string{"P(class | x)", "Lines of equal P(class | x)",
		"Border of the region where the class is the most probable"} {
		if n := len(slices.DeleteFunc(slices.Clone(says), func(s string) bool { return s != want })); n != 1 {
			t.Errorf("the legend of the figure says %q %d times: %q", want, n, says)
		}
	}
	_, r := seen(t, s, d, 80, 60) // the page's own picture of the wall
	if !slices.ContainsFunc(r.Info.Keys, func(k picture.Key) bool { return k.Says == "P(class | x)" }) {
		t.Errorf("the legend beside the wall: %+v", r.Info.Keys)
	}
}

// If a section or map is impossible, a remark says so, and the picture is drawn without it.
func TestNoSectionNoMap(t *testing.T) {
	s := session.New(catalog.All())
	for text, want := range map[string]string{
		`{"method":"logistic","dataset":{"name":"blobs"},"view":{"section":true}}`: "for points",
		`{"method":"logistic","table":{"name":"iris"},"view":{"section":true}}`:    "fitted to the two columns shown",
		`{"method":"logistic","params":{"inputs":"all"},"table":{"name":"iris"},"view":{"proba":1}}`: "only on a section of " +
			"the plane",
		`{"method":"logistic","params":{"inputs":"all"},"table":{"name":"iris","plane":"pca3"},"view":{"section":true}}`: "not in " +
			"space",
		`{"method":"logistic","params":{"inputs":"all"},"table":{"name":"iris","columns":[0,1],"plane":[2,3]},` +
			`"view":{"section":true}}`: "not an input of the method",
		`{"method":"logistic","dataset":{"name":"blobs"},"view":{"proba":7}}`:     "class 8 has no training points",
		`{"method":"svm","dataset":{"name":"blobs"},"view":{"proba":1}}`:          "no probabilities",
		`{"method":"kernel_pca","table":{"name":"iris"},"view":{"section":true}}`: "no class or cluster",
		`{"method":"pca","table":{"name":"iris"},"view":{"section":true}}`:        "no class or cluster",
		`{"method":"tree","params":{"inputs":"all"},"table":{"name":"penguins","plane":[0,1]},"view":{"section":true}}`: "words " +
			"or missing values",
	} {
		d, err := doc.Decode([]byte(text))
		if err == nil {
			d, err = s.Resolve(method.Unstopped, d)
		}
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		f, err := s.Fit(context.Background(), d)
		if err != nil || !strings.Contains(strings.ToLower(f.Status().Sentence), strings.ToLower(want)) {
			t.Errorf("%s: %v, %s", text, err, f.Status().Sentence)
		}
	}
}

// The share of rows whose prediction differs from the section's is that of the plane shown, even if the same fit was
// shown in another plane before.
func TestSectionOfAnotherPlane(t *testing.T) {
	share := func(s *session.Session, plane string) float64 {
		f, r := seen(t, s, resolved(t, s, `{"method":"logistic","params":{"inputs":"all"},"table":{"name":"iris","plane":`+
			plane+`},"view":{"section":true}}`), 30, 20)
		for _, x := range r.Info.Facts {
			if x.Name == "section_otherwise" {
				if !x.Share {
					t.Errorf("%+v is no share", x)
				}
				return x.Value.(float64)
			}
		}
		t.Fatalf("no share for %s: %v", plane, f.Status())
		return 0
	}
	s := session.New(catalog.All())
	first, then := share(s, "[0,1]"), share(s, "[2,3]")
	if want := share(session.New(catalog.All()), "[2,3]"); then != want || then == first {
		t.Errorf("%v, then %v, and %v by itself", first, then, want)
	}
}
