//go:build !js

package catalog

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pointscape/engine/dataset"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
)

// Texts of data sets. The suite checks those of methods.
func TestDatasetsSpeakInSentences(t *testing.T) {
	t.Parallel()
	for _, d := range dataset.All() {
		if err := methodtest.Phrase(d.Label); err != nil {
			t.Errorf("%s's label: %v", d.Name, err)
		}
		if err := methodtest.Sentence(d.Help); err != nil {
			t.Errorf("%s's help: %v", d.Name, err)
		}
	}
}

// Greatest lengths of texts at a control, in characters: a label is one line of the panel, a help two.
const (
	longestLabel = 28
	longestHelp  = 110
)

// longer are the texts that may be longer, each with the reason. There are none.
var longer = map[string]string{}

// TestWordsAreShort checks that labels and helps of controls fit, and can be read at a glance.
func TestWordsAreShort(t *testing.T) {
	t.Parallel()
	met := map[string]bool{}
	short := func(where, text string, most int) {
		if n := utf8.RuneCountInString(text); n > most {
			if met[text] = true; longer[text] == "" {
				t.Errorf("%s has %d characters, more than %d: %q", where, n, most, text)
			}
		}
	}
	for _, m := range All() {
		for _, p := range m.Params {
			short(m.ID+"'s "+p.Name, p.Label, longestLabel)
			short(m.ID+"'s "+p.Name, p.Help, longestHelp)
			if method.Is[method.Estimators](p.Kind) {
				continue // its choices are methods, with their own names
			}
			for _, c := range p.Choices() {
				short(m.ID+"'s "+p.Name+" "+c.Value, c.Label, longestLabel)
				short(m.ID+"'s "+p.Name+" "+c.Value, c.Help, longestHelp)
			}
		}
		for _, s := range m.Shows {
			short(m.ID+"'s layer "+string(s.Name), s.Label, longestLabel)
			short(m.ID+"'s layer "+string(s.Name), s.Help, longestHelp)
		}
	}
	for text := range longer {
		if !met[text] {
			t.Errorf("no text is %q any more, or it is short now", text)
		}
	}
}

// otherLabel are the names of parameters with several labels, each with the reason: names are scikit-learn's, which has
// one name for several things.
var otherLabel = map[string]string{
	"alpha":              "a variance, a precision, a quantile and penalties, under the letters of the lectures",
	"bootstrap":          "of forests whether points are drawn at all, of bagging whether with replacement",
	"dim":                "one of four methods side by side says whose it is",
	"domain":             "the linear lab has classes, too",
	"eps":                "a radius, and a tolerance",
	"epsilon":            "half the width of a tube, and where a loss turns linear",
	"inputs":             "logistic regression and the linear lab have one of the inputs of the plane beside it",
	"features":           "the network has those of the method as its own inputs",
	"gamma":              "of a kernel, and of a graph's weights",
	"init":               "of weights, and of places",
	"kernel":             "one, or several to mix",
	"lambda":             "a decay, and a precision",
	"learning_rate":      "of networks it is the schedule: the rate is learning_rate_init",
	"loss":               "back-propagation calls it L in its formulas",
	"max_depth":          "of trees that end by themselves a limit, of boosting the depth that nearly all have",
	"max_iter":           "what is counted: iterations, passes, sweeps, steps",
	"n_components":       "what is counted: components, atoms, directions, dimensions, numbers, vectors",
	"n_estimators":       "what is counted: trees, rounds, members",
	"n_init":             "what is counted: runs to go through, starts of which one is shown, runs within a method",
	"optimize":           "what is learned",
	"p":                  "an exponent, and a length of pieces of words",
	"pretraining_epochs": "of autoencoders, and of Boltzmann machines",
	"rule":               "of learning, and of making one ranking of many",
	"sample":             "a point, a row, and subsampling",
	"starts":             "of centres, and of atoms",
	"width":              "of bumps on a line, and of densities",
}

