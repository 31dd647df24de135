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

// cloud returns the corners of a square of side s/2; the variances of their coordinates add up to 0.125·s².
func cloud(s float64) []doc.Point {
	return []doc.Point{{X: 0, Y: 0, Z: 0}, {X: s / 2, Y: 0, Z: 1}, {X: 0, Y: s / 2, Z: 0}, {X: s / 2, Y: s / 2, Z: 1}}
}

func openScaled(t *testing.T, params map[string]any) *page {
	t.Helper()
	p := &page{}
	var c catalogue.Catalogue
	c.Take(&scaled)
	p.Editor = new(Editor)
	p.Init(around{p}.needs(&c))
	p.View.Resize(800, 600, 1)
	p.Replace(doc.Document{Method: "svm", Params: params, Dataset: &doc.Dataset{Name: "moons"}, Points: cloud(1)},
		"start", "")
	return p
}

// table imports a table: other points, with the present parameters.
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
		want   any // expected gamma
		told   bool
	}{
		"a table in centimetres": {nil, func(p *page) { p.table(100) }, 0.0008, true},
		"the default, given":     {map[string]any{"gamma": 10.0}, func(p *page) { p.table(100) }, 0.0008, true},
		"of the document before": {map[string]any{"gamma": 30.0}, func(p *page) { p.table(100) }, 0.0008, true},
		"about as large":         {map[string]any{"gamma": 300.0}, func(p *page) { p.table(2) }, nil, true},
		"set by hand": {nil, func(p *page) {
			p.Params.Set("gamma", 12.0, "")
			p.table(100)
		}, 12.0, false},
		"put back by hand": {nil, func(p *page) {
			p.table(100)
			p.Params.Set("gamma", nil, "")
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
			p.Methods.Choose("knn")
			p.table(100)
			p.Methods.Choose("svm")
		}, 0.0008, true},
		"another method, by hand before": {nil, func(p *page) {
			p.Params.Set("gamma", 1000.0, "")
			p.Methods.Choose("knn")
			p.table(100)
			p.Methods.Choose("svm")
		}, 1000.0, false},
		"by hand, and carried on": {nil, func(p *page) {
			p.Params.Set("gamma", 12.0, "")
			p.Methods.Choose("logistic")
			p.table(100)
		}, 12.0, false},
		"by hand as the document had it, and carried on": {map[string]any{"gamma": 300.0}, func(p *page) {
			p.Params.Set("gamma", 12.0, "")
			p.Params.Set("gamma", 300.0, "")
			p.Methods.Choose("logistic")
			p.table(100)
		}, 300.0, false},
		"fitted, and carried on": {nil, func(p *page) {
			p.table(100)
			p.Methods.Choose("logistic")
		}, 0.0008, true},
		"a kernel that had no width": {map[string]any{"kernel": "linear"}, func(p *page) {
			p.table(100)
			if p.Given("gamma") != nil {
				t.Error("what does not apply is fitted")
			}
			p.Params.Set("kernel", "rbf", "")
		}, 0.0008, true},
		"put back by hand, undone": {nil, func(p *page) {
			p.table(100)
			p.Params.Set("gamma", nil, "")
			p.History.Undo()
			p.table(1000)
		}, 8e-6, true},
		"another method and back, with the document's own points": {map[string]any{"gamma": 300.0}, func(p *page) {
			p.MoveFirst()
			p.Methods.Choose("knn")
			p.Methods.Choose("svm")
			p.Params.Set("kernel", "linear", "")
			p.Params.Set("kernel", "rbf", "")
		}, 300.0, false},
		"undone, another method and back": {map[string]any{"gamma": 300.0}, func(p *page) {
			p.table(100)
			p.History.Undo()
			p.Methods.Choose("knn")
			p.Methods.Choose("svm")
		}, 300.0, false},
		"the other method of an example has its value": {map[string]any{"gamma": 300.0}, func(p *page) {
			p.Methods.Choose("logistic")
		}, 300.0, false},
		"set by a search": {nil, func(p *page) {
			p.Params.SetAll(map[string]any{"gamma": 44.0}, "use the best")
			p.Params.Set("kernel", "linear", "")
			p.Params.Set("kernel", "rbf", "")
			p.table(100)
		}, 44.0, false},
		"the same recipe": {map[string]any{"gamma": 3000.0}, func(p *page) {
			n := p.now
			n.Points = cloud(100)
			p.Import(n, "make data", "")
		}, 3000.0, false},
		"a document": {nil, func(p *page) {
			p.Replace(doc.Document{Method: "svm", Points: cloud(100)}, "open", "")
		}, nil, false},
		"a document, and its method anew": {nil, func(p *page) {
			p.Replace(doc.Document{Method: "svm", Points: cloud(100)}, "open", "")
			p.Methods.Choose("knn")
			p.Methods.Choose("svm")
		}, nil, false},
	} {
		p := openScaled(t, x.params)
		x.do(p)
		told := p.Units.Fittings()
		if got := p.Given("gamma"); got != x.want || (len(told) == 1) != x.told {
			t.Errorf("%s: γ = %v, want %v; told %v", name, got, x.want, told)
		}
		if x.told && (told[0].To != x.want || told[0].Param.Name != "gamma") {
			t.Errorf("%s: told %v", name, told)
		}
	}
}

