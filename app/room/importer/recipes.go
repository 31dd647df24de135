package importer

import (
	"pointscape/engine/doc"
	"pointscape/engine/wire"
)

// Recipes owns the data set that is chosen in the data panel, and the making of
// its points: while a slider moves, one request is on its way and the newest waits.
type Recipes struct {
	// Prepare returns the document that is to get a recipe's points; false when
	// there is none for them, which it has told.
	Prepare  func(doc.Dataset) (doc.Document, bool)
	Importer *Importer
	// Failed is told why the engine made none; Changed that something else is shown.
	Failed  func(message string)
	Changed func()

	chosen doc.Dataset
	making bool
	next   *doc.Dataset
}

// Chosen is the data set that the panel shows.
func (r *Recipes) Chosen() doc.Dataset { return r.chosen }

// Making tells whether points are being made.
func (r *Recipes) Making() bool { return r.making }

// Show lets the panel show the recipe of a document that has been opened.
func (r *Recipes) Show(ds doc.Dataset) { r.chosen = ds }

// Make replaces the points by those of a recipe.
func (r *Recipes) Make(ds doc.Dataset) {
	r.chosen = ds
	r.Changed()
	if r.making {
		r.next = &ds
		return
	}
	d, ok := r.Prepare(ds)
	if !ok {
		return
	}
	r.making = true
	r.Importer.Document(d, "make data", "dataset "+ds.Name, func(e *wire.Error) {
		r.making = false
		if e != nil {
			r.Failed(e.Message)
		}
		if e == Overtaken {
			r.next = nil // likewise
		}
		if next := r.next; next != nil {
			r.next = nil
			r.Make(*next)
		}
	})
}
