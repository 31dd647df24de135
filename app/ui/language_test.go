//go:build !(js && wasm)

package ui

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// speak makes the page speak a language with these texts until the test ends.
func speak(t *testing.T, texts map[string]string) {
	t.Helper()
	words.Speak(&words.Language{Tag: "fr", Decimal: ",", Texts: texts})
	t.Cleanup(func() { words.Speak(nil) })
}

// The readout names a point without the number of points, and its class and role, in the page's language.
func TestPointsInAnotherLanguage(t *testing.T) {
	speak(t, map[string]string{"point %s": "punkt %s", "point %s of %s": "punkt %s von %s", "class %s": "klasse %s",
		"test point": "testpunkt", "petal length (cm)": "blattlänge (cm)"})
	c, _ := open(t)
	c.editor.Split.SetRole(1, doc.Test)
	q := c.editor.Now().Points[1]
	about := c.names.about(1)
	if !strings.HasPrefix(about, ", klasse ") || !strings.HasSuffix(about, ", testpunkt") {
		t.Errorf("point 2 is %q", about)
	}
	if got := c.names.point(1); got != "punkt 2 von "+itoa(len(c.editor.Now().Points))+about {
		t.Errorf("point 2 is %q", got)
	}
	if got := c.names.place(q.X, q.Y, 1); !strings.HasSuffix(got, " · punkt 2"+about) {
		t.Errorf("the readout is %q", got)
	}
	if got := measured("petal length (cm)", "1,4"); got != "blattlänge 1,4 cm" {
		t.Errorf("the length is %q", got)
	}
}

// For a finger, a text speaks of taps in the page's language.
func TestTapsInAnotherLanguage(t *testing.T) {
	speak(t, map[string]string{"Click to add points.": "Cliquez pour ajouter.",
		"Click/Tap/click/tap": "Cliquez/Touchez/cliquez/touchez"})
	c, _ := open(t)
	for touch, want := range map[bool]string{false: "Click to add points.", true: "Touchez pour ajouter."} {
		c.gesture.Touch = touch
		if got := c.names.forPointer("Click to add points."); got != want {
			t.Errorf("touch %t: %q, want %q", touch, got, want)
		}
	}
}

// Classes of elements and keys of edits are the same in all languages.
func TestKeysInAnotherLanguage(t *testing.T) {
	speak(t, map[string]string{"row": "ligne", "sweep %s": "animer %s", ", held out": ", à part"})
	c, _ := open(t)
	if html := app.HTMLString(&Controls{core: c}); !strings.Contains(html, `class="row`) || strings.Contains(html, "ligne") {
		t.Error("the rows of the parameters have another class")
	}
	if got := sweepKey("C"); got != "sweep C" {
		t.Errorf("the edits of a sweep have the key %q", got)
	}
	c.editor.Split.SetRole(0, doc.Test)
	if got := c.editor.Source(); !strings.HasSuffix(got, ", held out") {
		t.Errorf("the source is %q", got)
	}
}

// The refusal of an unknown method lists all methods in any language; that of a text that is too long for an id does
// not.
func TestUnknownMethodInAnotherLanguage(t *testing.T) {
	speak(t, map[string]string{"%s must be %s": "%s doit être %s", "one of %s": "l’un de %s", "; got %s": " ; reçu : %s"})
	c, _ := open(t)
	refusal := func(want, got string) *wire.Error {
		err := doc.Errorf("method", want, got)
		return &wire.Error{Field: err.Field, Message: err.Error(), Got: err.Got}
	}
	e := refusal(doc.OneOf([]string{"svm"}, "quantum"), "quantum")
	if c.effects.Further(e) || !strings.HasPrefix(e.Message, "method doit être l’un de ") ||
		!strings.Contains(e.Message, "knn") {
		t.Errorf("told %q", e.Message)
	}
	e = refusal("the id of a method, 1 to 100 characters", strings.Repeat("x", 900))
	if was := e.Message; c.effects.Further(e) || e.Message != was {
		t.Errorf("told %q", e.Message)
	}
}

// Lists of points are whole texts.
func TestPointListInAnotherLanguage(t *testing.T) {
	many := make([]int, pointsListed+2)
	for i := range many {
		many[i] = i
	}
	one, list := pointList([]int{6}), pointList(many)
	if one != "point 7" || list != "points 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 and 2 others" {
		t.Errorf("%q, %q", one, list)
	}
	speak(t, map[string]string{"point %s": "punkt %s", "points %s and %s": "punkte %s und %s", "other": "anderer¦andere"})
	one, list = pointList([]int{6}), pointList(many)
	if one != "punkt 7" || !strings.HasPrefix(list, "punkte 1, ") || !strings.HasSuffix(list, " und 2 andere") {
		t.Errorf("%q, %q", one, list)
	}
}

// A fact's tooltip has its name in programs and its translated meaning.
func TestFactTitleInAnotherLanguage(t *testing.T) {
	speak(t, map[string]string{"margin": "marge", "2/‖w‖, in the plane": "2/‖w‖, dans le plan"})
	x := method.Fact{Name: "margin", Meaning: "2/‖w‖, in the plane"}
	if got := factTitle(&x); got != "margin: 2/‖w‖, dans le plan" {
		t.Errorf("the tooltip is %q", got)
	}
}
