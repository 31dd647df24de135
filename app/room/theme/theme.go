// Package theme selects the page's colours: light, dark, for a projector, or by the system's preference.
package theme

import "pointscape/engine/picture"

// Auto is the choice that follows the system.
const Auto = "auto"

// Needs has what a Theme depends on.
type Needs struct {
	// PrefersDark reports whether the system prefers dark.
	PrefersDark func() bool
	// Wear applies a palette to the page, with the choice that led to it.
	Wear func(p *picture.Palette, choice string)
}

// Theme has the present palette, and the choice that led to it: Auto or a palette's name.
type Theme struct {
	Needs
	choice  string
	palette *picture.Palette
}

// Palette returns the present palette.
func (t *Theme) Palette() *picture.Palette { return t.palette }

// Choice returns what was chosen.
func (t *Theme) Choice() string { return t.choice }

// Choose applies a choice. An unknown one counts as Auto, but is shown in the light palette.
func (t *Theme) Choose(name string) {
	t.choice = name
	if name == Auto || name == "" {
		t.choice, name = Auto, "light"
		if t.PrefersDark() {
			name = "dark"
		}
	}
	p, ok := picture.PaletteByName(name)
	if !ok {
		t.choice = Auto
		p, _ = picture.PaletteByName("light")
	}
	t.palette = p
	t.Wear(p, t.choice)
}

// SystemChanged follows the system's preference, and reports whether the choice is Auto.
func (t *Theme) SystemChanged() bool {
	if t.choice != Auto {
		return false
	}
	t.Choose(Auto)
	return true
}
