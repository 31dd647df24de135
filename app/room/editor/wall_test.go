package editor

import (
	"reflect"
	"strings"
	"testing"

	"pointscape/engine/doc"
)

// A wall is an ordinary edit; the picture that is the document's own follows its slider.
func TestWalls(t *testing.T) {
	p := open(t)
	w := &doc.Wall{Over: "C", Values: []any{0.1, 1.0}}
	p.Wall.Set(w)
	if p.Now().Wall == nil || len(p.Wall.Cells()) != 2 || !p.Wall.Cells()[1].Own {
		t.Fatalf("%+v", p.Wall.Cells())
	}
	p.Params.Set("C", 3.0, "")
	if got := p.Now().Wall.Values; !reflect.DeepEqual(got, []any{0.1, 3.0}) {
		t.Errorf("beside C = 3 stand %v", got)
	}
	p.Params.Set("C", nil, "")
	if got := p.Now().Wall.Values; !reflect.DeepEqual(got, []any{0.1, 1.0}) {
		t.Errorf("beside the default stand %v", got)
	}
	p.Wall.Open(p.Wall.Cells()[0])
	if p.Now().Wall != nil || p.Now().Params["C"] != 0.1 {
		t.Errorf("opened %+v", p.Now())
	}
	if what, ok := p.History.Undo(); !ok || p.Now().Wall == nil || !strings.Contains(what, "open") {
		t.Errorf("after undo of %q: %+v", what, p.Now())
	}
	p.Wall.Without(p.Wall.Cells()[0])
	if p.Now().Wall != nil {
		t.Errorf("with the last picture beside its own the wall stays: %+v", p.Now().Wall)
	}
	p.History.Undo()
	p.Wall.Set(nil)
	if len(p.Wall.Cells()) != 0 {
		t.Error("there are still pictures")
	}
}

// A wall over a parameter is removed with a method that does not have it; one over methods or steps stays.
func TestWallsAndMethods(t *testing.T) {
	p := open(t)
	p.Wall.Set(&doc.Wall{Over: "C", Values: []any{0.1, 1.0}})
	p.Methods.Choose("knn")
	if p.Now().Wall != nil {
		t.Errorf("%+v", p.Now().Wall)
	}
	p.Wall.Set(&doc.Wall{Over: doc.WallMethods, Values: []any{"knn", "svm"}})
	p.Methods.Choose("kmeans")
	if got := p.Now().Wall; got == nil || !reflect.DeepEqual(got.Values, []any{"kmeans", "svm"}) {
		t.Errorf("%+v", got)
	}
	two := 2
	p.Wall.Set(&doc.Wall{Over: doc.WallSteps, Values: []any{1.0, 5.0}})
	if len(p.Wall.Cells()) != 3 {
		t.Errorf("%+v", p.Wall.Cells())
	}
	p.View.ShowStep(&two)
	if got := p.Wall.Cells(); len(got) != 3 || got[0].Value != 2.0 || !got[0].Own {
		t.Errorf("%+v", got)
	}
}

// A picture of another recipe is opened with its points made, and the picture of the document's recipe follows its
// slider.
func TestWallsOfRecipes(t *testing.T) {
	p := open(t)
	p.Wall.Set(&doc.Wall{Over: doc.WallData + "n", Values: []any{4.0, 9.0}})
	n, ok := p.Data.WithRecipe(doc.Dataset{Name: "moons", N: 6})
	if !ok || !reflect.DeepEqual(n.Wall.Values, []any{6.0, 9.0}) {
		t.Errorf("%+v", n.Wall)
	}
	p.Wall.Open(p.Wall.Cells()[1])
	if len(p.made) != 1 || len(p.Now().Points) != 9 || p.Now().Wall != nil {
		t.Errorf("made %+v, now %+v", p.made, p.Now())
	}
	// Another document keeps the values of its wall.
	p.Wall.Set(&doc.Wall{Over: "C", Values: []any{0.1, 1.0}})
	d := p.Now()
	d.Params = map[string]any{"C": 0.1}
	p.Replace(d, "open", "")
	if got := p.Now().Wall.Values; !reflect.DeepEqual(got, []any{0.1, 1.0}) {
		t.Errorf("%v", got)
	}
}

