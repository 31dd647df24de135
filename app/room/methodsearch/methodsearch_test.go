package methodsearch

import (
	"slices"
	"testing"

	"pointscape/engine/method"
)

var list = []method.Info{
	{ID: "svm", Name: "Support vector machine", Family: "Classification", Summary: "Widest street."},
	{ID: "gp", Name: "Gaussian process", Family: "Regression", Summary: "Functions."},
	{ID: "knn", Name: "Nearest neighbours", Family: "Classification", Summary: "Neighbours vote."},
}

// Accents and hyphens need not be typed. A method's name comes before an equal alias of another one.
func TestOtherNames(t *testing.T) {
	f := &Search{Chosen: func() string { return "" }, Methods: func() []method.Info {
		return []method.Info{
			{ID: "density", Name: "Kernel density", Aliases: []string{"Parzen windows", "Fenêtres de Parzen"}},
			{ID: "fisher", Name: "Fisher’s discriminant", Aliases: []string{"Fisher’s LDA"}},
			{ID: "lda", Name: "Linear discriminant analysis", Aliases: []string{"Analyse discriminante linéaire"}},
		}
	}}
	for query, want := range map[string]string{
		"parzen": "density", "fenetres": "density", "Fenêtres de P": "density", "LDA": "lda", "lineaire": "lda",
		"fisher lda": "fisher", "fishers": "fisher",
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
		"": "svm", " ": "svm", "svm": "svm", "SVM": "svm", "gp": "gp", "gauss": "gp", "near": "knn", "k-nn": "knn",
		"vote": "knn", "vector mach": "svm", "regression": "gp", "classification": "svm",
		"vector vote": "", "zzz": "",
	} {
		f.Ask(query)
		if f.Candidate() != want || f.Accepts() != (want != "") {
			t.Errorf("%q proposes %q, want %q; accepts %v", query, f.Candidate(), want, f.Accepts())
		}
	}
	f.Ask("classification")
	if g := f.Found(); len(g) != 1 || g[0].Family != "Classification" || len(g[0].Methods) != 2 ||
		g[0].Methods[1].ID != "knn" {
		t.Errorf("found %+v", g)
	}
	f.Propose("gp")
	if f.Accepts() {
		t.Error("what was not found is accepted")
	}
}

// A family's methods are listed together, wherever they are in the catalogue.
func TestKeys(t *testing.T) {
	f := newFinder()
	f.Ask("")
	for _, x := range []struct{ key, want string }{
		{"ArrowDown", "knn"}, {"ArrowDown", "gp"}, {"ArrowDown", "svm"}, {"ArrowUp", "gp"}, {"PageUp", "svm"},
		{"PageDown", "gp"},
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

func newExamples() *Examples {
	return &Examples{Chosen: func() string { return "gp" }, Methods: func() []method.Info {
		return []method.Info{
			{ID: "svm", Name: "Support vector machine", Family: "Classification", Summary: "Widest street.",
				Aliases: []string{"SVC"},
				Examples: method.ExamplesIn(`{"version":1,"method":"svm","title":"Where is the widest margin?"}` + "\n" +
					`{"version":1,"method":"svm","title":"A kernel for two moons"}`)},
			{ID: "gp", Name: "Gaussian process", Family: "Regression",
				Examples: method.Examples{Lessons: []string{`{"version":1,"method":"gp","title":"Two noises"}`}}},
			{ID: "knn", Name: "Nearest neighbours", Family: "Classification",
				Examples: method.ExamplesIn(`{"version":1,"method":"knn"}`)},
			{ID: "bare", Name: "Without examples", Family: "Classification"},
		}
	}}
}

// shown returns the titles in the list, with the headings.
func shown(e *Examples) (list []string) {
	for _, s := range e.Found() {
		list = append(list, s.Family+"/"+s.Name)
		for _, x := range s.Examples {
			list = append(list, x.Title)
		}
	}
	return list
}

// The list begins with examples for beginners; the others follow by family and method, those of the present method
// first. A query is searched for in titles and in names of methods.
func TestExamples(t *testing.T) {
	e := newExamples()
	for _, c := range []struct {
		query, first string // what Enter opens
		want         []string
	}{
		{"", "", []string{Start + "/", "Where is the widest margin?", "Nearest neighbours", "Two noises",
			Now + "/Gaussian process", "Two noises", "Classification/Support vector machine",
			"Where is the widest margin?", "A kernel for two moons",
			"/Nearest neighbours", "Nearest neighbours"}},
		{"two", "svm-1", []string{"Classification/Support vector machine", "A kernel for two moons",
			"Regression/Gaussian process", "Two noises"}},
		{"svc", "svm-0", []string{"Classification/Support vector machine", "Where is the widest margin?",
			"A kernel for two moons"}},
		{"two gauss", "gp-0", []string{"Regression/Gaussian process", "Two noises"}},
		{"k-nn", "knn-0", []string{"Classification/Nearest neighbours", "Nearest neighbours"}},
		{"street", "", nil}, // only in the method's description
	} {
		e.Ask(c.query)
		x, ok := e.Candidate()
		if got := shown(e); !slices.Equal(got, c.want) || ok != (c.first != "") || x.ID != c.first {
			t.Errorf("%q shows %q and proposes %q, want %q", c.query, got, x.ID, c.first)
		}
	}
}

func TestExampleKeys(t *testing.T) {
	e := newExamples()
	e.Ask("")
	for _, x := range []struct{ key, want string }{
		{"ArrowUp", "knn-0"}, {"ArrowDown", "start-svm"}, {"ArrowDown", "start-knn"}, {"ArrowDown", "start-gp"},
		{"ArrowDown", "gp-0"}, {"ArrowDown", "svm-0"}, {"ArrowUp", "gp-0"}, {"PageDown", "knn-0"}, {"PageUp", "start-svm"},
	} {
		if !e.Key(x.key) {
			t.Errorf("%s does not walk", x.key)
		}
		if got, _ := e.Candidate(); got.ID != x.want {
			t.Errorf("%s leads to %q, want %q", x.key, got.ID, x.want)
		}
	}
	if e.Key("Enter") {
		t.Error("Enter walks")
	}
}
