package doc

import (
	"fmt"
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
	if err := checkLength(field+".text", a.Text, MaxAnnotationText); err != nil {
		return err
	}
	text, err := words.Formulas(a.Text)
	switch {
	case err != nil:
		return &Error{Field: field + ".text", Want: "a text whose formulas can be set in one line", Got: err.Error()}
	case !Seen(a.Text), a.Kind == NoteLabel && strings.TrimSpace(text) == "":
		return Errorf(field+".text", "a text that can be seen, in one line", a.Text)
	}
	return checkLength(field+".plane", a.Plane, MaxText)
}

func validateAnnotations(list []Annotation) *Error {
	if len(list) > MaxAnnotations {
		return Errorf("annotations", fmt.Sprintf("at most %d", MaxAnnotations), len(list))
	}
	for i := range list {
		if err := list[i].Wrong(at("annotations", i)); err != nil {
			return err
		}
	}
	return nil
}

func appendAnnotations(b []byte, list []Annotation) []byte {
	b = append(b, `"annotations":[`...)
	for i := range list {
		a := &list[i]
		if i > 0 {
			b = append(b, ',')
		}
		b = appendText(append(b, `{"kind":`...), a.Kind)
		b = appendNumbers(append(b, `,"at":`...), a.At[:2*a.Places()])
		if a.Text != "" {
			b = appendText(append(b, `,"text":`...), a.Text)
		}
		if a.Plane != "" {
			b = appendText(append(b, `,"plane":`...), a.Plane)
		}
		b = append(b, '}')
	}
	return append(b, ']')
}

var annotationNames = []string{"kind", "at", "text", "plane"}

func readAnnotations(raw string) ([]Annotation, *Error) {
	entries, err := readList("annotations", "a list of annotations", raw, MaxAnnotations)
	if err != nil {
		return nil, err
	}
	list := make([]Annotation, len(entries))
	for i, e := range entries {
		field, a := at("annotations", i), &list[i]
		members, err := readObject(field, e)
		if err != nil {
			return nil, err
		}
		var places []float64
		for _, m := range members {
			switch m.name {
			case "kind":
				a.Kind, err = readText(field+".kind", m.raw)
			case "at":
				places, err = readNumbers(field+".at", wantPlaces, m.raw)
			case "text":
				a.Text, err = readText(field+".text", m.raw)
				a.Text = Clean(a.Text, false)
			case "plane":
				a.Plane, err = readText(field+".plane", m.raw)
			default:
				err = unknown(field, m.name, annotationNames)
			}
			if err != nil {
				return nil, err
			}
		}
		if slices.Contains(NoteKinds, a.Kind) && len(places) != 2*a.Places() {
			return nil, Errorf(field+".at", fmt.Sprintf("%d numbers of the kind %s", 2*a.Places(), a.Kind), len(places))
		}
		copy(a.At[:], places)
	}
	return list, nil
}
