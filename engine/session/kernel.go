package session

import (
	"pointscape/engine/doc"
	"pointscape/engine/kernel/kernelparam"
	"pointscape/engine/kernelview"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// kernelView is what the kernel of a method says of the points, where a document asks for it (View.Kernel).
func (f *Fit) kernelView(d *doc.Document) kernelViewer {
	seen, ok := f.kernelOf()
	if !ok {
		return noKernel(f.Method.Name + " has no kernel here that could be looked at")
	}
	found, ok := f.late.kernel.(*kernelview.Found)
	if !ok {
		found = &kernelview.Found{}
		f.late.kernel = found
	}
	return kernelview.New(f.Problem, seen, f.rests, found)
}

// noKernel says why there is nothing to be seen.
type noKernel string

func (n noKernel) Work(method.Job) error                                    { return nil }
func (n noKernel) Say() method.FactList                                     { return nil }
func (n noKernel) Unknown() []string                                        { return []string{string(n)} }
func (n noKernel) Panels() []method.Panel                                   { return nil }
func (n noKernel) RowKeys(string) []string                                  { return nil }
func (n noKernel) Tell(string) (t method.Told, ok bool)                     { return t, false }
func (n noKernel) Explain([]float64, picture.Viewport, *method.Explanation) {}

// kernelOf is the kernel of the model, as it tells itself, or by the parameters of its method.
func (f *Fit) kernelOf() (s kernelparam.Seen, ok bool) {
	if m, ok := f.Model.(kernelparam.Seer); ok {
		s = m.SeeKernel()
		return f.inGroups(s), s.Kernel != nil
	}
	if !f.Method.Kerneled() {
		return s, false
	}
	k, err := kernelparam.For(f.Values, f.Problem)
	return f.inGroups(kernelparam.Seen{Kernel: k}), err == nil
}

// inGroups adds the groups that a model has found.
func (f *Fit) inGroups(s kernelparam.Seen) kernelparam.Seen {
	if m, ok := f.Model.(method.Grouper); ok && s.Groups == nil {
		if g := m.Groups(f.Show); len(g.Of) == f.Problem.N && g.Name != "" {
			s.Groups, s.GroupName = g.Of, g.Name
		}
	}
	return s
}
