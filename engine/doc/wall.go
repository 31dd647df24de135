package doc

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/words"
)

// MaxWall is the maximum number of values of a Wall, and of its pictures.
const MaxWall = 12

// Values of Wall.Over besides parameters.
const (
	WallSteps   = "view.step"  // steps of the fit
	WallMethods = "methods"    // methods, by id
	WallClasses = "classes"    // one class against the rest, by id
	WallProba   = "view.proba" // probability of a class, by id: all from one fit
	// WallData is the prefix of numbers of the recipe: data.n, data.d, data.noise, data.seed.
	WallData = "data."
)

// Wall shows a document several times, side by side: once for each of several values of a parameter or another
// property. One of the pictures is the document's own. If none of the values is the document's, its own picture is
// shown before the others.
type Wall struct {
	// Over is a parameter, or one of WallSteps, WallMethods, WallClasses, WallProba and the recipe's numbers.
	Over   string
	Values []any // values of the parameter; method ids for WallMethods; float64 otherwise
	// Params are, for WallMethods, the parameters of methods other than the document's, by id.
	Params map[string]map[string]any
}

// Clone copies a wall; nil stays nil.
func (w *Wall) Clone() *Wall {
	if w == nil {
		return nil
	}
	c := *w
	c.Values = slices.Clone(w.Values)
	for i, v := range c.Values {
		c.Values[i] = cloneParams(map[string]any{"": v})[""]
	}
	c.Params = nil
	for id, params := range w.Params {
		c = c.with(id, cloneParams(params))
	}
	return &c
}

func (w Wall) with(id string, params map[string]any) Wall {
	list := maps.Clone(w.Params)
	if list == nil {
		list = map[string]map[string]any{}
	}
	if delete(list, id); len(params) > 0 {
		list[id] = params
	}
	if len(list) == 0 {
		list = nil
	}
	w.Params = list
	return w
}

// Equal reports whether two walls are the same.
func (w *Wall) Equal(o *Wall) bool {
	if w == nil || o == nil {
		return w == o
	}
	return string(appendObject(nil, w)) == string(appendObject(nil, o))
}

// Cell is one of the pictures of a Wall.
type Cell struct {
	Value any  // nil if the document has no such value, and shows the end of the steps, or all classes
	Own   bool // the document's own picture
}

// Stray reports whether c is the document's own picture with a value that is none of the wall's.
func (c Cell) Stray(w *Wall) bool {
	return c.Own && !slices.ContainsFunc(w.Values, func(v any) bool { return reflect.DeepEqual(c.Value, v) })
}

// Cells returns the pictures of a document's wall in their order, one of them its own; nil = it has no wall. def is the
// default of the parameter.
func (d *Document) Cells(def any) []Cell {
	if d.Wall == nil {
		return nil
	}
	own := d.walled(def)
	list := make([]Cell, 0, len(d.Wall.Values)+1)
	found := false
	for _, v := range d.Wall.Values {
		mine := !found && own != nil && reflect.DeepEqual(own, v)
		found = found || mine
		list = append(list, Cell{v, mine})
	}
	if !found {
		list = append([]Cell{{own, true}}, list...)
	}
	return list[:min(len(list), MaxWall)]
}

// walled returns the document's own value of Wall.Over; nil if it has none.
func (d *Document) walled(def any) any {
	switch over := d.Wall.Over; over {
	case WallSteps:
		if d.View.Step != nil {
			return float64(*d.View.Step)
		}
		return nil
	case WallProba:
		if d.View.Proba != nil {
			return float64(*d.View.Proba)
		}
		return nil
	case WallMethods:
		return d.Method
	case WallClasses:
		return nil
	default:
		if name, ok := strings.CutPrefix(over, WallData); ok {
			x, _ := d.recipeNumber(name)
			return x
		}
		if v, ok := d.Params[over]; ok {
			return v
		}
		return def
	}
}

