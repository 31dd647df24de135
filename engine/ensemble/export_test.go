package ensemble

import "pointscape/engine/method"

// GiveSamples gives a bag that has no members yet the rows of its samples, in the place of
// what it would draw.
func GiveSamples(m method.Model, rows [][]int) {
	bagOf(m).draw = func(i int) []int { return rows[i] }
}

// Samples are the rows that the members of a bag have drawn, and their models.
func Samples(m method.Model) (rows [][]int, models []method.Model) {
	for _, one := range bagOf(m).list() {
		rows, models = append(rows, one.rows), append(models, one.model)
	}
	return rows, models
}

// Problems are those of the members.
func Problems(m method.Model) (list []*method.Problem) {
	for _, one := range bagOf(m).list() {
		list = append(list, one.p)
	}
	return list
}
