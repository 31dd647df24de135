// Package theme is the room of how the page looks: light, dark, for a projector, or
// as the system wishes.
package theme

import "pointscape/engine/picture"

// Auto is the choice that follows the system.
const Auto = "auto"

// Needs are what a Theme works with.
type Needs struct {
	// PrefersDark tells what the system wishes.
	PrefersDark func() bool
	// Wear dresses the page: in a palette, by a choice.
	Wear func(p *picture.Palette, choice string)
}

// Theme owns which palette is worn, and by which choice: Auto or a palette's name.
type Theme struct {
	Needs
	choice  string
	palette *picture.Palette
}

// Palette is what is worn.
func (t *Theme) Palette() *picture.Palette { return t.palette }

// Choice is what was chosen.
func (t *Theme) Choice() string { return t.choice }

// Choose wears what a choice says; one that is none counts as Auto in the light.
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

// SystemChanged follows the system, and tells whether people have left it the choice.
func (t *Theme) SystemChanged() bool {
	if t.choice != Auto {
		return false
	}
	t.Choose(Auto)
	return true
}
