//go:build !js

package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// unread are the directories whose texts are not shown on the page, in a file or by a command.
var unread = []string{"app/e2e", "app/tools/bench", "app/tools/browser", "app/tools/check", "app/tools/lines",
	"app/tools/method", "app/tools/nodetest", "app/tools/plain", "app/tools/site", "app/tools/suite", "app/tools/words",
	"engine/methodtest", "engine/session/golden"}

// readGo returns the literals of the project's Go files that look like texts for the user.
func readGo(root string) (list []text, err error) {
	files := []string{"server.go"}
	for _, dir := range []string{"app", "engine"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			name, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			name = filepath.ToSlash(name)
			if d.IsDir() {
				if slices.Contains(unread, name) || d.Name() == "testdata" {
					return filepath.SkipDir
				}
			} else if strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
				files = append(files, name)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	slices.Sort(files)
	for _, name := range files {
		source, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		found, err := ofGo(name, source)
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	return list, nil
}

// ofGo returns the literals of one file that look like texts for the user.
func ofGo(name string, source []byte) ([]text, error) {
	r := reader{set: token.NewFileSet(), name: name}
	file, err := parser.ParseFile(r.set, name, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, i := range file.Imports {
		r.page = r.page || i.Path.Value == `"syscall/js"` || strings.Contains(i.Path.Value, "go-app")
	}
	r.walk(file, "")
	return r.list, nil
}

type reader struct {
	set  *token.FileSet
	name string
	page bool // the file imports syscall/js or go-app
	list []text
}

// walk reads the literals below a node; what is the field or the function that they are passed to.
func (r *reader) walk(root ast.Node, what string) {
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.Field: // the tag of a struct's field is not a text
			n.Tag = nil
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok {
				r.walk(n.Value, key.Name)
				return false
			}
		case *ast.CompositeLit:
			if of, _ := n.Type.(*ast.SelectorExpr); of != nil && named(of, "python", "Counterpart") {
				return false
			}
		case *ast.FuncDecl:
			return !writesPython(n.Type)
		case *ast.FuncLit:
			return !writesPython(n.Type)
		case *ast.CallExpr:
			name := called(n)
			r.walk(n.Fun, what)
			if says, ok := formatOf(n); ok {
				r.put(n.Pos(), name, says)
				for _, a := range n.Args[1:] {
					r.walk(a, name)
				}
				return false
			}
			if name == "panic" { // programmers read it
				return false
			}
			if one, many, ok := forms(n, name); ok {
				r.add(n.Pos(), name, one+"¦"+many)
				r.walk(n.Args[0], name)
				return false
			}
			line := r.page && lines[name]
			for _, a := range n.Args {
				if says, ok := fixed(a); ok && line {
					line = false // further arguments fill its placeholders
					r.line(a.Pos(), says)
					continue
				}
				if _, ok := a.(*ast.BasicLit); ok && (mute[name] || r.page && browsers[name]) {
					continue
				}
				r.walk(a, name)
			}
			return false
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				// A value that is compared is a name, not a sentence.
				for _, side := range []ast.Expr{n.X, n.Y} {
					if _, ok := side.(*ast.BasicLit); !ok {
						r.walk(side, what)
					}
				}
				return false
			}
			if says, literal := joined(n, what, r); literal {
				r.add(n.Pos(), what, says)
				return false
			}
		case *ast.CaseClause:
			for _, s := range n.Body {
				r.walk(s, what)
			}
			return false
		case *ast.BasicLit:
			if says, ok := literal(n); ok {
				r.add(n.Pos(), what, says)
			}
		}
		return true
	})
}

// writesPython reports whether a function writes a program for scikit-learn: such programs are only in English.
func writesPython(f *ast.FuncType) bool {
	return slices.ContainsFunc(f.Params.List, func(p *ast.Field) bool {
		star, _ := p.Type.(*ast.StarExpr)
		if star == nil {
			return false
		}
		of, _ := star.X.(*ast.SelectorExpr)
		return of != nil && named(of, "python", "Writer")
	})
}

// named reports whether a type is the one with a name in a package.
func named(of *ast.SelectorExpr, pkg, name string) bool {
	x, _ := of.X.(*ast.Ident)
	return x != nil && x.Name == pkg && of.Sel.Name == name
}

// mute are functions whose literals are not texts for the user, browsers those that call the browser.
var (
	mute = map[string]bool{"panic": true, "MustCompile": true, "Class": true, "ID": true, "HasPrefix": true,
		"TrimPrefix": true}
	browsers = map[string]bool{"Call": true, "Get": true, "Set": true, "DataSet": true, "Querier": true}
)

// lines are the functions that make elements from a line (app/ui/el.go).
var lines = map[string]bool{"el": true, "box": true, "with": true}

var read = regexp.MustCompile(`(?:aria-(label|roledescription)|\b(title|placeholder|alt|label))=('[^']*'|[^ |]+)`)

