package pool

import "pointscape/engine/doc"

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
func (f File) TooLong() error { return tooLong(f.Name, f.Size) }

func tooLong(field string, size int) error {
	if size <= doc.MaxBytes {
		return nil
	}
	return doc.TooLong(field, size)
}
