package method

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/words"
)

// Cells returns the pictures of a document's wall (doc.Wall); in declares its method.
func (in *Info) Cells(d *doc.Document) []doc.Cell {
	if d.Wall == nil {
		return nil
	}
	return d.Cells(in.walledDefault(d))
}

// FollowWall adapts the wall of document d, the result of an edit of old, to that edit; was declares old's method.
func (in *Info) FollowWall(d, old *doc.Document, was *Info) {
	if d.Wall != nil && old.Wall != nil && was != nil {
		d.Wall = d.Followed(old, was.walledDefault(old), in.walledDefault(d))
	}
}

// walledDefault returns the default of the wall's parameter, in the form that documents have.
func (in *Info) walledDefault(d *doc.Document) any {
	p := in.Param(d.Wall.Over)
	if p == nil {
		return nil
	}
	switch x := p.Default.(type) {
	case int:
		return float64(x)
	default:
		return x
	}
}

// CheckWall checks that the document has what its wall varies. The error is a *doc.Error.
func (in *Info) CheckWall(d *doc.Document) error {
	w := d.Wall
	if w == nil {
		return nil
	}
	switch {
	case w.Over == doc.WallSteps || w.Over == doc.WallMethods || strings.HasPrefix(w.Over, doc.WallData):
		return nil
	case w.Over == doc.WallClasses || w.Over == doc.WallProba:
		if in.TaskOf(d.Params) != Classify {
			return doc.Errorf(
				"wall.over",
				words.Text("a parameter or property of %s, which does not treat the classes separately", in.Name),
				w.Over,
			)
		}
		return nil
	}
	p := in.Param(w.Over)
	if p == nil {
		return doc.Errorf("wall.over", doc.OneOf(in.WallNames(d.Params), w.Over), w.Over)
	}
	for i, v := range w.Values {
		if _, err := p.Check(v); err != nil {
			return doc.Errorf(fmt.Sprintf("wall.values[%d]", i), p.Wants(), v)
		}
	}
	return nil
}

// WallNames returns the names of the parameters that a wall can vary: all that apply, except paintings and positions,
// with advanced ones last.
func (in *Info) WallNames(params map[string]any) (names []string) {
	for _, advanced := range []bool{false, true} {
		for i := range in.Params {
			p := &in.Params[i]
			if p.Advanced == advanced && p.Canvas() == nil && p.Handle() == nil && in.Applies(p.When, params) {
				names = append(names, p.Name)
			}
		}
	}
	return names
}

// CellName returns the title of one of a wall's pictures: "Neighbours k = 15". nameOf returns the name of a method,
// given its id.
func (in *Info) CellName(d *doc.Document, c doc.Cell, nameOf func(id string) string) string {
	x, number := c.Value.(float64)
	switch over := d.Wall.Over; over {
	case doc.WallMethods:
		id, _ := c.Value.(string)
		return nameOf(id)
	case doc.WallSteps:
		if c.Value == nil {
			return "Last step"
		}
		return words.Text("Step %s", words.Number(x))
	case doc.WallClasses, doc.WallProba:
		if c.Value == nil {
			return "All classes"
		}
		if over == doc.WallProba {
			return ProbaName(d.Names.Class(int(x)))
		}
		return words.Text("%s against the rest", words.Capital(d.Names.Class(int(x))))
	default:
		if name, ok := strings.CutPrefix(over, doc.WallData); ok {
			if !number {
				return "These points"
			}
			if label, ok := map[string]string{"noise": "Noise ", "seed": "Draw "}[name]; ok {
				return label + words.Number(x)
			}
			return words.Text("%s = %s", name, words.Number(x))
		}
	}
	p := in.Param(d.Wall.Over)
	if p == nil {
		return d.Wall.Over
	}
	return words.Text("%s = %s", p.Label, p.Say(c.Value))
}

// Say formats a value of the parameter for the user.
func (p *Param) Say(v any) string {
	switch x := v.(type) {
	case nil:
		return "the parameters of the method"
	case float64:
		return words.Number(x)
	case bool:
		if x {
			return "on"
		}
		return "off"
	case string:
		choices := p.Choices()
		if i := slices.IndexFunc(choices, func(c Choice) bool { return c.Value == x }); i >= 0 {
			return choices[i].Label
		}
		return x
	case []float64:
		list := make([]string, len(x))
		for i, y := range x {
			list[i] = words.Number(y)
		}
		return words.Join(list, ", ")
	case []string:
		return words.Join(x, ", ")
	}
	return "other values"
}

