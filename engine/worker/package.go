//go:build js && wasm

package worker

import "pointscape/engine/wire"

// Package makes a package of the site's files. It must be set before Run; nil = this engine makes none.
var Package func(ask string, progress func(done float64)) (file []byte, name string, err error)

// pack answers a request for a package with the file.
func (w *worker) pack(id int, ask string) error {
	job := w.yielder.begin(id)
	defer job.end()
	file, name, err := Package(ask, job.Progress)
	if err != nil {
		return err
	}
	postBytes(id, wire.Exported{Name: name, MIME: "application/zip"}, file)
	return nil
}