// MoveFirst drags the first point.
func (p *page) MoveFirst() {
	p.Draft.Grab(0)
	p.Draft.MoveTo(300, 300)
	p.Draft.Release(true)
}

// The same points with the same method have the same values whatever was open before, unless the user has set one.
func TestImportedAlikeWhateverWasOpen(t *testing.T) {
	example := func(method string, gamma any, s float64) func(p *page) {
		return func(p *page) {
			params := map[string]any{}
			if gamma != nil {
				params["gamma"] = gamma
			}
			p.Replace(doc.Document{Method: method, Params: params, Points: cloud(s)}, "open an example", "")
		}
	}
	table := func(s float64) func(p *page) { return func(p *page) { p.table(s) } }
	method := func(id string) func(p *page) { return func(p *page) { p.Methods.Choose(id) } }
	undo := func(p *page) { p.History.Undo() }
	redo := func(p *page) { p.History.Redo() }
	recipe := func(name string) func(p *page) {
		return func(p *page) {
			n := p.now
			n.Points, n.Dataset = cloud(1), &doc.Dataset{Name: name}
			p.Import(n, "make data", "")
		}
	}
	histories := map[string][]func(p *page){
		"an example in the same units":       {example("svm", 300.0, 1)},
		"an example in large units":          {example("svm", 0.002, 100)},
		"an example without a value":         {example("svm", nil, 100)},
		"an example of another method":       {example("logistic", 300.0, 1)},
		"an example that has no width":       {example("knn", nil, 1)},
		"another method before":              {example("svm", 300.0, 1), method("knn")},
		"another method before, and after":   {example("svm", 300.0, 1), method("logistic")},
		"a table nearly as large":            {table(80)},
		"a much larger table":                {table(5000)},
		"an example, then a table":           {example("svm", 300.0, 1), table(5000)},
		"another recipe":                     {example("svm", 300.0, 1), recipe("circles")},
		"a point moved":                      {example("svm", 300.0, 1), (*page).MoveFirst},
		"undone":                             {example("svm", 300.0, 1), table(5000), undo},
		"undone and redone":                  {example("svm", 300.0, 1), table(5000), undo, redo},
		"two examples":                       {example("svm", 300.0, 1), example("svm", 7.0, 1)},
		"an example undone":                  {example("svm", 300.0, 1), example("svm", 7.0, 1), undo},
		"an example undone and redone":       {example("svm", 300.0, 1), example("svm", 7.0, 1), undo, redo},
		"another method, another example":    {example("svm", 300.0, 1), method("knn"), example("knn", nil, 1)},
		"an example, by way of a third one":  {example("svm", 300.0, 1), example("knn", nil, 1)},
		"a third one, and its other methods": {example("svm", 300.0, 1), example("knn", nil, 1), method("logistic")},
	}
	for name, before := range histories {
		for id, want := range map[string]map[float64]any{
			"svm":      {1: nil, 2: nil, 100: 0.0008, 130: 0.0005},
			"logistic": {1: nil, 2: nil, 100: 0.0008, 130: 0.0005},
		} {
			for s, gamma := range want {
				for _, first := range []bool{true, false} { // the method is chosen before the points come, or after
					p := openScaled(t, nil)
					for _, do := range before {
						do(p)
					}
					if first {
						p.Methods.Choose(id)
					}
					p.table(s)
					if p.Methods.Choose(id); p.Given("gamma") != gamma {
						t.Errorf("%s, then %s with points of size %v (method first: %t): γ = %v, want %v", name, id, s, first,
							p.Given("gamma"), gamma)
					}
					if p.Params.Set("gamma", 12.0, ""); p.Given("gamma") != 12.0 {
						t.Fatal("γ is not set")
					}
					p.Methods.Choose("knn")
					p.table(s + 1000)
					if p.Methods.Choose(id); p.Given("gamma") != 12.0 {
						t.Errorf("%s, then %s: γ set by hand became %v", name, id, p.Given("gamma"))
					}
				}
			}
		}
	}
}

