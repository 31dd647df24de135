package python

import (
	"strconv"

	"pointscape/engine/method"
)

// Near returns the argument for the number of neighbours, at most the number of points.
func (w *Writer) Near() string {
	return "n_neighbors=" + strconv.Itoa(min(w.Values.Int("n_neighbors"), w.Problem.N))
}

// Alone refuses a method within another one, because its program defines functions. It reports whether there is a
// program.
func (w *Writer) Alone() bool {
	if w.Nested {
		w.Refuse("There is a Python program for " + w.Method.Name + " alone, not within another method.")
	}
	return !w.Nested
}

// Priors returns the given class priors, "" if they are the classes' shares.
func (w *Writer) Priors() string {
	given := w.Values.Floats("priors")
	if len(given) != len(w.Problem.ClassIDs) {
		return ""
	}
	sum := 0.0
	for _, x := range given {
		sum += x
	}
	share := make([]float64, len(given))
	for i, x := range given {
		share[i] = x / sum
	}
	return "priors=" + Floats(share)
}

// Made returns the argument for the number of rounds that have been made.
func (w *Writer) Made() string {
	if f := w.Known["n_estimators"]; f != nil {
		if n, ok := f.Value.(int); ok && n > 0 {
			return "n_estimators=" + strconv.Itoa(n)
		}
	}
	return "n_estimators=" + strconv.Itoa(w.Values.Int("n_estimators"))
}

// Member returns a method within this one, as an expression.
func (w *Writer) Member(c method.Chosen) string {
	t := of(c.Method)
	if t.None != "" {
		w.Refuse("There is no Python program, for scikit-learn 1.2 has no counterpart of " + c.Method.Name + ".")
		return ""
	}
	m := &Writer{Fit: Fit{Method: c.Method, Values: c.Values, Problem: w.Problem}, Counterpart: t,
		Known:   map[string]*method.Fact{},
		imports: w.imports, notes: w.notes, Nested: true, Predict: "model.predict"}
	expr := m.estimator()
	if len(m.Before)+len(m.Body) > 0 {
		m.Alone()
	}
	w.imports, w.notes = m.imports, m.notes
	if w.refused == "" {
		w.refused = m.refused
	}
	return expr
}
