package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/picture"
)

// ThemeKey is the storage key of the chosen theme.
const ThemeKey = "pointscape.theme"

// wear applies the theme that the user has chosen, and stores the choice.
func (pt *painter) wear(name string) {
	local.Set(ThemeKey, name)
	pt.theme.Choose(name)
	pt.worn()
}

// worn repaints everything in the present palette.
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

// wear sets the page's style to a palette; choice is "auto" or a palette's name.
func wear(p *picture.Palette, choice string) {
	setRootData("theme", p.Name)
	setRootData("theme-choice", choice)
}
