package doc

import "fmt"

// recipe points to the fields of a Dataset or a Table that determine generated data besides their name. Only tables
// have a dimension, decay and gamma.
type recipe struct {
	n, d         *int // d is nil for data sets
	noise        *float64
	seed         *uint64
	decay, gamma *float64 // nil for data sets
}

func (d *Dataset) numbers() recipe { return recipe{n: &d.N, noise: &d.Noise, seed: &d.Seed} }
func (t *Table) numbers() recipe {
	return recipe{&t.N, &t.D, &t.Noise, &t.Seed, &t.Decay, &t.Gamma}
}

// MaxPower is the maximum of Table.Decay and Table.Gamma.
const MaxPower = 4

// powers returns the fields that are exponents, with their names; nil for data sets.
func (r recipe) powers() []power {
	if r.decay == nil {
		return nil
	}
	return []power{{"decay", r.decay}, {"gamma", r.gamma}}
}

type power struct {
	name string
	x    *float64
}

var wantPower = fmt.Sprintf("a number from 0 to %d", MaxPower)

// read reads the member name of the field of; raw is its JSON, most the largest n. Other names are ignored.
func (r recipe) read(of string, most int, name, raw string) (err *Error) {
	var n uint64
	switch name {
	case "n":
		n, err = readWhole(of+".n", uint64(most), raw)
		*r.n = int(n)
	case "d":
		n, err = readWhole(of+".d", MaxColumns, raw)
		*r.d = int(n)
	case "noise":
		*r.noise, err = readNumber(of+".noise", "a number of at least 0", raw)
	case "seed":
		*r.seed, err = readWhole(of+".seed", MaxSeed, raw)
	}
	for _, p := range r.powers() {
		if p.name == name {
			*p.x, err = readNumber(of+"."+name, wantPower, raw)
		}
	}
	return err
}

func (r recipe) validate(of string, most int) *Error {
	if *r.n < 0 || *r.n > most {
		return Errorf(of+".n", fmt.Sprintf("a whole number from 0 to %d", most), *r.n)
	}
	if r.d != nil && (*r.d < 0 || *r.d > MaxColumns) {
		return Errorf(of+".d", fmt.Sprintf("a whole number from 0 to %d", MaxColumns), *r.d)
	}
	if !(*r.noise >= 0 && *r.noise <= MaxCoord) {
		return Errorf(of+".noise", fmt.Sprintf("a number from 0 to %g", MaxCoord), *r.noise)
	}
	if *r.seed > MaxSeed {
		return Errorf(of+".seed", fmt.Sprintf("a whole number from 0 to %d", uint64(MaxSeed)), *r.seed)
	}
	for _, p := range r.powers() {
		if !(*p.x >= 0 && *p.x <= MaxPower) {
			return Errorf(of+"."+p.name, wantPower, *p.x)
		}
	}
	return nil
}

// append writes the numbers that are not 0, after another member.
func (r recipe) append(b []byte) []byte {
	if *r.n != 0 {
		b = fmt.Appendf(b, `,"n":%d`, *r.n)
	}
	if r.d != nil && *r.d != 0 {
		b = fmt.Appendf(b, `,"d":%d`, *r.d)
	}
	if *r.noise != 0 {
		b = AppendNumber(append(b, `,"noise":`...), *r.noise)
	}
	if *r.seed != 0 {
		b = fmt.Appendf(b, `,"seed":%d`, *r.seed)
	}
	for _, p := range r.powers() {
		if *p.x != 0 {
			b = AppendNumber(fmt.Appendf(b, `,"%s":`, p.name), *p.x)
		}
	}
	return b
}
