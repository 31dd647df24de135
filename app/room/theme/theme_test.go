package theme

import (
	"testing"

	"pointscape/engine/picture"
)

func TestTheme(t *testing.T) {
	dark, worn := false, ""
	th := Theme{Needs: Needs{
		PrefersDark: func() bool { return dark },
		Wear:        func(p *picture.Palette, choice string) { worn = p.Name + " by " + choice },
	}}
	for choice, want := range map[string]string{
		"light": "light by light", "dark": "dark by dark", "projector": "projector by projector", "auto": "light by auto",
		"": "light by auto", "pink": "light by auto",
	} {
		th.Choose(choice)
		if worn != want || th.Palette().Name+" by "+th.Choice() != want {
			t.Errorf("%q: %s", choice, worn)
		}
	}
	th.Choose("projector")
	dark = true
	if th.SystemChanged() || worn != "projector by projector" {
		t.Errorf("the system has taken the choice from people: %s", worn)
	}
	th.Choose(Auto)
	if worn != "dark by auto" {
		t.Error(worn)
	}
	dark = false
	if !th.SystemChanged() || worn != "light by auto" {
		t.Error(worn)
	}
}
