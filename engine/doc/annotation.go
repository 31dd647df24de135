package doc

import (
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/words"
)

// Limits of annotations.
const (
	MaxAnnotations    = 200 // annotations of a document
	MaxAnnotationText = 200 // characters of an annotation's text
)

// Kinds of annotations.
const (
	NoteArrow = "arrow" // arrow from the first position to the second, with the text at the first
	NoteLabel = "label" // text centred at its position
	NoteArea  = "area"  // axis-parallel rectangle with the two positions as opposite corners, and the text above it
)

// NoteKinds lists the kinds of annotations.
var NoteKinds = []string{NoteArrow, NoteLabel, NoteArea}

// Annotation is an arrow, text or rectangle that the user has added to the plane.
type Annotation struct {
	Kind string
	At   [4]float64 // x, y and, except for a label, x, y of the second position, in data coordinates
	Text string     // with formulas between dollar signs, see words.Formulas; "" = none, except for a label
	// Plane identifies the plane in which the annotation was made (method.Info.PlaneOf): it is only shown there.
	Plane string
}

// Places returns the number of positions of the annotation, which depends on its kind.
func (a *Annotation) Places() int {
	if a.Kind == NoteLabel {
		return 1
	}
	return 2
}

// Set returns the text with its formulas converted (words.Formulas); "" if they are invalid.
func (a *Annotation) Set() string {
	text, _ := words.Formulas(a.Text) // a valid annotation has no error: see Wrong
	return text
}

// Plane returns an identifier of the plane in which the points are shown: "" for the plane of their own coordinates,
// "columns 2 3" for two columns of a table, "components 0 1 2" or "standardized-components 0 1 2" for the principal
// components of these columns of a table (without numbers: of all columns), or "space".
func (d *Document) Plane() string {
	t := d.Table
	if t == nil {
		return ""
	}
	list := func(columns []int) string {
		var b strings.Builder
		for _, c := range columns {
			b.WriteString(" " + strconv.Itoa(c))
		}
		return b.String()
	}
	switch {
	case len(t.Plane) == 2:
		return "columns" + list(t.Plane)
	case t.Solid():
		return "space"
	case t.Standardize:
		return "standardized-components" + list(t.Columns)
	}
	return "components" + list(t.Columns)
}

// Unsay removes what the document says about its data, which is not true of others: its note, the names of axes and
// classes, and the annotations.
func (d *Document) Unsay() { d.Note, d.Names, d.Annotations = "", Names{}, nil }

// renumbered returns the annotations of a document whose table loses the columns that are not used; to has the new
// index of each column. The identifier of the document's plane changes from was to is. Of the other annotations, those
// in planes of removed columns, or in planes whose identifiers have no column numbers, are left out.
func renumbered(list []Annotation, was, is string, used []bool, to []int) (kept []Annotation) {
	for _, a := range list {
		if of, ok := strings.CutPrefix(a.Plane, was); ok && (of == "" || strings.HasPrefix(of, " of ")) {
			a.Plane = is + of
			kept = append(kept, a)
			continue
		}
		words := strings.Fields(a.Plane)
		columns, whole := 0, true
		for i, word := range words {
			if j, err := strconv.Atoi(word); err == nil && j >= 0 && j < len(used) {
				columns++
				whole = whole && used[j]
				words[i] = strconv.Itoa(to[j])
			}
		}
		if whole && columns > 0 {
			a.Plane = strings.Join(words, " ")
			kept = append(kept, a)
		}
	}
	return kept
}

const wantPlaces = "finite numbers from -1e12 to 1e12: x and y of a label, of two positions for an arrow or an area"

// Wrong returns the error of an invalid annotation, or nil. field is the name of the annotation in the error.
func (a *Annotation) Wrong(field string) *Error {
	if !slices.Contains(NoteKinds, a.Kind) {
		return Errorf(field+".kind", OneOf(NoteKinds, a.Kind), a.Kind)
	}
	for _, c := range a.At {
		if !inRange(c) {
			return Errorf(field+".at", wantPlaces, c)
		}
	}
	if a.Places() == 2 && a.At[0] == a.At[2] && a.At[1] == a.At[3] {
		return Errorf(field+".at", "two different positions", nil)
	}
	if err := checkLength(a.Text, MaxAnnotationText); err != nil {
		return err.of(field + ".text")
	}
	text, err := words.Formulas(a.Text)
	switch {
	case err != nil:
		return &Error{Field: field + ".text", Want: "a text whose formulas can be set in one line", Got: err.Error()}
	case !Seen(a.Text), a.Kind == NoteLabel && strings.TrimSpace(text) == "":
		return Errorf(field+".text", "a text that can be seen, in one line", a.Text)
	}
	return checkLength(a.Plane, MaxText).of(field + ".plane")
}

func (a *Annotation) fields(f *fields) {
	f.textIf("kind", &a.Kind, 0, true) // `"arrow"` (from tail to tip), `"label"` (a text), `"area"` (an upright rectangle)
	// of an arrow, tail and tip; of an area, two opposite corners
	switch f.at("at", true) {
	case reading:
		_, err := readNumbers(wantPlaces, f.raw) // taken by finish
		f.fail(err)
	case writing:
		f.b = appendNumbers(f.b, a.At[:2*a.Places()])
	}
	f.text("text", &a.Text, 0)   // at most 200 characters, at an arrow's tail or above an area; a label needs one
	f.text("plane", &a.Plane, 0) // the plane in which it was made; by default that of the points' own coordinates
}

func (a *Annotation) rules(in string) *Error { return a.Wrong(in) }

// finish reads the coordinates: their number depends on the kind.
func (a *Annotation) finish(f *fields) *Error {
	a.Text = Clean(a.Text, false)
	var places []float64
	if raw := f.member("at"); raw != "" {
		places, _ = readNumbers(wantPlaces, raw)
	}
	if slices.Contains(NoteKinds, a.Kind) && len(places) != 2*a.Places() {
		return Errorf(f.in("at"), words.Sprintf("%d numbers of the kind %s", 2*a.Places(), a.Kind), len(places))
	}
	copy(a.At[:], places)
	return nil
}
