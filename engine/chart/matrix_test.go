package chart

import (
	"slices"
	"strings"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

func drawn(t *testing.T, of Matrix, m Matrix, w, h int) (method.Panel, *picture.Picture) {
	t.Helper()
	panel := of.Panel(method.PanelInfo{ID: "m"}, func(method.Job) (*Matrix, error) { c := m; return &c, nil })
	p, err := panel.Draw(method.Unstopped, w, h)
	if err != nil {
		t.Fatal(err)
	}
	return panel, p
}

func textsOf(p *picture.Picture) (list []string) {
	for _, l := range p.Layers {
		if l, ok := l.(*picture.Label); ok {
			list = append(list, l.Text)
		}
	}
	return list
}

// Names of columns that are too wide first lose their units, then their common beginning, and are replaced by short
// ones at last; they are only cut if nothing else is possible.
func TestColumnsAreNamedInTheRoomThereIs(t *testing.T) {
	for _, c := range []struct {
		cols, short []string
		wide        int
		want        string
	}{
		{[]string{"age (years)", "sex"}, nil, 400, "age (years)"},
		{[]string{"petal length (cm)", "petal width (cm)"}, nil, 190, "petal length"},
		{[]string{"digit 0", "digit 1", "digit 2", "digit 3", "digit 4", "digit 5"}, []string{"1", "2", "3", "4", "5", "6"},
			170, "0"},
		{[]string{"setosa", "versicolor", "virginica"}, []string{"1", "2", "3"}, 70, "1"},
	} {
		_, p := drawn(t, Matrix{}, Matrix{Rows: 1, Cols: len(c.cols), ColNames: c.cols, Short: c.short,
			Row: func(_ int, out []float64) { clear(out) }}, c.wide, 60)
		if got := textsOf(p); !slices.Contains(got, c.want) {
			t.Errorf("%v on %d pixels: %q, want %q", c.cols, c.wide, got, c.want)
		}
	}
}

// Names of columns that are too long for one line alternate between two: each column has its name, and names overlap
// neither each other nor cells.
func TestColumnsAreNamedInTwoLines(t *testing.T) {
	names := []string{"sepal length (cm)", "sepal width (cm)", "petal length (cm)", "petal width (cm)"}
	for _, w := range []int{340, 380, 420} {
		_, p := drawn(t, Matrix{}, Matrix{Rows: 4, Cols: 4, Alike: true, RowNames: names, ColNames: names,
			Row: func(_ int, out []float64) { clear(out) }}, w, 250)
		top := 0.0
		for _, l := range p.Layers {
			if r, ok := l.(*picture.Raster); ok {
				top = p.View.PY(r.Grid.Y(r.Grid.H - 1))
				top = min(top, p.View.PY(r.Grid.Y(0)))
			}
		}
		var boxes []picture.Box
		for _, l := range p.Layers {
			l, ok := l.(*picture.Label)
			if !ok || l.Anchor == picture.AnchorEnd || !strings.Contains(l.Text, "al ") {
				continue
			}
			b := l.Box(p.View.PX(l.X), p.View.PY(l.Y), picture.LabelSize)
			if b.Y0 < 0 || b.Y1 > top+3 {
				t.Errorf("on %d pixels %q stands from %g to %g, the cells begin at %g", w, l.Text, b.Y0, b.Y1, top)
			}
			if slices.ContainsFunc(boxes, b.Meets) {
				t.Errorf("on %d pixels %q lies on another name", w, l.Text)
			}
			boxes = append(boxes, b)
		}
		if len(boxes) != 4 {
			t.Errorf("on %d pixels %d columns are named: %q", w, len(boxes), textsOf(p))
		}
	}
}

// A panel whose matrix has a key describes its cells: the value, and the full names of row and column.
func TestCellsAreTold(t *testing.T) {
	m := Matrix{Rows: 2, Cols: 2, Name: "weight", RowNames: []string{"petal length (cm)", "petal width (cm)"},
		ColNames: []string{"setosa", "versicolor"}, Row: func(i int, out []float64) { out[0], out[1] = float64(i), -2.5 }}
	panel, p := drawn(t, Matrix{Key: "w"}, m, 120, 60)
	if len(p.Hits) != 1 || p.Hits[0].Key != "w" {
		t.Fatalf("what answers: %v", p.Hits)
	}
	told, ok := panel.Tell(picture.CellKey("w", 1, 1))
	if !ok || told.Answer != "Weight −2.5" || !slices.Equal(told.Lines, []string{"petal width (cm), versicolor"}) {
		t.Errorf("%v %+v", ok, told)
	}
	for _, key := range []string{picture.CellKey("w", 2, 0), picture.CellKey("w", 0, 2), picture.CellKey("x", 0, 0),
		picture.LineKey("w", 0), "w"} {
		if _, ok := panel.Tell(key); ok {
			t.Errorf("%s is told", key)
		}
	}
	if panel, _ := drawn(t, Matrix{}, m, 120, 60); panel.Tell != nil {
		t.Error("a matrix without a key tells of itself")
	}
}

// Numbers are legible on the color of their cell in every palette.
func TestNumbersAreReadOnTheirCells(t *testing.T) {
	for _, values := range [][]float64{{-3, -1, 0, 2, 3}, {0, 1, 2, 3, 4}} {
		_, p := drawn(t, Matrix{}, Matrix{Rows: 1, Cols: len(values), Row: func(_ int, out []float64) { copy(out, values) }},
			400, 60)
		n := 0
		for _, l := range p.Layers {
			l, ok := l.(*picture.Label)
			if !ok {
				continue
			}
			if n++; l.On == nil || l.Ground {
				t.Fatalf("%q stands on no colour", l.Text)
			}
			if l.On.Share < 0 || l.On.Share > 1 || l.On.Diverging != (values[0] < 0) {
				t.Errorf("%q stands on %+v", l.Text, l.On)
			}
		}
		if n != len(values) {
			t.Errorf("%d numbers of %d", n, len(values))
		}
	}
}
