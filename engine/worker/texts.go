//go:build js && wasm

package worker

import (
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// texts answers the page's requests about texts (results.Answer); nil = this engine does not.
var texts func(job method.Job, kind, text string) (string, error)

// AnswerTexts sets the function that answers requests about texts; it must be called before Run. The first engine does
// not include it, to be smaller.
func AnswerTexts(answer func(job method.Job, kind, text string) (string, error)) { texts = answer }

// Attend attends a live class (client.Begin). text is a class.Attend as JSON. Attend calls tell with JSON of a
// class.News when something happens, and make to have this engine make a text later; make calls done with it. Attend
// must be set before Run; nil = this engine attends no classes.
var Attend func(text string, tell func(string), make func(kind, text string, done func(string, error))) error

// make queues a request of the engine to itself for a text. done is called when the text has been made.
func (w *worker) make(kind, text string, done func(string, error)) {
	w.queue = append(w.queue, message{kind: wire.TypeText, made: done,
		head: string(wire.Append(nil, wire.AskText{Kind: kind, Text: text}))})
	w.rouse()
}

func (w *worker) text(m message) error {
	head, err := wire.Parse[wire.AskText](m.head)
	if err != nil {
		return err
	}
	if head.Kind == "scorm" && Package != nil {
		return w.pack(m.id, head.Text)
	}
	if texts == nil {
		return w.session.Lacks("a course", &doc.Document{})
	}
	if head.Kind == "class-attend" && Attend != nil {
		return Attend(head.Text, func(news string) { post(wire.TypeProgress, m.id, wire.Progress{Text: news}, nil) }, w.make)
	}
	job := w.yielder.begin(m.id)
	defer job.end()
	text, err := texts(job, head.Kind, head.Text)
	if m.made != nil {
		m.made(text, err)
		return nil
	}
	if err != nil {
		return err
	}
	post(wire.TypeTextMade, m.id, wire.TextMade{Text: text}, nil)
	return nil
}
