package site

import (
	"cmp"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// The declarations are the same in each language except for their texts: IDs, names, values, ranges and documents.
func TestTonguesDeclareTheSame(t *testing.T) {
	english, err := Offer()
	if err != nil {
		t.Fatal(err)
	}
	before := string(english)
	list, err := Tongues("../../..", english)
	if err != nil || len(list) == 0 || string(english) != before {
		t.Fatalf("%d languages, %v; English is as it was: %t", len(list), err, string(english) == before)
	}
	whole := func(text []byte) *wire.Offer {
		o, err := wire.ReadOffer(text)
		if err != nil {
			t.Fatal(err)
		}
		for o.Unread() >= 0 {
			o.Read(o.Unread())
		}
		return o
	}
	en := whole(english)
	for _, tongue := range list {
		o := whole(tongue.Offer)
		waits := pending(t, tongue.Tag)
		other := 0
		for i := range en.Catalog {
			a, b := &en.Catalog[i], &o.Catalog[i]
			if a.ID != b.ID || len(a.Params) != len(b.Params) || len(a.Shows) != len(b.Shows) ||
				len(a.Lessons) != len(b.Lessons) || a.Formula != b.Formula {
				t.Errorf("%s: %s is another one", tongue.Tag, a.ID)
			}
			for j := range a.Params {
				p, q := &a.Params[j], &b.Params[j]
				if p.Name != q.Name || !reflect.DeepEqual(p.Default, q.Default) || len(p.Choices()) != len(q.Choices()) {
					t.Errorf("%s: %s has another parameter %s", tongue.Tag, a.ID, p.Name)
				}
				if p.Help != q.Help {
					other++
				}
			}
			for j := range a.Lessons {
				d, err := doc.Decode([]byte(a.Lessons[j]))
				e, err2 := doc.Decode([]byte(b.Lessons[j]))
				if err != nil || err2 != nil {
					t.Fatalf("%s: lesson %d of %s: %v, %v", tongue.Tag, j, a.ID, err, err2)
				}
				if d.Title == e.Title && !slices.Contains(waits, d.Title) {
					t.Errorf("%s: the lesson %q has no title of its own: say it in app/tools/site/languages/%s, or let it wait: "+
						"go test ./app/tools/words -run TestLanguages -update", tongue.Tag, d.Title, tongue.Tag)
				}
				if strings.Replace(a.Lessons[j], d.Title, "", 1) != strings.Replace(b.Lessons[j], e.Title, "", 1) {
					t.Errorf("%s: the lesson %q is another document", tongue.Tag, d.Title)
				}
			}
		}
		if other < 500 {
			t.Errorf("%s: only %d helps have words of their own", tongue.Tag, other)
		}
		if l, err := wire.ReadLanguage(tongue.Words); err != nil || l.Tag != tongue.Tag || l.Decimal == "" ||
			len(l.Texts) < 1000 {
			t.Errorf("%s: the words can't be read: %v", tongue.Tag, err)
		}
	}
}

// tongues returns the languages of the project.
func tongues(t *testing.T) []Tongue {
	t.Helper()
	english, err := Offer()
	if err != nil {
		t.Fatal(err)
	}
	list, err := Tongues("../../..", english)
	if err != nil || len(list) == 0 {
		t.Fatalf("%d languages, %v", len(list), err)
	}
	return list
}

// pending returns the texts that wait for a translation.
func pending(t *testing.T, tag string) []string {
	t.Helper()
	list, err := Pending("../../..", tag)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// spoken reads the languages as the page does.
func spoken(t *testing.T) []*words.Language {
	t.Helper()
	var out []*words.Language
	for _, tongue := range tongues(t) {
		l, err := wire.ReadLanguage(tongue.Words)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, l)
	}
	return out
}

// Each language has translations of the texts that the engine writes about a picture, in the sentences in which the
// programs combine them. Only words of an author's text and formulas remain.
func TestSaid(t *testing.T) {
	english := regexp.MustCompile(`\b(the|with|which|from|their|there|error)\b`)
	left := map[string]*regexp.Regexp{"es": regexp.MustCompile(`\b(the|with|which|from|their|there)\b`)} // error is Spanish
	defer words.Speak(nil)
	written := 0
	for _, s := range saidOf(t) {
		if english.MatchString(s) {
			written++
		}
	}
	if written < 150 {
		t.Fatalf("only %d sentences are said", written)
	}
	for _, l := range spoken(t) {
		words.Speak(l)
		var stays []string
		for _, s := range saidOf(t) {
			if to := words.Say(s); cmp.Or(left[l.Tag], english).MatchString(to) && !slices.Contains(stays, to) {
				stays = append(stays, to)
			}
		}
		if len(stays) > 0 {
			t.Errorf("%s: of %d sentences %d have English in them: %q", l.Tag, written, len(stays), stays)
		}
	}
}

// saidOf returns what the engine writes about the examples of some methods, in the present language.
func saidOf(t *testing.T) (said []string) {
	add := func(list ...string) { said = append(said, list...) }
	for _, id := range []string{"svm", "knn", "kmeans", "gmm", "tree", "forest", "adaboost", "mlp",
		"logistic",
		"linear", "ridge", "lasso", "gp", "pca", "kernel_pca", "lda", "dbscan", "agglomerative", "perceptron",
		"spectral_clustering",
		"dictionary", "constrained", "svm_dual", "bagging"} {
		s := session.New(catalog.All())
		m, err := s.Method(id)
		if err != nil {
			t.Fatal(err)
		}
		d, err := doc.Decode([]byte(m.Example))
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
		req := session.Request{Doc: f.Placed(d), View: session.Viewport(d, f.Task, 400, 300, 1), Fine: true}
		add(f.Status().Sentence)
		for _, x := range f.Facts(req.View) {
			add(x.Label, x.Meaning, x.Unit)
		}
		for _, at := range [][2]float64{{0.37, 0.29}, {0.58, 0.47}, {0.71, 0.83}} {
			x := []float64{req.View.X0 + at[0]*(req.View.X1-req.View.X0), req.View.Y0 + at[1]*(req.View.Y1-req.View.Y0)}
			if e, ok := f.Explain(x, req.View); ok {
				add(e.Answer)
				add(e.Lines...)
			}
		}
		err = s.DrawFit(t.Context(), f, req, func(r *session.Result) error {
			for _, k := range r.Info.Keys {
				add(k.Says)
			}
			for _, p := range r.Info.Panels {
				add(p.Title)
			}
			add(r.Info.Alt)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return said
}
