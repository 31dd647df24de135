package ensemble

import "pointscape/engine/method"

// GiveSamples sets the samples of a bag that has no members yet, instead of random ones.
func GiveSamples(m method.Model, rows [][]int) {
	m.(*bagged).draw = func(i int) []int { return rows[i] }
}

// Samples returns the rows drawn by the members of a bag, and their models.
func Samples(m method.Model) (rows [][]int, models []method.Model) {
	for _, one := range m.(*bagged).list() {
		rows, models = append(rows, one.rows), append(models, one.model)
	}
	return rows, models
}

// Problems returns the problems of the members.
func Problems(m method.Model) (list []*method.Problem) {
	for _, one := range m.(*bagged).list() {
		list = append(list, one.p)
	}
	return list
}
