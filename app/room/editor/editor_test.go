package editor

import (
	"slices"
	"strings"
	"testing"

	"pointscape/app/room/catalogue"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

var number = method.Param{Name: "tol", Label: "Tolerance", Kind: method.Number{Range: method.Range{Min: 1e-9, Max: 1}},
	Default: 1e-3}

var offer = wire.Offer{
	Catalog: []method.Info{
		{ID: "svm", Name: "SVM", Task: method.Classify, Shows: []method.Show{{Name: "margins", On: true}, {Name: "slack"}},
			Params: []method.Param{
				{Name: "kernel", Label: "Kernel", Kind: method.Kernel{Choices: []method.Choice{{Value: "rbf"}, {Value: "linear"}}},
					Default: "rbf"},
				{Name: "C", Label: "C", Kind: method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 1e6}}, Default: 1.0},
				number,
				{Name: "widths", Label: "Widths", Kind: method.Numbers{Range: method.Range{Min: 1, Max: 9}},
					Default: []float64{1, 2}}}},
		{ID: "gp", Name: "Gaussian process", Task: method.Regress,
			Shows: []method.Show{{Name: "mean", On: true}, {Name: "band_y", Fresh: true}}, Params: []method.Param{
				{Name: "kernel", Label: "Kernel", Kind: method.Kernel{Choices: []method.Choice{{Value: "rbf(0.2)"}}},
					Default: "rbf(0.2)"},
				{Name: "domain", Label: "Inputs", Kind: method.Choose{Choices: []method.Choice{
					{Value: "line", Task: method.Regress}, {Value: "plane", Task: method.Regress2D}}}, Default: "line"}}},
		{ID: "knn", Name: "Neighbours", Task: method.Classify, Takes: method.Takes{MaxPoints: 5},
			Params: []method.Param{number}},
		{ID: "kmeans", Name: "k-means", Task: method.Cluster},
	},
	Datasets: []method.Dataset{{Name: "moons", Task: method.Classify, N: 4}, {Name: "sine", Task: method.Regress, N: 6}},
}

// page is a page with an Editor, which has 4 points of a recipe.
type page struct {
	*Editor
	changes []Change
	picked  int
	toasts  []string
	made    []doc.Document

	begun  func() map[string][][]float64
	unroll func(d doc.Document, done func(doc.Document))
}

// around implements what the editor depends on.
type around struct{ p *page }

func (a around) needs(c *catalogue.Catalogue) Needs {
	return Needs{Catalogue: c, Changed: a.Changed, Selected: a.Selected, Toast: a.Toast, Begun: a.Begun, Make: a.Make,
		Unroll: a.Unroll}
}

func (a around) Changed(c Change)          { a.p.changes = append(a.p.changes, c) }
func (a around) Selected()                 { a.p.picked++ }
func (a around) Toast(text string, _ bool) { a.p.toasts = append(a.p.toasts, text) }
func (a around) Begun() map[string][][]float64 {
	if a.p.begun == nil {
		return nil
	}
	return a.p.begun()
}

func (a around) Unroll(d doc.Document, done func(doc.Document)) { a.p.unroll(d, done) }

func (a around) Make(d doc.Document, what string) {
	a.p.made = append(a.p.made, d)
	d.Points = points(d.Dataset.N)
	a.p.Import(d, what, "")
}

func open(t *testing.T) *page {
	t.Helper()
	p := &page{}
	var c catalogue.Catalogue
	c.Take(&offer)
	p.Editor = new(Editor)
	p.Init(around{p}.needs(&c))
	p.View.Resize(800, 600, 1)
	p.Replace(doc.Document{Method: "svm", Dataset: &doc.Dataset{Name: "moons", N: 4}, Points: points(4)}, "start", "")
	if !p.Loaded() || p.last().What != First || len(p.Now().Points) != 4 || p.Info().ID != "svm" {
		t.Fatalf("opened %+v", p.Now())
	}
	return p
}

func points(n int) (pts []doc.Point) {
	for i := range n {
		pts = append(pts, doc.Point{X: float64(i) / 10, Y: 0.5, Z: float64(i % 2)})
	}
	return pts
}

func (p *page) last() Change { return p.changes[len(p.changes)-1] }

// undoes returns the description of the step that would be undone.
func (p *page) undoes() string { what, _ := p.History.CanUndo(); return what }

// A point that is grabbed and not moved is not a change: the points remain a recipe's, and nothing is left of the
// gesture when it is released.
func TestHeldIsNotMoved(t *testing.T) {
	p := open(t)
	p.now.Dataset = &doc.Dataset{Name: "moons", N: 4}
	version := p.Version()
	p.Draft.Grab(2)
	if at := p.Now().Points[2]; p.Draft.MoveTo(at.X, at.Y) || p.Now().Dataset == nil || p.Version() != version {
		t.Error("a point that is only held changes the document")
	}
	p.Draft.MoveTo(0.4, 0.4)
	if p.Now().Dataset != nil {
		t.Error("moved points are a recipe's")
	}
	p.Draft.Release(false)
	if p.Now().Dataset == nil || p.Now().Points[2].X == 0.4 {
		t.Errorf("given up: %+v", p.Now().Dataset)
	}
}

func TestDragIsOneStep(t *testing.T) {
	p := open(t)
	p.Points.Add(0.3, 0.7)
	old, version := p.Now().Points, p.Version()
	if p.Now().Dataset != nil || version <= 1 {
		t.Errorf("points by hand are of %v, in version %d", p.Now().Dataset, version)
	}
	p.Draft.Grab(4)
	if d, drafted := p.Settled(); !drafted || len(d.Points) != 5 {
		t.Error("what is saved meanwhile is the draft")
	}
	for x := 0.31; x < 0.6; x += 0.01 {
		if !p.Draft.MoveTo(x, 0.7) || p.last().What != Drafted || p.Version() <= version {
			t.Fatalf("a move is told as %+v, in version %d", p.last(), p.Version())
		}
		version = p.Version()
	}
	if p.Draft.MoveTo(p.Now().Points[4].X, 0.7) {
		t.Error("a move to where it is counts")
	}
	if _, ok := p.History.Undo(); ok {
		t.Error("undone under the hand")
	}
	p.Draft.Release(true)
	if old[4].X != 0.3 {
		t.Error("a drag changed the document that was")
	}
	if p.last() != (Change{What: Step, Moved: true}) || p.undoes() != "move a point" || p.Version() <= version {
		t.Errorf("told %+v", p.last())
	}
	p.History.Undo()
	if p.Now().Points[4].X != 0.3 {
		t.Errorf("one undo gave %v", p.Now().Points[4])
	}
	p.History.Undo()
	if len(p.Now().Points) != 4 || p.Now().Dataset == nil {
		t.Errorf("the recipe did not come back: %+v", p.Now())
	}
	p.History.Redo()
	p.History.Redo()
	if len(p.Now().Points) != 5 || p.Now().Points[4].X < 0.5 || p.last().What != Restored {
		t.Errorf("redo gave %v", p.Now().Points)
	}
}

