package assignment

import (
	"errors"

	"pointscape/engine/course"
	"pointscape/engine/doc"
	"pointscape/engine/json"
)

// members are the members of a JSON object.
type members map[string]json.RawMessage

// inner are the members of a document whose own members are compared one by one.
var inner = []string{"params", "view"}

// begins returns the document with which the course begins a step, in canonical form.
func begins(p *course.Page, step int) ([]byte, error) {
	b, err := p.Begins(step)
	if err != nil {
		return nil, err
	}
	return canonical(b)
}

// canonical returns a document's JSON as doc.Encode writes it.
func canonical(b []byte) ([]byte, error) {
	d, err := doc.Decode(b)
	if err != nil {
		return nil, err
	}
	return doc.Encode(d)
}

// difference returns the changes that make document to of document from: the members of to that are new or different,
// and null for members that to lacks. The entries of params and view contain only the changes of their members, if both
// documents have them.
func difference(from, to []byte) ([]byte, error) {
	a, b, err := both(from, to)
	d := differ(a, b)
	for _, name := range inner {
		if d[name] == nil || a[name] == nil || b[name] == nil {
			continue
		}
		x, y, e := both(a[name], b[name])
		text, failed := json.Marshal(differ(x, y))
		d[name], err = text, errors.Join(err, e, failed)
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(d)
}

// both decodes two JSON objects.
func both(a, b []byte) (x, y members, err error) {
	err = errors.Join(json.Unmarshal(a, &x), json.Unmarshal(b, &y))
	return x, y, err
}

// differ returns the changes from a to b.
func differ(a, b members) members {
	d := members{}
	for name, v := range b {
		if string(v) != string(a[name]) {
			d[name] = v
		}
	}
	for name := range a {
		if b[name] == nil {
			d[name] = json.RawMessage("null")
		}
	}
	return d
}

// applied returns the document from with the changes of a difference.
func applied(from, change []byte) ([]byte, error) {
	a, d, err := both(from, change)
	for _, name := range inner {
		if a[name] == nil || none(d[name]) {
			continue
		}
		x, y, e := both(a[name], d[name])
		err = errors.Join(err, e)
		if e == nil {
			x.take(y)
		}
		text, failed := json.Marshal(x)
		d[name], err = text, errors.Join(err, failed)
	}
	if err != nil {
		return nil, err
	}
	a.take(d)
	return json.Marshal(a)
}

// none reports whether a member is missing or null.
func none(v json.RawMessage) bool { return len(v) == 0 || string(v) == "null" }

// take applies the changes d to m.
func (m members) take(d members) {
	for name, v := range d {
		if none(v) {
			delete(m, name)
		} else {
			m[name] = v
		}
	}
}
