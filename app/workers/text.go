package workers

import (
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/wire"
)

// MakeText has a worker convert a text (wire.TypeText): ask sends the head of the request, and done gets the result.
func MakeText(kind, text string, ask func(head json.RawMessage, answer func(Reply, *wire.Error)),
	done func(string, *wire.Error)) {
	head, err := json.Marshal(wire.AskText{Kind: kind, Text: text})
	if err != nil {
		done("", &wire.Error{Message: err.Error()})
		return
	}
	ask(head, Made(done))
}

// File is a file that the user has chosen. It is read only when Read is called.
type File struct {
	Name string
	Size int // bytes
	// failed is called when the browser cannot read it, or no longer can.
	Read func(done func(Text), failed func())
}

// TooLong returns an error for a text that is too long to be a document or a table, before anything is copied, and nil
// otherwise. field names the text in the message.
func (t Text) TooLong(field string) error { return tooLong(field, t.Size()) }

// TooLong is Text.TooLong for a file that has not been read.
func (f File) TooLong() error { return tooLong(f.Shown(), f.Size) }

// Shown returns the file's name for messages: without invisible characters, and with the middle of a long name left
// out.
func (f File) Shown() string {
	const begin, end = 40, 20
	name := []rune(doc.Clean(f.Name, false))
	if len(name) <= begin+1+end {
		return string(name)
	}
	return string(name[:begin]) + "…" + string(name[len(name)-end:])
}

// Title returns the title for a document made of the file: the name without folder and extension.
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
