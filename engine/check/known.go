package check

import (
	"math"
	"reflect"
	"slices"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Known holds the values that conditions can use about a document and its fit: facts and parameters by their names;
// method, step, n_points, n_classes, n_held_out, status, seed, and dataset, n, noise of the recipe. The prefix "param."
// selects a parameter, for instance if a fact has the same name, and "start." a value of Start. A fact with rows has an
// entry for each row name, in upper or lower case: error_by_role.validation, covariance["petal length (cm)"].
type Known struct {
	Document *doc.Document
	Info     *method.Info // of its method
	Facts    []method.Fact
	Status   method.Status
	// Start holds the values when the page was opened; nil = not yet.
	Start *Known
	// Extra are further names, which take precedence: x and y of a point, mine.training_error of a drawing.
	Extra map[string]any
}

// Name returns the value of a name; it is a Names.
func (k *Known) Name(name string) (any, error) {
	if v, ok := k.Extra[name]; ok {
		return plain(name, v)
	}
	if of, ok := strings.CutPrefix(name, "start."); ok {
		if k.Start == nil {
			return nil, words.Errorf("%s: %w", name, ErrLater)
		}
		return k.Start.Name(of)
	}
	if of, ok := strings.CutPrefix(name, "param."); ok {
		return k.param(of)
	}
	for i := range k.Facts {
		if f := &k.Facts[i]; f.Name == name {
			if f.Late {
				return nil, words.Errorf("%s: %w", name, ErrLater)
			}
			return plain(name, f.Value)
		}
	}
	if of, row, ok := strings.Cut(name, "."); ok {
		if v, err := k.row(of, row); v != nil || err != nil {
			return v, err
		}
	}
	d := k.Document
	if k.Info.Param(name) != nil {
		return k.param(name)
	}
	switch name {
	case "method":
		return d.Method, nil
	case "status":
		return string(k.Status.State), nil
	case "step":
		if d.View.Step == nil {
			return -1.0, nil // the end
		}
		return float64(*d.View.Step), nil
	case "seed":
		return float64(d.Seed), nil
	case "n_points":
		return float64(len(d.Points)), nil
	case "n_held_out":
		n := 0
		for _, r := range k.Info.TaskOf(d.Params).Roles(*d) {
			if doc.Role(r) != doc.Train {
				n++
			}
		}
		return float64(n), nil
	case "n_classes":
		var seen [doc.MaxClass + 1]bool
		n := 0.0
		for _, p := range d.Points {
			if c := int(p.Z); c >= 0 && c < len(seen) && !seen[c] {
				seen[c] = true
				n++
			}
		}
		return n, nil
	}
	if r := d.Dataset; r != nil {
		switch name {
		case "dataset":
			return r.Name, nil
		case "n":
			return float64(r.N), nil
		case "noise":
			return r.Noise, nil
		}
	} else if name == "dataset" || name == "n" || name == "noise" {
		if name == "dataset" {
			return "", nil
		}
		return nil, words.Errorf("%s is not known: the points no longer come from a recipe", name)
	}
	return nil, words.Errorf("there is no fact, parameter or other name %q", name)
}

// row returns the entry of a fact for a row; nil without an error if no fact with rows has that name.
func (k *Known) row(name, row string) (any, error) {
	at := slices.IndexFunc(k.Facts, func(f method.Fact) bool { return f.Name == name && f.Rows != nil })
	if at < 0 {
		return nil, nil
	}
	f := &k.Facts[at]
	i := slices.Index(f.Rows, row)
	if i < 0 {
		i = slices.IndexFunc(f.Rows, func(r string) bool { return strings.EqualFold(r, row) })
	}
	switch {
	case i < 0 && strings.HasSuffix(name, "_by_role"):
		return math.NaN(), nil // no point has the role: NaN, so that only != holds
	case i < 0:
		return nil, words.Errorf("%s has no row %q; the rows are %s", name, row, strings.Join(f.Rows, ", "))
	case f.Late:
		return nil, words.Errorf("%s: %w", name, ErrLater)
	}
	list := reflect.ValueOf(f.Value)
	if list.Kind() != reflect.Slice || i >= list.Len() {
		return nil, words.Errorf("%s does not have one entry per row", name)
	}
	// Only this entry must be a value that conditions can use: others in the list may be texts such as "not a number".
	return plain(name+"."+row, list.Index(i).Interface())
}

// param returns the value of a parameter in the document, or else its default.
func (k *Known) param(name string) (any, error) {
	if v, ok := k.Document.Params[name]; ok {
		return plain(name, v)
	}
	if p := k.Info.Param(name); p != nil {
		return plain(name, p.Default)
	}
	return nil, words.Errorf("there is no parameter %q", name)
}

// plain converts a value to one of the types that Names returns; name is for the error.
func plain(name string, v any) (any, error) {
	switch v := v.(type) {
	case float64, bool, string, []float64, []string:
		return v, nil
	case int:
		return float64(v), nil
	}
	r := reflect.ValueOf(v)
	if r.Kind() != reflect.Slice {
		return nil, words.Errorf("%s cannot be compared in a condition", name)
	}
	list := make([]float64, r.Len())
	for i := range list {
		e := r.Index(i)
		if e.Kind() == reflect.Interface {
			e = e.Elem()
		}
		switch {
		case e.CanFloat():
			list[i] = e.Float()
		case e.CanInt():
			list[i] = float64(e.Int())
		case e.Kind() == reflect.String && i == 0:
			texts := make([]string, r.Len())
			for j := range texts {
				s, ok := r.Index(j).Interface().(string)
				if !ok {
					return nil, words.Errorf("%s mixes texts and numbers", name)
				}
				texts[j] = s
			}
			return texts, nil
		default:
			return nil, words.Errorf("%s cannot be compared in a condition", name)
		}
	}
	return list, nil
}