// recipeNumber returns a number of the recipe that generated the points, as a float64, and the recipe; nil if there is
// no recipe, or it lacks the number.
func (d *Document) recipeNumber(name string) (any, *recipe) {
	var r recipe
	switch {
	case d.Dataset != nil:
		r = d.Dataset.numbers()
	case d.Table != nil && d.Table.Name != "":
		r = d.Table.numbers()
	default:
		return nil, nil
	}
	switch name {
	case "n":
		return float64(*r.n), &r
	case "d":
		if r.d != nil {
			return float64(*r.d), &r
		}
	case "noise":
		return *r.noise, &r
	case "seed":
		return float64(*r.seed), &r
	}
	return nil, nil
}

// At returns the document of one picture of the wall, without a wall. If its recipe differs, it has no points: the
// caller must generate them. The error says that the recipe lacks the number.
func (d *Document) At(c Cell) (Document, *Error) {
	w := d.Wall
	n := *d
	n.Wall = nil
	if c.Own {
		return n, nil
	}
	switch w.Over {
	case WallSteps:
		step := int(c.Value.(float64))
		n.View.Step = &step
	case WallProba:
		class := int(c.Value.(float64))
		n.View.Proba = &class
	case WallMethods:
		n.Method = c.Value.(string)
		n.Params = cloneParams(w.Params[n.Method])
		n.View.Show, n.View.Sweep, n.Study, n.Runs, n.View.Part = nil, nil, nil, nil, 0
	case WallClasses:
		against(&n, int(c.Value.(float64)))
	default:
		name, ok := strings.CutPrefix(w.Over, WallData)
		if !ok {
			n.Params = cloneParams(d.Params)
			n.Params[w.Over] = c.Value
			break
		}
		return d.drawnWith(name, c.Value.(float64))
	}
	return n, nil
}

// drawnWith returns the document with another number in the recipe of its points.
func (d *Document) drawnWith(name string, x float64) (Document, *Error) {
	n := *d
	n.Wall = nil
	switch {
	case d.Dataset != nil:
		c := *d.Dataset
		n.Dataset = &c
	case d.Table != nil && d.Table.Name != "":
		c := *d.Table
		n.Table = &c
	}
	_, r := n.recipeNumber(name)
	if r == nil {
		return n, Errorf("wall.over", words.Text("a number of the recipe from which the points are drawn; this recipe has "+
			"no %s", name),
			d.Wall.Over)
	}
	switch name {
	case "n":
		*r.n = int(x)
	case "d":
		*r.d = int(x)
	case "noise":
		*r.noise = x
	case "seed":
		*r.seed = uint64(x)
	}
	n.Points = nil
	if n.Split.Roles != "" {
		n.Split = Split{} // roles set by hand belong to other points
	}
	return n, nil
}

// Rest is the name of the other classes in a picture of one class against the rest.
const Rest = "the rest"

// against changes the points of a document to one class and the rest. The rest has the first id that no class of the
// points has, in all pictures of a wall, so that its colour is not that of a class, and classes keep theirs. If all ids
// are taken, it gets that of another class.
func against(d *Document, class int) {
	var taken [MaxClass + 1]bool
	for _, p := range d.Points {
		if c := p.Class(); c >= 0 {
			taken[c] = true
		}
	}
	rest := slices.Index(taken[:], false)
	if rest < 0 {
		rest = (class + 1) % len(taken)
	}
	d.Points = slices.Clone(d.Points)
	for i := range d.Points {
		if c := d.Points[i].Class(); c != class && c != Unlabeled {
			d.Points[i].Z = float64(rest)
		}
	}
	d.Names = d.Names.WithClass(rest, Rest)
	d.Dataset = nil // the points are no longer those of the recipe
}

// Followed returns the wall of a document that results from an edit of old, both with the same wall: a value that was
// old's own becomes the document's own value. def and now are the defaults of the parameter in old and in d.
func (d *Document) Followed(old *Document, def, now any) *Wall {
	w := d.Wall
	if w == nil || !w.Equal(old.Wall) {
		return w
	}
	i := slices.IndexFunc(w.Values, func(v any) bool { return reflect.DeepEqual(v, old.walled(def)) })
	own := d.walled(now)
	if i < 0 || own == nil || reflect.DeepEqual(w.Values[i], own) {
		return w
	}
	n := w.Clone()
	n.Values[i] = own
	return n
}

