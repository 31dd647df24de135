package session_test

import (
	"slices"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/kernelview"
	"pointscape/engine/method"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

// The kernel view works for every method with a kernel, without code of its own; with other methods there is a remark.
func TestKernelOfEveryMethod(t *testing.T) {
	shown := 0
	for _, m := range catalog.All() {
		d, err := doc.Decode([]byte(m.Example))
		if err != nil {
			t.Fatal(err)
		}
		d.View.Kernel = true
		s := session.New(catalog.All())
		if d, err = s.Resolve(method.Unstopped, d); err != nil {
			t.Fatal(err)
		}
		req := session.Request{Doc: d, View: session.Viewport(d, m.TaskOf(d.Params), 90, 60, 1), Fine: true,
			Panels: []wire.PanelAsk{{ID: kernelview.MatrixPanel, W: 80, H: 80}, {ID: kernelview.EigenPanel, W: 80, H: 80}}}
		var last *session.Result
		if err := s.Draw(method.Unstopped, req, func(r *session.Result) error { last = r; return nil }); err != nil {
			t.Errorf("%s: %v", m.ID, err)
			continue
		}
		has := slices.Contains(last.Info.PanelsDrawn, kernelview.MatrixPanel)
		none := strings.Contains(last.Info.Status.Sentence, "has no kernel to show here")
		if has == none {
			t.Errorf("%s: matrix %t, remark that there is none %t", m.ID, has, none)
		}
		if m.Kerneled() && m.ID != "perceptron" && !has {
			t.Errorf("%s has a kernel, and shows nothing of it", m.ID)
		}
		if has {
			shown++
		}
	}
	if shown < 12 {
		t.Errorf("%d methods show their kernel", shown)
	}
}

// The first engine leaves kernels to the whole engine.
func TestLeanSessionLeavesKernels(t *testing.T) {
	d, err := doc.Decode([]byte(catalog.First()[0].Example))
	if err != nil {
		t.Fatal(err)
	}
	d.View.Kernel = true
	s := session.With(catalog.First())
	if d, err = s.Resolve(method.Unstopped, d); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Fit(method.Unstopped, d); err == nil || !strings.Contains(err.Error(), "value of a kernel") {
		t.Errorf("the error is %v", err)
	}
}
