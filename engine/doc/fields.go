package doc

import (
	"strconv"
	"strings"

	"pointscape/engine/words"
)

// An object of a document names its fields once, in the order in which they are written, one line for each: its name,
// where its value is, and what it may be. The same lines read, write and check the fields, and are the tables of
// engine/docs/documents.md, with the comments behind them (fields_test.go).
type object interface{ fields(f *fields) }

// ruled is an object with rules that its lines do not express; the object's name in the document begins the error's
// field.
type ruled interface{ rules(in string) *Error }

// finished is an object that is not complete, or not yet checked, when its last member has been read.
type finished interface{ finish(f *fields) *Error }

// task is what is done with the fields of an object.
type task int

const (
	none task = iota
	reading
	listing
	writing
	checking
)

// fields goes through the fields of an object. The first error ends reading and checking.
type fields struct {
	do     task
	path   string // of the object in the document: "" for the document itself, "view.sweep"
	name   string // of the field
	head   bool   // points and a table's numbers are left out: see EncodeHead
	within int    // depth of nested methods

	raw   string            // value of the field that is read, as written
	given []member          // members of the object that is read, in their order
	all   map[string]string // all members by name; if set, one call of fields reads them all instead of f.name only
	known bool              // the object has the field
	left  *[]*Error         // gets the errors of the view, unless it is nil
	err   *Error

	b []byte // what has been written

	list []listed // fields that have been listed
}

// listed is a field with its smallest and its largest number or length; most = 0 if they are not known.
type listed struct {
	name       string
	from, most int
}

// skips reports whether nothing is to be done with a field: it is not the one that is read, or has no value to write or
// check. It is called for every field, so it must be inlined.
func (f *fields) skips(name string, has bool) bool {
	return !has && f.do >= writing || f.do == reading && f.name != name && f.all == nil
}

// at begins a field and returns the task for it, or none. has says whether it has a value to write or check.
func (f *fields) at(name string, has bool) task {
	if f.skips(name, has) {
		return none
	}
	switch f.do {
	case reading:
		if f.all != nil {
			f.name, f.raw = name, f.all[name]
			if f.raw == "" || f.err != nil {
				return none
			}
			return reading
		}
		f.known = true
	case writing:
		b := f.b
		if b[len(b)-1] != '{' {
			b = append(b, ',')
		}
		f.b = append(append(append(b, '"'), name...), `":`...)
	case checking:
		if f.name = name; f.err != nil {
			return none
		}
	case listing:
		f.name, f.list = name, append(f.list, listed{name: name})
	}
	return f.do
}

// of returns the field's name in the document.
func (f *fields) of() string { return f.in(f.name) }

// in returns the name in the document of a field of the object.
func (f *fields) in(name string) string {
	if f.path == "" {
		return name
	}
	return f.path + "." + name
}

// fail records err, if it is not nil, for the present field unless an error is recorded.
func (f *fields) fail(err *Error) {
	if err != nil && f.err == nil {
		f.err = err.of(f.of())
	}
}

// member returns the value of a member of the object that is read, "" if it is not given.
func (f *fields) member(name string) string {
	for _, m := range f.given {
		if m.name == name {
			return m.raw
		}
	}
	return ""
}

// limit notes the limits of a field that is listed.
func (f *fields) limit(from, most int) {
	if f.do == listing {
		f.list[len(f.list)-1] = listed{f.name, from, most}
	}
}

// read reads an object from JSON; in is its name in the document.
func (f *fields) read(o object, in, raw string) {
	given, err := readObject(raw)
	_, view := o.(*View)
	if err != nil {
		if f.err = err.of(in); view {
			f.leave()
		}
		return
	}
	was := *f // o may be in another object
	f.path, f.given, f.all = in, given, nil
	for _, m := range given {
		f.name, f.raw, f.known = m.name, m.raw, false
		if o.fields(f); !f.known && f.err == nil {
			f.err = unknown(in, m.name, fieldNames(o, in))
		}
		if view {
			f.leave()
		}
		if f.err != nil {
			break
		}
	}
	if o, ok := o.(finished); ok && f.err == nil {
		f.err = o.finish(f)
	}
	was.err = f.err
	*f = was
}

// leave moves the error to left, if that is set, so that reading continues.
func (f *fields) leave() {
	if f.left != nil && f.err != nil {
		*f.left = append(*f.left, f.err)
		f.err = nil
	}
}

// check checks an object; in is its name in the document.
func (f *fields) check(o object, in string) {
	path := f.path
	f.path = in
	o.fields(f)
	if r, ok := o.(ruled); ok && f.err == nil {
		f.err = r.rules(in)
	}
	f.path = path
}