// ErrorsTold returns the errors among a model's facts as short phrases: on the training points, and on held-out ones.
// If there are none, it returns the first number among the results.
func ErrorsTold(facts []Fact) (list []string) {
	share := words.Percent
	for i := range facts {
		f := &facts[i]
		values, ok := numbersOf(f.Value)
		if f.Name == "mse_by_role" {
			share = words.Number
		}
		if ok && (f.Name == "error_by_role" || f.Name == "mse_by_role") && len(values) <= len(f.Rows) {
			for k, v := range values {
				list = append(list, words.Text("%s %s", strings.ToLower(f.Rows[k]), share(v)))
			}
			return list
		}
	}
	for i := range facts {
		f := &facts[i]
		if v, ok := f.Value.(float64); ok {
			switch f.Name {
			case "training_error":
				return []string{words.Text("training error %s", words.Percent(v))}
			case "mse", "training_mse", "mean_squared_error":
				return []string{words.Text("training MSE %s", words.Number(v))}
			}
		}
	}
	for i := range facts {
		f := &facts[i]
		if v, ok := f.Value.(float64); ok && f.Group == Found && f.Label != "" && !f.Quiet {
			return []string{words.Text("%s %s", f.Label, f.Text(v))}
		}
	}
	return nil
}

// ErrorLine returns the errors among the facts of a model fitted to n points, as short phrases: the share of
// misclassified points with their number, or, for values, the root mean squared error (RMSE); first of the training
// points, then of held-out ones; and the R² of the last of these. It is nil if none are known (yet).
func ErrorLine(facts []Fact, n int) (list []string) {
	find := func(names ...string) (values []float64, rows []string) {
		for i := range facts {
			f := &facts[i]
			if !slices.Contains(names, f.Name) {
				continue
			}
			if x, ok := f.Value.(float64); ok {
				return []float64{x}, []string{"Training"}
			}
			if list, ok := numbersOf(f.Value); ok && len(list) > 0 && len(list) <= len(f.Rows) {
				return list, f.Rows
			}
		}
		return nil, nil
	}
	points, _ := find("points_by_role")
	wrong, rows := find("error_by_role")
	if wrong == nil {
		wrong, rows = find("training_error")
	}
	for k, share := range wrong {
		if k < len(points) {
			n = int(points[k])
		}
		says := words.Percent(share)
		if n > 0 {
			says += words.Sprintf(" (%d of %d)", int(math.Round(share*float64(n))), n)
		}
		if k == 0 {
			list = append(list, words.Text("Training error %s", says))
			continue
		}
		list = append(list, words.Text("%s %s", strings.ToLower(rows[k]), says))
	}
	if list != nil {
		return list
	}
	squared, rows := find("mse_by_role")
	if squared == nil {
		squared, rows = find("mse", "training_mse", "mean_squared_error")
	}
	for k, mse := range squared {
		says := words.Number(words.Significant(math.Sqrt(mse), 3))
		if k == 0 {
			list = append(list, words.Text("Training RMSE %s", says))
			continue
		}
		list = append(list, words.Text("%s RMSE %s", strings.ToLower(rows[k]), says))
	}
	r2, rows := find("r2_by_role", "r2", "score")
	if n := len(r2); n > 0 && squared != nil { // R² of the most informative points
		says := "R² " + words.Number(words.Significant(r2[n-1], 3))
		if n > 1 {
			says = words.Text("%s %s", strings.ToLower(rows[n-1]), says)
		}
		list = append(list, says)
	}
	return list
}

// numbersOf returns the numbers of a list, also of one decoded from JSON.
func numbersOf(v any) (list []float64, ok bool) {
	switch x := v.(type) {
	case []float64:
		return x, true
	case []int:
		for _, y := range x {
			list = append(list, float64(y))
		}
		return list, true
	case []any:
		for _, y := range x {
			f, ok := y.(float64)
			if !ok {
				return nil, false
			}
			list = append(list, f)
		}
		return list, true
	}
	return nil, false
}
