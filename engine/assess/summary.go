package assess

import (
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/stat"
)

// None stands for a missing value. (It can be encoded in JSON, which has no NaN.)
const None = math.MaxFloat64

// Known reports whether an error is not None and is finite.
func Known(e float64) bool { return e < None && e > -None } // false for NaN, too

func unknown(e float64) bool { return !Known(e) }

// Summary holds statistics of several errors.
type Summary struct {
	N    int
	Mean float64
	SD   float64 // with divisor N, as for a population
	SE   float64 // standard error of the mean: the standard deviation with divisor N - 1, over √N; 0 for one value
}

// Summarize computes a Summary; missing values and NaN do not count. Without any value N is 0, and the other fields are
// None.
func Summarize(errors []float64) Summary {
	v := slices.DeleteFunc(slices.Clone(errors), unknown)
	s := Summary{N: len(v), Mean: None, SD: None, SE: None}
	switch s.N {
	case 0:
		return s
	case 1:
		s.Mean, s.SD, s.SE = v[0], 0, 0
		return s
	}
	var sd float64
	s.Mean, sd = stat.MeanStdDev(v, nil)
	s.SE = sd / math.Sqrt(float64(s.N))
	s.SD = sd * math.Sqrt(float64(s.N-1)/float64(s.N))
	return s
}

// Least returns the index of the smallest error, the first of equal ones; -1 = there is none.
func Least(errors []float64) int {
	best := -1
	for i, e := range errors {
		if Known(e) && (best < 0 || e < errors[best]) {
			best = i
		}
	}
	return best
}

// Simplest returns the one-standard-error choice (Breiman et al., Classification and Regression Trees, 1984, section
// 3.4.3): the index of the simplest value whose error is at most the smallest one plus its standard error. simplest is
// the end of the values that is simplest: -1 the first, 1 the last. -1 = there is none.
func Simplest(errors, se []float64, simplest int) int {
	best := Least(errors)
	if best < 0 {
		return -1
	}
	limit, choice := errors[best], best
	if Known(se[best]) {
		limit += se[best]
	}
	for i := best; i >= 0 && i < len(errors); i += simplest {
		if Known(errors[i]) && errors[i] <= limit {
			choice = i
		}
	}
	return choice
}

// Quantile returns the p-quantile of values, which need not be sorted; None without values.
func Quantile(p float64, values []float64) float64 {
	v := slices.DeleteFunc(slices.Clone(values), unknown)
	if len(v) == 0 {
		return None
	}
	if len(v) == 1 {
		return v[0]
	}
	slices.Sort(v)
	// Definition 7 of Hyndman and Fan, NumPy's default: linear interpolation at p(n - 1).
	at := p * float64(len(v)-1)
	i := min(int(at), len(v)-2)
	return v[i] + (at-float64(i))*(v[i+1]-v[i])
}

// Slope returns the exponent of a power law through positive values: the slope of the least-squares line in their
// logarithms. left is the number of known values that are left out because they, or their x, are not positive. ok is
// false with less than two others, or if the first and the last of them have the same x.
func Slope(x, y []float64) (slope float64, left int, ok bool) {
	var u, v []float64
	for i := range x {
		switch {
		case !Known(y[i]):
		case x[i] > 0 && y[i] > 0:
			u, v = append(u, math.Log(x[i])), append(v, math.Log(y[i]))
		default:
			left++
		}
	}
	if len(u) < 2 || u[0] == u[len(u)-1] {
		return 0, left, false
	}
	_, slope = stat.LinearRegression(u, v, nil, false)
	return slope, left, true
}

// Spaced returns count values from lo to hi with equal differences or ratios; whole ones are rounded, and duplicates
// removed.
func Spaced(lo, hi float64, count int, log, whole bool) []float64 {
	var list []float64
	for i := range count {
		t := float64(i) / float64(max(count-1, 1))
		x := lo + t*(hi-lo)
		if log {
			x = lo * math.Pow(hi/lo, t)
		}
		switch {
		case i == 0:
			x = lo
		case i == count-1:
			x = hi
		case whole:
			x = math.Round(x)
		default:
			x = rounded(x, (hi-lo)/float64(count), log)
		}
		if len(list) == 0 || x > list[len(list)-1] {
			list = append(list, x)
		}
	}
	return list
}

// With returns a copy of increasing values with x inserted, or in place of the value that equals it up to rounding.
func With(values []float64, x float64) []float64 {
	at, _ := slices.BinarySearch(values, x)
	for _, k := range []int{at - 1, at} {
		if k >= 0 && k < len(values) && math.Abs(values[k]-x) <= 1e-9*math.Abs(x) {
			values = slices.Clone(values)
			values[k] = x
			return values
		}
	}
	return slices.Insert(slices.Clone(values), at, x)
}

// rounded rounds x: to three digits on a logarithmic axis, else as the step between values requires.
func rounded(x, step float64, log bool) float64 {
	if log {
		step = x
	}
	if !(step > 0) {
		return x
	}
	places := 2 - int(math.Floor(math.Log10(step)))
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'f', max(places, 0), 64), 64)
	if err != nil {
		return x
	}
	return y
}
