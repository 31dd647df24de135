// Command app is pointscape.psm: the page, and the first engine. Which of them it is depends on where it runs. On a
// page, where there is a DOM document, it edits documents and paints finished pictures; in a worker, where there is
// none, it fits and draws with the methods of catalog.First. One program is thus fetched and compiled for both.
//
// See README.md beside this file for the packages and what each owns. Only this package imports both: other packages
// under app import no algorithm (engine/catalog, TestPageLinksNoAlgorithm).
package main

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

func main() {
	if engine() {
		return
	}
	page := prepare()
	app.RouteFunc("/", func() app.Composer { return page })
	app.RunWhenOnBrowser()
}
