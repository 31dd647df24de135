package python_test

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/session"
)

// silent lists the parameters, of all methods or of one, whose choices change no program: what is shown, ways to the
// same answer, and cases that the data of this test do not have.
var silent = []string{"axes", "shown", "form", "stop", "schedule", "step", "svm_primal solver", "logistic solver",
	"linear solver", "transform_algorithm", "pre_image", "inputs", "covariance_divisor", "categorical", "empty_clusters"}

// results matches what a comment says of the picture, which is not a part of the program.
var results = regexp.MustCompile(`(?m)#.*$`)

// Each choice of each method is in its program, or there is a sentence why there is no program.
func TestEveryChoice(t *testing.T) {
	s := session.New(catalog.All())
	step := 3
	seen := map[string]bool{}
	for _, m := range catalog.All() {
		if !tests(m.ID) {
			continue
		}
		list, _ := methodtest.Variants(&m)
		plain := map[method.Task]string{} // the programs of the defaults
		for _, v := range list {
			task := m.TaskOf(v.Params)
			d := doc.Document{Method: m.ID, Params: v.Params, Seed: 1, View: doc.View{Step: &step}}
			switch {
			case m.Pictures || m.Objects:
				d = methodtest.Rows(&m, v.Params)
			case task == method.Regress:
				d.Dataset = &doc.Dataset{Name: "sine", N: 12, Noise: 0.2, Seed: 3}
			case task == method.Regress2D:
				d.Dataset = &doc.Dataset{Name: "hills", N: 20, Noise: 0.1, Seed: 3}
			default:
				d.Dataset = &doc.Dataset{Name: "moons", N: 20, Noise: 0.2, Seed: 3}
			}
			if m.Watches != "" && v.Params[m.Watches] == true {
				d.Split = doc.Split{Validate: 0.3, Seed: 1}
			}
			d, err := s.Resolve(method.Unstopped, d)
			if err != nil {
				t.Fatal(m.ID, v.Name, err)
			}
			p, err := s.Python(context.Background(), d)
			var need *method.Need
			if errors.As(err, &need) {
				if !strings.HasSuffix(need.Sentence, ".") {
					t.Errorf("%s: %s: %q is no sentence", m.ID, v.Name, need.Sentence)
				}
				continue
			}
			if err != nil {
				t.Fatal(m.ID, v.Name, err)
			}
			switch code := results.ReplaceAllString(p.Text, ""); {
			case v.Name == "":
				plain[task] = code
			case code == plain[task]:
				param, _, _ := strings.Cut(v.Name, " = ")
				seen[param], seen[m.ID+" "+param] = true, true
				if !slices.Contains(silent, param) && !slices.Contains(silent, m.ID+" "+param) {
					t.Errorf("%s: %s is not in the program:\n%s", m.ID, v.Name, p.Text)
				}
			}
			if open := unclosed(p.Text); open != "" {
				t.Errorf("%s: %s: %q is not closed:\n%s", m.ID, v.Name, open, p.Text)
			}
			if at := notANumber.FindString(p.Text); at != "" {
				t.Errorf("%s: %s: the program has the number %s", m.ID, v.Name, at)
			}
		}
	}
	for _, name := range silent {
		if !seen[name] && tests("") {
			t.Errorf("choices of %s always change the program: it need not be listed", name)
		}
	}
}

// unclosed returns the brackets of a Python program, outside strings and comments, that have no partner.
func unclosed(text string) (open string) {
	for at := 0; at < len(text); at++ {
		switch c := text[at]; c {
		case '"':
			mark := `"`
			if strings.HasPrefix(text[at:], `"""`) {
				mark = `"""`
			}
			for at += len(mark); at < len(text) && !strings.HasPrefix(text[at:], mark); at++ {
				if text[at] == '\\' {
					at++
				}
			}
			at += len(mark) - 1
		case '#':
			for at < len(text) && text[at] != '\n' {
				at++
			}
		case '(', '[', '{':
			open += string(c)
		case ')', ']', '}':
			if n := len(open); n > 0 && strings.Contains("() [] {}", open[n-1:]+string(c)) {
				open = open[:n-1]
			} else {
				open += string(c)
			}
		}
	}
	return open
}
