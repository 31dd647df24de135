package notifications

import "pointscape/engine/words"

// Wrong is input of a field that was not accepted. Once the user has left the field, it shows the valid value again;
// the message stays for a while.
type Wrong struct {
	Text, Message string
	Left          bool
}

// Shown reports whether the field shows input that was not accepted.
func (w Wrong) Shown() bool { return w.Message != "" && !w.Left }

// Fields has the errors of a form's fields, by field name. The zero value has none.
type Fields struct {
	Changed func() // called when another text or message is to be shown; may be nil

	wrong map[string]Wrong
}

func (f *Fields) changed() {
	if f.Changed != nil {
		f.Changed()
	}
}

// At returns the error of a field; its Message is "" if there is none.
func (f *Fields) At(name string) Wrong { return f.wrong[name] }

// Has reports whether a field has its own text, which was refused or is still being checked.
func (f *Fields) Has(name string) bool { _, ok := f.wrong[name]; return ok }

// Refuse stores a text that is not accepted, and why.
func (f *Fields) Refuse(name, text, message string) {
	if f.wrong == nil {
		f.wrong = map[string]Wrong{}
	}
	f.wrong[name] = Wrong{Text: text, Message: message}
	f.changed()
}

// Try stores a text that is still being checked. The message about the text before stays meanwhile.
func (f *Fields) Try(name, text string) { f.Refuse(name, text, f.wrong[name].Message) }

// Leave says that the user has left a field. It reports whether the field has an error: then it must show the valid
// value.
func (f *Fields) Leave(name string) bool {
	w, ok := f.wrong[name]
	if !ok || w.Message == "" {
		return false
	}
	w.Left = true
	f.wrong[name] = w
	f.changed()
	return true
}

// Accept removes the errors of fields.
func (f *Fields) Accept(names ...string) {
	had := len(f.wrong)
	for _, name := range names {
		delete(f.wrong, name)
	}
	if len(f.wrong) < had {
		f.changed()
	}
}

// Clear removes the errors of all fields.
func (f *Fields) Clear() {
	if len(f.wrong) > 0 {
		clear(f.wrong)
		f.changed()
	}
}

// Still returns a sentence with the value that stays valid though another one was typed.
func Still(value string) string { return words.Text(" Still %s.", value) }