// A value that the user has set is restored when a document opened after that is undone.
func TestSetByHandIsBackWithUndo(t *testing.T) {
	p := openScaled(t, nil)
	p.Params.Set("gamma", 12.0, "")
	p.Replace(doc.Document{Method: "svm", Params: map[string]any{"gamma": 12.0}, Points: cloud(1)}, "open", "")
	p.table(100)
	if p.Given("gamma") != 0.0008 {
		t.Errorf("a value of the document counts as set by hand: %v", p.Given("gamma"))
	}
	p.History.Undo()
	p.History.Undo()
	if p.table(100); p.Given("gamma") != 12.0 {
		t.Errorf("what was set by hand is %v", p.Given("gamma"))
	}
}

// A value that a study has found holds for its data: with other data it is fitted anew.
func TestFoundByAStudyIsForItsData(t *testing.T) {
	p := openScaled(t, nil)
	p.Params.Take(map[string]any{"gamma": 12.0}, "", "take γ = 12")
	if p.Given("gamma") != 12.0 {
		t.Fatalf("taken: %v", p.Given("gamma"))
	}
	if p.table(100); p.Given("gamma") != 0.0008 {
		t.Errorf("with other data γ is %v", p.Given("gamma"))
	}
	p.History.Undo()
	if p.Given("gamma") != 12.0 {
		t.Errorf("undone: %v", p.Given("gamma"))
	}
}

