package session

import (
	"slices"
	"strconv"

	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// confusionPanel is the panel of what the points of each class are taken for.
const confusionPanel = "confusion"

// answers are what the model takes the rows for that are looked at, once for a model; nil = it has none. The error is
// job's.
func (s *scores) answers(job method.Job) ([]float64, error) {
	m, ok := s.f.Model.(method.Predictor)
	_, at := s.set()
	if !ok || s.f.late.taken != nil {
		return s.f.late.taken, nil
	}
	list, err := method.AnswersAt(job, m, at)
	if err == nil {
		s.f.late.taken = list
	}
	return list, err
}

// confusion is what the rows of each class are taken for. Where there is a threshold, it is that of the class against
// the others.
type confusion struct {
	p          *method.Problem
	rows, cols []string // names of the true classes, and of what the rows are taken for
	rowIDs     []int    // the classes themselves
	colIDs     []int    // likewise; beyond them is the column of no answer
	row, col   []int    // of each row of p
	counts     [][]int
}

// table is there when the answers are, and where there is a threshold the scores; nil = they are not.
func (s *scores) table() *confusion {
	if s.at != nil && s.why == "" {
		return s.parted()
	}
	answers := s.f.late.taken
	if answers == nil {
		return nil
	}
	_, p := s.set()
	x := &confusion{p: p, rows: classNames(p), cols: classNames(s.f.Problem), row: p.Class,
		rowIDs: p.ClassIDs, colIDs: s.f.Problem.ClassIDs}
	for _, a := range answers {
		col := len(s.f.Problem.ClassIDs) // nothing is said
		if a == a {
			col = int(a)
		}
		x.col = append(x.col, col)
	}
	return x.count()
}

// classNames are the names of a problem's classes, as they stand within sentences.
func classNames(p *method.Problem) (list []string) {
	for k := range p.ClassIDs {
		list = append(list, p.ClassName(k))
	}
	return list
}

// parted is the table of a threshold.
func (s *scores) parted() *confusion {
	found := s.found()
	if found == nil {
		return nil
	}
	others := "the others"
	if s.two() {
		others = s.f.Problem.ClassName(1 - s.class)
	}
	names, yes := []string{others, s.name()}, 1
	if s.two() && s.class == 0 {
		names, yes = []string{s.name(), others}, 0
	}
	_, p := s.set()
	x := &confusion{p: p, rows: names, cols: names, rowIDs: []int{0, 1}, colIDs: []int{0, 1}}
	for i, score := range found.each {
		row, col := 1-yes, 1-yes
		if p.ClassIDs[p.Class[i]] == s.f.Problem.ClassIDs[s.class] {
			row = yes
		}
		switch {
		case score != score:
			col = 2
		case score > *s.at:
			col = yes
		}
		x.row, x.col = append(x.row, row), append(x.col, col)
	}
	return x.count()
}

// count counts the rows; about some of them nothing may be said.
func (x *confusion) count() *confusion {
	for _, col := range x.col {
		if col == len(x.cols) {
			x.cols = append(x.cols[:col:col], "no prediction")
			break
		}
	}
	for range x.rows {
		x.counts = append(x.counts, make([]int, len(x.cols)))
	}
	for i, col := range x.col {
		x.counts[x.row[i]][col]++
	}
	return x
}

// tables is the confusion matrix as a panel, where there are answers.
func (s *scores) tables() []method.Panel {
	f := s.f
	if _, ok := f.Model.(method.Predictor); !ok || f.Task != method.Classify || len(f.Problem.ClassIDs) < 2 {
		return nil
	}
	rows, _ := s.set()
	return []method.Panel{chart.Matrix{}.Panel(method.PanelInfo{ID: confusionPanel, Title: "Confusion matrix, " + rows,
		Help: "One row per true class, one column per predicted class; correct predictions are on the diagonal. Point at " +
			"a cell to see its points, or at a point to see its cell."},
		func(job method.Job) (*chart.Matrix, error) {
			if _, err := s.answers(job); err != nil {
				return nil, err
			}
			if err := s.work(job); err != nil {
				return nil, err
			}
			return s.table().matrix(), job.Err()
		})}
}

func (x *confusion) matrix() *chart.Matrix {
	right, alt := 0, ""
	for i, counts := range x.counts {
		for j, n := range counts {
			switch {
			case x.answer(j) && x.rowIDs[i] == x.colIDs[j]:
				right += n
			case n > 0:
				alt += " " + x.says(i, j) + "."
			}
		}
	}
	heads := func(names []string) (list []string) {
		for _, name := range names {
			if !slices.Contains(x.p.ClassNames(), name) { // names that people have given stay as they are
				name = words.Capital(name)
			}
			list = append(list, name)
		}
		return list
	}
	return &chart.Matrix{Rows: len(x.rows), Cols: len(x.cols), RowNames: heads(x.rows), ColNames: heads(x.cols),
		Key: confusionPanel, Numbers: "their predicted class",
		Counts: true, Name: "points", Says: "number of points", Row: func(i int, out []float64) {
			for j, n := range x.counts[i] {
				out[j] = float64(n)
			}
		}, Alt: strconv.Itoa(right) + " of " + words.Count(len(x.col), "point") + " are classified correctly." + alt}
}

// answer tells whether a column is that of an answer.
func (x *confusion) answer(col int) bool { return col < len(x.colIDs) }

// says says what a cell counts.
func (x *confusion) says(row, col int) string {
	text := words.Count(x.counts[row][col], "point") + " of " + x.rows[row]
	if !x.answer(col) {
		return text + " without an answer"
	}
	return text + " classified as " + x.cols[col]
}

// rowKeys are the keys of the rows' cells.
func (s *scores) rowKeys(panel string) (p *method.Problem, keys []string) {
	if panel != confusionPanel {
		return nil, nil
	}
	x := s.table()
	if x == nil {
		return nil, nil
	}
	for i, col := range x.col {
		keys = append(keys, picture.CellKey(confusionPanel, x.row[i], col))
	}
	return x.p, keys
}

// tellTaken says what a cell counts, and which points.
func (s *scores) tellTaken(key string) (t method.Told, points []int, ok bool) {
	row, col, ok := picture.CellOf(confusionPanel, key)
	if !ok {
		return t, nil, false
	}
	x := s.table()
	if x == nil || row < 0 || row >= len(x.rows) || col < 0 || col >= len(x.cols) {
		return t, nil, false
	}
	of, taken := 0, 0
	for _, n := range x.counts[row] {
		of += n
	}
	for _, counts := range x.counts {
		taken += counts[col]
	}
	for i, at := range x.col {
		if at == col && x.row[i] == row {
			points = append(points, x.p.Ordinal(i))
		}
	}
	t.Answer = words.Capital(x.says(row, col))
	n := float64(x.counts[row][col])
	if of > 0 {
		t.Lines = append(t.Lines, words.Percent(n/float64(of))+" of the "+words.Count(of, "point")+" of "+x.rows[row])
	}
	if taken > 0 && x.answer(col) {
		t.Lines = append(t.Lines, words.Percent(n/float64(taken))+" of the "+words.Count(taken, "point")+" classified "+
			"as "+x.cols[col])
	}
	return t, points, true
}
