//go:build js && wasm

package worker

import (
	"errors"
	"strings"
	"syscall/js"

	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// Package makes a package of the site's files (scorm.Fetched). It must be set before Run; nil = this engine makes none.
var Package func(ask string, get func(path string, arrived func(bytes int)) ([]byte, error),
	progress func(done float64)) (file []byte, name string, err error)

// pack answers a request for a package with the file. It fetches the site's files from where the engine's program comes
// from.
func (w *worker) pack(id int, ask string) error {
	job := w.yielder.begin(id)
	defer job.end()
	file, name, err := Package(ask, fetchFile, job.Progress)
	if err != nil {
		return err
	}
	postBytes(id, wire.Exported{Name: name, MIME: "application/zip"}, file)
	return nil
}

// fetchFile fetches a file of the site and calls arrived with the number of bytes of each part. path is an address
// relative to the site's; errors leave out its query.
func fetchFile(path string, arrived func(bytes int)) ([]byte, error) {
	name, _, _ := strings.Cut(path, "?")
	base := js.Global().Get("pointscapeBase")
	if base.IsUndefined() {
		base = js.Global().Get("location").Get("href")
	}
	response, err := Await(js.Global().Call("fetch", js.Global().Get("URL").New(path, base)))
	if err == nil && !response.Get("ok").Bool() {
		return nil, words.Errorf("the site does not serve %s", name)
	}
	var file []byte
	if err == nil {
		for reader := response.Get("body").Call("getReader"); ; {
			var part js.Value
			if part, err = Await(reader.Call("read")); err != nil || part.Get("done").Bool() {
				break
			}
			value := part.Get("value")
			n := len(file)
			file = append(file, make([]byte, value.Length())...)
			js.CopyBytesToGo(file[n:], value)
			arrived(value.Length())
		}
	}
	if err != nil {
		return nil, errors.New(words.Text("%s could not be fetched: try again when there is a connection", name))
	}
	return file, nil
}
