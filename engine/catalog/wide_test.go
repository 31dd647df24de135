//go:build !js

package catalog_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
)

// openTable opens a document like the page.
func openTable(s *session.Session, text string) (doc.Document, error) {
	d, err := doc.Decode([]byte(text))
	if err == nil {
		d, err = s.Resolve(method.Unstopped, d)
	}
	return d, err
}

// Every method that takes rows whole is fitted to small tables: more rows than columns and fewer, equal rows, a column
// without variance, a single column; standardised or not; in all planes; with a part of the rows held out. It returns
// numbers, at finite positions, with the names of the columns, or a message about what it needs or what is wrong.
func TestWideMethods(t *testing.T) {
	t.Parallel()
	s := session.New(catalog.All())
	tables := []string{
		`"name":"iris"`, `"name":"iris","columns":[0,2,3]`, `"name":"iris","plane":[1,3]`, `"name":"iris","plane":"pca3"`,
		`"name":"iris","columns":[2],"plane":[2,3]`,
		`"name":"swiss_roll","n":40,"noise":0.1,"seed":2`,
		`"name":"weather","plane":[1,2]`, `"name":"weather"`, `"name":"penguins","plane":[0,5]`,
		`"data":{"columns":["a","b","c"],"categories":[[],["u"],["v","w"]],"class":[0,1,0],"rows":[[1,0,null],[null,null,1],[null,0,0]]}`,
		`"data":{"columns":["a","b","c","d","e"],"class":[0,1,0],"rows":[[1,2,3,4,5],[2,1,4,4,9],[0,0,1,4,2]]}`,
		`"data":{"columns":["a","b","c"],"rows":[[1,2,3],[1,2,3],[4,5,6],[1e9,-1e9,1e-9]]}`,
	}
	wide := 0
	for _, m := range catalog.Tested() {
		if !m.Wide {
			continue
		}
		wide++
		options := []string{`,"standardize":true`, ""}
		if slices.ContainsFunc(m.Params, func(p method.Param) bool { return p.OfTables() }) {
			options = append(options, `},"params":{"inputs":"all"`)
		}
		for i, table := range tables {
			for k, more := range options {
				if testing.Short() && (i+k)%2 == 1 {
					continue // the long run has all pairs
				}
				for _, split := range []string{"", `,"split":{"validate":0.25,"test":0.25,"seed":1}`} {
					text := fmt.Sprintf(`{"method":%q,"table":{%s%s}%s}`, m.ID, table, more, split)
					d, err := openTable(s, text)
					var need *method.Need
					var wrong *doc.Error
					if errors.As(err, &wrong) && wrong.Field != "" && wrong.Want != "" {
						continue
					}
					if err != nil {
						t.Fatal(text, err)
					}
					for i, p := range d.Points {
						if !method.Finite(p.X, p.Y) {
							t.Fatalf("%s: row %d is shown at %v", text, i, p)
						}
					}
					f, err := s.Fit(method.Unstopped, d)
					if errors.As(err, &need) || errors.As(err, &wrong) && wrong.Field != "" {
						continue
					}
					if err != nil {
						t.Fatal(text, err)
					}
					if st := f.Status(); st.State == method.Diverged {
						t.Errorf("%s: %s", text, st.Sentence)
					}
					own := f.Problem.InputNames()
					for _, fact := range f.Facts(session.Viewport(d, f.Task, 200, 150, 1)) {
						if len(fact.Cols) == f.Problem.D && strings.HasPrefix(fact.Cols[0], "x") && fact.Cols[0] != own[0] &&
							fact.Cols[0] != f.Problem.OwnNames()[0] {
							t.Errorf("%s: the columns of %s are called %q, the inputs %q", text, fact.Name, fact.Cols, own)
						}
						if v, ok := fact.Value.(string); ok && v == "not a number" {
							t.Errorf("%s: %s is no number", text, fact.Name)
						}
					}
					// Parameters that move rows are declared as such.
					for i := range m.Params {
						p := &m.Params[i]
						for _, c := range p.Choices() {
							if !c.Where.Offered(true, false) || c.Value == p.Default || c.Task != "" {
								continue
							}
							other := d
							other.Points, other.Params = nil, map[string]any{p.Name: c.Value}
							if other, err = s.Resolve(method.Unstopped, other); err != nil {
								continue
							}
							for i := range other.Points {
								if other.Points[i] != d.Points[i] && !p.Moves {
									t.Fatalf("%s: %s = %s moves row %d, and is not declared so", text, p.Name, c.Value, i)
								}
							}
						}
					}
				}
			}
		}
	}
	if wide < 2 && catalog.TestsAll() {
		t.Errorf("%d methods take rows whole", wide)
	}
}