func TestDragThatIsCancelled(t *testing.T) {
	p := open(t)
	p.Points.Add(0.3, 0.7)
	was := p.undoes()
	p.Draft.Grab(4)
	p.Draft.MoveTo(9, 9)
	v := p.View.Now()
	v.X0 -= 1
	p.View.Set(v) // the view changes in the meantime
	if d, _ := p.Settled(); d.View.X[0] != v.X0 || d.Points[4].X != 0.3 {
		t.Errorf("saved meanwhile: %+v", d)
	}
	p.Draft.Release(false)
	if p.Now().Points[4].X != 0.3 || p.undoes() != was || p.last().What != Back || p.Draft.Dragged() != -1 {
		t.Errorf("%v, undo would undo %q, told %+v", p.Now().Points[4], p.undoes(), p.last())
	}
	if p.Now().View.X[0] != v.X0 {
		t.Error("the view went back with it")
	}
	p.Points.Add(1, 1)
	p.History.Undo()
	if p.Now().Points[4].X != 0.3 {
		t.Error("the draft has come into the history")
	}
	p.Draft.Grab(4)
	p.Draft.Release(true) // at its first position
	if p.undoes() != was {
		t.Error("a point that has not moved is a step")
	}
	p.Draft.Release(true)
	p.Draft.MoveTo(1, 1)
	if p.Now().Points[4].X != 0.3 {
		t.Error("a point that nobody holds moves")
	}
}

func TestSprayIsOneStepAndStopsAtTheLimit(t *testing.T) {
	p := open(t)
	for range 9 {
		p.Draft.Spray(0.5, 0.5)
	}
	if d, drafted := p.Settled(); !drafted || len(d.Points) != 4 {
		t.Errorf("%d points are saved meanwhile", len(d.Points))
	}
	p.Draft.EndSpray()
	p.Draft.EndSpray()
	if len(p.Now().Points) != 13 || p.undoes() != "spray points" {
		t.Errorf("%d points, undo would undo %q", len(p.Now().Points), p.undoes())
	}
	p.History.Undo()
	if len(p.Now().Points) != 4 {
		t.Errorf("undo left %d", len(p.Now().Points))
	}
	p.Methods.Choose("knn") // at most 5 points
	for range 9 {
		p.Draft.Spray(0.5, 0.5)
	}
	p.toasts = nil
	p.Draft.EndSpray() // the step clears the messages before it
	if len(p.Now().Points) != 5 || len(p.toasts) != 1 ||
		!strings.Contains(p.toasts[0], "Neighbours allows at most 5 points") {
		t.Errorf("%d points, told %q", len(p.Now().Points), p.toasts)
	}
	if p.Points.Add(1, 1) || len(p.Now().Points) != 5 {
		t.Error("a sixth was added")
	}
}

func TestSelectionAfterARemoval(t *testing.T) {
	p := open(t)
	for name, remove := range map[string]func(){
		"removed":  func() { p.Points.Remove(1) },
		"cleared":  func() { p.Points.Clear() },
		"undone":   func() { p.History.Undo() },
		"redone":   func() { p.History.Redo() },
		"replaced": func() { p.Replace(doc.Document{Method: "svm", Points: points(2)}, "open", "") },
		"switched": func() { p.Methods.Choose("gp") },
	} {
		p = open(t)
		p.Points.Add(0.1, 0.1)
		if name == "redone" {
			p.History.Undo()
		}
		p.Selection.Set(1)
		n := p.picked
		remove()
		if p.Selection.Now() != -1 || p.picked != n+1 {
			t.Errorf("%s: point %d is selected, told %d times", name, p.Selection.Now(), p.picked-n)
		}
	}
	n := len(p.changes)
	p.Points.Remove(-1)
	p.Points.Remove(99)
	if len(p.changes) != n {
		t.Error("a point that is none was removed")
	}
	p.Points.Clear()
	if p.Points.Clear() {
		t.Error("nothing was removed twice")
	}
}

func TestClickThatWasNeverMeant(t *testing.T) {
	p := open(t)
	p.Params.Set("C", 3.0, "")
	p.Points.Add(0.3, 0.7)
	p.History.TakeBack()
	if _, ok := p.History.CanRedo(); ok || len(p.Now().Points) != 4 || p.undoes() != "change C" {
		t.Errorf("%d points, undo would undo %q, redo %v", len(p.Now().Points), p.undoes(), ok)
	}
}

func TestLookingIsNoStep(t *testing.T) {
	p := open(t)
	was := p.View.Now()
	p.Points.Add(0.5, 0.5)
	step := 3
	p.View.ShowStep(&step)
	v := picture.FitViewport([2]float64{2, 4}, [2]float64{2, 3.5}, true, 800, 600, 1)
	p.View.Set(v)
	if p.last() != (Change{What: Viewed, View: true}) || p.undoes() != "add a point" {
		t.Errorf("told %+v, undo would undo %q", p.last(), p.undoes())
	}
	n := len(p.changes)
	if p.View.Set(v); len(p.changes) != n {
		t.Error("the same view is told again")
	}
	p.History.Undo()
	if len(p.Now().Points) != 4 || p.View.Now() != v || p.Now().View.Step == nil || *p.Now().View.Step != 3 {
		t.Errorf("undo of a click: %d points, view %+v", len(p.Now().Points), p.Now().View)
	}
	p.View.ShowAll()
	if p.View.Now() != was {
		t.Errorf("all is %+v, was %+v", p.View.Now(), was)
	}
	// Another size shows the same part; an edit does not move it.
	x := p.View.Now().X0
	p.View.Resize(800, 800, 2)
	p.Points.Add(99, 99)
	if v := p.View.Now(); v.W != 800 || v.H != 800 || v.Scale != 2 || v.X0 != x {
		t.Errorf("%+v", v)
	}
	// A document's own range is shown, and left again by undo.
	p.Replace(doc.Document{Method: "svm", Points: points(2), View: doc.View{X: [2]float64{10, 20}, Y: [2]float64{10, 20}}},
		"open", "")
	if v := p.View.Now(); v.X0 > 10 || v.X1 < 20 || v.X0 < 0 {
		t.Errorf("%+v", v)
	}
	p.History.Undo()
	if p.View.Now().X0 != x {
		t.Errorf("undo left the view at %+v", p.View.Now())
	}
}

func TestTasksHaveTheirOwnData(t *testing.T) {
	p := open(t)
	p.Points.Add(0.9, 0.9)
	p.Params.Set("C", 7.0, "")
	p.Params.Set("kernel", "linear", "")
	p.Methods.Choose("gp")
	if p.Task() != method.Regress || len(p.Now().Points) != 6 || p.Now().Dataset.Name != "sine" {
		t.Fatalf("gp: %+v", p.Now())
	}
	if _, ok := p.Now().Params["kernel"]; ok {
		t.Error("a kernel's name went where it means nothing")
	}
	step := 3
	p.View.ShowStep(&step)
	p.Params.Set("domain", "plane", "") // it has no data: the points become heights
	if p.Task() != method.Regress2D || len(p.made) != 1 || !p.last().Task || p.Now().View.Step != nil {
		t.Errorf("over the plane: %+v, told %+v", p.Now(), p.last())
	}
	p.Methods.Choose("svm")
	if len(p.Now().Points) != 5 || p.Now().Params["C"] != 7.0 || p.Now().Params["kernel"] != "linear" {
		t.Errorf("back: %+v", p.Now())
	}
	if len(p.made) != 1 {
		t.Error("data were made anew though there were some")
	}
	p.History.Undo()
	if p.Now().Method != "gp" || p.Task() != method.Regress2D || !p.last().Method {
		t.Errorf("undo: %+v, told %+v", p.Now(), p.last())
	}
	// Clusters are read like classes.
	p.History.Redo()
	p.Methods.Choose("kmeans")
	if len(p.Now().Points) != 5 || !p.last().Task {
		t.Errorf("k-means has %d points, told %+v", len(p.Now().Points), p.last())
	}
}

