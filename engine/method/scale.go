package method

import (
	"math"
	"strconv"

	"pointscape/engine/doc"
	"pointscape/engine/words"
)

// Scales says how a suitable value of a parameter depends on the units of the data: a kernel's width, a radius, a step.
// If the inputs are multiplied by s, the value times s to the Power has the same effect as before. For the kind Kernel
// this holds for each number in the text of the default, and Y for a factor before it.
type Scales struct {
	Power int `json:"power,omitempty"`
	// But is a condition under which the power is Then.
	But  *When `json:"but,omitempty"`
	Then int   `json:"then,omitempty"`
	// Y is the power of the unit of the targets, if points have values.
	Y int `json:"y,omitempty"`
	// Origin says that the distances of the points from the origin matter, not those from their mean.
	Origin bool `json:"origin,omitempty"`
}

// Size is the size of the data relative to data in the unit square, which the defaults of parameters are made for: by
// the root of the total variance of the inputs, by the root mean square distance from the origin, and by the standard
// deviation of the targets. A component is 1 if the sizes are about equal, or unknown.
type Size struct{ Spread, Origin, Y float64 }

// Typical data, for which the defaults are made: points that fill the unit square, and targets between about -1 and 1.
const (
	usualSpread = 0.1 // sum of the variances of the inputs
	usualOrigin = 0.5 // mean squared distance from the origin
	usualY      = 0.3 // variance of the targets
	// sameSize is the factor up to which lengths count as about equal.
	sameSize = 3.0
)

// SizeOf returns the size of a document's data as the method uses them. The points, or the rows of the table, must be
// present.
func (in *Info) SizeOf(d *doc.Document) Size {
	task := in.TaskOf(d.Params)
	var spread, square, y float64
	add := func(n int, at func(i int) float64) {
		v, s := moment(n, at)
		spread, square = spread+v, square+s
	}
	switch t := d.Table; {
	case t != nil && t.Rows != nil && in.Aims(d.Params):
		return Size{1, 1, 1} // only the engine knows which columns are inputs and which one is the target
	case t != nil && t.Rows != nil && in.TakesRows(d.Params):
		for _, c := range t.Chosen() {
			if t.Rows.Sorts(c) != nil {
				continue
			}
			v, s := moment(t.Rows.N, func(i int) float64 { return t.Rows.X[i*t.Rows.D()+c] })
			if t.Standardize && v > 0 {
				v, s = 1, 1
			}
			spread, square = spread+v, square+s
		}
	default:
		add(len(d.Points), func(i int) float64 { return d.Points[i].X })
		if task.Plane() {
			add(len(d.Points), func(i int) float64 { return d.Points[i].Y })
		}
		switch task {
		case Regress:
			y, _ = moment(len(d.Points), func(i int) float64 { return d.Points[i].Y })
		case Regress2D:
			y, _ = moment(len(d.Points), func(i int) float64 { return d.Points[i].Z })
		}
	}
	return Size{times(spread, usualSpread), times(square, usualOrigin), times(y, usualY)}
}

// moment returns the variance of n numbers and the mean of their squares, without missing ones.
func moment(n int, at func(i int) float64) (variance, square float64) {
	count, mean, first := 0.0, 0.0, math.NaN()
	for i := range n {
		if x := at(i); x == x {
			if count == 0 {
				first = x // differences from it keep their precision
			}
			count, mean = count+1, mean+x-first
		}
	}
	if count == 0 {
		return 0, 0
	}
	mean /= count
	for i := range n {
		if x := at(i); x == x {
			variance += (x - first - mean) * (x - first - mean) / count
		}
	}
	mean += first
	return variance, variance + mean*mean
}

// times returns the ratio of a length to the usual one, given the squares of both. It returns 1 if the ratio is within
// the factor sameSize.
func times(square, usual float64) float64 {
	s := math.Sqrt(square / usual)
	if !(s > 0) || math.IsInf(s, 0) || s < sameSize && s > 1/sameSize {
		return 1
	}
	return s
}

// factor returns the factors x and y by which the inputs' and the targets' units change a value, and the larger
// absolute value of the powers of the two units.
func (in *Info) factor(p *Param, params map[string]any, s Size) (x, y float64, power int) {
	power = p.Scales.Power
	if p.Scales.But != nil && in.Applies(p.Scales.But, params) {
		power = p.Scales.Then
	}
	size := s.Spread
	if p.Scales.Origin {
		size = s.Origin
	}
	return math.Pow(size, float64(power)), math.Pow(s.Y, float64(p.Scales.Y)), max(power, -power, p.Scales.Y, -p.Scales.Y)
}

