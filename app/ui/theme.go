package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/picture"
)

// ThemeKey is where the choice of theme is kept.
const ThemeKey = "pointscape.theme"

// appearance dresses the page.
type appearance struct {
	*Core
}

// choose dresses the page by a choice of people, which is kept.
func (ap *appearance) choose(name string) {
	local.Set(ThemeKey, name)
	ap.theme.Choose(name)
	ap.changed()
}

// changed paints everything in the palette that is worn now.
func (ap *appearance) changed() {
	ap.painter.points()
	ap.client.Changed()
	ap.walls.changed(false)
	ap.page.changed(everything)
}

func prefersDark() bool {
	return app.IsClient && app.Window().Call("matchMedia", "(prefers-color-scheme: dark)").Get("matches").Bool()
}

// wear dresses the page in a palette.
func wear(p *picture.Palette, choice string) {
	setRootData("theme", p.Name)
	setRootData("theme-choice", choice)
}
