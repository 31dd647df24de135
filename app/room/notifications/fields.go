package notifications

// Wrong is what was typed into a field and is not accepted. Once the field is left
// it shows the value that holds again; the message stays for a while.
type Wrong struct {
	Text, Message string
	Left          bool
}

// Shown tells whether the field shows something that does not hold.
func (w Wrong) Shown() bool { return w.Message != "" && !w.Left }

// Fields owns what is wrong in the fields of a form, by their names. The zero value
// has nothing wrong in it.
type Fields struct {
	Changed func() // another text or message is to be shown; may be nil

	wrong map[string]Wrong
}

func (f *Fields) changed() {
	if f.Changed != nil {
		f.Changed()
	}
}

// At is what is wrong in a field; its Message is "" when nothing is known to be.
func (f *Fields) At(name string) Wrong { return f.wrong[name] }

// Has tells whether a field keeps a text of its own, accepted or still looked at.
func (f *Fields) Has(name string) bool { _, ok := f.wrong[name]; return ok }

// Refuse keeps a text that is not accepted, and says why.
func (f *Fields) Refuse(name, text, message string) {
	if f.wrong == nil {
		f.wrong = map[string]Wrong{}
	}
	f.wrong[name] = Wrong{Text: text, Message: message}
	f.changed()
}

// Try keeps a text that is still looked at; what was wrong before it stays to be
// read meanwhile.
func (f *Fields) Try(name, text string) { f.Refuse(name, text, f.wrong[name].Message) }

// Leave tells that a field was left, and whether something is wrong in it: then it
// is to show the value that holds.
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

// Accept forgets what was wrong in fields.
func (f *Fields) Accept(names ...string) {
	had := len(f.wrong)
	for _, name := range names {
		delete(f.wrong, name)
	}
	if len(f.wrong) < had {
		f.changed()
	}
}

// Clear forgets what was wrong in all.
func (f *Fields) Clear() {
	if len(f.wrong) > 0 {
		clear(f.wrong)
		f.changed()
	}
}

// Still says which value holds though another one was typed.
func Still(value string) string { return " Still " + value + "." }
