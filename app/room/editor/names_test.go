package editor

import (
	"testing"

	"pointscape/engine/doc"
)

var recipeNames = doc.Names{X: "length", Y: "width", Classes: []string{"a", "b"}}

// named is a page whose recipe has its own names.
func named(t *testing.T) *page {
	p := open(t)
	n := p.Now()
	n.Dataset = &doc.Dataset{Name: "moons", N: 4, Names: recipeNames}
	n.Names, n.Title, n.Note = recipeNames, "Flowers", "Of May."
	p.Replace(n, "start", "")
	return p
}

func TestNamingIsAStep(t *testing.T) {
	p := named(t)
	n := p.Names()
	n.X = "petal length (cm)"
	if !p.SetNames(n, "name an axis", "") || p.Names().X != "petal length (cm)" || p.undoes() != "name an axis" ||
		p.last() != (Change{What: Step, Names: true}) {
		t.Errorf("named %+v, told %+v, undo would undo %q", p.Names(), p.last(), p.undoes())
	}
	if p.Now().Dataset == nil {
		t.Error("the recipe is lost with a name")
	}
	count := len(p.changes)
	if p.SetNames(n, "name an axis", "") || len(p.changes) != count {
		t.Error("the same names are a step")
	}
	// An empty name is replaced by the recipe's; without a recipe it stays empty.
	n.X = ""
	p.SetNames(n.WithClass(1, "B"), "name a class", "")
	if got := p.Names(); got.X != "length" || got.Class(1) != "B" || got.Class(0) != "a" {
		t.Errorf("names are %+v", got)
	}
	if p.History.Undo(); !p.last().Names {
		t.Errorf("undoing tells %+v", p.last())
	}
	if got := p.Names(); got.X != "petal length (cm)" || got.Class(1) != "b" {
		t.Errorf("undone to %+v", got)
	}
	p.Points.Add(0.3, 0.3) // by hand: the names stay, and are the document's own
	if !p.Names().Equal(doc.Names{X: "petal length (cm)", Y: "width", Classes: []string{"a", "b"}}) {
		t.Errorf("with a point by hand names are %+v", p.Names())
	}
	p.SetNames(doc.Names{}, "name an axis", "")
	if !p.Names().IsZero() {
		t.Errorf("what has no name is called %+v", p.Names())
	}
}

func TestRemovingAllForgetsTitleAndNames(t *testing.T) {
	p := named(t)
	p.Points.Clear()
	if d := p.Now(); d.Title != "" || d.Note != "" || !d.Names.IsZero() || len(d.Points) > 0 {
		t.Errorf("left: %+v", d)
	}
	p.History.Undo()
	if d := p.Now(); d.Title != "Flowers" || d.Note != "Of May." || !d.Names.Equal(recipeNames) || len(d.Points) != 4 {
		t.Errorf("undo brought back %q, %+v, %d points", d.Title, d.Names, len(d.Points))
	}
}

// A document's note is about its data: it is removed with them.
func TestNotesGoWithTheirData(t *testing.T) {
	p := named(t)
	if n, ok := p.Data.WithRecipe(doc.Dataset{Name: "moons", N: 9}); !ok || n.Note != "" {
		t.Errorf("a recipe takes over the note %q", n.Note)
	}
	if n, ok := p.Data.WithTable(doc.Table{Name: "iris"}); !ok || n.Note != "" {
		t.Errorf("a table takes over the note %q", n.Note)
	}
}

func TestNamesGoWithTheirData(t *testing.T) {
	p := named(t)
	own := p.Names().WithClass(0, "A")
	p.SetNames(own, "name a class", "")
	if n, ok := p.Data.WithRecipe(doc.Dataset{Name: "moons", N: 9}); !ok || !n.Names.Equal(own) {
		t.Errorf("more points of the same recipe are called %+v", n.Names)
	}
	if n, ok := p.Data.WithRecipe(doc.Dataset{Name: "sine", N: 6}); !ok || !n.Names.IsZero() {
		t.Errorf("another recipe's are called %+v", n.Names)
	}
	p.Methods.Choose("gp") // other data
	if !p.made[len(p.made)-1].Names.IsZero() {
		t.Errorf("data made for a method are called %+v", p.made)
	}
	p.Methods.Choose("svm")
	if !p.Names().Equal(own) {
		t.Errorf("come back as %+v", p.Names())
	}
	p.Methods.Choose("knn")
	if !p.Names().Equal(own) {
		t.Errorf("with another method for the same data: %+v", p.Names())
	}
}