func (w *Wall) fields(f *fields) {
	f.id("over", &w.Over, words.Text("the name of a parameter, %s", wallOver),
		true) // what differs: a parameter, or another property
	switch f.at("values", true) { // its values, one for each picture
	case reading:
		w.Values, f.err = readValues(f.of(), f.raw)
	case writing:
		f.b = appendList(f.b, w.Values, appendParam)
	}
	switch f.at("params", len(w.Params) > 0) { // for methods: their parameters, by id
	case reading:
		f.err = w.readParams(f.of(), f.raw)
	case writing:
		f.b = appendMap(f.b, w.Params, appendNamed)
	}
}

func (w *Wall) finish(*fields) *Error { return check(w, "wall") }

func (w *Wall) readParams(in, raw string) *Error {
	list, err := readObject(raw)
	if err != nil {
		return err.of(in)
	}
	for _, x := range list {
		params := map[string]any{}
		if err := readParams(in+"."+short(x.name), x.raw, params, 0); err != nil {
			return err
		}
		*w = w.with(x.name, params)
	}
	return nil
}

// readValues reads a list of values of a parameter.
func readValues(field, raw string) ([]any, *Error) {
	entries, err := readList(wantWalled(), raw, MaxWall)
	if err != nil {
		return nil, err.of(field)
	}
	list := make([]any, len(entries))
	for i, e := range entries {
		if list[i], err = readParam(at(field, i), e, 0); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// rules checks what holds for every wall, whatever its method.
func (w *Wall) rules(string) *Error {
	if n := len(w.Values); n < 1 || n > MaxWall {
		return Errorf("wall.values", wantWalled(), words.Sprintf("%d of them", n))
	}
	name, recipe := strings.CutPrefix(w.Over, WallData)
	for i, v := range w.Values {
		field := at("wall.values", i)
		if err := checkParam(v, 0); err != nil {
			return err.of(field)
		}
		x, number := v.(float64)
		text, is := v.(string)
		switch {
		case w.Over == WallMethods:
			if !is {
				return Errorf(field, wantMethod, fmt.Sprint(v))
			}
			if err := checkName(wantMethod, text); err != nil {
				return err.of(field)
			}
		case w.Over == WallSteps && !(number && whole(x, MaxStep)):
			return Errorf(field, words.Text("a whole number from 0 to %s", strconv.Itoa(MaxStep)), v)
		case (w.Over == WallClasses || w.Over == WallProba) && !(number && whole(x, MaxClass)):
			return Errorf(field, words.Text("a class, counted from 0 to %s", strconv.Itoa(MaxClass)), v)
		case recipe && !slices.Contains(wallNumbers, name):
			return Errorf("wall.over", words.Text("one of %s, or a parameter", wallOver), w.Over)
		case recipe && !number:
			return Errorf(field, "a number", v)
		case recipe:
			most := map[string]float64{"n": MaxPoints, "d": MaxColumns, "noise": MaxCoord, "seed": MaxSeed}[name]
			if name == "noise" && !(x >= 0 && x <= most) {
				return Errorf(field, words.Sprintf("a number from 0 to %g", most), x)
			}
			if name != "noise" && !whole(x, most) {
				return Errorf(field, words.Sprintf("a whole number from 0 to %.0f", most), x)
			}
		}
	}
	if len(w.Params) > 0 && w.Over != WallMethods {
		return Errorf("wall.params", words.Text("given where wall.over is %s", WallMethods), len(w.Params))
	}
	if len(w.Params) > MaxWall {
		return Errorf("wall.params", words.Sprintf("at most %d", MaxWall), len(w.Params))
	}
	for _, id := range sortedNames(w.Params) {
		if err := checkName("an object of methods and their parameters", id); err != nil {
			return err.of("wall.params")
		}
		if err := checkParams(w.Params[id], 0); err != nil {
			return err.of("wall.params." + id)
		}
	}
	return nil
}

var (
	wallNumbers = []string{"n", "d", "noise", "seed"}
	wallOver    = strings.Join([]string{WallSteps, WallMethods, WallClasses, WallProba, WallData + "n", WallData + "d",
		WallData + "noise", WallData + "seed"}, ", ")
)

func whole(x, most float64) bool { return x >= 0 && x <= most && x == float64(int64(x)) }

func wantWalled() string {
	return words.Sprintf("a list of 1 to %d values", MaxWall)
}
