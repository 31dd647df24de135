package doc

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// Everything in a document has a limit: the maximum is accepted, and one more is rejected with the field's name. (The
// inflated size of links, points and nesting are tested with their readers; so are the lengths of names, tables of
// numbers, sweeps and runs.)
func TestEverythingHasALimit(t *testing.T) {
	list := func(n int, each string) string {
		return "[" + strings.TrimSuffix(strings.Repeat(each+",", n), ",") + "]"
	}
	numbers := func(n int) string {
		var s []string
		for i := range n {
			s = append(s, fmt.Sprint(i+1))
		}
		return "[" + strings.Join(s, ",") + "]"
	}
	texts := func(n int) string {
		var s []string
		for i := range n {
			s = append(s, fmt.Sprintf("%q", fmt.Sprint("a", i)))
		}
		return "[" + strings.Join(s, ",") + "]"
	}
	text := func(n int) string { return `"` + strings.Repeat("é", n) + `"` }
	plain := func(n int) string { return fmt.Sprint(n) }
	for _, x := range []struct {
		field string
		most  int
		json  string // with %s for the text made from a number
		value func(n int) string
	}{
		{"title", MaxText, `"title":%s`, text},
		{"note", MaxText, `"note":%s`, text},
		{"params.a", MaxLong, `"params":{"a":%s}`, text},
		{"points[0]", MaxCoord, `"points":[[0,%s,0]]`, plain},
		{"points", MaxPoints, `"points":%s`, func(n int) string { return list(n, "[0,0,1]") }},
		{"view.step", MaxStep, `"view":{"step":%s}`, plain},
		{"view.show", MaxShow, `"view":{"show":%s}`, texts},
		{"study.values", MaxStudied, `"study":{"over":"C","values":%s}`, numbers},
		{"study.and_values", MaxStudied, `"study":{"over":"C","values":[1,2],"and":"gamma","and_values":%s}`, numbers},
		{"study.folds", MaxFolds, `"study":{"over":"C","folds":%s}`, plain},
		{"study.repeats", MaxRepeats, `"study":{"over":"C","folds":2,"repeats":%s}`, plain},
		{"study.draws", MaxDraws, `"study":{"over":"C","draws":%s}`, plain},
		{"study.tries", MaxTries, `"study":{"over":"C","values":[1,2],"search":"random","tries":%s}`, plain},
		{"study.chosen", MaxChosen, `"study":{"over":"C","chosen":%s}`, text},
		{"study.rules.C", MaxRule, `"study":{"over":"n","rules":{"C":%s}}`, func(n int) string {
			return `"` + strings.Repeat("1", n) + `"`
		}},
		{"wall.values", MaxWall, `"wall":{"over":"C","values":%s}`, numbers},
		{"table.data.columns", MaxColumns, `"table":{"data":{"columns":%s,"rows":[]}}`, texts},
		{"table.data.categories[0]", MaxCategories, `"table":{"data":{"columns":["a"],"categories":[%s],"rows":[]}}`, texts},
		{"names.x", MaxLabel, `"names":{"x":%s}`, text},
		{"runs.sizes", MaxSizes, `"runs":{"of":[{}],"sizes":%s}`, numbers},
		{"runs.of", MaxRuns, `"runs":{"of":%s}`, func(n int) string { return list(n, "{}") }},
		{"annotations", MaxAnnotations, `"annotations":%s`, func(n int) string {
			return list(n, `{"kind":"area","at":[0,0,1,1]}`)
		}},
		{"annotations[0].text", MaxAnnotationText, `"annotations":[{"kind":"label","at":[0,0],"text":%s}]`, text},
		{"runs.of[0].name", MaxRunName, `"runs":{"of":[{"name":%s}]}`, text},
	} {
		document := func(n int) []byte { return []byte(`{"method":"m",` + fmt.Sprintf(x.json, x.value(n)) + `}`) }
		if _, err := Decode(document(x.most)); err != nil {
			t.Errorf("%s of %d: %v", x.field, x.most, err)
		}
		var e *Error
		if _, err := Decode(document(x.most + 1)); !errors.As(err, &e) || !strings.HasPrefix(e.Field, x.field) ||
			len(err.Error()) > 500 {
			t.Errorf("%s of %d: %v", x.field, x.most+1, err)
		}
	}
}
