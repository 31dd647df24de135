package kernelparam

import (
	"math"
	"slices"

	"pointscape/engine/kernel"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Alike is the ratio to k(x, x) from which on a kernel of distances counts two positions as similar. If all ratios are
// below it, the Gram matrix is nearly diagonal: every row is similar only to itself, and a fit says nothing about other
// positions.
const Alike = 0.01

// Alone returns the number of rows that are not similar to any row at another position, by the N×N Gram matrix of a
// kernel of distances.
func Alone(p *method.Problem, gram []float64) (count int) {
	for i := range p.N {
		row, x := gram[i*p.N:(i+1)*p.N], p.At(i)
		some := false
		for j, g := range row {
			if math.Abs(g) >= Alike*row[i] && j != i && !slices.Equal(x, p.At(j)) {
				some = true
				break
			}
		}
		if !some {
			count++
		}
	}
	return count
}

// TooNarrow returns a sentence for the status, after a blank, if k is stationary and more than half of the rows are
// alone (Alone), with a better value of its scale; else "". v are the parameters with which the kernel k was read, and
// gram is its matrix.
func TooNarrow(v method.Values, k kernel.Kernel, p *method.Problem, gram []float64) string {
	if !kernel.Stationary(k) {
		return ""
	}
	remedy := ""
	switch spread := Spread(p); v.String("kernel") {
	case "rbf":
		remedy = Wider(1 / spread)
	case "laplacian":
		remedy = Wider(1 / math.Sqrt(spread))
	default:
		remedy = words.Text("Make its length scales larger: %s would do, by the variances of the inputs.",
			words.Number(math.Sqrt(spread/2)))
	}
	return Lonely(p, Alone(p, gram), "kernel", remedy)
}

// Lonely is TooNarrow for a known number of rows that are alone. what names what is too narrow, and remedy is the
// advice.
func Lonely(p *method.Problem, alone int, what, remedy string) string {
	if 2*alone <= p.N || !(Spread(p) > 0) {
		return ""
	}
	rows := "point"
	if p.Wide() {
		rows = "row"
	}
	return words.Sprintf(" This %s is too narrow for useful predictions: for %d of the %s the kernel is nearly 0 at "+
		"all others. %s", what, alone, words.Count(p.N, rows), remedy)
}

// Wider suggests a value of γ.
func Wider(gamma float64) string {
	return words.Text("Choose a smaller γ: %s would do, by the variances of the inputs.", words.Number(gamma))
}

// Spread returns the sum of the variances of the inputs: half the mean squared distance of two rows. 1/Spread is
// scikit-learn's gamma "scale", 1/(D·variance), if the inputs have the same mean.
func Spread(p *method.Problem) (sum float64) {
	for j := range p.D {
		mean, part := 0.0, 0.0
		for i := range p.N {
			mean += (p.X[i*p.D+j] - p.X[j]) / float64(p.N)
		}
		for i := range p.N {
			d := p.X[i*p.D+j] - p.X[j] - mean
			part += d * d
		}
		sum += part / float64(p.N)
	}
	return sum
}
