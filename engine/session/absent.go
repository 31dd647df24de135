package session

import (
	"time"

	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// refusal returns the error for a feature that a session does not have: the page then asks the engine with all.
func refusal(what feature, d *doc.Document) error {
	return doc.Errorf("method", words.Text("a message for this engine: %s needs the engine with all methods",
		string(what)), d.Method)
}

// Lacks returns the error for a request that a program can't handle and the one with all methods can.
func Lacks(what string, d *doc.Document) error { return refusal(feature(what), d) }

// absent stands for contributors that a session does not have: it refuses what they do.
type absent struct{}

func (absent) survey(_ *Session, _ method.Job, d doc.Document) (*wire.Studied, error) {
	return nil, refusal("a study of errors", &d)
}

func (absent) share(_ *Session, _ method.Job, d doc.Document, _, _, _ int, _ func([]Tried) error) error {
	return refusal("a study of errors", &d)
}

func (absent) runs(_ *Session, _ method.Job, d doc.Document) (*wire.Studied, error) {
	return nil, refusal("a log of runs", &d)
}

func (absent) cell(_ *Session, _ method.Job, req Request, _ int, _ picture.Frame) (*picture.Picture, *wire.Cell,
	error) {
	return nil, nil, refusal("a wall of pictures", &req.Doc)
}

func (absent) sheet(_ *Session, _ method.Job, req Request, _ picture.ExportOptions) (*picture.Sheet, error) {
	return nil, refusal("a wall of pictures", &req.Doc)
}

func (absent) film(_ *Session, _ method.Job, d doc.Document, _ *Film) (time.Duration, error) {
	return 0, refusal("an animated figure", &d)
}

func (absent) python(_ *Session, _ method.Job, d doc.Document) ([]byte, wire.Exported, error) {
	return nil, wire.Exported{}, refusal("a program in Python", &d)
}

func (absent) notebook(_ *Session, _ method.Job, d doc.Document, _ string) ([]byte, wire.Exported, error) {
	return nil, wire.Exported{}, refusal("a notebook", &d)
}

func (absent) judge(_ *Session, _ method.Job, req Request) (*Judging, error) {
	return nil, refusal("assessing a drawing", &req.Doc)
}

func (absent) load(d doc.Document, _ *method.Method, _ wire.Load) (doc.Document, string, []string, error) {
	return d, "", nil, refusal("an imported table", &d)
}

func (absent) table(d doc.Document, _ *method.Method, _ wire.Load) (*method.Table, error) {
	return nil, refusal("an imported table", &d)
}

// Tables with words or gaps are refused before they are read.

func (absent) allows(what feature, d *doc.Document) error  { return refusal(what, d) }
func (absent) numbers(_ *doc.Rows, columns []int) []int    { return columns }
func (absent) onAxes(t *doc.Table, chosen []int) columns   { return values(t, chosen) }
func (absent) check(_ *method.Info, d *doc.Document) error { return refusal(tableOfGaps, d) }
func (absent) format(r *doc.Rows, names doc.Names) string  { return dataset.FormatWide(r, names) }
func (absent) wide(t *doc.Table, open dataset.Opener) (*doc.Rows, doc.Names, error) {
	return dataset.Wide(t, open)
}

// No method predicts columns, so that tables for it are refused.

func (absent) aims(*method.Method, map[string]any) bool { return false }
func (absent) aimed(*method.Method, *doc.Table, map[string]any) ([]float64, []string, error) {
	return nil, nil, nil
}
func (absent) aim(*method.Problem, *doc.Table, []int)         {}
func (absent) predicted(*Fit) (pl method.Projection, ok bool) { return pl, false }

// Pictures have the model's own raster.

func (absent) section(*Session, *Fit, *doc.Document) sectioning { return nil }
func (absent) proba(*Fit, *doc.Document) mapping                { return nil }
func (absent) beside(*doc.Document) []picture.Layer             { return nil }
