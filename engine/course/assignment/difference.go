package assignment

import (
	"errors"

	"pointscape/engine/course"
	"pointscape/engine/doc"
	"pointscape/engine/json"
)

// members are those of a document's JSON.
type members map[string]json.RawMessage

// inner are the members whose own ones are compared one by one.
var inner = []string{"params", "view"}

// begins is the document with which the course begins a step, as documents are written.
func begins(p *course.Page, step int) ([]byte, error) {
	b, err := p.Begins(step)
	if err != nil {
		return nil, err
	}
	return canonical(b)
}

// canonical is a document as documents are written.
func canonical(b []byte) ([]byte, error) {
	d, err := doc.Decode(b)
	if err != nil {
		return nil, err
	}
	return doc.Encode(d)
}

// difference is what makes a document of another one: members that are other ones, and null for those that it has not.
// Of a method's parameters and of the view, their own ones.
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

// both reads the members of two objects.
func both(a, b []byte) (x, y members, err error) {
	err = errors.Join(json.Unmarshal(a, &x), json.Unmarshal(b, &y))
	return x, y, err
}

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

// applied is a document with a difference.
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

// none tells whether a member of a difference is null.
func none(v json.RawMessage) bool { return len(v) == 0 || string(v) == "null" }

// take makes the members of a difference one's own.
func (m members) take(d members) {
	for name, v := range d {
		if none(v) {
			delete(m, name)
		} else {
			m[name] = v
		}
	}
}
