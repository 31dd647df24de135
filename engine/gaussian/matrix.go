package gaussian

import (
	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

func cellKey(i, j int) string { return picture.CellKey(matrix, i, j) }

// cell returns the row and column of a key of an n×n symmetric matrix, in ascending order.
func cell(key string, n int) (i, j int, ok bool) {
	i, j, ok = picture.CellOf(matrix, key)
	i, j = min(i, j), max(i, j)
	return i, j, ok && 0 <= i && j < n
}

// entry describes an entry of a covariance matrix.
func entry(row, column string, value float64) string {
	if row == column {
		return words.Text("variance of %s: %s", row, words.Number(value))
	}
	return words.Text("covariance of %s and %s: %s", row, column, words.Number(value))
}

// matrixPanel returns a panel of a symmetric matrix as colours.
func matrixPanel(title, help string, values []float64, names []string) method.Panel {
	n := len(names)
	return chart.Matrix{}.Panel(method.PanelInfo{ID: matrix, Title: title, Help: help},
		func(job method.Job) (*chart.Matrix, error) {
			return &chart.Matrix{Rows: n, Cols: n, Alike: true, Signed: true, RowNames: names, ColNames: names, Key: matrix,
				Name: "covariance", Says: "covariance",
				Row: func(i int, out []float64) { copy(out, values[i*n:(i+1)*n]) }}, job.Err()
		})
}
