package python_test

import (
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
)

var update = flag.Bool("update", false, "write the golden programs anew")

// program returns the program of a document.
func program(t *testing.T, s *session.Session, text string) (string, error) {
	t.Helper()
	d, err := doc.Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if d, err = s.Resolve(method.Unstopped, d); err != nil {
		t.Fatal(err)
	}
	p, err := s.Python(context.Background(), d)
	if err != nil {
		return "", err
	}
	return p.Text, nil
}

// notANumber matches values that Python does not have as literals.
var notANumber = regexp.MustCompile(`(?i)\b(nan|inf)\b`)

// Each method of the catalogue has a counterpart, or a sentence why there is none. A program is the same each time, and
// contains no text that would end a string.
func TestEveryMethod(t *testing.T) {
	s := session.New(catalog.All())
	programs := 0
	for _, m := range catalog.All() {
		if !tests(m.ID) {
			continue
		}
		text, err := program(t, s, m.Example)
		var need *method.Need
		if errors.As(err, &need) {
			if strings.HasPrefix(need.Sentence, "There is no Python program for the method "+m.ID) {
				t.Errorf("%s declares no counterpart in scikit-learn, nor why there is none: method.Method.Python", m.ID)
			}
			if !strings.HasSuffix(need.Sentence, ".") {
				t.Errorf("%s: %q is no sentence", m.ID, need.Sentence)
			}
			continue
		} else if err != nil {
			t.Errorf("%s: %v", m.ID, err)
			continue
		}
		programs++
		if again, _ := program(t, s, m.Example); again != text {
			t.Errorf("%s: two programs of one document:\n%s\n%s", m.ID, text, again)
		}
		if at := notANumber.FindString(text); at != "" {
			t.Errorf("%s: the program has the number %s", m.ID, at)
		}
		if n := strings.Count(text, `"""`); n%2 != 0 {
			t.Errorf("%s: the program has %d marks of long strings", m.ID, n)
		}
	}
	if programs < 45 && tests("") {
		t.Errorf("%d methods have programs", programs)
	}
}

// Programs are short and readable: a few of them are stored as golden files.
func TestGolden(t *testing.T) {
	s := session.New(catalog.All())
	for name, text := range map[string]string{
		"svm": `{"version":1,"method":"svm","title":"Say \"two\" moons\\","params":{"kernel":"rbf(0.3) + 0.5*linear()","C":3},` +
			`"names":{"x":"height","classes":["a\"b","c"]},"dataset":{"name":"moons","n":12,"noise":0.1,"seed":1},` +
			`"split":{"test":0.3,"seed":1}}`,
		"knn": `{"version":1,"method":"knn","params":{"n_neighbors":3,"metric":"minkowski","p":3},` +
			`"dataset":{"name":"moons","n":12,"noise":0.1,"seed":1}}`,
		"ridge": `{"version":1,"method":"ridge","params":{"degree":3,"alpha":0.01},"dataset":{"name":"sine","n":9,"seed":1}}`,
		"gp": `{"version":1,"method":"gp","params":{"mean":"linear","kernel":"2*rbf(0.2)*periodic(1, 0.5) + white(1e-05)",` +
			`"alpha":0.01},"points":[[0.1,-0.2],[0.2,0.1],[0.6,0.9]]}`,
		"kmeans": `{"version":1,"method":"kmeans","params":{"n_clusters":2},"points":[[0,0],[0,0.1],[1,1],[1,0.9]]}`,
		"vote": `{"version":1,"method":"vote","params":{"estimators":[{"method":"svm"},{"method":"tree"}]},` +
			`"dataset":{"name":"moons","n":12,"noise":0.1,"seed":1}}`,
		"mlp": `{"version":1,"method":"mlp","params":{"hidden_layer_sizes":[2]},"view":{"step":5},"seed":1,` +
			`"points":[[0,0,0],[0,1,1],[1,1,0],[1,0,1]]}`,
	} {
		got, err := program(t, s, text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		file := filepath.Join("testdata", name+".py")
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if want, err := os.ReadFile(file); err != nil || string(want) != got {
			t.Errorf("%s (%v):\n%s", name, err, got)
		}
	}
}

// For what scikit-learn does not have, the message says so and names an alternative.
func TestRefusals(t *testing.T) {
	s := session.New(catalog.All())
	const moons = `"dataset":{"name":"moons","n":20,"noise":0.1,"seed":1}}`
	for text, want := range map[string]string{
		`{"version":1,"method":"tree","params":{"splits":"oblique"},` + moons:              "slanted splits",
		`{"version":1,"method":"tree","params":{"criterion":"misclassification"},` + moons: "misclassification",
		`{"version":1,"method":"svm","params":{"kernel":"rbf(1) + white(0.1)"},` + moons:   "white noise",
		`{"version":1,"method":"mlp","params":{"activation":"elu"},` + moons:               "activation",
		`{"version":1,"method":"mlp","params":{"gain":0.5},` + moons:                       "steepness",
		`{"version":1,"method":"qda","params":{"covariance_divisor":"n_k"},` + moons:       "nₖ − 1",
		`{"version":1,"method":"som",` + moons:                                             "self-organising maps",
		`{"version":1,"method":"vote","params":{"estimators":[{"method":"svm"},{"method":"kernel_knn"}]},` +
			moons: "not within " +
			"another method",
		`{"version":1,"method":"vote","params":{"estimators":[{"method":"svm"},{"method":"kernel_logistic"}]},` +
			moons: "no counterpart of Kernel logistic",
	} {
		_, err := program(t, s, text)
		var need *method.Need
		if !errors.As(err, &need) || !strings.Contains(need.Sentence, want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// What scikit-learn does not have is refused, not translated wrongly; and each of these values is valid for its method.
func TestBeyondScikitLearn(t *testing.T) {
	s := session.New(catalog.All())
	for _, text := range []string{
		`{"method":"tree","params":{"criterion":"gain_ratio"},"dataset":{"name":"moons","n":30}}`,
		`{"method":"tree","params":{"inputs":"all"},"table":{"name":"weather"}}`,
		`{"method":"logistic","params":{"vectors":"two"},"dataset":{"name":"moons","n":30}}`,
		`{"method":"kmeans","params":{"hand":"given"},"dataset":{"name":"blobs","n":30}}`,
		`{"method":"feature_map","params":{"map":"expression"},"dataset":{"name":"moons","n":30}}`,
		`{"method":"sparse_coding","params":{"sparsity":"constraint"},"points":[[0.5,0.4],[0.2,0.6]]}`,
		`{"method":"kernel_pca","params":{"center_kernel":false},"dataset":{"name":"moons","n":30}}`,
		`{"method":"ridge","table":{"name":"diabetes"}}`,
		`{"method":"pipeline","dataset":{"name":"moons","n":30}}`,
	} {
		_, err := program(t, s, text)
		var need *method.Need
		if !errors.As(err, &need) {
			t.Errorf("%s: %v, want a sentence why not", text, err)
		}
	}
}
