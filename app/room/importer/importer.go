// Package importer loads documents and points from outside: files, pasted tables, links, documents of scripts, and
// generated data sets.
package importer

import (
	"slices"
	"strings"

	"pointscape/app/workers"
	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// Engine is sent requests to load something, and calls done exactly once for each; client.Client implements it. A long
// text is passed separately from the rest of the request, head.
type Engine interface {
	Open(head []byte, text workers.Text, done func(workers.Reply, *wire.Error)) *workers.Work
}

// Editor has the present document.
type Editor interface {
	// Replace makes a document that the engine has accepted the present one; what and key are those of
	// history.Stack.Commit.
	Replace(d doc.Document, what, key string)
	// Import is Replace for a document of which only the points are new.
	Import(d doc.Document, what, key string)
	// Info returns the method of the present document, nil = it is not known yet.
	Info() *method.Info
}

// Needs has what an Importer depends on.
type Needs struct {
	Engine Engine
	Editor Editor
	// Note shows the engine's notes on the input to the user, if nothing else does.
	Note func(notes []string)
	// Opening is called when something starts or stops being loaded; see Importer.Opening.
	Opening func()
	// Chooser gets the tables whose columns are to be chosen.
	Chooser *Chooser
}

// Importer loads input from outside: none becomes the present document before the engine has accepted it, and until
// then the page keeps the present one. It does not overwrite what the user does meanwhile.
type Importer struct {
	Needs

	count   int // number of the newest request
	now     int // number of the request that becomes the present one at this moment, 0 = none
	waiting []*opening
}

// opening is a request whose document becomes the present one once the engine has answered.
type opening struct {
	number int
	work   *workers.Work
	done   Opened
}

// Overtaken is the error for a document that was not opened because the user has done something else meanwhile.
var Overtaken = &wire.Error{Message: "The document was not opened, because of another action meanwhile."}

// Overtake says that the user has changed the document: earlier requests are given up.
func (l *Importer) Overtake() {
	for _, o := range slices.Clone(l.waiting) {
		if (l.now == 0 || o.number < l.now) && l.ends(o) {
			if o.work != nil {
				o.work.Cancel()
			}
			o.done(nil, Overtaken)
			l.Needs.Opening()
		}
	}
}

// Opening reports whether something is being loaded, so that the document is about to change.
func (l *Importer) Opening() bool { return len(l.waiting) > 0 }

// ends removes an opening from the list; it returns false if that was given up.
func (l *Importer) ends(o *opening) bool {
	n := len(l.waiting)
	l.waiting = slices.DeleteFunc(l.waiting, func(p *opening) bool { return p == o })
	return len(l.waiting) < n
}

// as runs do on behalf of the request with this number.
func (l *Importer) as(number int, do func()) {
	before := l.now
	l.now = number
	do()
	l.now = before
}

// Refusal converts an error to the form in which the engine reports one.
func Refusal(err error) *wire.Error {
	e := &wire.Error{Message: err.Error()}
	if d, ok := err.(*doc.Error); ok {
		e.Field = d.Field
	}
	return e
}

// Load has the engine make a document of input from outside, and makes it the present one if it is valid.
func (l *Importer) Load(in wire.Load, what, key string, done func(*wire.Error)) {
	l.open(in, workers.Text{}, what, key, done)
}

func (l *Importer) open(in wire.Load, text workers.Text, what, key string, done func(*wire.Error)) {
	l.accept(in, text, nil, what, key, func(notes []string, e *wire.Error) {
		if len(notes) > 0 {
			l.Note(notes)
		}
		done(e)
	})
}

// accept makes input from outside the present document; for choose see read.
func (l *Importer) accept(in wire.Load, text workers.Text, choose func(*method.Table), what, key string, done Opened) {
	take := l.Editor.Replace
	if in.Fits {
		take = l.Editor.Import
	}
	l.count++
	o := &opening{number: l.count, done: done}
	l.waiting = append(l.waiting, o)
	l.Needs.Opening()
	open := choose
	if choose != nil {
		open = func(t *method.Table) {
			if l.ends(o) {
				choose(t)
				l.Needs.Opening()
			}
		}
	}
	o.work = l.read(in, text, open, func(d doc.Document, notes []string, e *wire.Error) {
		switch {
		case !l.ends(o):
		case e != nil:
			done(nil, e)
			l.Needs.Opening()
		default:
			l.as(o.number, func() { take(d, what, key) })
			done(notes, nil)
			l.Needs.Opening()
		}
	})
}

// Opened is called with the engine's notes when a document has become the present one, or with the reason why it has
// not.
type Opened func(notes []string, e *wire.Error)

// Fetch has the engine make a document of input from outside.
func (l *Importer) Fetch(in wire.Load, done func(d doc.Document, notes []string, e *wire.Error)) {
	l.fetch(in, workers.Text{}, done)
}

func (l *Importer) fetch(in wire.Load, text workers.Text, done func(d doc.Document, notes []string, e *wire.Error)) {
	l.read(in, text, nil, done)
}

// read has the engine make a document of input from outside. If choose is not nil, it gets a table whose columns must
// be chosen instead.
func (l *Importer) read(in wire.Load, text workers.Text, choose func(*method.Table),
	done func(d doc.Document, notes []string, e *wire.Error)) *workers.Work {
	return l.ask(in, text, func(r workers.Reply, e *wire.Error) {
		if e != nil {
			done(doc.Document{}, nil, e)
			return
		}
		var loaded wire.Loaded
		err := json.Unmarshal(r.Head, &loaded)
		if err == nil && loaded.Table != nil && choose != nil {
			choose(loaded.Table)
			return
		}
		var d doc.Document
		if err == nil {
			d, err = doc.DecodeHead(loaded.Doc)
		}
		if err != nil {
			done(doc.Document{}, nil, Refusal(err))
			return
		}
		if err := d.Unpack(doc.Triples(r.Points)); err != nil {
			done(doc.Document{}, nil, Refusal(err))
			return
		}
		done(d, loaded.Notes, nil)
	})
}

// ask sends input from outside to the engine. All of it passes through here.
func (l *Importer) ask(in wire.Load, text workers.Text, done func(workers.Reply, *wire.Error)) *workers.Work {
	head, err := json.Marshal(in)
	if err != nil {
		done(workers.Reply{}, Refusal(err))
		return nil
	}
	return l.Engine.Open(head, text, done)
}

// Document has the engine check the present document with another generated data set, and generate its points.
func (l *Importer) Document(d doc.Document, what, key string, done func(*wire.Error)) {
	b, err := doc.Encode(d)
	if err != nil {
		done(Refusal(err))
		return
	}
	l.Load(wire.Load{Kind: "json", Text: string(b), Fits: true}, what, key, done)
}

// Made is Document, but leaves it to the caller to make the result the present document.
func (l *Importer) Made(d doc.Document, done func(doc.Document, *wire.Error)) {
	b, err := doc.Encode(d)
	if err != nil {
		done(d, Refusal(err))
		return
	}
	l.count++
	number := l.count
	l.Fetch(wire.Load{Kind: "json", Text: string(b)}, func(d doc.Document, notes []string, e *wire.Error) {
		if len(notes) > 0 {
			l.Note(notes)
		}
		l.as(number, func() { done(d, e) })
	})
}

// File reads a file, unless it is too long; see Text.
func (l *Importer) File(f workers.File, now func() doc.Document, done Opened) {
	if err := f.TooLong(); err != nil {
		done(nil, Refusal(err))
		return
	}
	f.Read(func(text workers.Text) {
		l.Text(text, now(), func(notes []string, e *wire.Error) {
			if e != nil {
				e = &wire.Error{Field: e.Field, Message: f.Shown() + ": " + e.Message}
			}
			done(notes, e)
		})
	}, func() { done(nil, &wire.Error{Message: words.Text("%s can't be read.", f.Shown())}) })
}

// Text reads the text of a file or of a paste: a document if it looks like JSON, otherwise a table, whose points
// replace those of now. done is called when the document is loaded. If the table's columns must be chosen, that is
// after the choice, and never if the user cancels it.
func (l *Importer) Text(text workers.Text, now doc.Document, done Opened) {
	field := "text"
	// The prefixes are byte order marks, decoded or as bytes.
	saved := strings.HasPrefix(strings.TrimLeft(text.Start(1000), "\uFEFF\u00EF\u00BB\u00BF \t\r\n"), "{")
	if saved {
		field = "document"
	}
	if err := text.TooLong(field); err != nil {
		done(nil, Refusal(err))
		return
	}
	if saved {
		l.accept(wire.Load{Kind: "saved"}, text, nil, "open a document", "", done)
		return
	}
	now.Unsay()
	now.Points, now.Dataset, now.Table = nil, nil, nil
	now.View.X, now.View.Y = [2]float64{}, [2]float64{}
	b, err := doc.EncodeHead(now)
	if err != nil {
		done(nil, Refusal(err))
		return
	}
	l.accept(wire.Load{Kind: "csv", Doc: b, Fits: true}, text, func(t *method.Table) { l.Chooser.begin(b, text, t, done) },
		"read a table", "", done)
}

// JSON reads a document from outside.
func (l *Importer) JSON(text workers.Text, what string, done func(*wire.Error)) {
	if err := text.TooLong("document"); err != nil {
		done(Refusal(err))
		return
	}
	l.open(wire.Load{Kind: "json"}, text, what, "", done)
}

// Rewrite has the engine rewrite a parameter of a document (wire.Load), and returns all parameters with the new value.
func (l *Importer) Rewrite(d doc.Document, param, to string, done func(params map[string]any, e *wire.Error)) {
	d.Points, d.Dataset, d.Table = nil, nil, nil
	b, err := doc.EncodeHead(d)
	if err != nil {
		done(nil, Refusal(err))
		return
	}
	l.Fetch(wire.Load{Kind: "rewrite", Doc: b, Param: param, To: to},
		func(d doc.Document, _ []string, e *wire.Error) { done(d.Params, e) })
}

// Check has the engine check a document's parameters, one of which only the engine understands.
func (l *Importer) Check(d doc.Document, done func(*wire.Error)) {
	d.Points, d.Dataset, d.Table = nil, nil, nil
	b, err := doc.EncodeHead(d)
	if err != nil {
		done(Refusal(err))
		return
	}
	l.ask(wire.Load{Kind: "json", Text: string(b)}, workers.Text{}, func(_ workers.Reply, e *wire.Error) { done(e) })
}
