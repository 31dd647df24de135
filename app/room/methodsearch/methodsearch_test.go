package methodsearch

import (
	"testing"

	"pointscape/engine/method"
)

var list = []method.Info{
	{ID: "svm", Name: "Support vector machine", Family: "Classification", Summary: "Widest street."},
	{ID: "gp", Name: "Gaussian process", Family: "Regression", Summary: "Functions."},
	{ID: "knn", Name: "Nearest neighbours", Family: "Classification", Summary: "Neighbours vote."},
}

// Accents and hyphens need not be typed; a name of its own comes before another's
// other name.
func TestOtherNames(t *testing.T) {
	f := &Search{Chosen: func() string { return "" }, Methods: func() []method.Info {
		return []method.Info{
			{ID: "density", Name: "Kernel density", Aliases: []string{"Parzen windows", "Fenêtres de Parzen"}},
			{ID: "fisher", Name: "Fisher’s discriminant", Aliases: []string{"Fisher’s LDA"}},
			{ID: "lda", Name: "Linear discriminant analysis", Aliases: []string{"Analyse discriminante linéaire"}},
		}
	}}
	for query, want := range map[string]string{
		"parzen": "density", "fenetres": "density", "Fenêtres de P": "density", "LDA": "lda", "lineaire": "lda", "fisher lda": "fisher", "fishers": "fisher",
	} {
		if f.Ask(query); f.Candidate() != want {
			t.Errorf("%q proposes %q, want %q", query, f.Candidate(), want)
		}
	}
}

func newFinder() *Search {
	return &Search{Methods: func() []method.Info { return list }, Chosen: func() string { return "svm" }}
}

func TestSearch(t *testing.T) {
	f := newFinder()
	for query, want := range map[string]string{
		"": "svm", " ": "svm", "svm": "svm", "SVM": "svm", "gp": "gp", "gauss": "gp", "near": "knn", "k-nn": "knn", "vote": "knn", "vector mach": "svm", "regression": "gp", "classification": "svm",
		"vector vote": "", "zzz": "",
	} {
		f.Ask(query)
		if f.Candidate() != want || f.Accepts() != (want != "") {
			t.Errorf("%q proposes %q, want %q; accepts %v", query, f.Candidate(), want, f.Accepts())
		}
	}
	f.Ask("classification")
	if g := f.Found(); len(g) != 1 || g[0].Family != "Classification" || len(g[0].Methods) != 2 || g[0].Methods[1].ID != "knn" {
		t.Errorf("found %+v", g)
	}
	f.Propose("gp")
	if f.Accepts() {
		t.Error("what was not found is accepted")
	}
}

// A family's methods stand together, wherever they are in the catalogue.
func TestKeys(t *testing.T) {
	f := newFinder()
	f.Ask("")
	for _, x := range []struct{ key, want string }{
		{"ArrowDown", "knn"}, {"ArrowDown", "gp"}, {"ArrowDown", "svm"}, {"ArrowUp", "gp"}, {"PageUp", "svm"}, {"PageDown", "gp"},
	} {
		if !f.Key(x.key) || f.Candidate() != x.want {
			t.Errorf("%s leads to %q, want %q", x.key, f.Candidate(), x.want)
		}
	}
	if f.Key("Enter") || f.Candidate() != "gp" {
		t.Error("Enter walks")
	}
	f.Ask("zzz")
	if !f.Key("ArrowDown") || f.Candidate() != "" {
		t.Error("walked to a method that was not found")
	}
}