// Without points, a method for other data shows no sample data: the user has removed the points to set others. For a
// method that draws without points the user has removed none.
func TestAnEmptyPlaneStaysEmpty(t *testing.T) {
	p := open(t)
	p.Points.Clear()
	p.Methods.Choose("gp")
	if p.Task() != method.Regress || len(p.Now().Points) != 0 || p.Now().Dataset != nil || len(p.made) != 0 {
		t.Errorf("gp after all points were removed: %+v, made %v", p.Now(), p.made)
	}
	p.History.Undo()
	p.History.Undo()
	if p.Now().Method != "svm" || len(p.Now().Points) == 0 {
		t.Errorf("undo: %+v", p.Now())
	}
}

func TestWhatDoesNotSuitIsLeftBehind(t *testing.T) {
	p := open(t)
	p.Params.Set("tol", 0.5, "")
	p.Methods.Choose("knn")
	if p.Now().Params["tol"] != 0.5 {
		t.Fatalf("carried: %v", p.Now().Params)
	}
	was := p.undoes()
	for _, field := range []string{"points", "params.C", "tol"} {
		if p.Methods.LeaveBehind(field) {
			t.Errorf("%s is left behind", field)
		}
	}
	if !p.Methods.LeaveBehind("params.tol") {
		t.Error("it is kept")
	}
	if _, ok := p.Now().Params["tol"]; ok || p.undoes() != was {
		t.Errorf("parameters %v, undo would undo %q", p.Now().Params, p.undoes())
	}
	if len(p.toasts) != 1 || !strings.Contains(p.toasts[0], "Tolerance 0.5") || !strings.Contains(p.toasts[0], "0.001") {
		t.Errorf("told %q", p.toasts)
	}
	// But not for the method that the user has returned to.
	p = open(t)
	p.Params.Set("tol", 0.5, "")
	p.Methods.Choose("knn")
	p.History.Undo()
	if p.Methods.LeaveBehind("params.tol") {
		t.Error("the method before leaves its own behind")
	}
	// A value that was chosen here stays, and so does one that has once been drawn.
	p.History.Redo()
	p.Params.Set("tol", 0.4, "")
	if p.Methods.LeaveBehind("params.tol") {
		t.Error("what was chosen is left behind")
	}
	p.Params.Set("tol", 0.5, "")
	if p.Methods.LeaveBehind("params.tol") {
		t.Error("what was chosen is left behind")
	}
	p = open(t)
	p.Params.Set("tol", 0.5, "")
	p.Methods.Choose("knn")
	p.Methods.Suits()
	if p.Methods.LeaveBehind("params.tol") {
		t.Error("what suited once is left behind")
	}
}

func TestGesturesOfSlidersAreOneStep(t *testing.T) {
	p := open(t)
	for c := 2.0; c < 9; c++ {
		if !p.Params.Set("C", c, "slide C") {
			t.Fatal("not taken")
		}
	}
	if p.Params.Set("C", 8.0, "slide C") {
		t.Error("the same value is an edit")
	}
	p.History.Seal()
	p.Params.Set("C", 9.0, "slide C")
	p.History.Undo()
	if p.Now().Params["C"] != 8.0 {
		t.Errorf("C = %v", p.Now().Params["C"])
	}
	p.History.Undo()
	if _, ok := p.Now().Params["C"]; ok {
		t.Errorf("C = %v", p.Now().Params["C"])
	}
	// A default removes the value; lists are compared by content.
	p.Params.Set("widths", []float64{3}, "")
	if p.Params.Set("widths", []float64{3}, "") || !p.Params.Set("widths", nil, "") || p.Params.Set("widths", nil, "") ||
		p.Params.Set("gone", 1.0, "") {
		t.Error("lists")
	}
	if v := p.Param(p.Info().Param("widths")); !slices.Equal(v.([]float64), []float64{1, 2}) {
		t.Errorf("the default is %v", v)
	}
}

func TestLayers(t *testing.T) {
	p := open(t)
	p.Layers.Set("slack", true)
	p.Layers.Set("margins", false)
	if got := p.Now().View.Show; !slices.Equal(got, []string{"slack"}) || !p.Layers.Shown()["slack"] ||
		p.Layers.Shown()["margins"] {
		t.Errorf("shown %q", got)
	}
	p.Layers.Set("slack", false)
	if p.Now().View.Show == nil {
		t.Error("none shown reads as the default")
	}
	step := 3
	p.View.ShowStep(&step)
	p.Methods.Choose("knn")
	if v := p.Now().View; v.Show != nil || v.Step != nil {
		t.Errorf("another method shows %q at step %v", v.Show, v.Step)
	}
}

func TestLearnedValues(t *testing.T) {
	p := open(t)
	n := len(p.changes)
	p.Params.Apply(nil)
	if len(p.changes) != n {
		t.Error("nothing learned is a step")
	}
	p.Params.Apply(map[string]any{"C": 1.23456789, "widths": []any{2.0, 3.0}, "tol": 99.0, "gone": 1.0})
	if q := p.Now().Params; q["C"] != 1.23457 || !slices.Equal(q["widths"].([]float64), []float64{2, 3}) ||
		q["tol"] != nil || q["gone"] != nil {
		t.Errorf("%v", q)
	}
}

// What a click on a key sets is one step, with the exact value. A value that a declaration refuses is not set.
func TestAdjust(t *testing.T) {
	p := open(t)
	before, n := p.Now().Params["C"], len(p.changes)
	p.Params.Adjust(map[string]any{"tol": 99.0, "gone": 1.0}, "set nothing")
	if len(p.changes) != n {
		t.Error("what is refused is a step")
	}
	p.Params.Adjust(map[string]any{"C": 1.23456789, "widths": []any{2.0, 3.0}, "tol": 99.0}, "set C and widths")
	if q := p.Now().Params; len(p.changes) != n+1 || q["C"] != 1.23456789 ||
		!slices.Equal(q["widths"].([]float64), []float64{2, 3}) || q["tol"] != nil {
		t.Errorf("%d steps: %v", len(p.changes)-n, q)
	}
	p.Params.Adjust(map[string]any{"C": 1.23456789}, "set C again")
	if len(p.changes) != n+1 {
		t.Error("what is so already is a step")
	}
	if what, ok := p.History.Undo(); !ok || what != "set C and widths" || p.Now().Params["C"] != before ||
		p.Now().Params["widths"] != nil {
		t.Errorf("undone: %q, %v", what, p.Now().Params)
	}
}