// Only parts of the picture depend on space, and no choice is only for rows: see method.Where.
func TestWhereOfParams(t *testing.T) {
	for _, m := range catalog.All() {
		for i := range m.Params {
			p := &m.Params[i]
			if p.Where.Offered(true, false) != p.Where.Offered(true, true) {
				t.Errorf("%s: the parameter %s depends on space", m.ID, p.Name)
			}
			for _, c := range p.Choices() {
				if c.Where != method.Everywhere && c.Where != method.OnlyPoints {
					t.Errorf("%s: the choice %s of %s is neither for all data nor for points", m.ID, c.Value, p.Name)
				}
				if c.Whole && !p.OfTables() {
					t.Errorf("%s: %s chooses between points and rows, and is offered without rows", m.ID, p.Name)
				}
			}
		}
	}
}

// Every classifier in the plane accepts two columns of a table, and its first two principal components.
func TestClassifiersOnTables(t *testing.T) {
	t.Parallel()
	s := session.New(catalog.All())
	for _, m := range catalog.Tested() {
		if m.Task != method.Classify {
			continue
		}
		for _, plane := range []string{`[2,3]`, `"pca"`} {
			d, err := openTable(s, fmt.Sprintf(`{"method":%q,"table":{"name":"iris","plane":%s,"standardize":true}}`, m.ID,
				plane))
			if err != nil {
				t.Error(m.ID, plane, err)
				continue
			}
			f, err := s.Fit(method.Unstopped, d)
			var need *method.Need
			if errors.As(err, &need) { // methods for two classes say so
				continue
			}
			if err != nil {
				t.Error(m.ID, plane, err)
				continue
			}
			if p := f.Model.Can().Predictor; p != nil && !f.Problem.Wide() {
				y := make([]float64, f.Problem.N)
				p.Predict(f.Problem.X, y)
				if !method.Finite(y...) {
					t.Errorf("%s in %s: an answer is no number", m.ID, plane)
				}
			}
		}
	}
}

// Words and missing values are never converted silently: a method that does not support them names the column, and on
// the numeric columns without missing values of the same table it gives its usual result.
func TestMixedTablesAreRefused(t *testing.T) {
	t.Parallel()
	s := session.New(catalog.All())
	const lacking = `"data":{"columns":["a","b"],"class":[0,1,0,1,1],"rows":[[1,2],[null,1],[0,0],[4,1],[2,9]]}`
	mixed, gaps := 0, 0
	for _, m := range catalog.Tested() {
		for _, params := range []string{`{}`, `{"inputs":"all"}`} {
			if params != `{}` && m.Param("inputs") == nil {
				continue
			}
			for table, want := range map[string]string{
				`"name":"weather","plane":[1,0]`: "The column outlook holds words",
				`"name":"weather"`:               "The column outlook holds words",
				lacking:                          "The column a has no value in 1 of 5 rows",
				lacking + `,"plane":[1,0]`:       "The column a has no value in 1 of 5 rows",
				`"name":"weather","plane":[1,2],"columns":[1,2]`: "",
			} {
				text := fmt.Sprintf(`{"method":%q,"params":%s,"table":{%s}}`, m.ID, params, table)
				d, err := openTable(s, text)
				if err != nil {
					continue // for values, or without such an input
				}
				_, err = s.Fit(method.Unstopped, d)
				said := ""
				if err != nil {
					said = err.Error()
				}
				if m.Objects { // they take one column of words, and say so
					var need *method.Need
					if !errors.As(err, &need) || !strings.HasPrefix(said, "This method needs words, or graphs") {
						t.Errorf("%s: %v", text, err)
					}
					continue
				}
				if m.Gaps && strings.Contains(table, "null") { // without words
					if gaps++; err != nil {
						t.Errorf("%s: %v", text, err)
					}
					continue
				}
				if m.Mixed && m.TakesRows(d.Params) {
					if mixed++; err != nil {
						t.Errorf("%s: %v", text, err)
					}
					continue
				}
				var need *method.Need
				if want != "" && (!errors.As(err, &need) || !strings.HasPrefix(said, want)) {
					t.Errorf("%s: %q, want %s", text, said, want)
				}
				if want == "" && strings.Contains(said, "The column") {
					t.Errorf("%s: %s", text, said)
				}
			}
		}
	}
	if (mixed == 0 || gaps == 0) && catalog.TestsAll() {
		t.Error("no method takes words and gaps, or none takes gaps alone")
	}
}
