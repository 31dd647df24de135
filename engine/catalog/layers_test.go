//go:build !js

package catalog

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A layer of the engine: packages, and what each of them may import. The table of packages in README.md has the layers.
type layer struct {
	name     string
	packages []string
	may      []string // packages of the engine, or names of layers below
	besides  []string // other imports, by the beginning of their paths
}

const (
	gonum   = "gonum.org/v1/gonum/"
	browser = "syscall/" // a prefix: all access to the browser is below it
)

// layers is the table of packages in README.md with its rules, from the bottom to the top. Packages of one layer do not
// import each other.
var layers = []layer{
	{name: "language", packages: []string{"words", "html", "json", "program", "sorts", "zip"}},
	{name: "ground", packages: []string{"doc", "picture"}, may: []string{"language"}},
	{name: "classes", packages: []string{"class"}, may: []string{"language"}},
	{name: "contract", packages: []string{"method"}, may: []string{"language", "ground"}},

	{name: "conditions", packages: []string{"check"}, may: []string{"language", "ground", "contract"}},
	{name: "courses", packages: []string{"course"}, may: []string{"language", "ground", "contract", "conditions"},
		besides: []string{"rsc.io/qr"}},

	{name: "charts", packages: []string{"chart"}, may: []string{"language", "ground", "contract"}},

	{name: "assessment", packages: []string{"assess"}, may: []string{"language", "ground", "contract", "charts"},
		besides: []string{gonum}},

	// Packages that methods are built from.
	{name: "numerics", packages: []string{"kdtree", "linalg"}, besides: []string{gonum}},
	{name: "mathematics", packages: []string{"kernel", "descent", "expression", "flats", "network"},
		may: []string{"language", "ground", "numerics"}, besides: []string{gonum}},
	{name: "parts of methods", packages: []string{"kernel/kernelparam", "network/networkparam", "bands"},
		may: []string{"language", "ground", "contract", "mathematics"}},
	{name: "views", packages: []string{"kernelview"},
		may:     []string{"language", "ground", "contract", "charts", "numerics", "mathematics", "parts of methods"},
		besides: []string{gonum}},
	{name: "kernels of objects", packages: []string{"kernel/objects"},
		may: []string{"language", "ground", "contract", "numerics", "mathematics"}, besides: []string{gonum}},
	{name: "programs of fits", packages: []string{"python"},
		may: []string{"language", "ground", "contract", "mathematics", "parts of methods"}},
	{name: "classifiers", packages: []string{"classify"},
		may: []string{"language", "ground", "contract", "numerics", "mathematics", "charts"}},
	{name: "drawings", packages: []string{"draw"}, may: []string{"ground", "contract", "numerics"},
		besides: []string{gonum}},
	{name: "clusterings", packages: []string{"grouping"},
		may: []string{"language", "ground", "contract", "charts", "drawings"}},
	{name: "online learning", packages: []string{"online"}, may: []string{"language", "ground", "contract"}},
	{name: "predicted columns", packages: []string{"outputs"}, may: []string{"language", "ground", "contract", "charts"}},
	{name: "trees", packages: []string{"cart"}, may: []string{"ground", "contract"}},
	{name: "pictures of trees", packages: []string{"cart/diagram"}, may: []string{"language", "ground", "trees"}},
	{name: "geometry", packages: []string{"voronoi"}, may: []string{"language", "ground", "contract", "programs of fits"}},
	{name: "families", packages: []string{"autoencoder", "boosting", "centroidal", "cluster", "constrained",
		"convolution", "decomposition", "density", "dictionary", "discriminant", "ensemble", "forest", "gaussian", "gp",
		"hierarchy", "histogram", "kernelmethods", "lift", "linear", "manifold", "mixture", "neighbors", "neural", "pipeline",
		"ranking", "rbm", "regression", "som", "svm", "tree", "wordspace"},
		may: []string{"language", "ground", "contract", "numerics", "mathematics", "charts", "parts of methods",
			"kernels of objects", "programs of fits", "classifiers", "drawings", "clusterings", "online learning",
			"predicted columns", "trees", "pictures of trees", "geometry"}, besides: []string{gonum}},
	{name: "list", packages: []string{"catalog"}, may: []string{"contract", "geometry", "families"}},

	{name: "reference", packages: []string{"catalog/reference"}, may: []string{"language", "ground", "contract"}},

	// Packages that connect documents and methods; none of them imports a method.
	{name: "messages and data", packages: []string{"wire", "dataset"}, may: []string{"language", "ground", "contract"}},
	{name: "encodings", packages: []string{"dataset/encodings"}, may: []string{"language", "ground", "contract",
		"messages and data"},
		besides: []string{"golang.org/x/text/encoding"}},
	{name: "files of figures", packages: []string{"picture/pdf", "picture/motion", "picture/tikz"},
		may: []string{"language", "picture"}},
	{name: "session", packages: []string{"session"},
		may: []string{"language", "ground", "contract", "conditions", "charts", "assessment", "numerics",
			"views", "programs of fits", "classifiers", "messages and data"}},
	{name: "golden", packages: []string{"session/golden"}, may: []string{"language", "ground", "contract", "session"}},
	{name: "assignments", packages: []string{"course/assignment"},
		may: []string{"language", "ground", "contract", "conditions", "courses", "messages and data", "session"}},
	{name: "courses at work", packages: []string{"course/trial", "course/handout", "course/scorm"},
		may: []string{"language", "ground", "contract", "conditions", "courses", "list", "session",
			"assignments"}},
	{name: "fits of classes", packages: []string{"class/fits"},
		may: []string{"language", "ground", "contract", "conditions", "messages and data", "session", "courses at work"}},
	{name: "classes at work", packages: []string{"class/client", "class/results"},
		may: []string{"language", "ground", "classes", "contract", "conditions", "courses", "messages and data"}},
	{name: "program of classes", packages: []string{"worker/attend"},
		may:     []string{"language", "classes", "contract", "courses", "messages and data", "classes at work"},
		besides: []string{browser}},
	{name: "suite", packages: []string{"methodtest"},
		may: []string{"language", "ground", "contract", "classifiers", "session", "golden"}},

	// Painters.
	{name: "painters", packages: []string{"picture/pixels", "picture/bitmap"}, may: []string{"picture"},
		besides: []string{"git.sr.ht/~sbinet/gg", "github.com/go-fonts/dejavu/", "golang.org/x/image/"}},
	{name: "browser's painter", packages: []string{"worker/canvas2d"}, may: []string{"picture"},
		besides: []string{browser}},

	{name: "commands", packages: []string{"cli"},
		may: []string{"language", "ground", "contract", "assessment", "courses", "list", "messages and data",
			"encodings", "files of figures", "session", "assignments", "courses at work", "painters"}},
	{name: "worker", packages: []string{"worker"}, may: []string{"language", "ground", "contract", "assessment",
		"messages and data", "session", "painters", "browser's painter"},
		besides: []string{browser}},
	{name: "figures of the page", packages: []string{"worker/figures"}, may: []string{"language", "ground", "contract",
		"messages and data", "files of figures", "session", "worker"}, besides: []string{browser}},
	{name: "programs", packages: []string{"worker/whole"},
		may: []string{"fits of classes", "courses at work", "list", "encodings", "session", "worker",
			"figures of the page"}},
}