// Suiting returns the value of a parameter with Scales that suits data of size s, given the other parameters: its
// default, converted to the units of the data.
func (in *Info) Suiting(p *Param, params map[string]any, s Size) any {
	x, y, _ := in.factor(p, params, s)
	if x == 1 && y == 1 {
		return p.Default
	}
	r := p.Range()
	switch v := p.Default.(type) {
	case float64:
		to := few(v * x * y)
		if r.MinOpen && to <= r.Min {
			return p.Default
		}
		return r.Clamp(to)
	case string:
		text := numbersTimes(v, x)
		if y != 1 {
			text = strconv.FormatFloat(few(y), 'g', -1, 64) + "*" + text
		}
		if _, err := p.Check(text); err == nil {
			return text
		}
	}
	return p.Default
}

// Ends returns the range in which users and studies look for a value, for data of size s: the range of the parameter,
// with the ends of its slider scaled like the default.
func (in *Info) Ends(p *Param, params map[string]any, s Size) Range {
	r := p.Range()
	v, _ := p.Default.(float64)
	to, ok := in.Suiting(p, params, s).(float64)
	if !ok || to == v || v == 0 {
		return r
	}
	lo, hi := r.Slider()
	r.SoftMin = r.Clamp(words.Significant(lo*(to/v), 3))
	r.SoftMax = r.Clamp(words.Significant(hi*(to/v), 3))
	return r
}

// few rounds a number to one digit, or to two if one digit would change it by more than a tenth.
func few(x float64) float64 {
	if one := words.Significant(x, 1); math.Abs(one-x) <= 0.1*math.Abs(x) {
		return one
	}
	return words.Significant(x, 2)
}

// numbersTimes multiplies each number in a text by a factor.
func numbersTimes(text string, by float64) string {
	out, from := "", 0
	digit := func(i int) bool { return i < len(text) && (text[i] >= '0' && text[i] <= '9' || text[i] == '.') }
	letter := func(i int) bool {
		return i >= 0 && (text[i] >= 'a' && text[i] <= 'z' || text[i] >= '0' && text[i] <= '9')
	}
	for i := 0; i < len(text); i++ {
		if !digit(i) || letter(i-1) { // for example of matern32
			continue
		}
		to := i
		for digit(to) {
			to++
		}
		v, err := strconv.ParseFloat(text[i:to], 64)
		if err == nil {
			out += text[from:i] + strconv.FormatFloat(few(v*by), 'g', -1, 64)
			from = to
		}
		i = to - 1
	}
	return out + text[from:]
}

// Misfit is a parameter whose Value is for data of another size, with the value that suits. Times is the factor (>= 1)
// between the sizes of the data, infinite if Value or Suit is not positive, 0 if Value is not a number. Usual says that
// the default suits.
type Misfit struct {
	Param       *Param
	Value, Suit any
	Times       float64
	Usual       bool
}

// misfit compares a value with the one that suits data of size s; ok is false if the value suits, too.
func (in *Info) misfit(p *Param, params map[string]any, s Size, value any) (m Misfit, ok bool) {
	x, y, power := in.factor(p, params, s)
	m = Misfit{Param: p, Value: value, Suit: in.Suiting(p, params, s), Usual: x == 1 && y == 1}
	v, is := value.(float64)
	to, _ := m.Suit.(float64)
	if !is {
		return m, value != m.Suit
	}
	m.Times = math.Inf(1)
	if v > 0 && to > 0 && power > 0 {
		m.Times = math.Exp(math.Abs(math.Log(v/to)) / float64(power))
	}
	return m, m.Times > sameSize
}

// Misfits returns the parameters of a document that apply and are for data of another size; size is that of the
// document's data.
func (in *Info) Misfits(d *doc.Document, size Size) (list []Misfit) {
	for i := range in.Params {
		p := &in.Params[i]
		if p.Scales == nil || !in.Applies(p.When, d.Params) {
			continue
		}
		value := d.Params[p.Name]
		if value == nil {
			value = p.Default
		}
		if m, ok := in.misfit(p, d.Params, size, value); ok {
			list = append(list, m)
		}
	}
	return list
}
