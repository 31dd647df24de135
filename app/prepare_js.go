//go:build js && wasm

package main

import (
	_ "embed"
	"net/url"
	"runtime/debug"
	"strings"
	"syscall/js"

	"pointscape/app/ui"
	"pointscape/app/workers"
	"pointscape/engine/json"
	"pointscape/engine/wire"
)

// offered is a wire.Offer. The file beside this one is empty: the build of the site puts the
// offer of the whole catalogue in its place (app/site).
//
//go:embed offer.json
var offered []byte

func offer() *wire.Offer {
	var o wire.Offer
	if err := json.Unmarshal(offered, &o); err != nil || len(o.Catalog) == 0 {
		panic("app.wasm does not know the methods: it is compiled by \"go run . build\"")
	}
	return &o
}

// prepare reads the address and makes the page.
func prepare() *ui.Page {
	// What a collection takes is not the live heap, which is small, but the
	// finalizers of the many js.Values since the last: rarer collections, each
	// with more of them, made tasks of 40 ms in the middle of a drag.
	debug.SetGCPercent(100)
	win := js.Global()
	loc := win.Get("location")
	hash := loc.Get("hash").String()
	ui.SetStartHash(hash)
	if _, err := url.Parse(loc.Get("href").String()); err != nil {
		// go-app reads the address and does not survive one that is none.
		win.Get("history").Call("replaceState", js.Null(), "", loc.Get("pathname").String()+loc.Get("search").String())
	}
	query := win.Get("URLSearchParams").New(loc.Get("search"))
	embed := query.Call("get", "embed")
	embedded := embed.Type() == js.TypeString && embed.String() != "0"
	theme := "auto"
	if t := query.Call("get", "theme"); t.Type() == js.TypeString {
		theme = t.String()
	} else if !embedded {
		if t := ui.SavedTheme(); t != "" {
			theme = t
		}
	}
	core := ui.NewCore(theme, embedded)
	// What of it can't be read is left out.
	asked, _ := url.ParseQuery(strings.TrimPrefix(loc.Get("search").String(), "?"))
	core.FrameAsks(asked)
	return ui.NewPage(core, offer(), workers.Browser(), workers.Aside())
}