func TestPointsByTheirNumbers(t *testing.T) {
	p := open(t)
	p.Points.SetCoordinate(1, "x", 5)
	p.Points.SetCoordinate(1, "x", 6)
	p.Points.SetCoordinate(1, "y", 7)
	p.Points.SetThird(1, 2)
	if p.Now().Points[1] != (doc.Point{X: 6, Y: 7, Z: 2}) || p.undoes() != "change a class" {
		t.Errorf("%+v, undo would undo %q", p.Now().Points[1], p.undoes())
	}
	n := len(p.changes)
	p.Points.SetCoordinate(1, "x", 6)
	p.Points.SetThird(1, 2)
	p.Points.SetThird(9, 2)
	p.Points.SetCoordinate(-1, "x", 2)
	if len(p.changes) != n {
		t.Error("the same numbers are edits")
	}
	p.History.Undo()
	p.History.Undo()
	p.History.Undo() // both edits of x are one step
	if p.Now().Points[1].X != 0.1 || p.Now().Dataset == nil {
		t.Errorf("%+v", p.Now().Points[1])
	}

	// Edits of two points are two steps.
	for _, set := range []func(i int){func(i int) { p.Points.SetThird(i, 2) }, func(i int) {
		p.Points.SetCoordinate(i,
			"x", 5)
	}} {
		was := slices.Clone(p.Now().Points)
		set(0)
		half := slices.Clone(p.Now().Points)
		set(1)
		p.History.Undo()
		if !slices.Equal(p.Now().Points, half) {
			t.Errorf("undone is more than what was done to the second point: %v, want %v", p.Now().Points, half)
		}
		p.History.Undo()
		if !slices.Equal(p.Now().Points, was) {
			t.Errorf("%v, want %v", p.Now().Points, was)
		}
	}
}

func TestNextPoint(t *testing.T) {
	p := open(t)
	p.Points.SetClass(3)
	p.Points.SetValue(9)
	p.Points.Add(0, 0)
	if p.Now().Points[4].Z != 3 {
		t.Errorf("class %v", p.Now().Points[4].Z)
	}
	heights := []doc.Point{{Z: 1}, {X: 1, Z: 2}}
	p.Replace(doc.Document{Method: "gp", Params: map[string]any{"domain": "plane"}, Points: heights}, "open", "")
	if p.Points.Value() != 1.5 {
		t.Errorf("among values from 1 to 2 the next is %v", p.Points.Value())
	}
	p.Points.Add(0, 0)
	p.Replace(doc.Document{Method: "gp", Points: heights}, "open", "")
	p.Points.Add(0, 0)
	if p.Now().Points[2].Z != 0 {
		t.Errorf("a curve's point has the third column %v", p.Now().Points[2].Z)
	}
	if p.Points.Classes() {
		t.Error("a curve has classes")
	}
}

// A title that the user has typed stays with other data; the data's own title does not.
func TestTypedTitleStays(t *testing.T) {
	for _, typed := range []bool{false, true} {
		p := open(t)
		want := ""
		if typed {
			want = "Mine"
			p.SetTitle("Mine")
		} else {
			n := p.Now()
			n.Title = "Two moons"
			p.Replace(n, "open", "")
			p.Typed("Another") // on an earlier visit
		}
		if n, ok := p.Data.WithRecipe(doc.Dataset{Name: "sine", N: 6}); !ok || n.Title != want {
			t.Errorf("typed %v: a recipe is called %q", typed, n.Title)
		}
		if got := p.Titled("baeume"); got != map[bool]string{false: "baeume", true: "Mine"}[typed] {
			t.Errorf("typed %v: a file is called %q", typed, got)
		}
		p.Methods.Choose("gp")
		if p.Task() != method.Regress || len(p.made) != 1 || p.made[0].Title != want {
			t.Errorf("typed %v: data of another kind are called %+v", typed, p.made)
		}
		if p.Points.Clear(); p.Now().Title != want {
			t.Errorf("typed %v: nothing is called %q", typed, p.Now().Title)
		}
		p.History.Undo()
		if p.SetTitle(""); p.Titled("baeume") != "baeume" {
			t.Error("a title that was taken away stays")
		}
	}
	p := open(t)
	n := p.Now()
	n.Title = "Mine"
	p.Replace(n, "open", "")
	p.Typed("Mine") // before a reload
	if got := p.Titled("baeume"); got != "Mine" {
		t.Errorf("after a reload a file is called %q", got)
	}
}

// The title of an example describes what its method shows: it is removed with the method, and restored by undo. A title
// that the user has typed stays, even with the same words, and so does the title of a document that is not an example.
func TestExampleTitleGoes(t *testing.T) {
	const example, lesson = "Where is the widest margin?", "What does C do?"
	svm := &offer.Catalog[0]
	svm.Example = `{"method": "svm", "title": "` + example + `"}`
	svm.Lessons = []string{`{"method": "svm", "title": "` + lesson + `"}`}
	defer func() { svm.Example, svm.Lessons = "", nil }()
	for _, c := range []struct {
		title string
		typed bool
		want  string
	}{
		{example, false, ""}, {lesson, false, ""}, {example, true, example},
		{"Mine", false, "Mine"}, {"Mine", true, "Mine"},
	} {
		p := open(t)
		n := p.Now()
		n.Title = c.title
		p.Replace(n, "open", "")
		if c.typed {
			p.SetTitle(c.title)
		}
		if p.Params.Set("C", 5.0, ""); p.Now().Title != c.title {
			t.Errorf("%+v: another value makes the title %q", c, p.Now().Title)
		}
		if p.Methods.Choose("knn"); p.Now().Method != "knn" || p.Now().Title != c.want {
			t.Errorf("%+v: %s is called %q", c, p.Now().Method, p.Now().Title)
		}
		if p.History.Undo(); p.Now().Title != c.title {
			t.Errorf("%+v: undone, it is called %q", c, p.Now().Title)
		}
		// After other data in between: the points are restored, but not the title of another method.
		p.Methods.Choose("gp")
		p.Replace(p.made[len(p.made)-1], "choose", "")
		if p.Methods.Choose("knn"); len(p.Now().Points) != 4 || p.Now().Method != "knn" || c.want == "" &&
			p.Now().Title != "" {
			t.Errorf("%+v: by way of other data %s is called %q", c, p.Now().Method, p.Now().Title)
		}
	}
}

// A method that the user chooses shows all layers that it now has by default; an older document shows what it showed.
func TestNewDocumentsShowMore(t *testing.T) {
	p := open(t)
	n, ok := p.Data.WithRecipe(doc.Dataset{Name: "sine", N: 6})
	if !ok || !slices.Equal(n.View.Show, []string{"mean", "band_y"}) {
		t.Errorf("with other data %v is shown", n.View.Show)
	}
	p.Methods.Choose("gp")
	if got := p.made[0].View.Show; !slices.Equal(got, []string{"mean", "band_y"}) {
		t.Errorf("of another method %v is shown", got)
	}
	p.Methods.Choose("svm")
	if got := p.Now().View.Show; got != nil {
		t.Errorf("of the first one %v is shown", got)
	}
	p.Replace(doc.Document{Method: "gp", Points: []doc.Point{{X: 0.5, Y: 1}}}, "open", "")
	if got := p.Layers.Shown(); !got["mean"] || got["band_y"] {
		t.Errorf("an old document shows %v", got)
	}
}

