//go:build js && wasm

package worker

import (
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// texts answers what the page asks of texts (handout.Answer); nil = this engine knows none of that.
var texts func(job method.Job, kind, text string) (string, error)

// AnswerTexts has engines answer what is asked of texts; it is called before Run. The engine of the first visit goes
// without, and is the smaller for it.
func AnswerTexts(answer func(job method.Job, kind, text string) (string, error)) { texts = answer }

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
	job := w.yielder.begin(m.id)
	defer job.end()
	text, err := texts(job, head.Kind, head.Text)
	if err != nil {
		return err
	}
	post(wire.TypeTextMade, m.id, wire.TextMade{Text: text}, nil)
	return nil
}
