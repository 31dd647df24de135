package method

// FactList is a list of facts that grows: in WebAssembly a call is much less code
// than a literal.
type FactList []Fact

// Add appends a fact.
//
//go:noinline
func (f *FactList) Add(name string, value any, unit, meaning string) {
	*f = append(*f, Fact{Name: name, Value: value, Unit: unit, Meaning: meaning})
}
