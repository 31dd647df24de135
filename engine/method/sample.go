package method

// SampleParam declares "sample": which point or row of the document, by its number, is looked at; at most so many.
func SampleParam(label string, most float64, help string) Param {
	return Param{Name: "sample", Label: label, Kind: Integer, Default: 1.0, Min: 1, Max: most, SoftMax: 60, Help: help + "; past the last one it is the last"}
}

// Sample is the row that "sample" asks for. Of one that is not among the rows of the problem it is the next.
func (p *Problem) Sample(v Values) int {
	i, n := 0, v.Int("sample")
	for i < p.N-1 && p.Number(i) < n {
		i++
	}
	return i
}
