package ui

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/method"
)

// factBlock is one fact, or a table of neighbouring facts about the same rows (classes,
// inputs, terms).
type factBlock struct {
	facts []*method.Fact
	rows  []string // names of the rows; nil: a fact with one value
}

// tableRows is the maximum number of rows of a table that is shown unfolded.
const tableRows = 9

// factBlocks puts neighbouring facts with the same rows into one table, as far as it fits into the panel. Tables come
// after single values; the facts of the solver are separate, and quiet ones left out.
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
			if last := &(*list)[n-1]; slices.Equal(last.rows, x.Rows) && last.width()+factWidth(x) <= panelWidth {
				last.facts = append(last.facts, x)
				continue
			}
		}
		*list = append(*list, factBlock{[]*method.Fact{x}, x.Rows})
	}
	return tablesLast(found), tablesLast(solver)
}

func tablesLast(list []factBlock) (ordered []factBlock) {
	var tables []factBlock
	for _, b := range list {
		if b.rows != nil {
			tables = append(tables, b)
		} else {
			ordered = append(ordered, b)
		}
	}
	return append(ordered, tables...)
}

func factCols(x *method.Fact) int { return max(1, len(x.Cols)) }

// cellGap is the space before a column, in CSS pixels.
const cellGap = 12

// width estimates the width of a table in CSS pixels.
func (b *factBlock) width() float64 {
	w := 0.0
	for _, name := range b.rows {
		w = max(w, min(width(name, plainChar), panelWidth/3))
	}
	for _, x := range b.facts {
		w += factWidth(x)
	}
	return w
}

// factWidth estimates the width of the columns of a fact, with the gaps before them, in CSS pixels.
func factWidth(x *method.Fact) float64 {
	each := make([]float64, factCols(x))
	for i, name := range x.Cols {
		each[i] = longestWord(name)
	}
	list, _ := x.Value.([]any)
	for _, v := range list {
		cells, ok := v.([]any)
		if !ok {
			cells = []any{v}
		}
		for i := range min(len(cells), len(each)) {
			each[i] = max(each[i], width(factText(x, cells[i]), figureChar))
		}
	}
	w := 0.0
	for _, e := range each {
		w += e + cellGap
	}
	return max(w, longestWord(factLabel(x))+cellGap)
}

// longestWord estimates the width of the longest word of a text, in CSS pixels: lines break between words.
func longestWord(s string) float64 {
	w := 0.0
	for _, word := range strings.Fields(s) {
		w = max(w, width(word, plainChar))
	}
	return w
}

// title returns the names of all facts of a table.
func (b *factBlock) title() string {
	labels := make([]string, len(b.facts))
	for i, x := range b.facts {
		labels[i] = factLabel(x)
	}
	return strings.Join(labels, ", ")
}

// table returns a table with a row for each class, input or term, and a column for each of its numbers.
func (b *factBlock) table() app.UI {
	head := nodes{el("td")}
	var under, told nodes
	deep := false
	for _, x := range b.facts {
		deep = deep || len(x.Cols) > 1
	}
	for _, x := range b.facts {
		th := nest(el("th scope=col title=$ data-fact=$", factTitle(x), x.Name),
			box("span", sentence(factLabel(x))),
			factUnit(x))
		if n := len(x.Cols); n > 1 {
			head.add(with(th, "scope=colgroup colspan=$", strconv.Itoa(n)))
			for _, c := range x.Cols {
				under.add(box("th scope=col", sentence(c)))
			}
		} else {
			if deep {
				with(th, "rowspan=2")
			}
			head.add(th)
		}
		told.add(box("small", el("code.name|$", x.Name), app.Text(" "), sentence(x.Meaning)))
	}
	rows := nodes{box("tr", head...)}
	if deep {
		rows.add(box("tr", append([]app.UI{el("td")}, under...)...))
	}
	var lines nodes
	for i, name := range b.rows {
		line := nodes{box("th scope=row", sentence(name))}
		for _, x := range b.facts {
			v := x.Value.([]any)[i] //nolint:errcheck // factBlocks has seen to it
			cells, ok := v.([]any)
			if !ok {
				cells = []any{v}
			}
			for c := range factCols(x) {
				text := ""
				if c < len(cells) {
					text = factText(x, cells[c])
				}
				line.add(el("td|$", text))
			}
		}
		lines.add(box("tr", line...))
	}
	class := "fact-table"
	if !slices.ContainsFunc(b.rows, func(name string) bool { return width(name, plainChar) > panelWidth/3 }) {
		class += " short"
	}
	return nest(el("div class=$", class),
		box("table", box("thead", rows...), box("tbody", lines...)),
		box("div.meant", told...))
}

func factUnit(x *method.Fact) app.UI {
	if x.Unit == "" {
		return nil
	}
	return el("span.unit|$", x.Unit)
}
