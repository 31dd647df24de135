package session

import (
	"slices"
	"strconv"

	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// confusionPanel is the id of the panel with the confusion matrix.
const confusionPanel = "confusion"

// answers returns the model's predictions for the tested rows, computed once per model; nil = the model makes no
// predictions. The error is job's.
func (s *scores) answers(job method.Job) ([]float64, error) {
	_, at := s.set()
	if s.f.can.Predictor == nil || s.f.late.taken != nil {
		return s.f.late.taken, nil
	}
	list, err := s.f.can.At(job, at)
	if err == nil {
		s.f.late.taken = list
	}
	return list, err
}

// confusion is a confusion matrix. With a threshold it is that of the chosen class against the others, and the ids are
// 0 and 1.
type confusion struct {
	p          *method.Problem
	rows, cols []string // names of the true and of the predicted classes
	rowIDs     []int    // ids of the true classes
	colIDs     []int    // ids of the predicted classes; a column beyond them counts missing predictions
	row, col   []int    // for each row of p, its row and its column in the matrix
	counts     [][]int
}

// table returns the confusion matrix; nil until the predictions, or with a threshold the scores, are computed.
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
		col := len(s.f.Problem.ClassIDs) // no prediction
		if a == a {
			col = int(a)
		}
		x.col = append(x.col, col)
	}
	return x.count()
}

// classNames returns the names of a problem's classes as they are written within sentences.
func classNames(p *method.Problem) (list []string) {
	for k := range p.ClassIDs {
		list = append(list, p.ClassName(k))
	}
	return list
}

// parted returns the confusion matrix for the threshold; nil until the scores are computed.
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

// count fills counts, and adds a column if some rows have no prediction. It returns x.
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

// tables returns the panel with the confusion matrix, if the model predicts classes.
func (s *scores) tables() []method.Panel {
	f := s.f
	if f.can.Predictor == nil || f.Task != method.Classify || len(f.Problem.ClassIDs) < 2 {
		return nil
	}
	rows, _ := s.set()
	return []method.Panel{chart.Matrix{}.Panel(method.PanelInfo{ID: confusionPanel,
		Title: words.Text("Confusion matrix, %s", rows),
		Help: "One row per true class, one column per predicted class; correct predictions are on the diagonal. Point at " +
			"a cell to see its points, or at a point to see its cell."},
		func(job method.Job) (*chart.Matrix, error) {
			if _, err := s.answers(job); err != nil {
				return nil, err
			}
			if err := s.work(job, true); err != nil {
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
				alt += words.Text(" %s.", x.says(i, j))
			}
		}
	}
	heads := func(names []string) (list []string) {
		for _, name := range names {
			if !slices.Contains(x.p.ClassNames(), name) { // names given by the user stay as they are
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
		}, Alt: words.Text("%s of %s are classified correctly.%s", strconv.Itoa(right), words.Count(len(x.col), "point"),
			alt)}
}

// answer reports whether a column is that of a class.
func (x *confusion) answer(col int) bool { return col < len(x.colIDs) }

// says describes what a cell counts.
func (x *confusion) says(row, col int) string {
	text := words.Text("%s of %s", words.Count(x.counts[row][col], "point"), x.rows[row])
	if !x.answer(col) {
		return words.Text("%s without an answer", text)
	}
	return words.Text("%s classified as %s", text, x.cols[col])
}

// rowKeys adds for each tested row the key of the cell that counts it, once the matrix is computed.
func (s *scores) rowKeys(panel string, add func(point int, key string)) bool {
	if panel != confusionPanel {
		return false
	}
	x := s.table()
	if x == nil {
		return false
	}
	for i, col := range x.col {
		add(x.p.Ordinal(i), picture.CellKey(confusionPanel, x.row[i], col))
	}
	return true
}

// tellTaken describes the cell with a key, and returns the document's indices of the points that it counts.
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
		t.Lines = append(t.Lines, words.Text("%s of the %s of %s", words.Percent(n/float64(of)), words.Count(of, "point"),
			x.rows[row]))
	}
	if taken > 0 && x.answer(col) {
		t.Lines = append(t.Lines, words.Text("%s of the %s classified as %s", words.Percent(n/float64(taken)),
			words.Count(taken, "point"), x.cols[col]))
	}
	return t, points, true
}
