package e2e

import (
	"slices"
	"strings"
	"testing"
)

// threeUnits is a network whose three units enclose one class.
const threeUnits = `{"version":1,"method":"mlp","params":{"hidden_layer_sizes":[3],"learning_rate_init":0.03},
	"dataset":{"name":"circles","n":80,"noise":0.15,"seed":4},"view":{"x":[-0.1,1.1],"y":[-0.1,1.1],"step":150},"seed":2}`

// Pointing at a unit of the diagram describes it and shows its activation on the plane; layers and units are changed by
// buttons, each in one undo step, and by typing, within limits.
func TestNetwork(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, threeUnits)})
	p.WaitReady()
	p.fits("diagram")
	p.Move(p.inPlot(threeUnits, "diagram", "u1.1"))
	p.saysThere("Unit 2")
	p.saysThere("Inputs:")
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
	p.Wait(`document.querySelector("#e-hidden_layer_sizes")?.textContent.includes("whole numbers, each at least 1 and at most 32")`)
	sizes(3)
	p.Changed(func() { p.Fill("#p-hidden_layer_sizes", "5, 2") })
	sizes(5, 2)
}

// onePass is the backpropagation of one point of 8, the third, through 3 hidden units, at its first step.
const onePass = `{"version":1,"method":"backpropagation","params":{"hidden_layer_sizes":[3],"sample":3,"epochs_before":0},"points":[[0.5,1.1,0],[1.2,0.4,0],[-0.9,0.8,1],[0.7,-0.8,1],[-0.6,-0.9,0],[-1.1,-0.3,0],[-0.3,1.2,1],[1.1,-0.4,1]],
	"view":{"x":[-1.6,1.6],"y":[-1.6,1.6],"step":0},"seed":4}`

// A point's forward pass and its error's backward pass are stepped by keys; each step says what happens, with numbers;
// units and weights show what is known so far, and another point is chosen by its mark.
func TestBackpropagation(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, onePass)})
	p.WaitReady()
	p.fits("diagram")
	says := func(text string) {
		t.Helper()
		p.Wait(`document.body.innerText.includes(` + quote(text) + `)`)
	}
	says("Point 3 of class 2 enters the network")
	p.walk("a step", func() { p.ClickOn("#play-step") }, 1)
	says("Forward: the sum of unit 1 is")
	for k := 2; k <= 7; k++ {
		p.walk("a step", func() { p.Key(".") }, k)
	}
	says("Backward: each weight into the output has the gradient")
	p.Move(p.inPlot(onePass, "diagram", "u1.1"))
	p.saysThere("Unit 2")
	p.saysThere("φ'(z) =")
	p.Screenshot("backpropagation")
	p.Move(1, 1)
	p.walk("the end", func() { p.ClickOn("#play-end") }, 14)
	says("The step: all weights move by −η times their gradients")
	p.walk("a step back", func() { p.Key(",") }, 13)
	x, y := p.At(0.7, -0.8)
	p.Move(x, y)
	p.saysThere("set Watched point to 4")
	p.Changed(func() { p.Click(x, y, Ctrl) })
	if at := p.Doc().Params["sample"]; at != 4.0 {
		t.Errorf("point %v goes through the network, want 4", at)
	}
	p.Dark(true)
	p.Screenshot("backpropagation-dark")
	p.Resize(Phone)
	p.WaitReady()
	p.Screenshot("backpropagation-phone")
}

// batches has minibatches of 20 of 80 points: four steps are an epoch.
const batches = `{"version":1,"method":"mlp","params":{"hidden_layer_sizes":[2],"batch_size":20,"step":"minibatch","learning_rate_init":0.03},
	"dataset":{"name":"xor","n":80,"noise":0.05,"seed":3},"view":{"x":[-0.1,1.1],"y":[-0.1,1.1],"step":9,"show":["regions","boundary","diagram","hidden_plane"]},"seed":1}`

// A network is trained by minibatches, within an epoch, forward and back; its hidden plane changes. While it plays, its
// speed is shown. Steps that are too large end with a message that says what to change.
func TestTraining(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, batches)})
	p.WaitReady()
	p.fits("hidden_plane")
	nine := p.Look()
	if text := p.Text(".step-text"); nine.Step != 9 || !strings.Contains(text, "Minibatch 9") {
		t.Errorf("it opens at %d: %q", nine.Step, text)
	}
	plane := p.plotPixels("hidden_plane")
	p.walk("a minibatch", func() { p.ClickOn("#play-step") }, 10)
	p.Screenshot("hidden-plane")
	if p.plotPixels("hidden_plane") == plane {
		t.Error("a minibatch changes nothing of the hidden plane")
	}
	if back := p.walk("a minibatch back", func() { p.ClickOn("#play-back") }, 9); back.Hash != nine.Hash ||
		p.plotPixels("hidden_plane") != plane {
		t.Error("back within the epoch it is another network")
	}
	p.ClickOn("#play-toggle")
	p.Wait(`/^[0-9]+ minibatch(es)? a second\.$/.test(document.querySelector("#training-pace").textContent)`)
	p.pause()
	p.Wait(`document.querySelector("#training-pace").textContent === ""`)
	p.Set(`{"version":1,"method":"mlp","params":{"hidden_layer_sizes":[6],"activation":"relu","loss":"squared_error","solver":"sgd","learning_rate_init":80},
		"dataset":{"name":"moons","n":60,"noise":0.15,"seed":5},"view":{"step":40},"seed":1}`)
	p.Wait(`document.body.innerText.includes("The steps are too large") && document.body.innerText.includes("Use a smaller learning rate")`)
	p.Screenshot("diverged")
}
