package doc

import (
	"maps"
	"slices"

	"pointscape/engine/words"
)

// Limits of a Study.
const (
	MaxStudied = 100  // values of a curve
	MaxFolds   = 100  // folds of a cross-validation
	MaxRepeats = 100  // repetitions of a cross-validation
	MaxDraws   = 1000 // training sets
	MaxRule    = 200  // characters of a rule, or of a penalty
	MaxTries   = 1000 // values of a random search
	MaxChosen  = 300  // characters of Study.Chosen
)

// SampleSize is the value of Study.Over for a curve over the number of training points.
const SampleSize = "n"

// Dimension is the value of Study.Over for a curve over the number of columns of a table that is generated with any
// number of them (Table.D).
const Dimension = "d"

// RandomSearch is the value of Study.Search for values drawn at random.
const RandomSearch = "random"

// Study asks for estimates of a method's errors on unseen points, over values of a parameter or over the number of
// points; each can be the mean of several fits to other training points. The errors are always named by the points they
// are measured on: training, validation and test (held out), fresh (newly drawn from the recipe), cross-validated,
// out-of-bag.
type Study struct {
	// Over is the parameter on the curve's axis, SampleSize or Dimension; "" = none: the errors of the document as it
	// is. Values are its values, increasing; nil = chosen automatically. If the parameter is a list, all entries get
	// the same value.
	Over   string
	Values []float64
	// And is a second parameter, for a map over both; "" = none.
	And       string
	AndValues []float64
	// Search says how values are chosen: "" = Values, or all pairs of them; RandomSearch = Tries values at random (0 =
	// a suitable number) between the two Values (Bergstra, Bengio, Random search for hyper-parameter optimization,
	// 2012).
	Search string
	Tries  int
	// Folds is the number of folds of a cross-validation; 0 = none. Repeats is the number of repetitions with other
	// folds; 0 = one.
	Folds, Repeats int
	// Draws is the number of training sets that the method is fitted to; 0 = only the document's points. They are newly
	// drawn from the recipe or, with Bootstrap, from the training points with replacement.
	Draws     int
	Bootstrap bool
	// Seeds says that the draws differ in the method's seed only; the points stay the same.
	Seeds bool
	// Rules are parameters given as expressions in n, the number of training points, for a curve over n.
	Rules map[string]string
	// Log asks for logarithmic axes, so that a power law is a straight line.
	Log bool
	// Bounds asks for bounds on the error, if the method knows some.
	Bounds bool
	// Penalty is the penalty for complexity, an expression in n and h, the method's measure of complexity: the penalty
	// and its sum with the training error are plotted, and the value with the smallest sum is chosen. "" = none.
	Penalty string
	Seed    uint64 // seed of folds, draws and random values
	// Chosen is a sentence that says how the document's values were chosen; it has no effect.
	Chosen string
}

// Clone copies a study; nil stays nil.
func (s *Study) Clone() *Study {
	if s == nil {
		return nil
	}
	c := *s
	c.Values, c.AndValues, c.Rules = slices.Clone(s.Values), slices.Clone(s.AndValues), maps.Clone(s.Rules)
	return &c
}

// Equal reports whether two studies are the same.
func (s *Study) Equal(o *Study) bool {
	if s == nil || o == nil {
		return s == o
	}
	return string(appendObject(nil, s)) == string(appendObject(nil, o))
}

func (s *Study) fields(f *fields) {
	// a parameter (or its path), `n` (points drawn anew), or `d` (columns of a table that is made)
	f.text("over", &s.Over, 0)
	f.numbers("values", &s.Values, wantStudied())        // its values; by default around the one that suits the data
	f.text("and", &s.And, 0)                             // a second parameter: a map over both
	f.numbers("and_values", &s.AndValues, wantStudied()) // its values
	f.text("search", &s.Search, 0)                       // `"random"`: random values or pairs between the ends
	if f.do == checking && f.err == nil {
		f.err = s.axes()
	}
	f.wholeFrom("tries", &s.Tries, 2, MaxTries)       // the number of random values or pairs
	f.wholeFrom("folds", &s.Folds, 2, MaxFolds)       // folds of a cross-validation
	f.wholeFrom("repeats", &s.Repeats, 1, MaxRepeats) // its repetitions with other folds
	f.wholeFrom("draws", &s.Draws, 2, MaxDraws)       // training sets, drawn anew from the recipe
	f.flag("bootstrap", &s.Bootstrap)                 // they are drawn from the points
	f.flag("seeds", &s.Seeds)                         // they differ in the method's seed only
	// parameters as expressions in n
	value(f, "rules", &s.Rules, len(s.Rules) > 0, readRules, appendRules, nil)
	f.flag("log", &s.Log)                  // logarithmic axes
	f.flag("bounds", &s.Bounds)            // bounds on the error
	f.text("penalty", &s.Penalty, MaxRule) // a formula in n and h, the method's measure of complexity
	f.seed("seed", &s.Seed)                // the seed of everything random
	f.text("chosen", &s.Chosen, MaxChosen) // a sentence that says how the present values were chosen
}

