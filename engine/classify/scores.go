// Package classify is what classifiers have in common: what is made of the scores of places — answers, probabilities,
// errors, rasters, and words.
package classify

import (
	"cmp"
	"math"

	"pointscape/engine/kernel"
	"pointscape/engine/method"
)

// Scored is a classifier that has scores: of two classes one number, positive for the second, or one for each class,
// of which the largest wins, the first of equals.
type Scored interface {
	// Scores calls tell with the number of each row of x, as they come, and its scores, in a list that tell must not
	// keep or change.
	Scores(x []float64, tell func(i int, f []float64))
}

// Listed tells scores that are in one list, so many for each row.
func Listed(all []float64, outputs int, tell func(i int, f []float64)) {
	for i := 0; len(all) > 0; i++ {
		tell(i, all[:outputs])
		all = all[outputs:]
	}
}

// Columns tells scores that are in a list for each output.
func Columns(z [][]float64, tell func(i int, f []float64)) {
	f := make([]float64, len(z))
	for i := range z[0] {
		for o := range f {
			f[o] = z[o][i]
		}
		tell(i, f)
	}
}

// Best is the class index that scores speak for, among those of a problem.
func Best[T cmp.Ordered](p *method.Problem, f []T) int {
	if len(p.ClassIDs) == 1 {
		return 0
	}
	return method.Winner(f)
}

// Predict is that of a method.Predictor.
func Predict(m Scored, p *method.Problem, x, out []float64) {
	m.Scores(x, func(i int, f []float64) { out[i] = float64(Best(p, f)) })
}

// A Link writes the probabilities that scores stand for, one for each class. Both may be the same list.
type Link func(f, out []float64)

// PointScores are those of a method.PointScorer for rows of x: the scores as they are, or, with a link,
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

// ScoresAt are the scores of one place, as PointScores gives them.
func ScoresAt(m Scored, x []float64) (f []float64) {
	m.Scores(x, func(_ int, row []float64) { f = append(f, row...) })
	return f
}

// LogOdds is the Link of scores that are logarithms of probabilities but for a common term, or the log-odds of the
// second of two classes.
func LogOdds(f, out []float64) { Softmax(f, out) }

// Softmax is LogOdds, and tells what the logarithm of the common term is made of: it is top + ln(sum), so that a place
// of class c costs top + ln(sum) − f[c], where the score of the first class is 0 if there is only that of the second.
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

// Sigmoid is the probability of the second of two classes with log-odds z.
func Sigmoid(z float64) float64 {
	var p [2]float64
	Softmax([]float64{z}, p[:])
	return p[1]
}

// Shares is the Link of votes: of each class its part of their sum.
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

// Answers calls tell with each row of a problem and the class that a model gives it, −1 for none. The error is job's.
func Answers(job method.Job, m method.Predictor, p *method.Problem, tell func(i, class int)) error {
	const chunk = 64 // rows between two questions whether anybody waits
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
