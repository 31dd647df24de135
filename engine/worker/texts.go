//go:build js && wasm

package worker

import (
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

// texts answers the page's requests about texts (fits.Answer); nil = this engine does not.
var texts func(job method.Job, kind, text string) (string, error)

// AnswerTexts sets the function that answers requests about texts; it must be called before Run. The first engine does
// not include it, to be smaller.
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
		return session.Lacks("a course", &doc.Document{})
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