// check returns the first error in an object, or nil; in is its name in the document.
func check(o object, in string) *Error {
	f := fields{do: checking}
	f.check(o, in)
	return f.err
}

// appendObject writes an object that has been checked.
func appendObject(b []byte, o object) []byte {
	f := fields{do: writing, b: b}
	return f.append(o)
}

// append returns what has been written, and an object after it.
func (f *fields) append(o object) []byte {
	f.b = append(f.b, '{')
	o.fields(f)
	return append(f.b, '}')
}

// inOrder is the order of field names in error messages, by object, where it differs from the order of writing.
var inOrder = map[string][]string{
	"": {"version", "method", "params", "points", "dataset", "table", "view", "seed", "title", "note", "names", "split",
		"study", "wall", "runs", "annotations"},
	"view": {"x", "y", "show", "step", "present", "kernel", "truth", "part", "scores", "proba", "section", "turn", "sweep",
		"axes"},
	"table.data": {"columns", "categories", "rows", "class", "width", "height", "pixels"},
}

// fieldNames returns the names of an object's fields in the order of error messages. in is its name in the document.
func fieldNames(o object, in string) (names []string) {
	if names := inOrder[in]; names != nil {
		return names
	}
	f := fields{do: listing}
	o.fields(&f)
	for _, x := range f.list {
		names = append(names, x.name)
	}
	return names
}

func unknown(parent, name string, known []string) *Error {
	what, prefix := "a document", ""
	if parent != "" {
		what, prefix = parent, parent+"."
	}
	name = short(name)
	if q := strconv.Quote(name); name == "" || q[1:len(q)-1] != name {
		name = q // empty, or something that can't be seen
	}
	return &Error{Field: prefix + name, Want: words.Text("a field of %s (%s)", what, strings.Join(known, ", "))}
}

// value is a field at p; has says whether it is there. check may be nil.
func value[T any](f *fields, name string, p *T, has bool, read func(raw string) (T, *Error),
	write func(b []byte, x T) []byte, check func(x T) *Error) {
	if f.skips(name, has) || check == nil && f.do == checking {
		return
	}
	var err *Error
	switch f.at(name, has) {
	case reading:
		var x T
		if x, err = read(f.raw); err == nil {
			*p = x
		}
	case writing:
		b := f.b
		f.b = nil // so that the old buffer can be freed
		f.b = write(b, *p)
	case checking:
		err = check(*p)
	}
	f.fail(err)
}

// object is a field that is an object.
func (f *fields) object(name string, o object, has bool) {
	switch f.at(name, has) {
	case reading:
		f.read(o, f.of(), f.raw)
	case writing:
		f.b = f.append(o)
	case checking:
		f.check(o, f.of())
	}
}

// unlessEmpty is a field that is an object, which is written if one of its fields is.
func (f *fields) unlessEmpty(name string, o object) {
	start := len(f.b)
	f.object(name, o, true)
	if end := len(f.b); f.do == writing && string(f.b[end-2:]) == "{}" {
		f.b = f.b[:start]
	}
}

// pointer is a type *T that is an object.
type pointer[T any] interface {
	*T
	object
}

// optional is a field that is an object, or nil.
func optional[T any, P pointer[T]](f *fields, name string, p *P) {
	switch {
	case f.do != reading:
		if *p != nil || f.do == listing {
			f.object(name, *p, true)
		}
	case f.at(name, true) == reading:
		o := P(new(T))
		if f.read(o, f.of(), f.raw); f.err == nil {
			*p = o
		}
	}
}

// several is a field that is a list of at most limit objects.
func several[T any, P pointer[T]](f *fields, name string, p *[]T, want string, limit int, has bool) {
	switch f.at(name, has) {
	case reading:
		entries, err := readList(want, f.raw, limit)
		f.fail(err)
		list, in := make([]T, len(entries)), f.of()
		for i, raw := range entries {
			if f.err == nil {
				f.read(P(&list[i]), at(in, i), raw)
			}
		}
		*p = list
	case writing:
		f.b = append(f.b, '[')
		for i := range *p {
			if i > 0 {
				f.b = append(f.b, ',')
			}
			f.b = f.append(P(&(*p)[i]))
		}
		f.b = append(f.b, ']')
	case checking:
		if len(*p) > limit {
			f.fail(Errorf("", words.Sprintf("at most %d", limit), len(*p)))
		}
		for i, in := 0, f.of(); i < len(*p) && f.err == nil; i++ {
			f.check(P(&(*p)[i]), at(in, i))
		}
	}
}

// The kinds of fields follow. Unless they say otherwise, they are written if they are not zero.

