package neighbors

import (
	"slices"

	"pointscape/engine/classify"
	"pointscape/engine/method"
)

// PredictSeveral searches the neighbours of each row only once for all values of n_neighbors.
func (m *Classifier) PredictSeveral(job method.Job, name string, values, x []float64, out [][]float64) (bool, error) {
	var sum [maxClasses]float64
	return m.several(job, name, values, x, func(i, k int, near []int32, key []float64) {
		m.tally(m.Space, near, key, &sum)
		out[k][i] = float64(classify.Best(m.problem, sum[:m.classes]))
	})
}

// PredictSeveral searches the neighbours of each row only once for all values of n_neighbors.
func (m *Regressor) PredictSeveral(job method.Job, name string, values, x []float64, out [][]float64) (bool, error) {
	return m.several(job, name, values, x, func(i, k int, near []int32, key []float64) {
		out[k][i] = m.average(near, key)
	})
}

// several calls tell with the nearest points of each row i, for each number values[k] of them. It returns false if name
// is not n_neighbors.
func (x *Index) several(job method.Job, name string, values, rows []float64,
	tell func(i, k int, near []int32, key []float64)) (bool, error) {
	if name != "n_neighbors" {
		return false, nil
	}
	if len(values) == 0 {
		return true, nil
	}
	n := len(rows) / x.D
	s := x.Search(int(slices.Max(values)), n)
	for i := range n {
		if i&31 == 0 {
			if err := job.Err(); err != nil {
				return true, err
			}
		}
		near, key := s.Nearest(rows[i*x.D : (i+1)*x.D])
		for k, v := range values {
			most := min(int(v), len(near))
			tell(i, k, near[:most], key[:most])
		}
	}
	return true, job.Err()
}
