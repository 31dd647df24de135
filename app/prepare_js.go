//go:build js && wasm

package main

import (
	"net/url"
	"runtime/debug"
	"strings"
	"syscall/js"

	"pointscape/app/ui"
	"pointscape/app/workers"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// offer decodes the offer, which web/boot.js has fetched beside this program.
func offer() *wire.Offer {
	file := js.Global().Get("pointscapeBoot").Get("offer")
	text := make([]byte, file.Length())
	js.CopyBytesToGo(text, file)
	o, err := wire.ReadOffer(text)
	if err != nil {
		panic("the page's offer is from another build: " + err.Error())
	}
	return o
}

// speak sets the language whose texts web/boot.js has fetched, if it is not English.
func speak() {
	text := js.Global().Get("pointscapeBoot").Get("words")
	if !text.Truthy() {
		return
	}
	l, err := wire.ReadLanguage([]byte(text.String()))
	if err != nil {
		panic("the page's words are not of its build: " + err.Error())
	}
	words.Speak(l)
}

// prepare reads the address and makes the page.
func prepare() *ui.Page {
	// No garbage collection below 32 MB, while the user waits for the first picture; see ui.listeners.
	debug.SetGCPercent(800)
	speak()
	win := js.Global()
	loc := win.Get("location")
	hash := loc.Get("hash").String()
	ui.SetStartHash(hash)
	if _, err := url.Parse(loc.Get("href").String()); err != nil {
		// go-app parses the address and panics if it is not valid.
		win.Get("history").Call("replaceState", js.Null(), "", loc.Get("pathname").String()+loc.Get("search").String())
	}
	search := win.Get("pointscapeFirst").Get("search")
	query := win.Get("URLSearchParams").New(search)
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
	// Parts that cannot be parsed are left out.
	asked, _ := url.ParseQuery(strings.TrimPrefix(search.String(), "?"))
	core.FrameAsks(asked)
	return ui.NewPage(core, offer(), workers.Browser(), workers.Aside("lane"), workers.Aside("class"))
}
