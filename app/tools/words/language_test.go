//go:build !js

package main

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pointscape/app/tools/site"
	conditions "pointscape/engine/check"
	"pointscape/engine/course"
	"pointscape/engine/doc"
	"pointscape/engine/words"
)

var update = flag.Bool("update", false, "write down the texts that wait for a translation")

// Each language has a translation of every text for the user, within its length limit and with the same placeholders.
// Exactly the texts that wait for a translation are listed as pending.
func TestLanguages(t *testing.T) {
	root, list := everyText(t)
	skip, err := unseen(root)
	if err != nil {
		t.Fatal(err)
	}
	tongues, err := site.Translations(root)
	if err != nil || len(tongues) == 0 {
		t.Fatalf("%d languages, %v", len(tongues), err)
	}
	for _, l := range tongues {
		waits, err := site.Pending(root, l.Tag)
		if err != nil {
			t.Fatal(err)
		}
		missing, long := check(list, l, skip)
		if *update {
			waits = nil
			for _, f := range missing {
				waits = append(waits, f.says)
			}
			slices.Sort(waits)
			path := filepath.Join(root, languages, l.Tag, "pending.list")
			if len(waits) == 0 {
				os.Remove(path)
			} else if text, err := json.MarshalIndent(waits, "", " "); err != nil ||
				os.WriteFile(path, append(text, '\n'), 0o644) != nil {
				t.Fatalf("%s is not written: %v", path, err)
			}
		}
		for _, f := range missing {
			if !slices.Contains(waits, f.says) {
				t.Errorf("%s: %s %s: %q is missing. Say it in %s, or let it wait: "+
					"go test ./app/tools/words -run TestLanguages -update",
					l.Tag, f.where, f.what, f.says, languages)
			}
		}
		for _, f := range long {
			t.Errorf("%s: %s %s %q %s", l.Tag, f.where, f.what, f.says, f.wrong)
		}
		for from, to := range l.Texts {
			a, b := from, to
			if strings.Contains(from, "¦") || strings.Contains(to, "¦") {
				a, _, _ = strings.Cut(from, "¦")
				b, _, _ = strings.Cut(to, "¦")
			}
			if !slices.Equal(parts(a), parts(b)) {
				t.Errorf("%s: %q has other parts than %q", l.Tag, to, from)
			}
		}
		t.Logf("%s: %d texts, %d wait", l.Tag, len(l.Texts), len(waits))
	}
}

// check finds missing translations, and those that are too long.
func TestCheck(t *testing.T) {
	l := &site.Translation{Language: words.Language{Texts: map[string]string{"Kernel": strings.Repeat("Noyau ", 9),
		"Order": "Ordre"}}, Pages: map[string]string{"Order": "Ordre"}}
	missing, long := check([]text{{"svm params.kernel", "label", "Kernel"}, {"svm params.C", "label", "Price"},
		{"app/ui/x.go:3", "Text", "Save"}, {"server.go:3", "Text", "Listening"}, {"svm", "source", "Platt"},
		{"app/ui/x.go:4", "Text", "chip"}, {"app/tools/site/x.html:1", "Say", "Order"},
		{"app/tools/site/x.html:2", "Say", "Courses"},
		{"app/tools/site/x.go:1", "Errorf", "no course"}, {"app/ui/x.go:5", "Text", "Order"}}, l, []string{"chip"})
	var says []string
	for _, f := range missing {
		says = append(says, f.says)
	}
	// The page's program does not have the texts of generated pages.
	if !slices.Equal(says, []string{"Price", "Save", "Courses", "Order"}) {
		t.Errorf("missing are %v", missing)
	}
	if len(long) != 1 || long[0].says != "Kernel" {
		t.Errorf("too long are %v", long)
	}
}

// speak makes the program speak a language until the test ends.
func speak(t *testing.T, tag string) {
	t.Helper()
	root, err := site.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	tongues, err := site.Translations(root)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(tongues, func(l *site.Translation) bool { return l.Tag == tag })
	if i < 0 {
		t.Fatalf("there is no language %s", tag)
	}
	words.Speak(&tongues[i].Language)
	t.Cleanup(func() { words.Speak(nil) })
}

// Errors for the author of a deck are in French, and the author's own words stay unchanged.
func TestRefusalsInFrench(t *testing.T) {
	speak(t, "fr")
	deck := func(text string) error {
		quoted, err := json.Marshal(text)
		if err == nil {
			_, err = course.Read([]byte(`{"course": "my-deck", "title": "Mine", "pages": [{"id": "a", "title": "A", "text": ` +
				string(quoted) + `, "document": {"method": "svm"}, "steps": [{"kind": "note", "text": "First."}]}]}`))
		}
		return err
	}
	condition := func(text string) error {
		_, err := conditions.Read(text)
		return err
	}
	for want, err := range map[string]error{
		`pages[0].text : ligne 1 : $ sans fin dans "Soit $x" (un signe dollar s’écrit \$)`: deck("Soit $x"),
		`la condition s’arrête trop tôt (jusqu’au caractère 22 de "training_error == 0 &&")`: condition("training_error " +
			"== 0 &&"),
		`Valeurs doit être l’un de k plus proches voisins et 11 de plus ; reçu : "SVM and logistic"`: doc.Errorf("Values",
			words.Text("one of %s and %s more", "k nearest neighbours", "11"), "SVM and logistic"),
		`cours doit être du JSON, qui commence par { ; reçu : "name;weight 1"`: doc.Errorf("course",
			"JSON, which begins with {",
			"name;weight 1"),
		`pages[0].text : ligne 3 : une question a une seule réponse ; reçu "task" sous "number"`: deck("? How many?\nnumber: 3\ntask: C > 1"),
	} {
		if err == nil {
			t.Errorf("there is no error for %s", want)
			continue
		}
		if to := words.Say(err.Error()); strings.ReplaceAll(strings.ReplaceAll(to, "\u202f", " "), "\u00a0", " ") != want {
			t.Errorf("%s\nwant %s", to, want)
		}
	}
}
