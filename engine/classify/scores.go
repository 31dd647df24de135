// Package classify has what classifiers share: predictions, probabilities, errors, rasters and texts, all computed from
// scores.
package classify

import (
	"cmp"
	"math"

	"pointscape/engine/kernel"
	"pointscape/engine/method"
)

// Scored is a classifier with scores: for two classes a single number, positive for the second class; otherwise one for
// each class, of which the largest wins (ties: the first).
type Scored interface {
	// Scores calls tell with the index of each row of x, in order, and its scores. tell must not keep or modify the
	// slice.
	Scores(x []float64, tell func(i int, f []float64))
}

// Listed calls tell with scores that are in a single list, row by row.
func Listed(all []float64, outputs int, tell func(i int, f []float64)) {
	for i := 0; len(all) > 0; i++ {
		tell(i, all[:outputs])
		all = all[outputs:]
	}
}

// Columns calls tell with scores that are in one list for each output.
func Columns(z [][]float64, tell func(i int, f []float64)) {
	f := make([]float64, len(z))
	for i := range z[0] {
		for o := range f {
			f[o] = z[o][i]
		}
		tell(i, f)
	}
}

// Best returns the index of the predicted class, given the scores.
func Best[T cmp.Ordered](p *method.Problem, f []T) int {
	if len(p.ClassIDs) == 1 {
		return 0
	}
	return method.Winner(f)
}

// Predict implements method.Predictor for a Scored.
func Predict(m Scored, p *method.Problem, x, out []float64) {
	m.Scores(x, func(i int, f []float64) { out[i] = float64(Best(p, f)) })
}

// A Link converts scores to class probabilities. f and out may be the same slice.
type Link func(f, out []float64)

// PointScores implements method.PointScorer for a Scored: it returns the scores at the rows of x, or, with a link,
// probabilities.
func PointScores(m Scored, p *method.Problem, x []float64, link Link) [][]float64 {
	rows := make([][]float64, len(x)/p.D)
	var all []float64
	m.Scores(x, func(i int, f []float64) {
		n := len(f)
		if link != nil {
			n = len(p.ClassIDs)
		}
		if all == nil {
			all = make([]float64, n*len(rows))
		}
		rows[i] = all[i*n : (i+1)*n : (i+1)*n]
		if link == nil {
			copy(rows[i], f)
		} else {
			link(f, rows[i])
		}
	})
	return rows
}

// ScoresAt returns the scores at one point.
func ScoresAt(m Scored, x []float64) (f []float64) {
	m.Scores(x, func(_ int, row []float64) { f = append(f, row...) })
	return f
}

// LogOdds is the Link of scores that are log-probabilities up to a common term, or the log-odds of the second of two
// classes.
func LogOdds(f, out []float64) { Softmax(f, out) }

// Softmax is LogOdds, and also returns the common term as top + ln(sum). The log loss of a point of class c is then top
// + ln(sum) − f[c], where with a single score the score of the first class is 0.
func Softmax(f, out []float64) (top, sum float64) {
	if len(out) == 2 && len(f) == 1 {
		z := f[0]
		e := kernel.ExpNeg(-math.Abs(z))
		sum = 1 + e
		if z < 0 {
			out[0], out[1] = 1/sum, e/sum
			return 0, sum
		}
		out[0], out[1] = e/sum, 1/sum
		return z, sum
	}
	top = f[0]
	for _, z := range f[1:] {
		if z > top {
			top = z
		}
	}
	for c, z := range f {
		out[c] = kernel.ExpNeg(z - top)
		sum += out[c]
	}
	for c := range out {
		out[c] /= sum
	}
	return top, sum
}

// Sigmoid returns the probability of the second of two classes with log-odds z.
func Sigmoid(z float64) float64 {
	var p [2]float64
	Softmax([]float64{z}, p[:])
	return p[1]
}

// Shares is the Link of votes: it divides them by their sum.
func Shares(f, out []float64) {
	sum := 0.0
	for _, v := range f {
		sum += v
	}
	for c, v := range f {
		out[c] = v / sum
	}
}

// Wrong counts the points of a problem that a model misclassifies. The error is job's.
func Wrong(job method.Job, m method.Predictor, p *method.Problem) (bad int, err error) {
	err = Answers(job, m, p, func(i, c int) {
		if c != p.Class[i] {
			bad++
		}
	})
	return bad, err
}

// Answers calls tell with each row of a problem and its predicted class index, −1 if there is none. The error is job's.
func Answers(job method.Job, m method.Predictor, p *method.Problem, tell func(i, class int)) error {
	const chunk = 64 // rows between two calls of job.Err
	out := make([]float64, min(chunk, p.N))
	for from := 0; from < p.N; from += chunk {
		if err := job.Err(); err != nil {
			return err
		}
		part := out[:min(chunk, p.N-from)]
		m.Predict(p.X[from*p.D:(from+len(part))*p.D], part)
		for i, c := range part {
			if c != c {
				c = -1
			}
			tell(from+i, int(c))
		}
	}
	return nil
}
