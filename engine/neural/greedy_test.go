package neural

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/network"
	"pointscape/engine/picture"
)

// The weights into hidden units are those of autoencoders trained on the outputs of the previous layers, one after the
// other; those of the last layer are random as usual. The result depends only on the seed, and training continues on
// edited points.
func TestStartsFromAutoencoders(t *testing.T) {
	p := clouds(method.Classify, 40, 2, 1, 0)
	params := map[string]any{"hidden_layer_sizes": []float64{5, 3}, "init": "autoencoder", "pretraining_epochs": 30.0,
		"gain": 0.5}
	s := of(start(t, Classifier(), p, params))
	drawn := of(start(t, Classifier(), p, map[string]any{"hidden_layer_sizes": []float64{5, 3}}))
	x := s.X
	for l := range 2 {
		in, units := s.Net.Sizes[l], s.Net.Sizes[l+1]
		tr := &network.Trainer{Net: network.Net{Sizes: []int{in, units, in}, Gain: 0.5,
			Acts: []network.Activation{network.Tanh, network.Identity}}, Data: network.Data{X: x, Y: x, Rows: 40}, Batch: 200,
			Seed: uint64(l) + 1, L2: make([]float64, 2), Solver: network.Solver{Rule: network.Adam, Rate: 0.01}}
		w, err := tr.Grow(method.Unstopped, tr.Start(), 30)
		if err != nil {
			t.Fatal(err)
		}
		code, shift := tr.Net.Part(w.Theta, 0)
		own, bias := s.Net.Part(s.Theta, l)
		if !slices.Equal(code, own) || !slices.Equal(shift, bias) {
			t.Errorf("layer %d has other weights than its autoencoder", l)
		}
		if first := tr.MeanLoss(tr.Start().Theta, tr.Data); !(s.greedy.lost[l]*float64(in)/2 < first/2) {
			t.Errorf("the autoencoder of layer %d has learned nothing: it loses %v, at first %v", l, s.greedy.lost[l], first)
		}
		tile := network.NewTile(&tr.Net, 40)
		tile.Load(x, 0, 40)
		tile.Forward(w.Theta)
		x = network.Columns(units, 40)
		for j, c := range tile.Units(1) {
			copy(x[j], c)
		}
	}
	a, ab := s.Net.Part(s.Theta, 2)
	b, bb := drawn.Net.Part(drawn.Theta, 2)
	if !slices.Equal(a, b) || !slices.Equal(ab, bb) {
		t.Error("the last layer is not as it is drawn")
	}
	if again := of(start(t, Classifier(), p, params)); !slices.Equal(again.Theta, s.Theta) {
		t.Error("the same seed gives other weights")
	}
	if text := s.Status().Sentence; !strings.Contains(text, "autoencoders trained on the inputs for 30 epochs") {
		t.Errorf("the status is %q", text)
	}
	learned := grown(t, s, 20)
	moved := *p
	moved.X = slices.Clone(p.X)
	moved.X[0] += 0.1
	fresh := start(t, Classifier(), &moved, params)
	if g, ok := learned.Can().Adopt(method.Unstopped, fresh); !ok || g.Step() != 20 {
		t.Error("a moved point begins the run anew")
	}
}

// The diagram of a thinned network has neither weights nor pictures of dropped units.
func TestThinnedDiagram(t *testing.T) {
	p := clouds(method.Classify, 40, 2, 1, 0)
	s := of(start(t, Classifier(), p, map[string]any{"hidden_layer_sizes": []float64{8}, "dropout": []float64{0.5}}))
	var pictures [2]int
	for k, show := range []method.Shown{{diagram: true}, {diagram: true, thinned: true}} {
		pic, err := s.Panels(show)[0].Draw(method.Unstopped, 400, 300)
		if err != nil {
			t.Fatal(err)
		}
		pictures[k] = rasters(pic.Layers)
	}
	left := 0
	for _, gone := range s.thin(1)[0].gone[1] {
		if gone {
			left++
		}
	}
	if left == 0 || pictures[0] != 11 || pictures[1] != 11-left {
		t.Errorf("%d units are left out, and of %d pictures there are %d", left, pictures[0], pictures[1])
	}
	under, _, err := s.regionLayers(method.Unstopped, viewOf(), nil, method.Shown{thinned: true})
	if err != nil || len(under) == 0 {
		t.Errorf("%d boundaries of thinned networks: %v", len(under), err)
	}
}

func rasters(layers []picture.Layer) (n int) {
	for _, l := range layers {
		if _, ok := l.(*picture.Raster); ok {
			n++
		}
	}
	return n
}

func viewOf() picture.Viewport {
	return picture.Viewport{X0: -3, Y0: -3, X1: 3, Y1: 3, W: 300, H: 300, Scale: 1}
}

// Pretrained weights are reused as long as nothing changes that they depend on, and equal newly trained ones, to the
// bit.
func TestAutoencodersLearnOnce(t *testing.T) {
	p := clouds(method.Classify, 40, 2, 1, 0)
	base := map[string]any{"hidden_layer_sizes": []float64{5, 3}, "init": "autoencoder", "pretraining_epochs": 30.0}
	fitted := func(p *method.Problem, prev method.Model, more map[string]any) *state {
		t.Helper()
		m := Classifier()
		params := maps.Clone(base)
		maps.Copy(params, more)
		v, err := m.Validate(params)
		if err != nil {
			t.Fatal(err)
		}
		model, err := m.Fit(method.Unstopped, p, v, prev)
		if err != nil {
			t.Fatal(err)
		}
		return of(model)
	}
	first := fitted(p, nil, nil)
	flipped := *p
	flipped.Class = slices.Clone(p.Class)
	slices.Reverse(flipped.Class)
	moved := *p
	moved.X = slices.Clone(p.X)
	moved.X[3] += 0.1
	for _, c := range []struct {
		name string
		p    *method.Problem
		more map[string]any
		same bool
	}{
		{"another rate", p, map[string]any{"learning_rate_init": 0.5}, true},
		{"other classes", &flipped, nil, true},
		{"a point has moved", &moved, nil, false},
		{"other layers", p, map[string]any{"hidden_layer_sizes": []float64{4, 3}}, false},
		{"more epochs", p, map[string]any{"pretraining_epochs": 31.0}, false},
		{"another bend", p, map[string]any{"activation": "relu"}, false},
	} {
		warm, cold := fitted(c.p, first, c.more), fitted(c.p, nil, c.more)
		if kept := warm.greedy == first.greedy; kept != c.same {
			t.Errorf("%s: kept %t", c.name, kept)
		}
		if !slices.Equal(warm.Theta, cold.Theta) {
			t.Errorf("%s: the weights are others than those of a fit from nothing", c.name)
		}
	}
}