// Other columns of the same table are other data: the scales of the axes, and parameters that depend on units, are
// decided anew.
func TestOtherColumns(t *testing.T) {
	rows := &doc.Rows{N: 4, Columns: []string{"a", "b", "c"}, X: make([]float64, 12)}
	copied := *rows
	shown := func(p *page, t doc.Table, pts []doc.Point) {
		n := p.now
		n.Dataset, n.Table, n.Points = nil, &t, pts
		n.View.X, n.View.Y = [2]float64{}, [2]float64{}
		p.Import(n, "show another column", "")
	}
	thin := []doc.Point{{X: 0, Y: 0}, {X: 1, Y: 300, Z: 1}, {X: 0, Y: 200}, {X: 1, Y: 100, Z: 1}}
	for name, tables := range map[string][2]doc.Table{
		"the program's own": {{Name: "iris", Rows: rows, Plane: []int{0, 1}}, {Name: "iris", Rows: rows, Plane: []int{0, 2}}},
		"of people":         {{Rows: rows, Plane: []int{0, 1}}, {Rows: &copied, Plane: []int{0, 2}}},
		"made alike":        {{Name: "iris", Plane: []int{0, 1}}, {Name: "iris", Plane: []int{0, 2}, Seed: 2}},
	} {
		p := openScaled(t, nil)
		shown(p, tables[0], cloud(1))
		if !p.View.OneScale() || p.Given("gamma") != nil {
			t.Errorf("%s: one scale %t, γ = %v", name, p.View.OneScale(), p.Given("gamma"))
		}
		shown(p, tables[1], thin)
		g, _ := p.Given("gamma").(float64)
		if p.View.OneScale() || !(g > 0 && g < 1e-3) || len(p.Units.Fittings()) != 1 {
			t.Errorf("%s, other columns: one scale %t, γ = %v", name, p.View.OneScale(), p.Given("gamma"))
		}
		p.View.SetOneScale(true)
		again := tables[1]
		again.Color = 1
		if again.Name == "" {
			other := *rows
			again.Rows = &other
		}
		if shown(p, again, thin); !p.View.OneScale() || p.Given("gamma") != g {
			t.Errorf("%s, another colour: one scale %t, γ = %v", name, p.View.OneScale(), p.Given("gamma"))
		}
		if shown(p, tables[0], cloud(1)); !p.View.OneScale() || p.Given("gamma") != nil || len(p.Units.Fittings()) != 0 {
			t.Errorf("%s, back: one scale %t, γ = %v", name, p.View.OneScale(), p.Given("gamma"))
		}
		p.Params.Set("gamma", 12.0, "")
		if shown(p, tables[1], thin); p.Given("gamma") != 12.0 {
			t.Errorf("%s: γ set by hand is %v", name, p.Given("gamma"))
		}
		p.History.Undo()
		if p.Params.Set("gamma", nil, ""); p.Given("gamma") != nil {
			t.Error("γ is not set back")
		}
		standard := tables[0]
		standard.Standardize = true
		p.Replace(doc.Document{Method: "svm", Table: &tables[0], Points: cloud(100)}, "open", "")
		if shown(p, standard, cloud(12)); p.Given("gamma") == nil {
			t.Errorf("%s, standardised: γ is as it was", name)
		}
	}
}

// The points and the parameters fitted to them are one step, and the former value, if restored, stays.
func TestFittedIsOneStep(t *testing.T) {
	p := openScaled(t, nil)
	p.table(100)
	if f := p.Units.Fittings(); len(f) != 1 || f[0].Was != nil {
		t.Fatalf("told %v", f)
	}
	if p.History.Undo(); len(p.Now().Points) != 4 || p.Now().Points[1].X != 0.5 || p.Given("gamma") != nil ||
		len(p.Units.Fittings()) > 0 {
		t.Errorf("undone: %v, γ = %v", p.Now().Points, p.Given("gamma"))
	}
	if p.History.Redo(); p.Given("gamma") != 0.0008 || len(p.Units.Fittings()) != 1 {
		t.Errorf("redone: γ = %v", p.Given("gamma"))
	}
	p.Methods.Choose("knn")
	p.Methods.Choose("svm")
	if what := p.undoes(); what != "choose SVM" || p.Given("gamma") != 0.0008 {
		t.Errorf("%s: γ = %v", what, p.Given("gamma"))
	}
}

// A parameter that is much too large for the data is reported, unless it was fitted to them.
func TestMisfits(t *testing.T) {
	p := openScaled(t, nil)
	p.Replace(doc.Document{Method: "svm", Points: cloud(100)}, "open", "")
	if m := p.Units.Misfits(7); len(m) != 1 || m[0].Value != 10.0 || m[0].Suit != 0.0008 {
		t.Errorf("of a document in centimetres: %v", m)
	}
	if p.table(101); len(p.Units.Misfits(7)) != 0 {
		t.Errorf("of what was fitted: %v", p.Units.Misfits(7))
	}
}

