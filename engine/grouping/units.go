package grouping

import "pointscape/engine/method"

// ShownInputs is the largest number of columns in the page's tables.
const ShownInputs = 16

// OwnRows returns rows in the units of their table; nil if they already have them.
func OwnRows(p *method.Problem, rows [][]float64) [][]float64 {
	if p.Scales == nil {
		return nil
	}
	own := make([][]float64, len(rows))
	for c := range own {
		own[c] = make([]float64, p.D)
		for j, x := range rows[c] {
			own[c][j], _ = p.Own(j, x)
		}
	}
	return own
}
