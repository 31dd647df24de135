package session_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

var walls = []string{
	`{"version":1,"method":"knn","params":{"n_neighbors":1},"dataset":{"name":"moons","n":60,"noise":0.25,"seed":3},"split":{"test":0.3},"wall":{"over":"n_neighbors","values":[1,15]}}`,
	`{"version":1,"method":"svm","dataset":{"name":"moons","n":40,"noise":0.2,"seed":3},"wall":{"over":"methods","values":["svm","tree","lda"],"params":{"tree":{"max_depth":2}}}}`,
	`{"version":1,"method":"kmeans","params":{"n_clusters":3},"dataset":{"name":"blobs","n":60,"noise":0.1,"seed":3},"wall":{"over":"data.noise","values":[0.1,0.3]}}`,
	`{"version":1,"method":"logistic","dataset":{"name":"blobs","n":60,"noise":0.1,"seed":3},"wall":{"over":"classes","values":[0,1,2]}}`,
	`{"version":1,"method":"kmeans","params":{"n_clusters":3},"dataset":{"name":"blobs","n":60,"noise":0.1,"seed":3},"wall":{"over":"view.step","values":[1,2]}}`,
	`{"version":1,"method":"lda","table":{"name":"iris"},"wall":{"over":"methods","values":["lda","knn"]}}`,
}

// Each picture of a wall is that of its document drawn alone, and has its title.
func TestEachPictureOfAWallIsItsDocuments(t *testing.T) {
	t.Parallel()
	for _, text := range walls {
		s := session.New(catalog.All())
		d, err := doc.Decode([]byte(text))
		if err == nil {
			d, err = s.Resolve(method.Unstopped, d)
		}
		if err != nil {
			t.Fatal(text, err)
		}
		m, _ := s.Method(d.Method)
		req := session.Request{Doc: d, View: session.Viewport(d, m.TaskOf(d.Params), 200, 160, 1), Fine: true}
		names := map[string]bool{}
		for i, c := range m.Cells(&d) {
			got, told, err := s.Cell(t.Context(), req, i, picture.Frame{})
			if err != nil {
				t.Fatal(text, i, err)
			}
			if names[told.Name] || told.Name == "" || told.Cell != i {
				t.Errorf("%s: picture %d is called %q", text, i, told.Name)
			}
			names[told.Name] = true
			alone, fault := d.At(c)
			if fault != nil {
				t.Fatal(fault)
			}
			other := session.New(catalog.All())
			if len(alone.Points) == 0 {
				if alone, err = other.Resolve(t.Context(), alone); err != nil {
					t.Fatal(err)
				}
			}
			ask := req
			ask.Doc = alone
			want, err := other.Figure(t.Context(), ask)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got.Layers, want.Layers) {
				t.Errorf("%s: picture %d is not that of its document", text, i)
			}
			f, err := other.Fit(t.Context(), alone)
			if err != nil {
				t.Fatal(err)
			}
			if e, err := f.Errors(t.Context(), f.Model); err != nil {
				t.Fatal(err)
			} else if len(e) > 1 {
				if says := fmt.Sprintf("%v", told.Errors); !strings.Contains(says, "training") || !strings.Contains(says, "test") {
					t.Errorf("%s: of picture %d it is said %s", text, i, says)
				}
			}
		}
	}
}