// Axes of columns in different units are scaled independently if distances on the screen do not matter, and only then.
// The user's choice stays, and a document is opened as it says.
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
	wide := func() bool { v := p.View.Now(); return v.Y1-v.Y0 > 20 }
	if long("svm", 30); !p.View.OneScale() || !wide() || p.Now().View.Axes != "" {
		t.Errorf("of a kernel of one width: %+v", p.View.Now())
	}
	if p.Methods.Choose("knn"); p.View.OneScale() || wide() || p.Now().View.Axes != doc.FreeAxes {
		t.Errorf("of a method that does not mind: %+v", p.View.Now())
	}
	if p.Methods.Choose("svm"); !p.View.OneScale() || !wide() || p.Now().View.Axes != "" {
		t.Errorf("back: %+v", p.View.Now())
	}
	if p.View.SetOneScale(false); p.View.OneScale() || wide() || p.undoes() != "choose SVM" {
		t.Errorf("by hand: %+v, undo %q", p.View.Now(), p.undoes())
	}
	if p.Methods.Choose("logistic"); p.View.OneScale() {
		t.Error("what was chosen is lost with another method")
	}
	p.Methods.Choose("knn")
	if p.View.SetOneScale(true); !p.View.OneScale() || p.Now().View.Axes != doc.EqualAxes {
		t.Errorf("by hand: %q", p.Now().View.Axes)
	}
	if long("knn", 30); p.View.OneScale() {
		t.Error("other points have axes of their own")
	}
	p.Replace(doc.Document{Method: "knn", Points: p.Now().Points}, "open", "")
	if !p.View.OneScale() || !wide() {
		t.Error("a document that says nothing has axes of the same scale")
	}
	if p.table(1); !p.View.OneScale() || wide() {
		t.Errorf("points as high as wide: %+v", p.View.Now())
	}
}

// Points that would lie in one line get independent axes when they come, whatever the method. The switch still makes
// the scales equal; a document is opened as it says, also with another method.
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
		v := p.View.Now()
		if own := v.X1-v.X0 < 1; own == p.View.OneScale() {
			t.Errorf("the view %+v, one scale %t", v, p.View.OneScale())
		}
		return !p.View.OneScale()
	}
	if read(func(*doc.Document) {}); !free() {
		t.Error("metres against centimetres keep one scale")
	}
	if p.Methods.Choose("logistic"); !free() {
		t.Error("another method puts them in one line")
	}
	if p.View.SetOneScale(true); free() || p.Now().View.Axes != doc.EqualAxes {
		t.Errorf("by hand: %q", p.Now().View.Axes)
	}
	if p.Methods.Choose("svm"); free() {
		t.Error("another method forgets what was chosen")
	}
	p.Replace(doc.Document{Method: "svm", Points: line}, "open", "")
	if free() {
		t.Error("a document that says nothing has axes of their own")
	}
	if p.Methods.Choose("logistic"); free() {
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

// The cached size is that of the present data, and is not computed again while a slider is dragged.
func TestSizeIsKept(t *testing.T) {
	p := openScaled(t, nil)
	same := func(after string) {
		t.Helper()
		if got, want := p.Units.Size(), p.Info().SizeOf(&p.now); got != want {
			t.Errorf("after %s the size is %v, not %v", after, got, want)
		}
	}
	same("the start")
	p.table(100)
	same("a table")
	if p.Units.Size().Spread == 1 {
		t.Fatal("the table is no larger than the square")
	}
	p.Methods.Choose("knn")
	same("another method")
	p.table(1)
	same("another table")
	p.Methods.Choose("svm")
	p.table(100)
	if _, ok := p.History.Undo(); !ok {
		t.Error("there is nothing to undo")
	}
	same("undo")
	p.Units.Size()
	p.Units.size.Spread = 12 // marks the cached value
	p.Params.Set("kernel", "linear", "drag")
	p.Params.Set("kernel", "rbf", "drag")
	if p.Units.Size().Spread != 12 {
		t.Error("a parameter has the data measured again")
	}
	p.Draft.Grab(0)
	p.Draft.MoveTo(300, 300)
	same("a drag")
}
