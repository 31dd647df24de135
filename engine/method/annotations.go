package method

import (
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// PlaneOf returns an identifier of the plane in which the points of a document are shown: that of doc.Document.Plane,
// with the method if it is fitted to the rows of a table that is not shown by two columns, because it may show the rows
// in a plane of its own. in is the method of the document; nil = unknown.
func (in *Info) PlaneOf(d *doc.Document) string {
	plane := d.Plane()
	if in != nil && d.Table != nil && len(d.Table.Plane) != 2 && in.TakesRows(d.Params) {
		plane += words.Text(" of %s", d.Method)
	}
	return plane
}

// Annotates reports whether annotation i belongs to the plane in which the document's points are shown.
func (in *Info) Annotates(d *doc.Document, i int) bool {
	return !Solid(d) && d.Annotations[i].Plane == in.PlaneOf(d)
}

// Annotated returns the indices of the annotations that belong to the plane in which the document's points are shown;
// none for a space.
func (in *Info) Annotated(d *doc.Document) (list []int) {
	if len(d.Annotations) == 0 || Solid(d) {
		return nil
	}
	plane := in.PlaneOf(d)
	for i := range d.Annotations {
		if d.Annotations[i].Plane == plane {
			list = append(list, i)
		}
	}
	return list
}

// annotationWide is the maximum width of the lines of an annotation's text, in units of the text size.
const annotationWide = 16

// AnnotationText returns the label with the text of an annotation in a viewport; nil if it has no text.
func AnnotationText(a *doc.Annotation, v picture.Viewport) *picture.Label {
	if a.Text == "" {
		return nil
	}
	l := &picture.Label{Role: picture.RoleNote, X: a.At[0], Y: a.At[1], Ground: true, Own: true,
		Text: picture.Broken(a.Set(), annotationWide)}
	switch a.Kind {
	case doc.NoteArrow: // beyond the tail
		dx, dy := v.PX(a.At[2])-v.PX(a.At[0]), v.PY(a.At[3])-v.PY(a.At[1])
		switch {
		case dx >= max(dy, -dy):
			l.Anchor = picture.AnchorEnd
		case -dx >= max(dy, -dy):
			l.Anchor = picture.AnchorStart
		case dy < 0:
			l.Anchor = picture.AnchorBelow
		default:
			l.Anchor = picture.AnchorAbove
		}
	case doc.NoteArea: // centred above its visible part; without room above, within it at the top
		x0, x1 := max(min(a.At[0], a.At[2]), v.X0), min(max(a.At[0], a.At[2]), v.X1)
		if x0 < x1 {
			l.X = (x0 + x1) / 2
		} else {
			l.X = (a.At[0] + a.At[2]) / 2
		}
		l.Y, l.Anchor = max(a.At[1], a.At[3]), picture.AnchorAbove
		if bottom := min(a.At[1], a.At[3]); bottom < v.Y1 && l.Box(0, v.PY(l.Y), picture.NoteSize).Y0 < 0 {
			l.Y, l.Anchor = min(l.Y, v.Y1), picture.AnchorBelow
		}
	}
	return l
}

// AnnotationLayers returns the layers of annotations in painting order: areas, arrows, texts.
func AnnotationLayers(list []doc.Annotation, v picture.Viewport) []picture.Layer {
	areas := &picture.Path{Role: picture.RoleArea, Class: picture.NoClass, Closed: true}
	arrows := &picture.Path{Role: picture.RoleNote, Class: picture.NoClass}
	var texts []picture.Layer
	for i := range list {
		a := &list[i]
		x0, y0, x1, y1 := a.At[0], a.At[1], a.At[2], a.At[3]
		switch a.Kind {
		case doc.NoteArrow:
			arrows.AddArrow(v, x0, y0, x1, y1)
		case doc.NoteArea:
			areas.AddLine(x0, y0, x1, y0, x1, y1, x0, y1)
		}
		if l := AnnotationText(a, v); l != nil {
			texts = append(texts, l)
		}
	}
	layers := picture.AppendPath(picture.AppendPath(nil, areas), arrows)
	return append(layers, texts...)
}

// AnnotationSaid describes an annotation in words, for alternative texts and screen readers.
func AnnotationSaid(a *doc.Annotation) string {
	x, y, u, v := words.Number(a.At[0]), words.Number(a.At[1]), words.Number(a.At[2]), words.Number(a.At[3])
	text := strings.ReplaceAll(a.Set(), "\u00a0", " ")
	switch {
	case a.Kind == doc.NoteLabel:
		return words.Sprintf("Label: %s, at %s, %s", text, x, y)
	case a.Kind == doc.NoteArrow && text == "":
		return words.Sprintf("Arrow from %s, %s to %s, %s", x, y, u, v)
	case a.Kind == doc.NoteArrow:
		return words.Sprintf("Arrow: %s, from %s, %s to %s, %s", text, x, y, u, v)
	case text == "":
		return words.Sprintf("Area from %s, %s to %s, %s", x, y, u, v)
	}
	return words.Sprintf("Area: %s, from %s, %s to %s, %s", text, x, y, u, v)
}