// A picture of an unknown method is not opened; one of another method is opened as if the user had chosen it.
func TestOpenedMethods(t *testing.T) {
	p := open(t)
	p.Wall.Set(&doc.Wall{Over: doc.WallMethods, Values: []any{"svm", "no_such", "knn"},
		Params: map[string]map[string]any{"knn": {"tol": 0.5}}})
	p.Wall.Open(p.Wall.Cells()[1])
	if p.Method() != "svm" || p.Now().Wall == nil || p.Info() == nil || len(p.toasts) != 1 {
		t.Errorf("%s, told %q", p.Method(), p.toasts)
	}
	p.Wall.Open(p.Wall.Cells()[2])
	if p.Method() != "knn" || p.Now().Wall != nil || p.Now().Params["tol"] != 0.5 {
		t.Errorf("%+v", p.Now())
	}
	p.History.Undo()
	if p.Method() != "svm" || p.Now().Wall == nil {
		t.Errorf("after undo %+v", p.Now())
	}
}

// A part of a cross-validation that no longer exists is no longer shown.
func TestAPartThatIsGone(t *testing.T) {
	p := open(t)
	p.Split.SetStudy(&doc.Study{Over: "C", Folds: 4})
	d := p.Now()
	d.View.Part = 4
	p.Replace(d, "look at a part", "")
	p.Points.Remove(0)
	if got := p.Now().View.Part; got != 0 {
		t.Errorf("part %d of 4, of 3 points", got)
	}
}

// In a wall that shows only its values the document takes one of them, if none is its own, in the same step.
func TestAWallOfOtherValues(t *testing.T) {
	p := open(t)
	values := func() (list []any) {
		for _, c := range p.Wall.Cells() {
			list = append(list, c.Value)
		}
		return list
	}
	p.Wall.Show(&doc.Wall{Over: "C", Values: []any{30.0, 0.1}}, 30.0)
	if got := values(); !reflect.DeepEqual(got, []any{30.0, 0.1}) || p.Now().Params["C"] != 30.0 {
		t.Errorf("pictures of %v, C = %v", got, p.Now().Params["C"])
	}
	if what, ok := p.History.Undo(); !ok || p.Now().Wall != nil || p.Now().Params["C"] != nil {
		t.Errorf("after undo of %q: %+v", what, p.Now())
	}
	// If its own value is among them it stays, and without lead its picture comes before the others.
	p.Wall.Show(&doc.Wall{Over: "C", Values: []any{30.0, 1.0, 0.1}}, 30.0)
	if got := values(); !reflect.DeepEqual(got, []any{30.0, 1.0, 0.1}) || p.Now().Params["C"] != nil {
		t.Errorf("pictures of %v, C = %v", got, p.Now().Params["C"])
	}
	p.Wall.Set(&doc.Wall{Over: "C", Values: []any{30.0, 0.1}})
	if got := values(); !reflect.DeepEqual(got, []any{1.0, 30.0, 0.1}) {
		t.Errorf("of an old document, pictures of %v", got)
	}
	// The same holds for methods, steps and a number of a recipe.
	p.Wall.Show(&doc.Wall{Over: doc.WallMethods, Values: []any{"knn", "kmeans"}}, "knn")
	if got := values(); !reflect.DeepEqual(got, []any{"knn", "kmeans"}) || p.Now().Method != "knn" {
		t.Errorf("pictures of %v, %s", got, p.Now().Method)
	}
	p.History.Undo()
	if p.Now().Method != "svm" || p.Now().Wall.Over != "C" {
		t.Errorf("after undo: %+v", p.Now())
	}
	p.Wall.Show(&doc.Wall{Over: doc.WallSteps, Values: []any{3.0, 9.0}}, 9.0)
	if got := p.Wall.Cells(); len(got) != 2 || !got[1].Own || *p.Now().View.Step != 9 {
		t.Errorf("%+v", got)
	}
	p = open(t)
	n, _ := p.Data.WithRecipe(doc.Dataset{Name: "moons", N: 6})
	n.Points = points(6)
	p.Replace(n, "make", "")
	p.Wall.Show(&doc.Wall{Over: doc.WallData + "n", Values: []any{4.0, 9.0}}, 4.0)
	if got := values(); !reflect.DeepEqual(got, []any{4.0, 9.0}) || len(p.Now().Points) != 4 {
		t.Errorf("pictures of %v, %d points", got, len(p.Now().Points))
	}
}
