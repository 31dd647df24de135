package session

import (
	"pointscape/engine/kernelview"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// kernelView shows the values of a method's kernel at the points.
type kernelView struct {
	plain
	f *Fit
	*kernelview.View
}

// noKernel is the view of a method without a kernel: it says so.
type noKernel struct {
	plain
	why string
}

func (n *noKernel) unknown() []string         { return []string{n.why} }
func (n *noKernel) keyed(drawn []string) bool { return len(drawn) > 0 }

// kernelView returns the view of the method's kernel at the points.
func (f *Fit) kernelView() addition {
	found, ok := f.late.kernel.(*kernelview.Found)
	if !ok {
		found = &kernelview.Found{}
		f.late.kernel = found
	}
	v := kernelview.Of(f.Method, f.Values, f.Problem, f.Model, f.Show, f.rests, found)
	if v == nil {
		return &noKernel{why: words.Text("%s has no kernel to show here", f.Method.Name)}
	}
	return &kernelView{f: f, View: v}
}

func (v *kernelView) unknown() []string { return v.Unknown() }

func (v *kernelView) work(job method.Job, rests bool) error {
	if !rests {
		return nil
	}
	return v.Work(job)
}

func (v *kernelView) facts() (before, after method.FactList) { return nil, v.Say() }

func (v *kernelView) panels() []method.Panel { return v.Panels() }

func (v *kernelView) keyed(drawn []string) bool { return len(drawn) > 0 }

func (v *kernelView) rowKeys(panel string, add func(point int, key string)) bool {
	keys := v.RowKeys(panel)
	for i, key := range keys {
		add(v.f.Problem.Ordinal(i), key)
	}
	return keys != nil
}

func (v *kernelView) tell(key string) (t method.Told, points []int, ok bool) {
	if t, ok = v.Tell(key); t.Click.Rows != nil {
		points = v.f.Problem.Ordinals(t.Click.Rows)
	}
	return t, points, ok
}

func (v *kernelView) explain(x []float64, at picture.Viewport, e *method.Explanation) {
	v.Explain(x, at, e)
}