// text is a text of at most limit characters, or of any length if limit is 0.
func (f *fields) text(name string, s *string, limit int) { f.textIf(name, s, limit, *s != "") }

// textIf is a text that is written if has is set.
func (f *fields) textIf(name string, s *string, limit int, has bool) {
	if f.skips(name, has) {
		return
	}
	value(f, name, s, has, readText, appendText, func(s string) *Error {
		if limit == 0 {
			return nil
		}
		return checkLength(s, limit)
	})
	f.limit(0, limit)
}

// id is a name; it is required if must is set.
func (f *fields) id(name string, s *string, want string, must bool) {
	value(f, name, s, must || *s != "", readText, appendText, func(s string) *Error { return checkName(want, s) })
	f.limit(1, maxName)
}

// flag is true, or left out.
func (f *fields) flag(name string, on *bool) {
	value(f, name, on, *on, readBool, strconv.AppendBool, nil)
}

// whole is a whole number from 0 to most.
func (f *fields) whole(name string, n *int, most int) { f.wholeFrom(name, n, 0, most) }

// wholeFrom is a whole number in the range from..most, or 0.
func (f *fields) wholeFrom(name string, n *int, from, most int) {
	if f.skips(name, *n != 0) {
		return
	}
	value(f, name, n, *n != 0, upTo(most), appendWhole, func(n int) *Error {
		switch {
		case n == 0 || n >= from && n <= most:
			return nil
		case from > 0:
			return Errorf("", words.Sprintf("a whole number from %d to %d, or 0 for none", from, most), n)
		}
		return Errorf("", wantWhole(most), n)
	})
	f.limit(from, most)
}

// wholeAt is a whole number from 0 to most, or nil.
func (f *fields) wholeAt(name string, p **int, most int) {
	if f.skips(name, *p != nil) {
		return
	}
	value(f, name, p, *p != nil, func(raw string) (*int, *Error) {
		n, err := readWhole(most, raw)
		return &n, err
	}, func(b []byte, p *int) []byte { return appendWhole(b, *p) }, nil)
	f.limit(0, most)
}

// seed is a seed of random numbers.
func (f *fields) seed(name string, seed *uint64) {
	if f.skips(name, *seed != 0) {
		return
	}
	value(f, name, seed, *seed != 0, func(raw string) (uint64, *Error) {
		n, err := readWhole(MaxSeed, raw)
		return uint64(n), err
	}, func(b []byte, n uint64) []byte { return strconv.AppendUint(b, n, 10) }, func(n uint64) *Error {
		if n > MaxSeed {
			return Errorf("", wantWhole(MaxSeed), n)
		}
		return nil
	})
}

// number is a number in the range from..to; want describes the range in errors.
func (f *fields) number(name string, x *float64, want string, from, to float64) {
	f.numberIf(name, x, want, from, to, *x != 0)
}

// numberIf is a number that is written if has is set.
func (f *fields) numberIf(name string, x *float64, want string, from, to float64, has bool) {
	if f.skips(name, has) {
		return
	}
	value(f, name, x, has, func(raw string) (float64, *Error) { return readNumber(want, raw) }, AppendNumber,
		func(x float64) *Error {
			if !(x >= from && x <= to) {
				return Errorf("", want, x)
			}
			return nil
		})
}

// numbers is a list of numbers, written if there are any.
func (f *fields) numbers(name string, list *[]float64, want string) {
	if f.skips(name, len(*list) > 0) {
		return
	}
	value(f, name, list, len(*list) > 0, func(raw string) ([]float64, *Error) { return readNumbers(want, raw) },
		appendNumbers, nil)
}

// texts is a list of at most limit names without blanks around them, written if it is not nil.
func (f *fields) texts(name string, list *[]string, limit int) {
	value(f, name, list, *list != nil, func(raw string) ([]string, *Error) { return readNames(raw, limit) },
		appendTexts, nil)
	f.limit(0, limit)
}

// wholes is a list of at most limit whole numbers, written if it is not nil.
func (f *fields) wholes(name string, list *[]int, want string, limit int) {
	value(f, name, list, *list != nil, func(raw string) ([]int, *Error) { return readWholes(want, limit, raw) },
		appendWholes, nil)
	f.limit(0, limit)
}

// params are the parameters of a method.
func (f *fields) params(name string, params *map[string]any) {
	switch f.at(name, len(*params) > 0) {
	case reading:
		f.err = readParams(f.of(), f.raw, *params, f.within)
	case writing:
		f.b = appendNamed(f.b, *params)
	case checking:
		f.fail(checkParams(*params, f.within))
	}
}