// line adds the visible texts of such a line: its content, and some attributes.
func (r *reader) line(at token.Pos, line string) {
	head, says, _ := strings.Cut(line, "|")
	for _, m := range read.FindAllStringSubmatch(head, -1) {
		r.add(at, m[1]+m[2], asFormat(strings.Trim(m[3], "'")))
	}
	r.add(at, "Text", asFormat(says))
}

// asFormat returns the format for a text of such a line.
func asFormat(s string) string {
	if !strings.Contains(s, "$") {
		return s
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, "%", "%%"), "$", "%s")
}

// fixed returns a text that consists of literals only.
func fixed(e ast.Expr) (string, bool) {
	if sum, ok := e.(*ast.BinaryExpr); ok && sum.Op == token.ADD {
		x, okX := fixed(sum.X)
		y, okY := fixed(sum.Y)
		return x + y, okX && okY
	}
	return literal(e)
}

// forms returns the two forms of a noun in a call of words.CountOf.
func forms(call *ast.CallExpr, name string) (one, many string, ok bool) {
	if name != "CountOf" || len(call.Args) != 3 {
		return "", "", false
	}
	one, ok = fixed(call.Args[1])
	many, both := fixed(call.Args[2])
	return one, many, ok && both
}

// formatOf returns the format of a call of words.Sprintf and the like.
func formatOf(call *ast.CallExpr) (string, bool) {
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || len(call.Args) == 0 || !slices.Contains([]string{"Sprintf", "Text", "Fill", "Errorf", "Say"}, f.Sel.Name) {
		return "", false
	}
	if of, ok := f.X.(*ast.Ident); !ok || of.Name != "words" {
		return "", false
	}
	return fixed(call.Args[0])
}

// called returns the name of the function that is called.
func called(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

func literal(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(lit.Value)
	return s, err == nil
}

// joined joins a sum of texts, of which some part must be a literal. The computed parts are also read separately.
func joined(e ast.Expr, what string, r *reader) (says string, some bool) {
	var parts func(e ast.Expr)
	parts = func(e ast.Expr) {
		if sum, ok := e.(*ast.BinaryExpr); ok && sum.Op == token.ADD {
			parts(sum.X)
			parts(sum.Y)
			return
		}
		if s, ok := literal(e); ok {
			says, some = says+s, true
			return
		}
		if !strings.HasSuffix(says, "{}") {
			says += "{}"
		}
	}
	parts(e)
	if !some {
		return "", false
	}
	var rest func(e ast.Expr)
	rest = func(e ast.Expr) {
		if sum, ok := e.(*ast.BinaryExpr); ok && sum.Op == token.ADD {
			rest(sum.X)
			rest(sum.Y)
		} else if _, ok := literal(e); !ok {
			r.walk(e, what)
		}
	}
	rest(e)
	return says, true
}

// labels are fields and functions whose texts are shown even if they are a single word.
var labels = map[string]bool{
	"Label": true, "Help": true, "Title": true, "title": true, "Says": true, "Meaning": true, "Text": true, "XLabel": true,
	"YLabel": true,
	"Unit":   true, "Count": true, "CountOf": true, "Plural": true, "Many": true, "Called": true, "Call": true,
	"Need": true, "Sentence": true, "By": true,
}

func (r *reader) add(at token.Pos, what, says string) {
	label := labels[what] || what == "Say" && strings.HasPrefix(r.name, reference)
	if !worded(says) && !(label && lettered(says)) {
		return
	}
	r.put(at, what, says)
}

func (r *reader) put(at token.Pos, what, says string) {
	where := fmt.Sprintf("%s:%d", r.name, r.set.Position(at).Line)
	r.list = append(r.list, text{where, what, says})
}

// worded reports whether a literal looks like a text for the user: two words, one word beside a space, or one
// capitalised word of at least three letters that is not all capitals. Code, addresses and styles are excluded.
func worded(s string) bool {
	plain := strings.ReplaceAll(s, "{}", "")
	if strings.ContainsAny(plain, "{}\\`") && !strings.Contains(plain, "_{") || strings.ContainsAny(plain, "<>") &&
		!strings.Contains(plain, "< ") && !strings.Contains(plain, "> ") {
		return false
	}
	for _, mark := range []string{"://", `":`, "px;", "()", "${", "--", "import ", "\t", "/>", "</", "||"} {
		if strings.Contains(s, mark) {
			return false
		}
	}
	found := 0
	for w := range strings.FieldsSeq(s) {
		w = strings.Trim(w, ".,;:?!()\"'“”")
		if len(w) > 1 && strings.IndexFunc(w, func(c rune) bool { return !unicode.IsLetter(c) && c != '-' && c != '’' }) < 0 {
			found++
		}
	}
	first := strings.IndexFunc(s, unicode.IsUpper) == 0
	return found > 1 || found == 1 && (strings.Contains(s, " ") || first && s != strings.ToUpper(s) && len(s) > 2)
}

func lettered(s string) bool { return strings.IndexFunc(s, unicode.IsLetter) >= 0 }
