//go:build !js

package main

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/catalog"
	"pointscape/engine/method"
)

// skeletons are what new methods begin with: a package for each task. The suite tests them here.
//
//go:embed skeleton
var skeletons embed.FS

// skeletonOf is the skeleton of each task.
var skeletonOf = map[method.Task]string{method.Classify: "classifier", method.Regress: "regressor",
	method.Regress2D: "regressor", method.Cluster: "clusterer"}

var validID = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

// begin writes the files of a new method, in the package and of the family of the method like, and registers it. It
// returns the files.
func begin(root, id, like string) (written []string, err error) {
	if id == "" || like == "" {
		return nil, errors.New("which method, and like which other? Say for instance: make method M=x LIKE=kmeans")
	}
	all := catalog.All()
	at := slices.IndexFunc(all, func(m method.Method) bool { return m.ID == like })
	switch {
	case !validID.MatchString(id):
		return nil, fmt.Errorf("%q is no id: it has small letters and digits, and _ between words", id)
	case slices.ContainsFunc(all, func(m method.Method) bool { return m.ID == id }):
		return nil, fmt.Errorf("there is a method %s already", id)
	case at < 0:
		return nil, fmt.Errorf("there is no method %q that it could be like", like)
	case skeletonOf[all[at].Task] == "":
		return nil, fmt.Errorf("there is no skeleton for the task %q of %s: begin like a method of classification, "+
			"regression or clustering", all[at].Task, like)
	}
	dir := "engine/" + packageOf(&all[at])
	files, err := filesOf(id, dir, &all[at])
	if err != nil {
		return nil, err
	}
	for name := range files {
		if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(name))); !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%s is there already", name)
		}
	}
	if files[catalogFile], err = registered(root, dir, like, upper(id)); err != nil {
		return nil, err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(root, filepath.FromSlash(name)), text, 0o644); err != nil {
			return written, err
		}
		written = append(written, name)
	}
	slices.Sort(written)
	return written, nil
}

// filesOf returns the files of a new method, by their names below the project's root.
func filesOf(id, dir string, like *method.Method) (map[string][]byte, error) {
	kind := skeletonOf[like.Task]
	files := map[string][]byte{}
	for _, name := range []string{"skeleton.go", "skeleton_test.go", "skeleton.jsonl"} {
		text, err := skeletons.ReadFile(path.Join("skeleton", kind, name))
		if err != nil {
			return nil, err
		}
		text = named(text, id, like.Family)
		if strings.HasSuffix(name, ".go") {
			// The package has its comment already.
			_, code, _ := bytes.Cut(text, []byte("package "+kind+"\n"))
			text = append([]byte("package "+path.Base(dir)+"\n"), code...)
			if text, err = format.Source(text); err != nil {
				return nil, err
			}
		}
		files[path.Join(dir, strings.Replace(name, "skeleton", id, 1))] = text
	}
	record, err := json.MarshalIndent(map[string]string{"why": "its counterpart in scikit-learn is not written yet",
		"held": dir + " Test" + upper(id)}, "", " ")
	files["engine/python/testdata/without/"+id+".json"] = append(record, '\n')
	return files, err
}

// upper returns an id as the name of an exported function: nearest_mean is NearestMean.
func upper(id string) string {
	var b strings.Builder
	for w := range strings.SplitSeq(id, "_") {
		b.WriteString(strings.ToUpper(w[:1]) + w[1:])
	}
	return b.String()
}

var word = regexp.MustCompile(`\bskeleton\b`)

// named returns a file of a skeleton with the names of a method.
func named(text []byte, id, family string) []byte {
	title := strings.ReplaceAll(id, "_", " ")
	title = strings.ToUpper(title[:1]) + title[1:]
	lower := strings.ToLower(id[:1]) + upper(id)[1:]
	s := strings.NewReplacer(`"skeleton"`, strconv.Quote(id), "skeleton.jsonl", id+".jsonl", `"Skeleton"`,
		strconv.Quote(title), "of Skeleton in", "of "+title+" in", `"Family"`, strconv.Quote(family), "skeletonExamples",
		lower+"Examples", "Skeleton", upper(id)).Replace(string(text))
	return word.ReplaceAll([]byte(s), []byte(lower+"Model"))
}

const catalogFile = "engine/catalog/catalog.go"

// registered returns the catalogue with a method of the package in dir, made by the function with a name: after the
// method like if that has a line of its own, otherwise at the end of the list.
func registered(root, dir, like, name string) ([]byte, error) {
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(catalogFile)))
	if err != nil {
		return nil, err
	}
	const head = "\tlist := append(programmed(First()),\n"
	before, rest, ok := strings.Cut(string(text), head)
	list, after, found := strings.Cut(rest, "\t)\n")
	if !ok || !found {
		return nil, fmt.Errorf("%s has no list of methods", catalogFile)
	}
	pkg := path.Base(dir)
	line := "\t\t" + pkg + "." + name + "(),\n"
	if strings.Contains(list, line) {
		return nil, fmt.Errorf("%s has the method %s.%s already", catalogFile, pkg, name)
	}
	made, err := makes(filepath.Join(root, filepath.FromSlash(dir)), like)
	if err != nil {
		return nil, err
	}
	if own := "\t\t" + pkg + "." + made + "(),\n"; made != "" && strings.Contains(list, own) {
		list = strings.Replace(list, own, own+line, 1)
	} else {
		list += line
	}
	return []byte(before + head + list + "\t)\n" + after), nil
}

// makes returns the name of the function of a package that declares a method, "" if none has its id as a literal.
func makes(dir, id string) (name string, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return "", err
		}
		for _, d := range parsed.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv != nil || !f.Name.IsExported() || strings.HasSuffix(file, "_test.go") {
				continue
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if kv, ok := n.(*ast.KeyValueExpr); ok {
					key, _ := kv.Key.(*ast.Ident)
					value, _ := kv.Value.(*ast.BasicLit)
					if key != nil && key.Name == "ID" && value != nil && value.Value == strconv.Quote(id) {
						name = f.Name.Name
					}
				}
				return true
			})
		}
	}
	return name, err
}
