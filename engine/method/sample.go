package method

import "pointscape/engine/words"

// SampleParam declares "sample": the number, from 1, of the point or row of the document that is shown. most is its
// maximum.
func SampleParam(label string, most float64, help string) Param {
	return Param{Name: "sample", Label: label, Kind: Integer{Range: Range{Min: 1, Max: most, SoftMax: 60}}, Default: 1.0,
		Help: words.Text("%s; a number beyond the last means the last", help)}
}

// Sample returns the index of the row that "sample" asks for, or of the next one if that row is not in the problem, or
// of the last one.
func (p *Problem) Sample(v Values) int {
	i, n := 0, v.Int("sample")
	for i < p.N-1 && p.Number(i) < n {
		i++
	}
	return i
}

// SampleOf is Sample among all rows, including held-out ones: it returns the problem that the row belongs to, too.
func (p *Problem) SampleOf(v Values) (of *Problem, i int) {
	of, i = p, p.Sample(v)
	if p.Held == nil {
		return of, i
	}
	n := v.Int("sample")
	for _, h := range p.Held() {
		j := h.Points.Sample(v)
		if was, is := of.Number(i), h.Points.Number(j); was < n && is > was || is >= n && is < was {
			of, i = h.Points, j
		}
	}
	return of, i
}
