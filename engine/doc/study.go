package doc

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
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
	return string(appendStudy(nil, s)) == string(appendStudy(nil, o))
}

func appendStudy(b []byte, s *Study) []byte {
	b = append(b, `"study":{`...)
	comma := ""
	key := func(name string) {
		b = append(append(append(append(b, comma...), '"'), name...), `":`...)
		comma = ","
	}
	text := func(name, value string) {
		if value != "" {
			key(name)
			b = appendText(b, value)
		}
	}
	list := func(name string, values []float64) {
		if len(values) > 0 {
			key(name)
			b = appendNumbers(b, values)
		}
	}
	whole := func(name string, n uint64) {
		if n != 0 {
			key(name)
			b = strconv.AppendUint(b, n, 10)
		}
	}
	yes := func(name string, on bool) {
		if on {
			key(name)
			b = append(b, "true"...)
		}
	}
	text("over", s.Over)
	list("values", s.Values)
	text("and", s.And)
	list("and_values", s.AndValues)
	text("search", s.Search)
	whole("tries", uint64(s.Tries))
	whole("folds", uint64(s.Folds))
	whole("repeats", uint64(s.Repeats))
	whole("draws", uint64(s.Draws))
	yes("bootstrap", s.Bootstrap)
	yes("seeds", s.Seeds)
	if len(s.Rules) > 0 {
		key("rules")
		comma = "{"
		for _, name := range slices.Sorted(maps.Keys(s.Rules)) {
			b = appendText(append(b, comma...), name)
			b = appendText(append(b, ':'), s.Rules[name])
			comma = ","
		}
		b = append(b, '}')
	}
	yes("log", s.Log)
	yes("bounds", s.Bounds)
	text("penalty", s.Penalty)
	whole("seed", s.Seed)
	text("chosen", s.Chosen)
	return append(b, '}')
}

var studyNames = []string{"over", "values", "and", "and_values", "search", "tries", "folds", "repeats", "draws",
	"bootstrap", "seeds", "rules", "log", "bounds", "penalty", "seed", "chosen"}

func readStudy(raw string) (*Study, *Error) {
	members, err := readObject("study", raw)
	if err != nil {
		return nil, err
	}
	s := &Study{}
	whole := func(name string, most uint64, raw string, n *int) *Error {
		v, err := readWhole("study."+name, most, raw)
		*n = int(v)
		return err
	}
	for _, m := range members {
		switch m.name {
		case "over":
			s.Over, err = readText("study.over", m.raw)
		case "values":
			s.Values, err = readNumbers("study.values", wantStudied, m.raw)
		case "and":
			s.And, err = readText("study.and", m.raw)
		case "and_values":
			s.AndValues, err = readNumbers("study.and_values", wantStudied, m.raw)
		case "search":
			s.Search, err = readText("study.search", m.raw)
		case "tries":
			err = whole(m.name, MaxTries, m.raw, &s.Tries)
		case "chosen":
			s.Chosen, err = readText("study.chosen", m.raw)
		case "folds":
			err = whole(m.name, MaxFolds, m.raw, &s.Folds)
		case "repeats":
			err = whole(m.name, MaxRepeats, m.raw, &s.Repeats)
		case "draws":
			err = whole(m.name, MaxDraws, m.raw, &s.Draws)
		case "bootstrap":
			s.Bootstrap, err = readBool("study.bootstrap", m.raw)
		case "seeds":
			s.Seeds, err = readBool("study.seeds", m.raw)
		case "rules":
			s.Rules, err = readRules(m.raw)
		case "log":
			s.Log, err = readBool("study.log", m.raw)
		case "bounds":
			s.Bounds, err = readBool("study.bounds", m.raw)
		case "penalty":
			s.Penalty, err = readText("study.penalty", m.raw)
		case "seed":
			s.Seed, err = readWhole("study.seed", MaxSeed, m.raw)
		default:
			err = unknown("study", m.name, studyNames)
		}
		if err != nil {
			return nil, err
		}
	}
	return s, s.validate()
}

// IsSize reports whether a curve's axis is a size of the data rather than a parameter.
func IsSize(over string) bool { return over == SampleSize || over == Dimension }

func readRules(raw string) (map[string]string, *Error) {
	members, err := readObject("study.rules", raw)
	if err != nil {
		return nil, err
	}
	rules := make(map[string]string, len(members))
	for _, m := range members {
		if rules[m.name], err = readText("study.rules."+short(m.name), m.raw); err != nil {
			return nil, err
		}
	}
	return rules, nil
}

var wantStudied = fmt.Sprintf("a list of 2 to %d increasing numbers", MaxStudied)

// validate checks what holds for every study, whatever its method.
func (s *Study) validate() *Error {
	if s == nil {
		return nil
	}
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
				return Errorf(values, "left out, unless study."+p.field+" is given", len(p.values))
			}
			continue
		}
		if err := checkName("study."+p.field, "the name of a parameter, or n", p.name); err != nil {
			return err
		}
		if n := len(p.values); n == 1 || n > MaxStudied {
			return Errorf(values, wantStudied, fmt.Sprintf("%d of them", n))
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
		return Errorf("study.search", `"`+RandomSearch+`", or left out for all values`, s.Search)
	case random && (s.Over == "" || IsSize(s.Over)):
		return Errorf("study.search", "given where study.over is a parameter", s.Search)
	case random && len(s.Values) > 2:
		return Errorf("study.values", "the smallest and the largest value of a random search", fmt.Sprintf("%d of them",
			len(s.Values)))
	case random && len(s.AndValues) > 2:
		return Errorf("study.and_values", "the smallest and the largest value of a random search", fmt.Sprintf("%d of them",
			len(s.AndValues)))
	case s.Tries != 0 && !random:
		return Errorf("study.tries", `given with study.search "`+RandomSearch+`", and is its number of values`, s.Tries)
	}
	if err := checkLength("study.chosen", s.Chosen, MaxChosen); err != nil {
		return err
	}
	for _, p := range [4]struct {
		field        string
		n, from, end int
	}{{"tries", s.Tries, 2, MaxTries}, {"folds", s.Folds, 2, MaxFolds}, {"repeats", s.Repeats, 1, MaxRepeats},
		{"draws", s.Draws, 2, MaxDraws}} {
		if p.n != 0 && (p.n < p.from || p.n > p.end) {
			return Errorf("study."+p.field, fmt.Sprintf("a whole number from %d to %d, or 0 for none", p.from, p.end), p.n)
		}
	}
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
	if err := checkLength("study.penalty", s.Penalty, MaxRule); err != nil {
		return err
	}
	if s.Penalty != "" && (s.Over == "" || IsSize(s.Over)) {
		return Errorf("study.penalty", "given where study.over is a parameter, since it chooses a value of that", s.Penalty)
	}
	if len(s.Rules) > 0 && s.Over != SampleSize {
		return Errorf("study.rules", "given where study.over is "+SampleSize+", on which the bounds depend", len(s.Rules))
	}
	if len(s.Rules) > MaxParams {
		return Errorf("study.rules", fmt.Sprintf("at most %d", MaxParams), len(s.Rules))
	}
	for _, name := range slices.Sorted(maps.Keys(s.Rules)) {
		if err := checkName("study.rules", "an object of parameters and expressions", name); err != nil {
			return err
		}
		if err := checkLength("study.rules."+name, s.Rules[name], MaxRule); err != nil {
			return err
		}
	}
	if s.Seed > MaxSeed {
		return Errorf("study.seed", fmt.Sprintf("a whole number from 0 to %d", uint64(MaxSeed)), s.Seed)
	}
	return nil
}
