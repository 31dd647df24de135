package assignment

import (
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
	var a, b members
	if err := json.Unmarshal(from, &a); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(to, &b); err != nil {
		return nil, err
	}
	d := differ(a, b)
	for _, name := range inner {
		if d[name] == nil || a[name] == nil || b[name] == nil {
			continue
		}
		var x, y members
		if err := json.Unmarshal(a[name], &x); err != nil {
			return nil, err
		}
		if err := json.Unmarshal(b[name], &y); err != nil {
			return nil, err
		}
		text, err := json.Marshal(differ(x, y))
		if err != nil {
			return nil, err
		}
		d[name] = text
	}
	return json.Marshal(d)
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
	var a, d members
	if err := json.Unmarshal(from, &a); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(change, &d); err != nil {
		return nil, err
	}
	for name, v := range d {
		within := false
		for _, of := range inner {
			within = within || name == of
		}
		if within && a[name] != nil && !none(v) {
			var x, y members
			if err := json.Unmarshal(a[name], &x); err != nil {
				return nil, err
			}
			if err := json.Unmarshal(v, &y); err != nil {
				return nil, err
			}
			x.take(y)
			var err error
			if v, err = json.Marshal(x); err != nil {
				return nil, err
			}
		}
		a.take(members{name: v})
	}
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
