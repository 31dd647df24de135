package assess

import (
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/stat"
)

// None stands where there is no value. (It crosses as JSON, which has no NaN.)
const None = math.MaxFloat64

// Known tells whether an error is one.
func Known(e float64) bool { return e < None && e > -None } // nor NaN

func unknown(e float64) bool { return !Known(e) }

// Summary is what several errors of one thing say together.
type Summary struct {
	N    int
	Mean float64
	SD   float64 // divided by N, as of a population
	SE   float64 // of the mean: the standard deviation divided by N - 1, over √N; 0 of one value
}

// Summarize sums errors up; those that are no numbers do not count. Of none, all is None.
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

// Least is the index of the smallest error, the first of equals; -1 = there is none.
func Least(errors []float64) int {
	best := -1
	for i, e := range errors {
		if Known(e) && (best < 0 || e < errors[best]) {
			best = i
		}
	}
	return best
}

// Simplest is the one-standard-error choice (Breiman et al., Classification and Regression Trees, 1984, section 3.4.3):
// the simplest value whose error is at most the least one and its standard error. simplest is which end of the values
// is the simplest: -1 the first, 1 the last. -1 = there is none.
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

// Quantile is the p-quantile of values, which need not be sorted; None of none.
func Quantile(p float64, values []float64) float64 {
	v := slices.DeleteFunc(slices.Clone(values), unknown)
	if len(v) == 0 {
		return None
	}
	if len(v) == 1 {
		return v[0]
	}
	slices.Sort(v)
	// Hyndman and Fan's definition 7, as NumPy's: between the two values about p(n - 1).
	at := p * float64(len(v)-1)
	i := min(int(at), len(v)-2)
	return v[i] + (at-float64(i))*(v[i+1]-v[i])
}

// Slope is the exponent of a power law through positive values: that of the line of least squares in their logarithms.
// left is how many of the known values are left out, as they are not positive or not at a positive x. ok is false of
// less than two that are not.
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

// Spaced are count values from lo to hi, evenly or by even factors; whole ones are rounded, and none is there twice.
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

// With are rising values with another one among them, unless it is one of them but for rounding.
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

// rounded is x in few digits: three of its own on a logarithmic axis, else as many as steps between values need.
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
