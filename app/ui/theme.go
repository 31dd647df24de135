package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/picture"
)

// ThemeKey is where the choice of theme is kept.
const ThemeKey = "pointscape.theme"

// wear dresses the page by a choice of people, which is kept.
func (pt *painter) wear(name string) {
	local.Set(ThemeKey, name)
	pt.theme.Choose(name)
	pt.worn()
}

// worn paints everything in the palette that is worn now.
func (pt *painter) worn() {
	pt.points()
	pt.client.Changed()
	pt.walls.changed(false)
	pt.page.changed(everything)
	pt.live.refresh()
}

func prefersDark() bool {
	return app.IsClient && app.Window().Call("matchMedia", "(prefers-color-scheme: dark)").Get("matches").Bool()
}

// wear dresses the page in a palette.
func wear(p *picture.Palette, choice string) {
	setRootData("theme", p.Name)
	setRootData("theme-choice", choice)
}
