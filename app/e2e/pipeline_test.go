package e2e

import (
	"strings"
	"testing"

	"pointscape/engine/method"
)

const piped = `{"version":1,"method":"pipeline","title":"Moons","params":{"codes":{"method":"kmeans","params":{"n_clusters":8}},
	"classifier":{"method":"logistic","params":{"alpha":0.01}}},"dataset":{"name":"moons","n":160,"noise":0.15,"seed":3},
	"view":{"x":[-0.1,1.1],"y":[0,1]},"seed":1}`

// A pipeline states the inputs of its classifier; another transformer is chosen and changed by the controls of its own
// declaration. With the components of digits, there is a panel of the columns.
func TestPipeline(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, piped)})
	p.WaitReady()
	p.Screenshot("pipeline")
	first := p.Look().Hash
	text := strings.ReplaceAll(p.Text("p.status"), "\u00a0", " ")
	if !strings.Contains(text, "Its inputs are 8 distances.") || !strings.Contains(text, "Fitted on codes of k-means.") {
		t.Errorf("the status is %q", text)
	}
	p.ClickOn("#f-m-codes-0")
	k := `[data-row="codes.params.n_clusters"] input.num`
	p.Wait(`document.querySelector('` + k + `')?.value === "8"`)
	if p.Has(`[data-row="codes.params.starts"]`) {
		t.Error("places to put are offered, which the stage does not take")
	}
	p.Changed(func() { p.Fill(k, "2") })
	if p.Look().Hash == first {
		t.Error("two centres have the picture of eight")
	}
	p.Screenshot("pipeline-two-centres")
	p.Changed(func() {
		p.Do(`(() => { const s = document.querySelector("#m-codes-0"); s.value = "dictionary"; s.dispatchEvent(new Event("change", {bubbles: true})); })()`)
	})
	if e := method.EstimatorsOf(p.Doc().Params["codes"]); len(e) != 1 || e[0].Method != "dictionary" {
		t.Errorf("the document holds %v", p.Doc().Params)
	}
	for range 2 {
		p.Changed(func() { p.Key("Ctrl+z") })
	}
	if p.Look().Hash != first {
		t.Error("two steps back the picture is another one")
	}
	p.Resize(Phone)
	p.Dark(true)
	p.Screenshot("pipeline-phone-dark")

	p = Start(t, Options{Path: link(t, `{"version":1,"method":"pipeline","params":{"codes":{"method":"pca","params":`+
		`{"n_components":10}},"classifier":{"method":"logistic","params":{"alpha":10}}},"table":{"name":"digits"}}`)})
	p.WaitReady()
	p.Wait(`document.querySelector("#panel-columns")?.width > 50`)
	p.Screenshot("pipeline-digits")
}

// Networks thinned by dropout are drawn over the complete one and shown in its diagram.
func TestThinnedNetworks(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, `{"version":1,"method":"mlp","params":{"hidden_layer_sizes":[12,12],`+
		`"activation":"relu","alpha":0,"dropout":[0.4]},"dataset":{"name":"moons","n":60,"noise":0.3,"seed":3},`+
		`"view":{"step":100,"show":["regions","boundary","diagram"]},"seed":1}`)})
	p.WaitReady()
	plain := p.Look().Hash
	p.Changed(func() { p.ClickOn("#show-thinned") })
	if p.Look().Hash == plain {
		t.Error("no thinned network is laid over")
	}
	p.Screenshot("thinned")
}
