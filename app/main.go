// Command app is the page's program, app.wasm: it edits documents and paints
// finished pictures. Fitting and drawing fields happens in workers.
//
// See README.md beside this file for who owns what.
package main

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

func main() {
	page := prepare()
	app.RouteFunc("/", func() app.Composer { return page })
	app.RunWhenOnBrowser()
}
