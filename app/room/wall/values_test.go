package wall

import (
	"reflect"
	"slices"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
)

func settingOf(t *testing.T, id string) *Setting {
	s := &Setting{Doc: doc.Document{Method: id, Params: map[string]any{}, Points: []doc.Point{{}, {Z: 1}, {Z: 2}}}, N: 3}
	all := catalog.All()
	for i := range all {
		if all[i].ID == id {
			s.Info = &all[i].Info
		}
	}
	if s.Info == nil {
		t.Fatal(id)
	}
	for i := range all {
		if all[i].TaskOf(nil) == s.Info.TaskOf(nil) {
			s.Methods = append(s.Methods, all[i].ID)
		}
	}
	s.Method = func(id string) *method.Info {
		return &all[slices.IndexFunc(all, func(m method.Method) bool { return m.ID == id })].Info
	}
	return s
}

// For each method, every suggested wall can be drawn, and its text parses to the same wall.
func TestSuggestionsAreGood(t *testing.T) {
	for _, m := range catalog.All() {
		s := settingOf(t, m.ID)
		s.Steps = 20
		s.Doc.Dataset = &doc.Dataset{Name: "moons", N: 100, Noise: 0.2, Seed: 1}
		for _, c := range s.Choices() {
			w := s.Suggest(c.Over)
			d := s.Doc
			d.Wall = w
			if err := d.Validate(); err != nil {
				t.Errorf("%s over %s: %v", m.ID, c.Over, err)
				continue
			}
			if err := s.Info.CheckWall(&d); err != nil {
				t.Errorf("%s over %s: %v", m.ID, c.Over, err)
			}
			if n := len(s.Info.Cells(&d)); n < 2 {
				t.Errorf("%s over %s shows %d pictures", m.ID, c.Over, n)
			}
			back, err := s.Parse(c.Over, s.Text(w), w)
			if err != nil || !back.Equal(w) {
				t.Errorf("%s over %s: %q reads as %+v, %v; want %+v", m.ID, c.Over, s.Text(w), back, err, w)
			}
		}
	}
}

func TestSuggestions(t *testing.T) {
	svm := settingOf(t, "svm")
	svm.Doc.Dataset = &doc.Dataset{Name: "moons", N: 100, Noise: 0.2, Seed: 4}
	svm.N = 100
	for over, want := range map[string][]any{
		"C":                    {0.1, 1.0, 10.0},
		doc.WallClasses:        {0.0, 1.0, 2.0},
		doc.WallProba:          {0.0, 1.0, 2.0},
		doc.WallData + "n":     {25.0, 100.0, 400.0},
		doc.WallData + "noise": {0.0, 0.2, 0.4},
		doc.WallData + "seed":  {4.0, 5.0, 6.0},
	} {
		if got := svm.Suggest(over).Values; !reflect.DeepEqual(got, want) {
			t.Errorf("over %s: %v, want %v", over, got, want)
		}
	}
	if got := svm.Suggest(doc.WallMethods).Values; got[0] != "svm" || len(got) != 4 {
		t.Errorf("methods: %v", got)
	}
	if slices.ContainsFunc(svm.Choices(), func(c Choice) bool { return c.Over == doc.WallSteps }) {
		t.Error("steps of a fit without any")
	}
	maps := func(s *Setting) bool {
		return slices.ContainsFunc(s.Choices(), func(c Choice) bool { return c.Over == doc.WallProba })
	}
	if maps(svm) {
		t.Error("maps of P(class | x) of a fit without probabilities")
	}
	if svm.Proba = true; !maps(svm) {
		t.Error("no maps of P(class | x) of a fit with probabilities")
	}
}

// Classes are written by their names, or by their numbers if they have none.
func TestClassesByName(t *testing.T) {
	s := settingOf(t, "svm")
	s.Doc.Names.Classes = []string{"digit 0", "a, b"}
	w := &doc.Wall{Over: doc.WallProba, Values: []any{0.0, 1.0, 2.0}}
	if got := s.Text(w); got != "digit 0, 2, 3" {
		t.Errorf("%q", got)
	}
	for _, text := range []string{"digit 0, 2, 3", "Digit 0, 2, 3"} {
		if got, err := s.Parse(doc.WallProba, text, nil); err != nil || !got.Equal(w) {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
}

// A suggested wall contains the document's own value, so that it changes nothing. If typed values do not contain it,
// the first is taken, and for steps the end that is shown.
func TestLead(t *testing.T) {
	knn := settingOf(t, "knn")
	knn.Doc.Params["n_neighbors"] = 900.0 // beyond its slider
	if got := knn.Suggest("n_neighbors").Values; len(got) < 2 || got[len(got)-1] != 900.0 {
		t.Errorf("beside k = 900: %v", got)
	}
	knn.Doc.Params["n_neighbors"] = 5.0
	w, err := knn.Parse("n_neighbors", "15, 1", nil)
	if err != nil || knn.Lead(w) != 15.0 {
		t.Errorf("%+v, %v", w, err)
	}
	knn.Doc.Wall = w // as in an old document
	if got := knn.Text(w); got != "5, 15, 1" {
		t.Errorf("the field says %q", got)
	}
	knn.Steps = 20
	w = knn.Suggest(doc.WallSteps)
	if knn.Lead(w) != 20.0 || len(w.Values) != 3 {
		t.Errorf("%+v", w)
	}
	if got := knn.Lead(&doc.Wall{Over: doc.WallClasses, Values: []any{0.0}}); got != nil {
		t.Errorf("of classes %v", got)
	}
}

func TestParse(t *testing.T) {
	s := settingOf(t, "svm")
	for _, c := range []struct {
		over, text string
		want       []any
		err        string
	}{
		{"C", "0.1, 1,10", []any{0.1, 1.0, 10.0}, ""},
		{"C", " 5 ", []any{5.0}, ""},
		{"C", "", nil, "Values must be 1 to 12, separated by commas; got 0"},
		{"C", "1, many", nil, `Values must be numbers, separated by commas; got "many"`},
		{"C", "1, -1", nil, "wall.values[1] must be"},
		{"kernel", "linear, rbf(0.5), sigmoid(50, -2)", []any{"linear", "rbf(0.5)", "sigmoid(50, -2)"}, ""},
		{doc.WallMethods, "svm, K nearest neighbours", []any{"svm", "knn"}, ""},
		{doc.WallClasses, "1, 3", []any{0.0, 2.0}, ""},
		{doc.WallProba, "2, 3", []any{1.0, 2.0}, ""},
		{doc.WallProba, "zebra", nil, "Values must be numbers"},
		{"hard", "on, off", []any{true, false}, ""},
		{"hard", "maybe", nil, "Values must be on or off"},
		{"C", "1,2,3,4,5,6,7,8,9,10,11,12,13", nil, "Values must be 1 to 12"},
	} {
		w, err := s.Parse(c.over, c.text, nil)
		switch {
		case c.err == "" && (err != nil || !reflect.DeepEqual(w.Values, c.want)):
			t.Errorf("%s, %q: %+v, %v", c.over, c.text, w, err)
		case c.err != "" && (err == nil || !hasPrefix(err.Error(), c.err)):
			t.Errorf("%s, %q: %v, want %s", c.over, c.text, err, c.err)
		}
	}
}

func hasPrefix(s, p string) bool { return len(s) >= len(p) && s[:len(p)] == p }
