package session

import (
	"maps"
	"math"
	"slices"
	"strconv"

	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// MixedTables handles tables with qualitative columns or missing values.
type MixedTables struct{}

func (MixedTables) allows(feature, *doc.Document) error { return nil }

func (MixedTables) wide(t *doc.Table, open dataset.Opener) (*doc.Rows, doc.Names, error) {
	return dataset.MixedWide(t, open)
}

func (MixedTables) format(r *doc.Rows, names doc.Names) string { return dataset.FormatMixed(r, names) }

// numbers returns a new list of those of the columns that are not qualitative.
func (MixedTables) numbers(r *doc.Rows, columns []int) []int {
	return slices.DeleteFunc(slices.Clone(columns), func(c int) bool { return r.Sorts(c) != nil })
}

// takingRows returns parameters with which a method takes whole rows of tables; params itself if it can't.
func takingRows(in *method.Info, params map[string]any) map[string]any {
	for i := range in.Params {
		for _, c := range in.Params[i].Choices() {
			if c.Whole && in.Wide {
				with := maps.Clone(params)
				if with == nil {
					with = map[string]any{}
				}
				with[in.Params[i].Name] = c.Value
				return with
			}
		}
	}
	return params
}

// inSight returns two columns for showing the rows of a table: the first two if columns with numbers come before those
// with words; nil if there are fewer.
func inSight(r *doc.Rows) (plane []int) {
	for _, words := range []bool{false, true} {
		for j := range r.Columns {
			if (r.Sorts(j) != nil) == words && len(plane) < 2 {
				plane = append(plane, j)
			}
		}
	}
	if len(plane) < 2 {
		return nil
	}
	return plane
}

// spread holds the ratios of quasi-random sequences: the fractional parts of their multiples fill a square and a cube
// evenly. They are powers of 1/1.2207, where 1.2207 is a root of x⁴ = x + 1.
var spread = [...]float64{0.8192, 0.6711, 0.5498}

// onAxes returns columns as axes show them. Missing values are at the mean of their column. The categories of a
// qualitative column are at consecutive positions, with one for missing values after the last; the name of the axis
// lists them. Rows of one category are spread around its position, evenly by multiples of a ratio of the axis, so that
// they do not cover each other.
func (MixedTables) onAxes(t *doc.Table, chosen []int) columns {
	v, k := values(t, chosen), len(chosen)
	own := false
	for j, c := range chosen {
		sorts, n := t.Rows.Sorts(c), t.Rows.Lacking(c)
		if sorts == nil && n == 0 {
			continue
		}
		if !own {
			own, v.x, v.names = true, slices.Clone(v.x), slices.Clone(v.names)
		}
		instead := float64(len(sorts))
		if sorts == nil {
			if instead = 0; !t.Standardize {
				instead, _ = moments(t.Rows, c)
			}
		} else {
			var list []string
			for code, s := range sorts {
				list = append(list, words.Sprintf("%d %s", code, s))
			}
			if n > 0 {
				list = append(list, words.Sprintf("%d missing", len(sorts)))
			}
			v.names[j] = doc.Label(words.Text("%s: %s", t.Rows.Columns[c], words.Join(list, ", ")))
		}
		for i := range t.Rows.N {
			x := &v.x[i*k+j]
			if math.IsNaN(*x) {
				*x = instead
			}
			if sorts != nil {
				_, part := math.Modf(float64(i) * spread[j%len(spread)])
				*x += math.Round(1e3*(part-0.5)*0.6) / 1e3
			}
		}
	}
	return v
}

// check returns a *Need if a document uses columns of words or missing values that its method does not take: it would
// have to convert them to numbers, or leave rows out, and the user must decide that.
func (MixedTables) check(in *method.Info, d *doc.Document) error {
	t := d.Table
	whole := in.TakesRows(d.Params)
	if whole && in.Objects {
		return nil // CheckRows checks these
	}
	if whole && in.Mixed {
		for _, j := range t.Chosen() {
			if n := len(t.Rows.Sorts(j)); n > method.MaxCategories {
				return &method.Need{Sentence: words.Text("The column %s has %s, and this method allows at most %s: leave "+
					"the column out (Data).", t.Rows.Columns[j], words.Count(n, "word"), strconv.Itoa(method.MaxCategories))}
			}
		}
		return nil
	}
	used := t.Plane
	if whole || used == nil {
		used = t.Chosen()
	}
	for _, j := range used {
		name := t.Rows.Columns[j]
		s := ""
		if t.Rows.Sorts(j) != nil {
			s = words.Text("The column %s holds words", name)
		} else if n := t.Rows.Lacking(j); n > 0 && !(whole && in.Gaps) {
			s = words.Text("The column %s has no value in %s of %s", name, strconv.Itoa(n), words.Count(t.Rows.N, "row"))
		} else {
			continue
		}
		if in.Gaps && whole {
			return &method.Need{Sentence: words.Text("%s, which this method cannot use: choose columns of numbers (Data). "+
				"Missing values are allowed.", s)}
		}
		if in.Mixed {
			return &method.Need{Sentence: words.Text("%s: choose all columns as inputs, or columns of numbers without "+
				"missing values (Data).", s)}
		}
		return &method.Need{Sentence: words.Text("%s, which this method cannot use: choose columns of numbers without "+
			"missing values (Data), or a decision tree with all columns as inputs. Methods of words and graphs use a "+
			"single column of words.", s)}
	}
	return nil
}
