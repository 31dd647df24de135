package e2e

import (
	"slices"
	"testing"
)

// Three units enclose one class.
const threeUnits = `{"version":1,"method":"mlp","params":{"hidden_layer_sizes":[3],"learning_rate_init":0.03},
	"dataset":{"name":"circles","n":80,"noise":0.15,"seed":4},"view":{"x":[-0.1,1.1],"y":[-0.1,1.1],"step":150},"seed":2}`

// Pointing at a unit of the diagram says what it is and shows its field on the plane; layers and units
// are changed by buttons, each a step of undo, and by typing, within the limits.
func TestNetwork(t *testing.T) {
	p := Start(t, Options{Path: link(t, threeUnits)})
	p.WaitReady()
	p.fits("diagram")
	p.Move(p.inPlot(threeUnits, "diagram", "u1.1"))
	p.saysThere("Unit 2")
	p.saysThere("What comes in:")
	p.Screenshot("unit")
	p.Move(p.inPlot(threeUnits, "diagram", "u2.0"))
	p.saysThere("Output for class 2")
	sizes := func(want ...float64) {
		t.Helper()
		got, _ := p.Doc().Params["hidden_layer_sizes"].([]float64)
		if text := p.Text(`[aria-label="Hidden layers"]`); !slices.Equal(got, want) {
			t.Errorf("the layers are %v, want %v; the buttons say %q", got, want, text)
		}
	}
	press := func(what string) { p.Changed(func() { p.ClickOn(`[aria-label="` + what + `"]`) }) }
	press("More in layer 1")
	sizes(4)
	press("Add one more layer")
	sizes(4, 4)
	p.Screenshot("layers")
	press("Less in layer 2")
	sizes(4, 3)
	for _, want := range [][]float64{{4, 4}, {4}, {3}} {
		p.Changed(func() { p.Key("Ctrl+z") })
		sizes(want...)
	}
	p.Fill("#p-hidden_layer_sizes", "0, 5")
	p.Wait(`document.querySelector("#e-hidden_layer_sizes")?.textContent.includes("a list of 1 to 3 whole numbers, each at least 1 and at most 16")`)
	sizes(3)
	p.Changed(func() { p.Fill("#p-hidden_layer_sizes", "5, 2") })
	sizes(5, 2)
}
