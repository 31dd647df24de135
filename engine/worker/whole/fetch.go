//go:build js && wasm

package main

import (
	"errors"
	"fmt"
	"strings"
	"syscall/js"

	"pointscape/engine/worker"
)

// fetch fetches a file of the site and calls arrived with the number of bytes of each part. path is an address
// relative to the site, which is where the engine's program comes from; errors leave out its query.
func fetch(path string, arrived func(bytes int)) ([]byte, error) {
	name, _, _ := strings.Cut(path, "?")
	base := js.Global().Get("pointscapeBase")
	if base.IsUndefined() {
		base = js.Global().Get("location").Get("href")
	}
	response, err := worker.Await(js.Global().Call("fetch", js.Global().Get("URL").New(path, base)))
	if err == nil && !response.Get("ok").Bool() {
		return nil, fmt.Errorf("the site does not serve %s", name)
	}
	var file []byte
	if err == nil {
		for reader := response.Get("body").Call("getReader"); ; {
			var part js.Value
			if part, err = worker.Await(reader.Call("read")); err != nil || part.Get("done").Bool() {
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
		return nil, errors.New(name + " could not be fetched: try again when there is a connection")
	}
	return file, nil
}
