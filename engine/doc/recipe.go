package doc

import (
	"pointscape/engine/words"
)

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

// fields are those of a recipe; most is the largest n.
func (r recipe) fields(f *fields, most int) {
	f.whole("n", r.n, most) // the number of points; by default the recipe's own
	if r.d != nil {
		f.whole("d", r.d, MaxColumns) // the number of columns, if it can be chosen; by default the recipe's own
	}
	value(f, "noise", r.noise, *r.noise != 0, readNoise, AppendNumber, checkNoise) // the strength of the noise
	f.seed("seed", r.seed)                                                         // the seed of the random numbers
	if r.decay != nil {
		f.number("decay", r.decay, wantPower(), 0, MaxPower) // column i of `spectrum` has the variance i^−decay
		f.number("gamma", r.gamma, wantPower(), 0, MaxPower) // the coefficients of its target are C^gamma z
	}
}

func readNoise(raw string) (float64, *Error) { return readNumber("a number of at least 0", raw) }

func checkNoise(x float64) *Error {
	if !(x >= 0 && x <= MaxCoord) {
		return Errorf("", words.Sprintf("a number from 0 to %g", MaxCoord), x)
	}
	return nil
}

func (d *Dataset) fields(f *fields) {
	f.id("name", &d.Name, "the name of a dataset", true) // the name of the recipe; must be given
	d.numbers().fields(f, MaxPoints)
	if f.head || f.do == checking {
		f.object("names", &d.Names, !d.Names.IsZero())
	}
}

func wantPower() string {
	return words.Sprintf("a number from 0 to %d", MaxPower)
}