// otherHelp are the names of parameters with one label and several helps, each with the reason.
var otherHelp = map[string]string{
	"C":                         "what it is the price of: points inside the margin, or outside the tube",
	"activation":                "what has one: hidden units, a neuron, filters",
	"bandwidth":                 "of hills, and of a kernel that finds modes",
	"bandwidth_rule":            "of hills, and of a kernel that finds modes",
	"batch_size":                "what is in it: points, rows, pictures",
	"component":                 "of words there are no colours",
	"covariance_divisor":        "one for all classes, or one for each",
	"degree":                    "of a kernel, and of features",
	"dropout":                   "of hidden layers, and of what the last layer gets",
	"hidden_layer_sizes":        "what a network without any is",
	"inputs":                    "what the columns are for: distances, densities, questions",
	"learning_rate_init":        "back-propagation makes one step",
	"metric":                    "of multidimensional scaling it is a switch",
	"n_clusters":                "of flats, and of places that have as many coordinates",
	"n_neighbors":               "what they do: vote, are averaged, are joined, rebuild",
	"nu":                        "of two classes, and of one",
	"p":                         "of a metric, and of weights",
	"solver":                    "a network's moves weights, the others find the best ones",
	"standardize":               "of regression values, too",
	"tol":                       "each solver stops by a measure of its own",
	"transform_n_nonzero_coefs": "one of four methods side by side says whose it is",
	"weights":                   "of neighbours, and of members",
}

// TestWordsAgree checks that one thing has one name: parameters of one name have one label and one help in all methods,
// except those that are different things, or apply to different things.
func TestWordsAgree(t *testing.T) {
	t.Parallel()
	labels, helps := map[string]texts{}, map[string]texts{}
	for _, m := range All() {
		for _, p := range m.Params {
			add(labels, p.Name, p.Label, m.ID)
			add(helps, p.Name, p.Help, m.ID)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(labels)) {
		one := len(labels[name]) == 1
		if reason := otherLabel[name]; one != (reason == "") {
			t.Errorf("labels of %q (otherwise because: %q): %v", name, reason, labels[name])
		}
		if reason := otherHelp[name]; one && (len(helps[name]) == 1) != (reason == "") {
			t.Errorf("helps of %q (otherwise because: %q): %v", name, reason, helps[name])
		}
	}
	for _, list := range []map[string]string{otherLabel, otherHelp} {
		for name := range list {
			if labels[name] == nil {
				t.Errorf("no method has a parameter %q any more", name)
			}
		}
	}
}

// texts maps a text for one name to the methods that have it.
type texts map[string][]string

func add(all map[string]texts, name, text, id string) {
	if all[name] == nil {
		all[name] = texts{}
	}
	all[name][text] = append(all[name][text], id)
}

func (l texts) String() string {
	var b strings.Builder
	for _, text := range slices.Sorted(maps.Keys(l)) {
		fmt.Fprintf(&b, "\n\t%q: %s", text, strings.Join(l[text], ", "))
	}
	return b.String()
}

// tieWords are the words about ties in a method's summary or a parameter's help, where exact ties can happen: votes,
// equal distances, equal gains.
var tieWords = map[string]string{
	"knn": "equal votes: the first class", "nca": "equal votes: the first class",
	"kernel_knn":     "equal votes: the first class",
	"knn_regression": "Equal distances: the first point counts", "vote": "in a tie the lowest",
	"nearest_centroid": "In a tie the lowest class wins", "bagging": "In a tie the lowest class wins",
	"forest": "In a tie the lowest class wins", "extra_trees": "In a tie the lowest class wins",
	"tree": "Among equally good questions", "tree_regression": "Among equally good splits",
	"forest_regression": "Ties between gains", "extra_trees_regression": "Ties between gains",
	"adaboost": "Ties between gains", "gradient_boosting": "Ties between gains",
	"gradient_boosting_regression": "Ties between gains",
	"logitboost":                   "Ties between gains",
	"kmeans":                       "Among equally near centres", "kernel_kmeans": "Among equally near centres",
	"kflats": "Among equally near flats", "kernel_kflats": "Among equally near flats", "som": "Of equally near units",
	"dbscan": "a border point of two clusters is the first one's", "agglomerative": "Ties are resolved as in SciPy",
	"spectral_clustering": "Equal points are mapped together", "histogram": "In a tie the lowest class wins",
}

// TestTiesAreTold checks that the texts say how ties are broken.
func TestTiesAreTold(t *testing.T) {
	t.Parallel()
	told := 0
	for _, m := range All() {
		want, ties := tieWords[m.ID]
		if !ties {
			continue
		}
		told++
		all := m.Summary
		for _, p := range m.Params {
			all += "\n" + p.Help
			for _, c := range p.Choices() {
				all += "\n" + c.Help
			}
		}
		if !strings.Contains(all, want) {
			t.Errorf("%s does not say how ties are broken: %q", m.ID, want)
		}
	}
	if told != len(tieWords) {
		t.Errorf("%d of %d methods are in the catalogue", told, len(tieWords))
	}
}
