package handout

import (
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/method"
	"pointscape/engine/session"
)

// A handout's figure and a slide's thumbnail show the annotations of the page's document; the figure's alternative text
// describes them.
func TestAnnotationsInAHandout(t *testing.T) {
	answer := Answer(session.New(catalog.All()))
	const document = `{"method":"knn","points":[[0,0,0],[1,1,1]],` +
		`"annotations":[{"kind":"arrow","at":[0.2,0.8,0.5,0.5],"text":"between $x_1$ and $x_2$"}]}`
	for _, kind := range []string{"figure", "thumb"} {
		svg, err := answer(method.Unstopped, kind, document)
		if err != nil {
			t.Fatal(err)
		}
		if shows, drawn, _ := strings.Cut(svg, "\n"); !strings.Contains(drawn, `data-role="annotation"`) ||
			!strings.Contains(drawn, ">between x₁ and x₂<") || kind == "figure" &&
			!strings.Contains(shows, "Arrow: between x₁ and x₂, from 0.2, 0.8 to 0.5, 0.5") {
			t.Errorf("%s: %s\n%.3000s", kind, shows, drawn)
		}
	}
}
