package session

import (
	"pointscape/engine/doc"
	"pointscape/engine/kernelview"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// kernelView returns the view of the method's kernel at the points, for a document with View.Kernel.
func (f *Fit) kernelView(d *doc.Document) kernelViewer {
	found, ok := f.late.kernel.(*kernelview.Found)
	if !ok {
		found = &kernelview.Found{}
		f.late.kernel = found
	}
	v := kernelview.Of(f.Method, f.Values, f.Problem, f.Model, f.Show, f.rests, found)
	if v == nil {
		return noKernel(f.Method.Name + " has no kernel to show here")
	}
	return v
}

// noKernel is a kernel view that shows nothing: the reason why.
type noKernel string

func (n noKernel) Work(method.Job) error                                    { return nil }
func (n noKernel) Say() method.FactList                                     { return nil }
func (n noKernel) Unknown() []string                                        { return []string{string(n)} }
func (n noKernel) Panels() []method.Panel                                   { return nil }
func (n noKernel) RowKeys(string) []string                                  { return nil }
func (n noKernel) Tell(string) (t method.Told, ok bool)                     { return t, false }
func (n noKernel) Explain([]float64, picture.Viewport, *method.Explanation) {}
