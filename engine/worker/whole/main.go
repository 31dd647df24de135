//go:build js && wasm

// Command whole is engine.psm: the engine with all methods.
package main

import (
	"pointscape/engine/catalog"
	"pointscape/engine/class/fits"
	"pointscape/engine/course/scorm"
	"pointscape/engine/dataset/encodings"
	"pointscape/engine/session"
	"pointscape/engine/worker"
	"pointscape/engine/worker/figures"
)

func main() {
	worker.ShareStudies()
	s := session.With(catalog.All(), session.All()...)
	s.SetDecoder(encodings.Decode)
	worker.AnswerTexts(fits.Answer(s))
	worker.Figures = figures.Make
	worker.Package = scorm.Fetched
	worker.Run(s, true)
}
