package assess

import (
	"cmp"
	"math"
	"slices"
	"strconv"
)

// This file evaluates scores of one class against the others: the ROC curve, precision and recall, and the calibration
// of probabilities. Equal scores share one threshold, as in scikit-learn.

// Counts are the numbers of true and false positives and negatives. The measures computed from them are None if their
// denominator is 0.
type Counts struct{ TP, FP, FN, TN int }

// Recall returns the share of the class's rows that are predicted as the class: the true positive rate.
func (c Counts) Recall() float64 { return share(c.TP, c.TP+c.FN) }

// FPR returns the share of the other rows that are predicted as the class, the false positive rate: 1 − specificity.
func (c Counts) FPR() float64 { return share(c.FP, c.FP+c.TN) }

// Precision returns the share of the rows predicted as the class that belong to it; None if there are none.
func (c Counts) Precision() float64 { return share(c.TP, c.TP+c.FP) }

// Accuracy returns the share of all rows that are predicted correctly.
func (c Counts) Accuracy() float64 { return share(c.TP+c.TN, c.TP+c.TN+c.FP+c.FN) }

// F1 returns the harmonic mean of precision and recall.
func (c Counts) F1() float64 { return share(2*c.TP, 2*c.TP+c.FP+c.FN) }

func share(a, of int) float64 {
	if of == 0 {
		return None
	}
	return float64(a) / float64(of)
}

// Ranking holds rows sorted by their scores.
type Ranking struct {
	Score []float64 // the different scores, decreasing
	// At[k] are the counts if rows with the k highest scores are predicted as the class: one entry more than scores.
	At []Counts
}

// Rank sorts rows by their scores; positive says which are of the class.
func Rank(score []float64, positive []bool) *Ranking {
	order := make([]int, len(score))
	rest := Counts{}
	for i, yes := range positive {
		order[i] = i
		if yes {
			rest.FN++
		} else {
			rest.TN++
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(score[b], score[a]) })
	r := &Ranking{At: []Counts{rest}}
	for k, i := range order {
		if positive[i] {
			rest.TP, rest.FN = rest.TP+1, rest.FN-1
		} else {
			rest.FP, rest.TN = rest.FP+1, rest.TN-1
		}
		if k+1 == len(order) || score[order[k+1]] != score[i] {
			r.Score, r.At = append(r.Score, score[i]), append(r.At, rest)
		}
	}
	return r
}

// Over returns how many of the different scores are above a threshold: the index of its counts in At.
func (r *Ranking) Over(threshold float64) int {
	k, _ := slices.BinarySearchFunc(r.Score, threshold, func(s, t float64) int {
		if s > t {
			return -1
		}
		return 1
	})
	return k
}

// between returns a number with few digits about half-way between two: at least low and below high.
func between(low, high float64) float64 {
	mid := low + (high-low)/2
	for digits := 1; digits < 17; digits++ {
		v, err := strconv.ParseFloat(strconv.FormatFloat(mid, 'g', digits, 64), 64)
		if err == nil && v >= low+(high-low)/8 && v <= high-(high-low)/8 && v < high {
			return v
		}
	}
	return low
}

// Threshold returns one that gives entry k of At: about half-way between the lowest score above it and the highest one
// below. For probabilities it is not negative if possible.
func (r *Ranking) Threshold(k int, proba bool) float64 {
	n := len(r.Score)
	switch {
	case n == 0:
		return 0
	case k <= 0:
		return r.Score[0]
	case k < n:
		return between(r.Score[k], r.Score[k-1])
	case proba && r.Score[n-1] > 0:
		return 0
	}
	least := r.Score[n-1]
	return least - max(0.05*(r.Score[0]-least), 1e-3*math.Abs(least), 1e-3)
}

// AUC returns the area under the ROC curve: the share of pairs of a row of the class and another one in which the
// former has the higher score, with equal scores counted half (Hanley and McNeil, 1982). None if there are no pairs.
func (r *Ranking) AUC() float64 {
	twice := 0 // twice the number of pairs
	for k := 1; k < len(r.At); k++ {
		tp := r.At[k].TP - r.At[k-1].TP
		twice += tp * (r.At[k-1].TN + r.At[k].TN)
	}
	return share(twice, 2*r.At[0].FN*r.At[0].TN)
}

// AveragePrecision returns the sum over the thresholds of the gain in recall times the precision there (scikit-learn's
// definition, without interpolation). None if no row is of the class.
func (r *Ranking) AveragePrecision() float64 {
	if r.At[0].FN == 0 {
		return None
	}
	sum := 0.0
	for k := 1; k < len(r.At); k++ {
		if tp := r.At[k].TP - r.At[k-1].TP; tp > 0 {
			sum += float64(tp) * r.At[k].Precision()
		}
	}
	return sum / float64(r.At[0].FN)
}

// Brier returns the mean of (p − 1)² for rows of the class and p² for the others (Brier, 1950).
func Brier(p []float64, positive []bool) float64 {
	sum := 0.0
	for i, q := range p {
		if positive[i] {
			q = 1 - q
		}
		sum += q * q
	}
	return sum / float64(len(p))
}

// LogLoss returns the mean of −ln p for rows of the class and −ln(1 − p) for the others. As in scikit-learn,
// probabilities are clipped to [ε, 1 − ε] with the machine epsilon ε.
func LogLoss(p []float64, positive []bool) float64 {
	const near = 0x1p-52
	sum := 0.0
	for i, q := range p {
		if !positive[i] {
			q = 1 - q
		}
		sum -= math.Log(min(max(q, near), 1-near))
	}
	return sum / float64(len(p))
}

// Bin holds the rows whose probabilities are in one of several equally wide intervals.
type Bin struct {
	N     int
	Mean  float64 // mean of the probabilities
	Share float64 // share of the class
}

// Reliability counts rows into n bins by their probabilities: bin k has those from k/n up to (k+1)/n, the last one also
// 1. Mean and Share of empty bins are None.
func Reliability(p []float64, positive []bool, n int) []Bin {
	bins, hits := make([]Bin, n), make([]int, n)
	for i, q := range p {
		k := min(max(int(q*float64(n)), 0), n-1)
		bins[k].N++
		bins[k].Mean += q
		if positive[i] {
			hits[k]++
		}
	}
	for k := range bins {
		b := &bins[k]
		b.Share = share(hits[k], b.N)
		if b.Mean /= float64(b.N); b.N == 0 {
			b.Mean = None
		}
	}
	return bins
}

// CalibrationError returns the expected calibration error: the mean over the rows of the distance between mean
// probability and share in their bin (Naeini, Cooper and Hauskrecht, 2015).
func CalibrationError(bins []Bin) float64 {
	sum, n := 0.0, 0
	for _, b := range bins {
		if n += b.N; b.N > 0 {
			sum += float64(b.N) * math.Abs(b.Mean-b.Share)
		}
	}
	return sum / float64(n)
}

// Wilson returns the 95 % confidence interval of a share of n rows (Wilson, 1927).
func Wilson(share float64, n int) (low, high float64) {
	const z = 1.959963984540054
	m := float64(n)
	mid, half := share+z*z/(2*m), z*math.Sqrt(share*(1-share)/m+z*z/(4*m*m))
	of := 1 + z*z/m
	return max(0, (mid-half)/of), min(1, (mid+half)/of)
}
