// Command app is pointscape.psm: the page, and the engine of a first visit. Which of them it is, the place says where
// it runs. Where there is a document, it edits documents and paints finished pictures; in a worker, where there is
// none, it fits and draws with the methods of catalog.First. So one program is fetched and compiled for both.
//
// See README.md beside this file for who owns what. Only this package knows of both: what else is under app imports no
// algorithm (engine/catalog, TestPageLinksNoAlgorithm).
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
