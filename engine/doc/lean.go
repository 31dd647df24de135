package doc

import "slices"

// Lean returns the document without data that are not shown: its note and, for a table that it carries, the columns
// that are neither used by the method, nor colour the points, nor belong to an axis; left has their names. rows says
// that the method is fitted to the rows of the table rather than to the plane: then all chosen columns are used.
func (d Document) Lean(rows bool) (lean Document, left []string) {
	d.Note = ""
	t := d.Table
	if t == nil || t.Name != "" || t.Rows.W > 0 || t.Rows.Pixels > 0 {
		return d, nil
	}
	used := make([]bool, t.Rows.D())
	use := func(list []int) {
		for _, j := range list {
			used[j] = true
		}
	}
	use(t.Plane)
	// The pictures of a wall, of runs and of a study may show other methods.
	if t.Plane == nil || rows || d.Wall != nil || d.Runs != nil || d.Study != nil {
		use(t.Chosen())
	}
	if t.Color > 0 {
		used[t.Color-1] = true
	}
	at := make([]int, len(used)) // new number of each column
	var kept []int
	for j, is := range used {
		if at[j] = len(kept); is {
			kept = append(kept, j)
		} else {
			left = append(left, t.Rows.Columns[j])
		}
	}
	if left == nil {
		return d, nil
	}
	move := func(list []int) (moved []int) {
		for _, j := range list {
			if used[j] {
				moved = append(moved, at[j])
			}
		}
		return moved
	}
	lean, r := d, *t.Rows
	r.Columns, r.X = make([]string, len(kept)), make([]float64, 0, r.N*len(kept))
	if r.Categories != nil {
		r.Categories = make([][]string, len(kept))
	}
	for k, j := range kept {
		r.Columns[k] = t.Rows.Columns[j]
		if r.Categories != nil {
			r.Categories[k] = t.Rows.Categories[j]
		}
	}
	for i := range r.N {
		row := t.Rows.At(i)
		for _, j := range kept {
			r.X = append(r.X, row[j])
		}
	}
	// The order of the columns matters: a regression predicts the last one.
	columns := move(t.Chosen())
	if len(columns) == len(kept) && slices.IsSorted(columns) {
		columns = nil
	}
	c := *t
	c.Columns, c.Plane, c.Rows = columns, move(t.Plane), &r
	if c.Color > 0 {
		c.Color = at[c.Color-1] + 1
	}
	lean.Table = &c
	lean.Annotations = renumbered(d.Annotations, d.Plane(), lean.Plane(), used, at)
	return lean, left
}