func TestRecipes(t *testing.T) {
	p := open(t)
	p.SetTitle("Mine")
	n, ok := p.Data.WithRecipe(doc.Dataset{Name: "moons", N: 9})
	if !ok || n.Method != "svm" || n.Points != nil || n.Dataset.N != 9 || n.Title != "Mine" || !n.View.HasRange() {
		t.Errorf("%+v", n)
	}
	p.Points.Add(0.1, 0.1)
	n, ok = p.Data.WithRecipe(doc.Dataset{Name: "sine", N: 6})
	if !ok || n.Method != "gp" || n.View.HasRange() {
		t.Errorf("%+v", n)
	}
	p.Replace(n, "make data", "")
	p.Methods.Choose("svm") // back to the points drawn by hand
	if len(p.Now().Points) != 5 {
		t.Errorf("%d points", len(p.Now().Points))
	}
	if _, ok := p.Data.WithRecipe(doc.Dataset{Name: "gone"}); ok {
		t.Error("data that nobody knows")
	}
}

func TestBeforeTheFirstStep(t *testing.T) {
	p := open(t)
	if p.History.PutBefore(doc.Document{Method: "gone"}, "open a link") {
		t.Error("a method that is gone can be gone back to")
	}
	p.Points.Add(0.1, 0.1)
	if !p.History.PutBefore(doc.Document{Method: "svm", Points: points(2)}, "open a link") {
		t.Fatal("not taken")
	}
	p.History.Undo()
	if what, _ := p.History.Undo(); what != "open a link" || len(p.Now().Points) != 2 || !p.last().View ||
		!p.Now().View.HasRange() {
		t.Errorf("undid %q: %d points, told %+v", what, len(p.Now().Points), p.last())
	}
}

// A link that is opened during a gesture ends it.
func TestReplacedUnderTheHand(t *testing.T) {
	for name, hold := range map[string]func(p *page){"drag": func(p *page) { p.Draft.Grab(1) },
		"spray": func(p *page) { p.Draft.Spray(1, 1) }} {
		p := open(t)
		hold(p)
		p.Replace(doc.Document{Method: "svm", Points: points(2)}, "open a link", "")
		n := len(p.changes)
		p.Draft.MoveTo(9, 9)
		p.Draft.Release(true)
		p.Draft.EndSpray()
		if _, drafted := p.Settled(); drafted || p.Draft.Dragged() != -1 || len(p.changes) != n {
			t.Errorf("%s: it goes on", name)
		}
	}
}

// Presentation mode is not a step, and no step changes it.
func TestPresentingIsNoStep(t *testing.T) {
	p := open(t)
	p.Points.Add(0.3, 0.7)
	p.View.Present(true)
	if !p.Now().View.Present || p.last() != (Change{What: Viewed}) || p.undoes() != "add a point" {
		t.Fatalf("%+v, %+v", p.Now().View, p.last())
	}
	n := len(p.changes)
	p.View.Present(true)
	if len(p.changes) != n {
		t.Error("nothing has changed, and was told")
	}
	p.History.Undo()
	if !p.Now().View.Present {
		t.Error("undoing ended the presentation")
	}
	p.History.Redo()
	if !p.Now().View.Present {
		t.Error("redoing ended the presentation")
	}
	// During a drag that is cancelled.
	p.Draft.Grab(0)
	p.Draft.MoveTo(0.9, 0.9)
	p.View.Present(false)
	p.Draft.Release(false)
	if p.Now().View.Present {
		t.Error("what is given up brought the presentation back")
	}
	// Another document is presented if it says so; undoing it does not.
	p.Replace(doc.Document{Method: "svm", Points: points(2), View: doc.View{Present: true}}, "open a link", "")
	p.View.Present(false)
	p.History.Undo()
	if p.Now().View.Present || len(p.Now().Points) != 5 {
		t.Errorf("undone: %+v, %d points", p.Now().View, len(p.Now().Points))
	}
	p.History.Redo()
	if p.Now().View.Present {
		t.Error("redone, it is presented again")
	}
}

// A picture that needs more height than the points gets it, and gives it back. A view that the user chooses in the
// meantime, or that a document contains, stays.
func TestMakeRoom(t *testing.T) {
	d := open(t)
	d.Replace(doc.Document{Method: "gp", Points: points(4)}, "open a document", "")
	step := d.undoes()
	at := func() [4]float64 {
		v := d.Now().View
		return [4]float64{v.X[0], v.X[1], v.Y[0], v.Y[1]}
	}
	was := at()
	prior := []float64{-3, 3}
	d.View.MakeRoom(nil)
	if at() != was {
		t.Errorf("without need it looks at %v", at())
	}
	d.View.MakeRoom(prior)
	if y := d.Now().View.Y; y[0] > -3 || y[1] < 3 || d.View.Now().Y0 > -3 || d.View.Now().Y1 < 3 || at()[0] != was[0] ||
		at()[1] != was[1] {
		t.Errorf("the prior is looked at from %v, %v", d.Now().View, d.View.Now())
	}
	if d.undoes() != step {
		t.Error("that is a step of history")
	}
	wide := at()
	d.View.MakeRoom([]float64{-30, 30}) // so that a slider that enlarges it shows its effect
	if at() != wide {
		t.Errorf("it follows to %v", at())
	}
	if d.View.MakeRoom(nil); at() != was {
		t.Errorf("afterwards it looks at %v, before at %v", at(), was)
	}
	d.View.MakeRoom(prior)
	v := d.View.Now()
	v.Y0, v.Y1 = -1, 7
	d.View.Set(v)
	if d.View.MakeRoom(nil); d.Now().View.Y != [2]float64{-1, 7} {
		t.Errorf("what people looked at became %v", d.Now().View.Y)
	}
	n := d.Now()
	n.View.Y = [2]float64{0, 0.5}
	d.Replace(n, "open a document", "")
	if d.View.MakeRoom(prior); d.Now().View.Y != [2]float64{0, 0.5} {
		t.Errorf("a document that says what to look at is looked at from %v", d.Now().View.Y)
	}
}

// Rows of a table cannot be edited as points. Loosen makes points of them at their positions, and undo restores the
// table.
func TestRowsOfATable(t *testing.T) {
	rows := &doc.Rows{N: 2, X: []float64{1, 2, 3, 4}, Columns: []string{"a", "b"}}
	p := open(t)
	p.Replace(doc.Document{Method: "svm", Table: &doc.Table{Rows: rows, Names: doc.Names{X: "PC 1"}},
		Names: doc.Names{X: "PC 1", Y: "mine"}, Points: points(2)}, "open", "")
	if !p.Points.Rows() {
		t.Fatal("rows are not locked")
	}
	p.Points.SetThird(0, 1)
	p.Points.SetCoordinate(0, "x", 9)
	if p.Now().Table == nil || p.Now().Points[0] != points(2)[0] {
		t.Errorf("a row was edited: %v", p.Now().Points)
	}
	n, ok := p.Data.WithTable(doc.Table{Rows: rows, Standardize: true})
	if !ok || n.Points != nil || n.Names.X != "" || n.Names.Y != "mine" || n.View.HasRange() {
		t.Errorf("another plane of it: %+v", n)
	}
	if n, ok := p.Data.WithTable(doc.Table{Name: "iris", Space: true}); !ok || n.Names.Y != "" || n.Table.Space ||
		n.Dataset != nil {
		t.Errorf("another table, for a method of the plane: %+v", n)
	}
	if !p.Points.Loosen() || p.Points.Rows() || !slices.Equal(p.Now().Points, points(2)) || p.Now().Names.X != "PC 1" ||
		p.Points.Loosen() {
		t.Errorf("loosened: %+v", p.Now())
	}
	p.History.Undo()
	if p.Now().Table == nil || p.Now().Table.Rows != rows {
		t.Error("undo does not bring the table back")
	}
	// A recipe, and removing all points, remove the table.
	if n, ok := p.Data.WithRecipe(doc.Dataset{Name: "moons"}); !ok || n.Table != nil {
		t.Errorf("a recipe keeps the table: %+v", n)
	}
}