// If each picture has its rows at other positions, on a map or on its own components, it shows its own axes, and does
// not predict at positions of another picture.
func TestEachPictureOfAWallHasItsOwnMap(t *testing.T) {
	t.Parallel()
	s := session.New(catalog.All())
	d, err := doc.Decode([]byte(`{"version":1,"method":"isomap","table":{"name":"iris"},
		"wall":{"over":"methods","values":["isomap","lle","pca"]}}`))
	if err == nil {
		d, err = s.Resolve(method.Unstopped, d)
	}
	if err != nil {
		t.Fatal(err)
	}
	f, err := s.Fit(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	d = f.Placed(d)
	req := session.Request{Doc: d, View: session.Viewport(d, f.Task, 200, 160, 1), Fine: true}
	for i, method := range []string{"isomap", "lle", "pca"} {
		got, told, err := s.Cell(t.Context(), req, i, picture.Frame{})
		if err != nil {
			t.Fatal(err)
		}
		other := session.New(catalog.All())
		alone, err := doc.Decode([]byte(`{"version":1,"method":"` + method + `","table":{"name":"iris"}}`))
		if err == nil {
			alone, err = other.Resolve(t.Context(), alone)
		}
		if err != nil {
			t.Fatal(err)
		}
		f, err := other.Fit(t.Context(), alone)
		if err != nil {
			t.Fatal(err)
		}
		alone = f.Placed(alone)
		ask := req
		ask.Doc, ask.View = alone, session.Viewport(alone, f.Task, 200, 160, 1)
		want, err := other.Figure(t.Context(), ask)
		if err != nil {
			t.Fatal(err)
		}
		if told.Apart != (i > 0) || !reflect.DeepEqual(got.Layers, want.Layers) {
			t.Errorf("%s: apart %v, and not the picture of its document alone", method, told.Apart)
		}
		if says := s.Point(0, 0)[i]; i > 0 && says != "" {
			t.Errorf("%s says of a place of Isomap's map: %s", method, says)
		}
	}
	sheet, err := s.Sheet(t.Context(), session.Request{Doc: d, View: req.View}, picture.DefaultExport())
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, p := range sheet.Parts {
		for _, l := range p.Around {
			texts = append(texts, l.Text)
		}
	}
	for _, title := range []string{"Isomap 1", "LLE 1", "PC 1"} {
		if !slices.ContainsFunc(texts, func(s string) bool { return strings.HasPrefix(s, title) }) {
			t.Errorf("the figure has no axis %s, but %q", title, texts)
		}
	}
}

// Each model predicts at the position of the pointer.
func TestAWallIsPointedAt(t *testing.T) {
	t.Parallel()
	s := session.New(catalog.All())
	d, err := doc.Decode([]byte(
		`{"version":1,"method":"knn","params":{"n_neighbors":1},"points":[[0.1,0.5,0],[0.3,0.5,1],[0.9,0.5,0],[0.95,0.5,0],[0.92,0.4,0]],"wall":{"over":"n_neighbors","values":[1,5]}}`))
	if err == nil {
		d, err = s.Resolve(method.Unstopped, d)
	}
	if err != nil {
		t.Fatal(err)
	}
	req := session.Request{Doc: d, View: picture.Viewport{X1: 1, Y1: 1, W: 100, H: 100, Scale: 1}}
	if got := s.Point(0.3, 0.5); len(got) != 0 {
		t.Errorf("before anything is drawn: %q", got)
	}
	for i := range 2 {
		if _, _, err := s.Cell(t.Context(), req, i, picture.Frame{}); err != nil {
			t.Fatal(err)
		}
	}
	got := s.Point(0.3, 0.5)
	if len(got) != 2 || !strings.Contains(got[0], "2") || !strings.Contains(got[1], "1") {
		t.Errorf("%q, want class 2 by the nearest and class 1 by all five", got)
	}
}

// Invalid walls are refused with their field.
func TestWallsAreRefused(t *testing.T) {
	t.Parallel()
	points := `"points":[[0.1,0.5,0],[0.3,0.5,1],[0.9,0.5,0]],`
	for text, field := range map[string]string{
		`{"version":1,"method":"knn",` + points + `"wall":{"over":"gamma","values":[1,5]}}`:                "wall.over",
		`{"version":1,"method":"knn",` + points + `"wall":{"over":"n_neighbors","values":[1,-5]}}`:         "wall.values[1]",
		`{"version":1,"method":"ridge","points":[[0,1],[1,2]],"wall":{"over":"classes","values":[1]}}`:     "wall.over",
		`{"version":1,"method":"knn",` + points + `"wall":{"over":"n_neighbors","values":["many","few"]}}`: "wall.values[0]",
	} {
		s := session.New(catalog.All())
		d, err := doc.Decode([]byte(text))
		if err == nil {
			_, err = s.Resolve(method.Unstopped, d)
		}
		var fault *doc.Error
		if !errors.As(err, &fault) || fault.Field != field {
			t.Errorf("%s: %v, want one of %s", text, err, field)
		}
	}
	// These are invalid for one picture only.
	for text, field := range map[string]string{
		`{"version":1,"method":"knn",` + points +
			`"wall":{"over":"data.noise","values":[0.3]}}`: "wall.over",
		`{"version":1,"method":"knn",` + points +
			`"wall":{"over":"methods","values":["knn","nothing"]}}`: "wall.values[1]",
		`{"version":1,"method":"knn",` + points +
			`"wall":{"over":"methods","values":["svm"],"params":{"svm":{"C":-1}}}}`: "wall.params.svm.C",
		`{"version":1,"method":"knn","dataset":{"name":"moons","n":30},"wall":{"over":"data.noise","values":[7]}}`: "wall.values[0]",
		`{"version":1,"method":"knn","table":{"name":"spheres","n":30},"wall":{"over":"data.noise","values":[7]}}`: "wall.values[0]",
	} {
		s := session.New(catalog.All())
		d, err := doc.Decode([]byte(text))
		if err == nil {
			d, err = s.Resolve(method.Unstopped, d)
		}
		if err != nil {
			t.Fatal(err)
		}
		req := session.Request{Doc: d, View: picture.Viewport{X1: 1, Y1: 1, W: 50, H: 50, Scale: 1}}
		if _, _, err := s.Cell(t.Context(), req, 0, picture.Frame{}); err != nil {
			t.Errorf("%s: the document's own picture: %v", text, err)
		}
		_, _, err = s.Cell(t.Context(), req, 1, picture.Frame{})
		var fault *doc.Error
		if !errors.As(err, &fault) || fault.Field != field {
			t.Errorf("%s: %v, want one of %s", text, err, field)
		}
		if _, _, err = s.Cell(t.Context(), req, 2, picture.Frame{}); err == nil {
			t.Errorf("%s has a third picture", text)
		}
	}
}

// The planes of a row have the same upper edge, even if only some have a line of errors above them.
func TestPlanesOfARowAreLevel(t *testing.T) {
	t.Parallel()
	s := session.New(catalog.All())
	d, err := doc.Decode([]byte(`{"method":"kmeans","dataset":{"name":"blobs","n":60,"seed":3},
		"view":{"step":0},"wall":{"over":"view.step","values":[0,2,6]}}`))
	if err == nil {
		d, err = s.Resolve(method.Unstopped, d)
	}
	if err != nil {
		t.Fatal(err)
	}
	o := picture.DefaultExport()
	o.Legend = false
	sheet, err := s.Sheet(t.Context(), session.Request{Doc: d, View: session.Viewport(d, method.Cluster, 400, 300, 1)}, o)
	if err != nil {
		t.Fatal(err)
	}
	planes, parts := map[int]int{}, map[int]int{} // by column: where the lowest part begins, and the number of parts
	for _, p := range sheet.Parts {
		planes[p.X] = max(planes[p.X], p.Y)
		parts[p.X]++
		if _, h := p.Picture.Size(); p.Y+h > sheet.H {
			t.Errorf("a part ends at %d of %d", p.Y+h, sheet.H)
		}
	}
	if len(planes) != 3 || parts[0] != 2 {
		t.Fatalf("columns with %v parts", parts)
	}
	for x, y := range planes {
		if y != planes[0] {
			t.Errorf("the plane at %d begins at %d, the first one at %d", x, y, planes[0])
		}
	}
}

// A figure of a wall has a heading and a plane for each of its pictures, in rows, without overlaps.
func TestTheFigureOfAWall(t *testing.T) {
	t.Parallel()
	s := session.New(catalog.All())
	d, err := doc.Decode([]byte(strings.Replace(walls[0], "[1,15]", "[1,3,5,15]", 1)))
	if err == nil {
		d, err = s.Resolve(method.Unstopped, d)
	}
	if err != nil {
		t.Fatal(err)
	}
	o := picture.DefaultExport()
	sheet, err := s.Sheet(t.Context(), session.Request{Doc: d, View: session.Viewport(d, method.Classify, 400, 300, 1)}, o)
	if err != nil {
		t.Fatal(err)
	}
	var heads []string
	type box struct{ x0, y0, x1, y1 int }
	var boxes []box
	for _, p := range sheet.Parts {
		w, h := p.Size()
		boxes = append(boxes, box{p.X, p.Y, p.X + w, p.Y + h})
		if p.X < 0 || p.X+w > sheet.W+1 || p.Y+h > sheet.H {
			t.Errorf("a part at %d, %d of %d x %d lies outside of %d x %d", p.X, p.Y, w, h, sheet.W, sheet.H)
		}
		for _, l := range p.Around {
			if strings.HasPrefix(l.Text, "(") {
				heads = append(heads, l.Text)
			}
		}
	}
	want := []string{"(a) Neighbours k = 1", "(b) Neighbours k = 3", "(c) Neighbours k = 5", "(d) Neighbours k = 15"}
	if !reflect.DeepEqual(heads, want) {
		t.Errorf("%q", heads)
	}
	for i, a := range boxes {
		for _, b := range boxes[:i] {
			if a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1 {
				t.Errorf("%v lies on %v", a, b)
			}
		}
	}
	if !strings.Contains(sheet.Alt, "Neighbours k = 15") {
		t.Errorf("alternative text: %s", sheet.Alt)
	}
}

// If a picture can't be drawn, the figure has the reason instead, and all other pictures; if none can be drawn, it is
// an error.
func TestTheFigureOfAWallWithAFault(t *testing.T) {
	t.Parallel()
	s := session.New(catalog.All())
	figure := func(text string) (*picture.Sheet, error) {
		d, err := doc.Decode([]byte(text))
		if err == nil {
			d, err = s.Resolve(method.Unstopped, d)
		}
		if err != nil {
			t.Fatal(err)
		}
		return s.Sheet(t.Context(), session.Request{Doc: d, View: session.Viewport(d, method.Classify, 400, 300, 1)},
			picture.DefaultExport())
	}
	sheet, err := figure(`{"version":1,"method":"knn","dataset":{"name":"moons","n":30,"noise":0.1},"wall":{"over":"data.noise","values":[0.1,7,0.3]}}`)
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	planes := 0
	for _, p := range sheet.Parts {
		for _, l := range p.Around {
			text += l.Text + " "
		}
		if len(p.Layers) > 0 {
			planes++
		}
		if w, h := p.Size(); p.X+w > sheet.W+1 || p.Y+h > sheet.H {
			t.Errorf("a part at %d, %d lies outside", p.X, p.Y)
		}
	}
	if planes != 3 || // with the legend
		!strings.Contains(text, "wall.values[1] must be a number from 0 to 1; got 7.") ||
		!strings.Contains(text, "(c) ") || !strings.Contains(sheet.Alt, "wall.values[1] must be") {
		t.Errorf("%d planes: %s; %s", planes, text, sheet.Alt)
	}
	_, err = figure(`{"version":1,"method":"knn","points":[],"wall":{"over":"n_neighbors","values":[1,5]}}`)
	var need *method.Need
	if !errors.As(err, &need) {
		t.Errorf("without points: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	d, _ := doc.Decode([]byte(walls[0]))
	if d, err = s.Resolve(method.Unstopped, d); err != nil {
		t.Fatal(err)
	}
	if _, err = s.Sheet(ctx, session.Request{Doc: d, View: session.Viewport(d, method.Classify, 400, 300, 1)},
		picture.DefaultExport()); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// In a figure of classes against the rest the legend has an entry for the rest: it has a color of its own, the same in
// all pictures, which no class has.
func TestTheLegendOfClassesAgainstTheRest(t *testing.T) {
	t.Parallel()
	s := session.New(catalog.All())
	d, err := doc.Decode([]byte(walls[3]))
	if err == nil {
		d, err = s.Resolve(method.Unstopped, d)
	}
	if err != nil {
		t.Fatal(err)
	}
	for class := range 3 {
		n, fault := d.At(doc.Cell{Value: float64(class)})
		if fault != nil {
			t.Fatal(fault)
		}
		for i, p := range n.Points {
			want := 3
			if d.Points[i].Class() == class {
				want = class
			}
			if p.Class() != want {
				t.Fatalf("class %d against the rest: point %d, of class %d, has class %d, want %d", class, i,
					d.Points[i].Class(), p.Class(), want)
			}
		}
	}
	sheet, err := s.Sheet(t.Context(), session.Request{Doc: d, View: session.Viewport(d, method.Classify, 400, 300, 1)},
		picture.DefaultExport())
	if err != nil {
		t.Fatal(err)
	}
	var says []string
	for _, l := range sheet.Parts[len(sheet.Parts)-1].Around {
		says = append(says, l.Text)
	}
	for _, want := range []string{"Class 1", "Class 2", "Class 3", "the rest"} {
		if n := len(slices.DeleteFunc(slices.Clone(says), func(s string) bool { return s != want })); n != 1 {
			t.Errorf("the legend says %q %d times: %q", want, n, says)
		}
	}
}
