package python

// Stage returns the facts of the model after k steps, or after the last one if there are fewer; nil if it has no steps.
func (w *Writer) Stage(k int) map[string]any {
	st := w.Whole.Can().Stepper
	if st == nil {
		return nil
	}
	m := map[string]any{}
	for _, f := range st.Stage(min(k, st.Steps())).Facts() {
		m[f.Name] = f.Value
	}
	return m
}

// RowsOf defines an array with the rows of a matrix, and returns its name.
func (w *Writer) RowsOf(name string, rows [][]float64) string {
	var x []float64
	for _, r := range rows {
		x = append(x, r...)
	}
	w.Array(name, x, len(rows[0]))
	return name
}