// Choices that exist only in the plane are reset, with a message, where a method takes rows whole: with a table for the
// method, and with the method for a table.
func TestChoicesOfThePlane(t *testing.T) {
	rows := &doc.Rows{N: 2, X: []float64{1, 2, 3, 4}, Columns: []string{"a", "b"}}
	p := open(t)
	var asked doc.Document
	p.unroll = func(d doc.Document, _ func(doc.Document)) { asked = d }
	p.Catalogue.Take(&wire.Offer{Catalog: []method.Info{offer.Catalog[0],
		{ID: "kmeans", Name: "k-means", Task: method.Classify, Takes: method.Takes{Wide: true}, Params: []method.Param{
			{Name: "init", Label: "Start", Kind: method.Choose{Choices: []method.Choice{{Value: "drawn", Label: "Drawn"},
				{Value: "given", Label: "Given", Where: method.OnlyPoints}}}, Default: "drawn"}}}}})
	p.Methods.Choose("kmeans")
	p.Params.Set("init", "given", "")
	if n, ok := p.Data.WithTable(doc.Table{Rows: rows}); !ok || n.Params["init"] != nil ||
		p.Now().Params["init"] != "given" {
		t.Errorf("rows with places of the plane: %v, before %v", n.Params, p.Now().Params)
	}
	if len(p.toasts) != 1 || !strings.Contains(p.toasts[0], "Start") || !strings.Contains(p.toasts[0], "Drawn") {
		t.Errorf("told %q", p.toasts)
	}
	p.Methods.Choose("svm")
	n := p.Now()
	n.Table = &doc.Table{Rows: rows}
	p.Import(n, "a table", "")
	p.Methods.Choose("kmeans")
	if asked.Method != "kmeans" || asked.Params["init"] != nil || len(p.toasts) != 2 {
		t.Errorf("asked for %s with %v, told %q", asked.Method, asked.Params, p.toasts)
	}
}

// Rows in space that are no longer taken whole are projected to a plane.
func TestNoLongerWhole(t *testing.T) {
	rows := &doc.Rows{N: 2, X: []float64{1, 2, 3, 4, 5, 6}, Columns: []string{"a", "b", "c"}}
	p := open(t)
	var asked []doc.Document
	p.unroll = func(d doc.Document, _ func(doc.Document)) { asked = append(asked, d) }
	p.Catalogue.Take(&wire.Offer{Catalog: []method.Info{{ID: "tree", Task: method.Classify,
		Takes: method.Takes{Wide: true},
		Params: []method.Param{
			{Name: "inputs", Kind: method.Choose{Choices: []method.Choice{{Value: "shown"}, {Value: "all", Whole: true}}},
				Default: "shown"}}}}})
	p.Replace(doc.Document{Method: "tree", Params: map[string]any{"inputs": "all"},
		Table: &doc.Table{Rows: rows, Space: true}}, "rows", "")
	p.Params.Set("inputs", "shown", "")
	if len(asked) != 1 || asked[0].Table.Solid() || asked[0].Params["inputs"] == "all" || !p.Now().Table.Solid() {
		t.Errorf("asked for %+v", asked)
	}
}

// With the parameter by which rows are taken whole, choices that exist only in the plane are reset, with a message, in
// the same step.
func TestTakenWhole(t *testing.T) {
	rows := &doc.Rows{N: 2, X: []float64{1, 2, 3, 4, 5, 6}, Columns: []string{"a", "b", "c"}}
	p := open(t)
	p.Catalogue.Take(&wire.Offer{Catalog: []method.Info{{ID: "tree", Task: method.Classify,
		Takes: method.Takes{Wide: true},
		Params: []method.Param{
			{Name: "inputs", Label: "Inputs", Kind: method.Choose{Choices: []method.Choice{{Value: "shown"},
				{Value: "all", Whole: true}}}, Default: "shown"},
			{Name: "splits", Label: "Questions", Kind: method.Choose{Choices: []method.Choice{{Value: "axes",
				Label: "One input each"}, {Value: "oblique", Where: method.OnlyPoints}}}, Default: "axes"}}}}})
	p.Replace(doc.Document{Method: "tree", Table: &doc.Table{Rows: rows, Plane: []int{0, 1}}}, "rows", "")
	p.Params.Set("splits", "oblique", "")
	if len(p.toasts) > 0 || p.Now().Params["splits"] != "oblique" {
		t.Errorf("in the plane of a table: %v, told %q", p.Now().Params, p.toasts)
	}
	p.Params.Set("inputs", "all", "")
	if p.Now().Params["inputs"] != "all" || p.Now().Params["splits"] != nil || len(p.toasts) != 1 ||
		!strings.Contains(p.toasts[0], "Questions: ") || !strings.Contains(p.toasts[0], "One input each") ||
		p.undoes() != "change Inputs" {
		t.Errorf("taken whole: %v, told %q, to undo: %q", p.Now().Params, p.toasts, p.undoes())
	}
	p.History.Undo()
	if p.Now().Params["splits"] != "oblique" {
		t.Error("undone, the choice is not back")
	}
}

// A parameter that moves the rows of a table has them projected anew, in the same step. Other parameters do not, and
// points never need that.
func TestParametersThatMoveRows(t *testing.T) {
	rows := &doc.Rows{N: 2, X: []float64{1, 2, 3, 4}, Columns: []string{"a", "b"}}
	p := open(t)
	var asked []doc.Document
	p.unroll = func(d doc.Document, _ func(doc.Document)) { asked = append(asked, d) }
	moves := method.Param{Name: "subspace", Kind: method.Choose{Choices: []method.Choice{{Value: "affine"},
		{Value: "linear"}}}, Default: "affine", Moves: true}
	p.Catalogue.Take(&wire.Offer{Catalog: []method.Info{{ID: "pca", Task: method.Classify, Takes: method.Takes{Wide: true},
		Params: []method.Param{moves, number}}}})
	p.Replace(doc.Document{Method: "pca", Points: points(2)}, "points", "")
	p.Params.Set("subspace", "linear", "")
	if len(asked) != 0 || p.Now().Params["subspace"] != "linear" {
		t.Fatalf("points: asked %v, now %v", asked, p.Now().Params)
	}
	table := &doc.Table{Rows: rows, Names: doc.Names{X: "PC 1"}, Axes: []string{"PC 1", "PC 2", "PC 3"}}
	p.Replace(doc.Document{Method: "pca", Table: table, Names: doc.Names{X: "PC 1", Y: "mine"}, Points: points(2),
		View: doc.View{X: [2]float64{0, 1}, Y: [2]float64{0, 1}}}, "a table", "")
	p.Params.Set("tol", 0.5, "")
	if p.Params.Set("subspace", "affine", ""); len(asked) != 0 {
		t.Errorf("asked for the default, or for another parameter: %v", asked)
	}
	before := p.Now().Points
	p.Params.Set("subspace", "linear", "")
	if len(asked) != 1 || asked[0].Points != nil || asked[0].Params["subspace"] != "linear" ||
		asked[0].Params["tol"] != 0.5 ||
		asked[0].Names.X != "" || asked[0].Names.Y != "mine" || asked[0].Table.Axes != nil || asked[0].View.HasRange() ||
		table.Axes == nil {
		t.Fatalf("asked for %+v", asked)
	}
	n := asked[0]
	n.Points = points(4)[2:]
	p.Replace(n, "change the subspace", "")
	p.History.Undo()
	if !slices.Equal(p.Now().Points, before) || p.Now().Params["subspace"] == "linear" {
		t.Errorf("undone: %v, %v", p.Now().Points, p.Now().Params)
	}
	p.History.Redo()
	p.Params.Adjust(map[string]any{"subspace": "affine"}, "by a click")
	if len(asked) != 2 || asked[1].Params["subspace"] != "affine" {
		t.Errorf("a click asked for %+v", asked)
	}
}

