package ui

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/method"
)

// factBlock is one fact, or a table of neighbouring facts about the same rows (classes,
// inputs, terms).
type factBlock struct {
	facts []*method.Fact
	rows  []string // nil: a fact with one value
}

const (
	tableRows = 9 // a longer table is folded
	tableCols = 4 // as many have room beside the names of the rows
)

// factBlocks puts facts that have the same rows into tables, which come after single
// values, and sets those of the solver apart.
func factBlocks(facts []method.Fact) (found, solver []factBlock) {
	for i := range facts {
		x := &facts[i]
		if x.Quiet {
			continue
		}
		list := &found
		if x.Group == method.Solver {
			list = &solver
		}
		values, _ := x.Value.([]any)
		if len(x.Rows) < 2 || len(values) != len(x.Rows) {
			*list = append(*list, factBlock{facts: []*method.Fact{x}})
			continue
		}
		if n := len(*list); n > 0 {
			if last := &(*list)[n-1]; last.cols()+factCols(x) <= tableCols && slices.Equal(last.rows, x.Rows) {
				last.facts = append(last.facts, x)
				continue
			}
		}
		*list = append(*list, factBlock{[]*method.Fact{x}, x.Rows})
	}
	slices.SortStableFunc(found, func(a, b factBlock) int { return b2i(a.rows != nil) - b2i(b.rows != nil) })
	slices.SortStableFunc(solver, func(a, b factBlock) int { return b2i(a.rows != nil) - b2i(b.rows != nil) })
	return found, solver
}

func factCols(x *method.Fact) int { return max(1, len(x.Cols)) }

func (b *factBlock) cols() int {
	n := 0
	for _, x := range b.facts {
		n += factCols(x)
	}
	return n
}

// title names all facts of a table.
func (b *factBlock) title() string {
	s := factLabel(b.facts[0])
	for _, x := range b.facts[1:] {
		s += ", " + factLabel(x)
	}
	return s
}

// table shows a row for each class, input or term, and a column for each number of it.
func (b *factBlock) table() app.UI {
	head := []app.UI{app.Td()}
	var under, told []app.UI
	deep := false
	for _, x := range b.facts {
		deep = deep || len(x.Cols) > 1
	}
	for _, x := range b.facts {
		th := app.Th().Scope("col").Title(factTitle(x)).DataSet("fact", x.Name).Body(app.Span().Body(sentence(factLabel(x))), factUnit(x))
		if n := len(x.Cols); n > 1 {
			head = append(head, th.Scope("colgroup").ColSpan(n))
			for _, c := range x.Cols {
				under = append(under, app.Th().Scope("col").Body(sentence(c)))
			}
		} else {
			if deep {
				th.Rowspan(2)
			}
			head = append(head, th)
		}
		told = append(told, app.Small().Body(app.Code().Class("name").Text(x.Name), app.Text(" "), sentence(x.Meaning)))
	}
	rows := []app.UI{app.Tr().Body(head...)}
	if deep {
		rows = append(rows, app.Tr().Body(append([]app.UI{app.Td()}, under...)...))
	}
	var lines []app.UI
	for i, name := range b.rows {
		line := []app.UI{app.Th().Scope("row").Body(sentence(name))}
		for _, x := range b.facts {
			v := x.Value.([]any)[i] //nolint:errcheck // factBlocks has seen to it
			cells, ok := v.([]any)
			if !ok {
				cells = []any{v}
			}
			for c := range factCols(x) {
				text := ""
				if c < len(cells) {
					text = factValue(cells[c])
				}
				line = append(line, app.Td().Text(text))
			}
		}
		lines = append(lines, app.Tr().Body(line...))
	}
	return app.Div().Class("fact-table").Body(
		app.Table().Body(app.THead().Body(rows...), app.TBody().Body(lines...)),
		app.Div().Class("meant").Body(told...))
}

func factUnit(x *method.Fact) app.UI {
	if x.Unit == "" {
		return nil
	}
	return app.Span().Class("unit").Text(x.Unit)
}