// arrows are the imports between families of methods. No more should be added: what two families need belongs in a
// package below both.
var arrows = map[string]string{
	"kernelmethods → neighbors": "where the kernel falls with a distance, its nearest neighbours are the plain ones",
	"linear → svm":              "the primal machine is compared with the answer of the dual (svm.FitLinear)",
	"mixture → cluster":         "EM starts from the clusters that k-means finds (cluster.Lloyd)",
	"lift → svm":                "the machine behind a feature map is the linear one (svm.FitLinear)",
}

// page lists the packages of the engine that the page may import.
var page = []string{"check", "class", "course", "doc", "html", "json", "method", "picture", "wire", "words",
	"worker/canvas2d"}

// first lists the packages of the first engine, which only the program's main imports.
var first = []string{"catalog", "session", "worker"}

// native are the packages of app/ that are not part of the program.
var native = []string{"tools", "courses", "e2e"}

// imported returns the imports of the Go files in each directory under root, without tests: imports by directory and
// file.
func imported(t *testing.T, root string) map[string]map[string][]string {
	t.Helper()
	all := map[string]map[string][]string{}
	err := filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		dir, err := filepath.Rel(root, filepath.Dir(name))
		if err != nil {
			return err
		}
		dir = filepath.ToSlash(dir)
		if all[dir] == nil {
			all[dir] = map[string][]string{}
		}
		for _, spec := range f.Imports {
			p, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			base := filepath.Base(name)
			all[dir][base] = append(all[dir][base], p)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// allowed returns the packages of the engine that a layer's packages may import.
func (l *layer) allowed() []string {
	var out []string
	for _, name := range l.may {
		below := slices.IndexFunc(layers, func(m layer) bool { return m.name == name })
		if below < 0 {
			out = append(out, name)
			continue
		}
		out = append(out, layers[below].packages...)
	}
	return out
}

// No package imports what the table does not allow: a family no other family, the session no method; doc, method,
// picture and wire neither gonum nor an algorithm.
func TestLayers(t *testing.T) {
	t.Parallel()
	of := map[string]*layer{}
	for i := range layers {
		for _, p := range layers[i].packages {
			of[p] = &layers[i]
		}
	}
	used := map[string]bool{}
	all := imported(t, "..")
	for dir, files := range all {
		l := of[dir]
		if l == nil {
			t.Errorf("package %s is in no layer: give it its place in layers_test.go and in README.md", dir)
			continue
		}
		may := l.allowed()
		for file, list := range files {
			for _, p := range list {
				other, ours := strings.CutPrefix(p, "pointscape/engine/")
				arrow := dir + " → " + other
				switch {
				case ours && arrows[arrow] != "":
					used[arrow] = true
				case ours && !slices.Contains(may, other):
					t.Errorf("%s imports %s: packages of the layer %q may import %s", path.Join(dir, file), other, l.name,
						strings.Join(may, ", "))
				case !ours && (strings.Contains(p, ".") || strings.HasPrefix(p, "pointscape/") || strings.HasPrefix(p, browser)):
					if !slices.ContainsFunc(l.besides, func(b string) bool { return strings.HasPrefix(p, b) }) {
						t.Errorf("%s imports %s, which the layer %q must not", path.Join(dir, file), p, l.name)
					}
				}
			}
		}
	}
	for p := range of {
		if all[p] == nil {
			t.Errorf("there is no package %s", p)
		}
	}
	for arrow := range arrows {
		if !used[arrow] {
			t.Errorf("nothing needs the arrow %s any more: take it away", arrow)
		}
	}
}

// The table is sorted from the bottom to the top: no layer may import one above it.
func TestLayersGoUp(t *testing.T) {
	t.Parallel()
	var known []string
	for _, l := range layers {
		for _, p := range l.allowed() {
			if !slices.Contains(known, p) {
				t.Errorf("the layer %q imports %s, which does not lie below it", l.name, p)
			}
		}
		known = append(known, l.packages...)
	}
}

// The page imports declarations, pictures and messages, but no algorithm: no package under app does, except the
// program's main, which is also the first engine.
func TestPageLinksNoAlgorithm(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..", "app")
	if _, err := os.Stat(root); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for dir, files := range imported(t, root) {
		if top, _, _ := strings.Cut(dir, "/"); slices.Contains(native, top) {
			continue
		}
		may := page
		if dir == "." {
			may = append(slices.Clone(page), first...)
		}
		for file, list := range files {
			for _, p := range list {
				other, ours := strings.CutPrefix(p, "pointscape/engine/")
				if ours && !slices.Contains(may, other) {
					t.Errorf("app/%s imports %s of the engine", path.Join(dir, file), other)
				}
				if strings.HasPrefix(p, gonum) {
					t.Errorf("app/%s imports %s", path.Join(dir, file), p)
				}
				seen[other] = seen[other] || ours
			}
		}
	}
	for _, p := range append(slices.Clone(page), first...) {
		if !seen[p] {
			t.Errorf("the page does not import %s: it may leave the list", p)
		}
	}
}

// README.md lists each package, in an order in which imports go down the table, and explains each import between
// families.
func TestReadmeListsThePackages(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(text), "\n## Packages\n")
	if !ok {
		t.Fatal("README.md has no list of packages")
	}
	table, _, _ = strings.Cut(table, "\n## ")
	row := map[string]int{}
	for i, line := range strings.Split(table, "\n") {
		if cells := strings.Split(line, "|"); len(cells) > 3 {
			for _, p := range strings.Split(cells[2], ",") {
				row[strings.Trim(p, " `")] = i
			}
		}
	}
	for _, l := range layers {
		for _, p := range l.packages {
			if row[p] == 0 {
				t.Errorf("README.md does not list %s", p)
			}
		}
	}
	for dir, files := range imported(t, "..") {
		for _, list := range files {
			for _, p := range list {
				other, ours := strings.CutPrefix(p, "pointscape/engine/")
				if !ours || arrows[dir+" → "+other] != "" || row[other] == row[dir] && path.Dir(dir) == other {
					continue
				}
				if row[other] <= row[dir] {
					t.Errorf("%s imports %s, which does not stand below it in README.md", dir, other)
				}
			}
		}
	}
	for _, arrow := range slices.Sorted(maps.Keys(arrows)) {
		from, to, _ := strings.Cut(arrow, " → ")
		if !strings.Contains(table, "`"+from+"` → `"+to+"`") {
			t.Errorf("README.md does not tell of %s", arrow)
		}
	}
}
