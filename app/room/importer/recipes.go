package importer

import (
	"pointscape/engine/doc"
	"pointscape/engine/wire"
)

// Recipes has the data set that is chosen in the data panel, and has its points generated: while a slider moves, one
// request is in progress and only the newest other one waits.
type Recipes struct {
	// Prepare returns the document that receives the generated points. It returns false, and has told the user, if no
	// document can have them.
	Prepare  func(doc.Dataset) (doc.Document, bool)
	Importer *Importer
	// Failed gets the reason why the engine generated none; Changed is called when something else is shown.
	Failed  func(message string)
	Changed func()

	chosen doc.Dataset
	making bool
	next   *doc.Dataset
}

// Chosen returns the data set that the panel shows.
func (r *Recipes) Chosen() doc.Dataset { return r.chosen }

// Making reports whether points are being generated.
func (r *Recipes) Making() bool { return r.making }

// Show makes the panel show the data set of a document that was opened.
func (r *Recipes) Show(ds doc.Dataset) { r.chosen = ds }

// Make replaces the points by generated ones.
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
			r.next = nil // the change has overtaken that one, too
		}
		if next := r.next; next != nil {
			r.next = nil
			r.Make(*next)
		}
	})
}