// A change while rows are being projected stays, and so does the edit that they belong to. Another document gets
// nothing of it.
func TestEditsWhileRowsWait(t *testing.T) {
	rows := &doc.Rows{N: 2, X: []float64{1, 2, 3, 4}, Columns: []string{"a", "b"}}
	p := open(t)
	type asked struct {
		doc.Document
		done func(doc.Document)
	}
	var waits []asked
	p.unroll = func(d doc.Document, done func(doc.Document)) { waits = append(waits, asked{d, done}) }
	come := func() {
		t.Helper()
		if len(waits) == 0 {
			t.Fatal("nothing is asked for")
		}
		a := waits[0]
		waits = waits[1:]
		a.Points = points(2)
		a.done(a.Document)
	}
	moves := method.Param{Name: "subspace", Kind: method.Choose{Choices: []method.Choice{{Value: "affine"},
		{Value: "linear"}}}, Default: "affine", Moves: true}
	other := moves
	other.Name = "other"
	p.Catalogue.Take(&wire.Offer{Catalog: []method.Info{
		{ID: "pca", Task: method.Classify, Takes: method.Takes{Wide: true}, Params: []method.Param{moves, other, number}},
		{ID: "svm", Task: method.Classify}}})
	begin := func() {
		p.Replace(doc.Document{Method: "pca", Table: &doc.Table{Rows: rows}, Points: points(2)}, "a table", "")
		p.Params.Set("subspace", "linear", "")
		if len(waits) != 1 {
			t.Fatalf("%d wait", len(waits))
		}
	}
	params := func(subspace, other, tol any) {
		t.Helper()
		if got := p.Now().Params; got["subspace"] != subspace || got["other"] != other || got["tol"] != tol ||
			len(waits) > 0 {
			t.Errorf("%v, and %d wait", got, len(waits))
		}
	}
	begin()
	p.Params.Set("tol", 0.5, "")
	come()
	if p.Now().Params["subspace"] == "linear" || p.Now().Params["tol"] != 0.5 {
		t.Errorf("the answer of before is taken: %v", p.Now().Params)
	}
	come()
	params("linear", nil, 0.5)
	p.History.Undo()
	params(nil, nil, 0.5)
	p.History.Undo()
	params(nil, nil, nil)

	begin() // two edits wait for their rows
	p.Params.Set("other", "linear", "")
	come()
	come()
	come()
	params("linear", "linear", nil)

	begin()
	p.SetTitle("mine")
	come()
	if come(); p.Now().Title != "mine" {
		t.Error("the title is lost")
	}
	params("linear", nil, nil)

	begin()
	p.Methods.Choose("svm") // its rows wait, too
	come()
	come()
	if come(); p.Now().Method != "svm" {
		t.Errorf("another method becomes %q", p.Now().Method)
	}

	begin()
	p.Replace(doc.Document{Method: "pca", Points: points(4)}, "another", "")
	come()
	if len(p.Now().Points) != 4 || p.Now().Params["subspace"] != nil || len(waits) > 0 {
		t.Errorf("another document has become %+v", p.Now())
	}

	begin()
	p.Data.ShowTable(func(now *doc.Table) (doc.Table, bool) { return doc.Table{Rows: now.Rows, Standardize: true}, true },
		"a scale", "")
	come()
	come()
	if come(); !p.Now().Table.Standardize {
		t.Errorf("a scale that waited is lost: %+v", p.Now().Table)
	}
	params("linear", nil, nil)

	// Of two quick changes of a table both are made; in another table neither is.
	begin()
	come()
	change := func(f func(*doc.Table)) {
		p.Data.ShowTable(func(now *doc.Table) (t doc.Table, ok bool) {
			if now == nil || now.Name != "" {
				return t, false
			}
			t = *now
			f(&t)
			return t, true
		}, "a change", "")
	}
	change(func(t *doc.Table) { t.Standardize = true })
	change(func(t *doc.Table) { t.Color = 2 })
	come()
	come()
	if come(); !p.Now().Table.Standardize || p.Now().Table.Color != 2 || len(waits) > 0 {
		t.Errorf("two changes give %+v, and %d wait", p.Now().Table, len(waits))
	}
	p.Data.ShowTable(func(*doc.Table) (doc.Table, bool) { return doc.Table{Name: "another", Rows: rows}, true },
		"a table", "")
	change(func(t *doc.Table) { t.Color = 1 })
	come()
	if come(); p.Now().Table.Name != "another" || p.Now().Table.Color != 0 || len(waits) > 0 {
		t.Errorf("a change of the table before gives %+v, and %d wait", p.Now().Table, len(waits))
	}

	p.Replace(doc.Document{Method: "svm", Points: points(3)}, "another", "")
	begin()
	p.History.Undo()
	come()
	if len(p.Now().Points) != 3 || len(waits) > 0 {
		t.Errorf("what was undone becomes %+v", p.Now())
	}
}

// A choice that projects the rows of a space to a plane is not lost if something else changes before they are there.
func TestEditsWhileRowsComeDown(t *testing.T) {
	p := open(t)
	var waits []func()
	p.unroll = func(d doc.Document, done func(doc.Document)) {
		waits = append(waits, func() { d.Points = points(2); done(d) })
	}
	inputs := method.Param{Name: "inputs", Kind: method.Choose{Choices: []method.Choice{{Value: "all", Whole: true},
		{Value: "shown"}}}, Default: "all"}
	p.Catalogue.Take(&wire.Offer{Catalog: []method.Info{{ID: "tree", Task: method.Classify,
		Takes:  method.Takes{Wide: true},
		Params: []method.Param{inputs, number}}}})
	rows := &doc.Rows{N: 2, X: []float64{1, 2, 3, 4, 5, 6}, Columns: []string{"a", "b", "c"}, Places: make([]float64, 6)}
	p.Replace(doc.Document{Method: "tree", Table: &doc.Table{Rows: rows, Plane: []int{0, 1, 2}}, Points: points(2)},
		"a table", "")
	p.Params.Set("inputs", "shown", "")
	p.Params.Set("tol", 0.5, "")
	for len(waits) > 0 {
		next := waits[0]
		waits = waits[1:]
		next()
	}
	if n := p.Now(); n.Params["inputs"] != "shown" || n.Params["tol"] != 0.5 || n.Table.Solid() {
		t.Errorf("%v, %+v", n.Params, n.Table)
	}
}

