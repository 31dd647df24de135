package editor

import (
	"testing"

	"pointscape/app/room/catalogue"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

func gammaParam() method.Param {
	return method.Param{Name: "gamma", Label: "γ", Kind: method.Number{Range: method.Range{MinOpen: true, Max: 1e6}},
		Default: 10.0, Scales: &method.Scales{Power: -2},
		When: &method.When{Name: "kernel", In: []string{"rbf"}}}
}

var scaled = wire.Offer{
	Catalog: []method.Info{
		{ID: "svm", Name: "SVM", Task: method.Classify, Params: []method.Param{
			{Name: "kernel", Label: "Kernel", Kind: method.Choose{Choices: []method.Choice{{Value: "rbf"}, {Value: "linear"}}},
				Default: "rbf"}, gammaParam()}},
		{ID: "logistic", Name: "Kernel logistic", Task: method.Classify, Params: []method.Param{
			{Name: "kernel", Label: "Kernel", Kind: method.Choose{Choices: []method.Choice{{Value: "rbf"}}}, Default: "rbf"},
			gammaParam()}},
		{ID: "knn", Name: "Neighbours", Task: method.Classify},
	},
	Datasets: []method.Dataset{{Name: "moons", Task: method.Classify, N: 4},
		{Name: "circles", Task: method.Classify, N: 4}},
}

// cloud are points in units so many times as large as the square's: their variances add up to 0.125·s².
func cloud(s float64) []doc.Point {
	return []doc.Point{{X: 0, Y: 0, Z: 0}, {X: s / 2, Y: 0, Z: 1}, {X: 0, Y: s / 2, Z: 0}, {X: s / 2, Y: s / 2, Z: 1}}
}

func openScaled(t *testing.T, params map[string]any) *page {
	t.Helper()
	p := &page{}
	var c catalogue.Catalogue
	c.Take(&scaled)
	d := New(Needs{Catalogue: &c, Effects: around{p}, Engine: around{p}, Notifier: around{p}})
	p.Editor = &d
	p.Resize(800, 600, 1)
	p.Replace(doc.Document{Method: "svm", Params: params, Dataset: &doc.Dataset{Name: "moons"}, Points: cloud(1)},
		"start", "")
	return p
}

// table is what comes of a table that is read: other points, and the parameters of the present.
func (p *page) table(s float64) {
	n := p.now
	n.Points, n.Dataset = cloud(s), nil
	n.View.X, n.View.Y = [2]float64{}, [2]float64{}
	p.Import(n, "read a table", "")
}

func TestImportedPointsAreFitted(t *testing.T) {
	for name, x := range map[string]struct {
		params map[string]any
		do     func(p *page)
		want   any // of gamma
		told   bool
	}{
		"a table in centimetres": {nil, func(p *page) { p.table(100) }, 0.0008, true},
		"the default, given":     {map[string]any{"gamma": 10.0}, func(p *page) { p.table(100) }, 0.0008, true},
		"of the document before": {map[string]any{"gamma": 30.0}, func(p *page) { p.table(100) }, 0.0008, true},
		"about as large":         {map[string]any{"gamma": 300.0}, func(p *page) { p.table(2) }, 300.0, false},
		"set by hand": {nil, func(p *page) {
			p.SetParam("gamma", 12.0, "")
			p.table(100)
		}, 12.0, false},
		"put back by hand": {nil, func(p *page) {
			p.table(100)
			p.SetParam("gamma", nil, "")
			p.table(101)
		}, nil, false},
		"fitted twice": {nil, func(p *page) {
			p.table(100)
			p.table(1000)
		}, 8e-6, true},
		"back among usual points": {nil, func(p *page) {
			p.table(100)
			p.table(1)
		}, nil, false},
		"another method": {nil, func(p *page) {
			p.SetMethod("knn")
			p.table(100)
			p.SetMethod("svm")
		}, 0.0008, true},
		"another method, by hand before": {nil, func(p *page) {
			p.SetParam("gamma", 1000.0, "")
			p.SetMethod("knn")
			p.table(100)
			p.SetMethod("svm")
		}, 1000.0, false},
		"by hand, and carried on": {nil, func(p *page) {
			p.SetParam("gamma", 12.0, "")
			p.SetMethod("logistic")
			p.table(100)
		}, 12.0, false},
		"fitted, and carried on": {nil, func(p *page) {
			p.table(100)
			p.SetMethod("logistic")
		}, 0.0008, true},
		"a kernel that had no width": {map[string]any{"kernel": "linear"}, func(p *page) {
			p.table(100)
			if p.Given("gamma") != nil {
				t.Error("what does not apply is fitted")
			}
			p.SetParam("kernel", "rbf", "")
		}, 0.0008, true},
		"the same recipe": {map[string]any{"gamma": 3000.0}, func(p *page) {
			n := p.now
			n.Points = cloud(100)
			p.Import(n, "make data", "")
		}, 3000.0, false},
		"a document": {nil, func(p *page) {
			p.Replace(doc.Document{Method: "svm", Points: cloud(100)}, "open", "")
		}, nil, false},
	} {
		p := openScaled(t, x.params)
		x.do(p)
		told := p.Fittings()
		if got := p.Given("gamma"); got != x.want || (len(told) == 1) != x.told {
			t.Errorf("%s: γ = %v, want %v; told %v", name, got, x.want, told)
		}
		if x.told && (told[0].To != x.want || told[0].Param.Name != "gamma") {
			t.Errorf("%s: told %v", name, told)
		}
	}
}

// The points and what is fitted to them are one step, and the way back is a value that stays.
func TestFittedIsOneStep(t *testing.T) {
	p := openScaled(t, nil)
	p.table(100)
	if f := p.Fittings(); len(f) != 1 || f[0].Was != nil {
		t.Fatalf("told %v", f)
	}
	if p.Undo(); len(p.Points()) != 4 || p.Points()[1].X != 0.5 || p.Given("gamma") != nil || len(p.Fittings()) > 0 {
		t.Errorf("undone: %v, γ = %v", p.Points(), p.Given("gamma"))
	}
	if p.Redo(); p.Given("gamma") != 0.0008 || len(p.Fittings()) != 1 {
		t.Errorf("redone: γ = %v", p.Given("gamma"))
	}
	p.SetMethod("knn")
	p.SetMethod("svm")
	if what := p.undoes(); what != "choose SVM" || p.Given("gamma") != 0.0008 {
		t.Errorf("%s: γ = %v", what, p.Given("gamma"))
	}
}

// A parameter that is by far too large for the data is told, unless it was fitted to them.
func TestMisfits(t *testing.T) {
	p := openScaled(t, nil)
	p.Replace(doc.Document{Method: "svm", Points: cloud(100)}, "open", "")
	if m := p.Misfits(7); len(m) != 1 || m[0].Value != 10.0 || m[0].Suit != 0.0008 {
		t.Errorf("of a document in centimetres: %v", m)
	}
	if p.table(101); len(p.Misfits(7)) != 0 {
		t.Errorf("of what was fitted: %v", p.Misfits(7))
	}
}

// Axes of columns in different units fit the points where distances on the screen do not matter, and no others; what
// people choose stays, and a document that is opened is looked at as it says.
func TestAxesOfDifferentUnits(t *testing.T) {
	p := openScaled(t, nil)
	scaled.Catalog[2].Free = true // of the neighbours, here
	defer func() { scaled.Catalog[2].Free = false }()
	long := func(method string, x float64) {
		n := p.now
		n.Method, n.Dataset, n.Points = method, nil, []doc.Point{{X: 0, Y: 0}, {X: x, Y: 2}, {X: x / 2, Y: 9, Z: 1}}
		n.View.X, n.View.Y = [2]float64{}, [2]float64{}
		p.Import(n, "read a table", "")
	}
	wide := func() bool { v := p.View(); return v.Y1-v.Y0 > 20 }
	if long("svm", 30); !p.OneScale() || !wide() || p.Now().View.Axes != "" {
		t.Errorf("of a kernel of one width: %+v", p.View())
	}
	if p.SetMethod("knn"); p.OneScale() || wide() || p.Now().View.Axes != doc.FreeAxes {
		t.Errorf("of a method that does not mind: %+v", p.View())
	}
	if p.SetMethod("svm"); !p.OneScale() || !wide() || p.Now().View.Axes != "" {
		t.Errorf("back: %+v", p.View())
	}
	if p.SetOneScale(false); p.OneScale() || wide() || p.undoes() != "choose SVM" {
		t.Errorf("by hand: %+v, undo %q", p.View(), p.undoes())
	}
	if p.SetMethod("logistic"); p.OneScale() {
		t.Error("what was chosen is lost with another method")
	}
	p.SetMethod("knn")
	if p.SetOneScale(true); !p.OneScale() || p.Now().View.Axes != doc.EqualAxes {
		t.Errorf("by hand: %q", p.Now().View.Axes)
	}
	if long("knn", 30); p.OneScale() {
		t.Error("other points have axes of their own")
	}
	p.Replace(doc.Document{Method: "knn", Points: p.Points()}, "open", "")
	if !p.OneScale() || !wide() {
		t.Error("a document that says nothing has axes of the same scale")
	}
	if p.table(1); !p.OneScale() || wide() {
		t.Errorf("points as high as wide: %+v", p.View())
	}
}

// Points that would lie in one line have axes of their own where they come in, whatever the method; the switch still
// makes these equal; a document that is opened has them as it says, also with another method.
func TestAxesOfPointsInOneLine(t *testing.T) {
	p := openScaled(t, nil)
	line := []doc.Point{{X: 0.38, Y: 12}, {X: 0.42, Y: 25}, {X: 0.4, Y: 19, Z: 1}, {X: 0.39, Y: 17, Z: 1}}
	read := func(change func(n *doc.Document)) {
		n := p.now
		n.Dataset, n.Table, n.Points = nil, nil, line
		n.View.X, n.View.Y = [2]float64{}, [2]float64{}
		change(&n)
		p.Import(n, "read a table", "")
	}
	free := func() bool {
		v := p.View()
		if own := v.X1-v.X0 < 1; own == p.OneScale() {
			t.Errorf("the view %+v, one scale %t", v, p.OneScale())
		}
		return !p.OneScale()
	}
	if read(func(*doc.Document) {}); !free() {
		t.Error("metres against centimetres keep one scale")
	}
	if p.SetMethod("logistic"); !free() {
		t.Error("another method puts them in one line")
	}
	if p.SetOneScale(true); free() || p.Now().View.Axes != doc.EqualAxes {
		t.Errorf("by hand: %q", p.Now().View.Axes)
	}
	if p.SetMethod("svm"); free() {
		t.Error("another method forgets what was chosen")
	}
	p.Replace(doc.Document{Method: "svm", Points: line}, "open", "")
	if free() {
		t.Error("a document that says nothing has axes of their own")
	}
	if p.SetMethod("logistic"); free() {
		t.Error("another method looks at the points of a document in another way")
	}
	for name, one := range map[string]func(n *doc.Document){
		"a recipe":             func(n *doc.Document) { n.Dataset = &doc.Dataset{Name: "circles"} },
		"principal components": func(n *doc.Document) { n.Table = &doc.Table{Name: "iris"} },
	} {
		p.Replace(doc.Document{Method: "svm", Points: cloud(1)}, "open", "")
		if read(one); free() {
			t.Errorf("%s has axes of its own", name)
		}
	}
	p.Replace(doc.Document{Method: "svm", Points: cloud(1)}, "open", "")
	if read(func(n *doc.Document) { n.Table = &doc.Table{Name: "iris", Plane: []int{0, 3}} }); !free() {
		t.Error("two columns of a table keep one scale")
	}
}

// The size that is kept is that of the data as they are, and is not measured again while a slider moves.
func TestSizeIsKept(t *testing.T) {
	p := openScaled(t, nil)
	same := func(after string) {
		t.Helper()
		if got, want := p.Size(), p.Info().SizeOf(&p.now); got != want {
			t.Errorf("after %s the size is %v, not %v", after, got, want)
		}
	}
	same("the start")
	p.table(100)
	same("a table")
	if p.Size().Spread == 1 {
		t.Fatal("the table is no larger than the square")
	}
	p.SetMethod("knn")
	same("another method")
	p.table(1)
	same("another table")
	p.SetMethod("svm")
	p.table(100)
	if _, ok := p.Undo(); !ok {
		t.Error("there is nothing to undo")
	}
	same("undo")
	p.Size()
	p.suited.size.Spread = 12 // what was kept is told by this
	p.SetParam("kernel", "linear", "drag")
	p.SetParam("kernel", "rbf", "drag")
	if p.Size().Spread != 12 {
		t.Error("a parameter has the data measured again")
	}
	p.Grab(0)
	p.MoveTo(300, 300)
	same("a drag")
}