func (s *Study) finish(*fields) *Error { return check(s, "study") }

// IsSize reports whether a curve's axis is a size of the data rather than a parameter.
func IsSize(over string) bool { return over == SampleSize || over == Dimension }

func readRules(raw string) (map[string]string, *Error) {
	members, err := readObject(raw)
	if err != nil {
		return nil, err
	}
	rules := make(map[string]string, len(members))
	for _, m := range members {
		if rules[m.name], err = readText(m.raw); err != nil {
			return nil, err.of("." + short(m.name))
		}
	}
	return rules, nil
}

func appendRules(b []byte, rules map[string]string) []byte { return appendMap(b, rules, appendText) }

// axes checks what is on the axes.
func (s *Study) axes() *Error {
	for _, p := range [2]struct {
		field, name string
		values      []float64
	}{{"over", s.Over, s.Values}, {"and", s.And, s.AndValues}} {
		values := "study.values"
		if p.field == "and" {
			values = "study.and_values"
		}
		if p.name == "" {
			if len(p.values) > 0 {
				return Errorf(values, words.Text("left out, unless study.%s is given", p.field), len(p.values))
			}
			continue
		}
		if err := checkName("the name of a parameter, or n", p.name); err != nil {
			return err.of("study." + p.field)
		}
		if n := len(p.values); n == 1 || n > MaxStudied {
			return Errorf(values, wantStudied(), words.Sprintf("%d of them", n))
		}
		for i, x := range p.values {
			if !inRange(x) || i > 0 && x <= p.values[i-1] {
				return Errorf(at(values, i), "a finite number, larger than the one before it", x)
			}
		}
	}
	if s.And != "" && (s.Over == "" || s.And == s.Over || IsSize(s.Over) || IsSize(s.And)) {
		return Errorf("study.and", "a parameter other than study.over", s.And)
	}
	switch random := s.Search == RandomSearch; {
	case s.Search != "" && !random:
		return Errorf("study.search", words.Text("\"%s\", or left out for all values", RandomSearch), s.Search)
	case random && (s.Over == "" || IsSize(s.Over)):
		return Errorf("study.search", "given where study.over is a parameter", s.Search)
	case random && len(s.Values) > 2:
		return Errorf("study.values", "the smallest and the largest value of a random search", words.Sprintf("%d of them",
			len(s.Values)))
	case random && len(s.AndValues) > 2:
		return Errorf("study.and_values", "the smallest and the largest value of a random search",
			words.Sprintf("%d of them",
				len(s.AndValues)))
	case s.Tries != 0 && !random:
		return Errorf("study.tries", words.Text("given with study.search \"%s\", and is its number of values",
			RandomSearch), s.Tries)
	}
	return nil
}

// rules checks what holds for every study, whatever its method.
func (s *Study) rules(string) *Error {
	if s.Repeats > 1 && s.Folds == 0 {
		return Errorf("study.repeats", "given with study.folds, which it repeats", s.Repeats)
	}
	if s.Folds > 0 && s.Draws > 0 {
		return Errorf("study.draws", "given without study.folds: use either new draws or parts of these points",
			s.Draws)
	}
	if s.Bootstrap && s.Draws == 0 {
		return Errorf("study.bootstrap", "given with study.draws, the number of samples", "true")
	}
	if s.Seeds && (s.Draws == 0 || s.Bootstrap || IsSize(s.Over)) {
		return Errorf("study.seeds", "given with study.draws, the number of seeds, and without other points", "true")
	}
	if s.Penalty != "" && (s.Over == "" || IsSize(s.Over)) {
		return Errorf("study.penalty", "given where study.over is a parameter, since it chooses a value of that", s.Penalty)
	}
	if len(s.Rules) > 0 && s.Over != SampleSize {
		return Errorf("study.rules", words.Text("given where study.over is %s, on which the bounds depend", SampleSize),
			len(s.Rules))
	}
	if len(s.Rules) > MaxParams {
		return Errorf("study.rules", words.Sprintf("at most %d", MaxParams), len(s.Rules))
	}
	for _, name := range sortedNames(s.Rules) {
		if err := checkName("an object of parameters and expressions", name); err != nil {
			return err.of("study.rules")
		}
		if err := checkLength(s.Rules[name], MaxRule); err != nil {
			return err.of("study.rules." + name)
		}
	}
	return nil
}

func wantStudied() string {
	return words.Sprintf("a list of 2 to %d increasing numbers", MaxStudied)
}