// Other numbers of a recipe make another table, which is shown like the one before, in place.
func TestRecipesOfTables(t *testing.T) {
	p := open(t)
	p.Catalogue.Take(&wire.Offer{Catalog: offer.Catalog, Datasets: offer.Datasets,
		Tables: []method.Dataset{{Name: "roll", N: 8, MaxN: 20, MaxNoise: 1}}})
	table := &doc.Table{Name: "roll", N: 2, Seed: 1, Plane: []int{2, 0}, Standardize: true, Color: 1,
		Rows: &doc.Rows{N: 2, X: []float64{1, 2, 3, 4, 5, 6}, Columns: []string{"a", "b", "c"}}}
	p.Replace(doc.Document{Method: "svm", Table: table, Points: points(2)}, "a table", "")
	v := p.Now().View
	n, ok := p.Data.WithRecipe(doc.Dataset{Name: "roll", N: 5, Noise: 0.5, Seed: 3})
	got := n.Table
	if !ok || n.Dataset != nil || n.Points != nil || n.View.X != v.X || n.View.Y != v.Y || got.N != 5 ||
		got.Noise != 0.5 || got.Seed != 3 ||
		!slices.Equal(got.Plane, table.Plane) || !got.Standardize || got.Color != 1 || got.Rows != nil || table.N != 2 ||
		table.Rows == nil {
		t.Errorf("%v %+v %+v", ok, n, got)
	}
	p.Points.Loosen()
	if n, ok := p.Data.WithRecipe(doc.Dataset{Name: "roll", N: 5}); !ok || n.View.HasRange() || n.Table.Plane != nil {
		t.Errorf("in the place of points: %v %+v", ok, n)
	}
}

// Several points cannot be removed or get a class during a drag or a spray: the history does not change.
func TestNothingIsChangedTogetherWhileDrafting(t *testing.T) {
	p := open(t)
	before := slices.Clone(p.Now().Points)
	for name, x := range map[string][2]func(){
		"hold":  {func() { p.Draft.Grab(3); p.Draft.MoveTo(9, 9) }, func() { p.Draft.Release(true) }},
		"spray": {func() { p.Draft.Spray(0.5, 0.5) }, p.Draft.EndSpray},
	} {
		x[0]()
		if p.Points.RemoveAll([]int{0, 1}) || p.Points.SetClasses([]int{0, 1}, 5) {
			t.Errorf("%s: done", name)
		}
		x[1]()
		p.History.Undo()
		if !slices.Equal(p.Now().Points, before) {
			t.Errorf("%s: undone, %v, were %v", name, p.Now().Points, before)
		}
	}
	if !p.Points.SetClasses([]int{0, 1}, 5) {
		t.Error("not classed")
	}
	n := len(p.changes)
	if p.Points.SetClasses([]int{0, 1}, 5) || len(p.changes) != n {
		t.Error("a step that changes nothing")
	}
	if p.History.Undo(); !slices.Equal(p.Now().Points, before) {
		t.Errorf("undone, %v", p.Now().Points)
	}
	p.Points.SetClasses([]int{0, 1}, 5)
	classed := slices.Clone(p.Now().Points)
	p.Points.SetClasses([]int{2}, 5)
	if p.History.Undo(); !slices.Equal(p.Now().Points, classed) {
		t.Errorf("the second of two steps undone, %v; were %v", p.Now().Points, classed)
	}
	if !p.Points.RemoveAll([]int{0, 1}) || len(p.Now().Points) != 2 {
		t.Errorf("left: %v", p.Now().Points)
	}
}

// A Change describes correctly which edits move, add, remove, relabel or replace points, and which do not.
func TestChangeTellsWhatIsDifferent(t *testing.T) {
	p := open(t)
	for _, x := range []struct {
		does string
		edit func()
		want []Change
	}{
		{"add", func() { p.Points.Add(0.3, 0.7) }, []Change{{What: Step, Added: true}}},
		{"take it back", func() { p.History.TakeBack() }, []Change{{What: Back, Replaced: true}}},
		{"drag", func() { p.Draft.Grab(1); p.Draft.MoveTo(0.4, 0.4); p.Draft.Release(true) },
			[]Change{{What: Drafted, Moved: true}, {What: Step, Moved: true}}},
		{"drag and give up", func() { p.Draft.Grab(1); p.Draft.MoveTo(0.5, 0.5); p.Draft.Release(false) },
			[]Change{{What: Drafted, Moved: true}, {What: Back, Moved: true}}},
		{"hold and let go", func() { p.Draft.Grab(1); p.Draft.Release(true) }, []Change{{What: Back}}},
		{"spray", func() { p.Draft.Spray(0.1, 0.1); p.Draft.EndSpray() },
			[]Change{{What: Drafted, Added: true}, {What: Step, Added: true}}},
		{"type a coordinate", func() { p.Points.SetCoordinate(0, "x", 0.9) }, []Change{{What: Step, Moved: true}}},
		{"and another at once", func() { p.Points.SetCoordinate(0, "x", 0.8) },
			[]Change{{What: Step, Moved: true, SameStep: true}}},
		{"another class", func() { p.Points.SetThird(0, 3) }, []Change{{What: Step, Relabeled: true}}},
		{"of several", func() { p.Points.SetClasses([]int{1, 2}, 3) }, []Change{{What: Step, Relabeled: true}}},
		{"hold out", func() { p.Split.SetRole(0, doc.Test) }, []Change{{What: Step, Roles: true}}},
		{"train on it", func() { p.Split.SetRole(0, doc.Train) }, []Change{{What: Step, Roles: true}}},
		{"remove", func() { p.Points.Remove(2) }, []Change{{What: Step, Removed: true}}},
		{"undo", func() { p.History.Undo() }, []Change{{What: Restored, Replaced: true}}},
		{"slide", func() { p.Params.Set("C", 2.0, "slide C") }, []Change{{What: Step}}},
		{"slide on", func() { p.Params.Set("C", 3.0, "slide C") }, []Change{{What: Step, SameStep: true}}},
		{"let go, and slide", func() { p.History.Seal(); p.Params.Set("C", 4.0, "slide C") }, []Change{{What: Step}}},
		{"undo it", func() { p.History.Undo() }, []Change{{What: Restored}}},
		{"another method", func() { p.Methods.Choose("knn") }, []Change{{What: Step, Method: true}}},
		{"undo that", func() { p.History.Undo() }, []Change{{What: Restored, Method: true, View: true}}},
		{"look", func() { p.View.Show([2]float64{0, 3}, [2]float64{0, 3}) }, []Change{{What: Viewed, View: true}}},
		{"clear", func() { p.Points.Clear() }, []Change{{What: Step, Removed: true}}},
		{"open", func() { p.Replace(doc.Document{Method: "svm", Points: points(3)}, "open", "") },
			[]Change{{What: Opened, Replaced: true, View: true}}},
	} {
		p.changes = nil
		before, version := slices.Clone(p.Now().Points), p.Version()
		x.edit()
		if !slices.Equal(p.changes, x.want) {
			t.Errorf("%s is told as %+v, want %+v", x.does, p.changes, x.want)
		}
		same := slices.Equal(before, p.Now().Points)
		if told := slices.ContainsFunc(x.want, Change.Points); !told && !same {
			t.Errorf("%s: the points are different, and nothing tells so", x.does)
		}
		if !same && p.Version() == version {
			t.Errorf("%s: other points in version %d", x.does, version)
		}
	}
}
