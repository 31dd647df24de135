package workers

import (
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/wire"
)

// MakeText has a worker make something of a text (wire.TypeText): ask sends it the head of the question, and done takes
// what was made.
func MakeText(kind, text string, ask func(head json.RawMessage, answer func(Reply, *wire.Error)),
	done func(string, *wire.Error)) {
	head, err := json.Marshal(wire.AskText{Kind: kind, Text: text})
	if err != nil {
		done("", &wire.Error{Message: err.Error()})
		return
	}
	ask(head, Made(done))
}

// File is a file that people have chosen. Its text is read when it is asked for.
type File struct {
	Name string
	Size int // bytes
	// failed is called when the browser can not read it (any more).
	Read func(done func(Text), failed func())
}

// TooLong tells a foreign text that no document or table can be, before anything of
// it is copied; nil when it may be one. field is what to call it.
func (t Text) TooLong(field string) error { return tooLong(field, t.Size()) }

// TooLong is Text's, of a file that has not been read.
func (f File) TooLong() error { return tooLong(f.Shown(), f.Size) }

// Shown is the file's name as messages have it: without what can't be seen, and of a
// long one the beginning and the end.
func (f File) Shown() string {
	const begin, end = 40, 20
	name := []rune(doc.Clean(f.Name, false))
	if len(name) <= begin+1+end {
		return string(name)
	}
	return string(name[:begin]) + "…" + string(name[len(name)-end:])
}

// Title is what a document of the file is called: its name, without the folder and the ending.
func (f File) Title() string {
	name := f.Shown()
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		name = name[:i]
	}
	return name
}

func tooLong(field string, size int) error {
	if size <= doc.MaxBytes {
		return nil
	}
	return doc.TooLong(field, size)
}
