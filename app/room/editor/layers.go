package editor

import (
	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// Layers changes which layers are drawn, each time in one step.
type Layers struct {
	*present
	ed *Editor
}

// Shown returns the layers that are drawn.
func (la *Layers) Shown() method.Shown {
	s, err := la.info.Shown(la.now.View.Show)
	if err != nil {
		// Names of another method's layers: the engine has reported them already.
		s, _ = la.info.Shown(nil)
	}
	return s
}

func (la *Layers) Set(name string, on bool) {
	if la.info == nil {
		return
	}
	shown := la.Shown()
	shown[method.Part(name)] = on
	n := la.now
	n.View.Show = []string{}
	for _, s := range la.info.Shows {
		if shown[s.Name] {
			n.View.Show = append(n.View.Show, string(s.Name))
		}
	}
	la.ed.commit(n, "switch a layer", "", Change{What: Step})
}

// SetTruth shows or hides the data's true distribution on the picture.
func (la *Layers) SetTruth(on bool) {
	n := la.now
	n.View.Truth = on
	la.ed.commit(n, "switch a layer", "", Change{What: Step})
}

// SetKernel shows or hides the matrix of the method's kernel for the points.
func (la *Layers) SetKernel(on bool) {
	n := la.now
	n.View.Kernel = on
	la.ed.commit(n, "switch a layer", "", Change{What: Step})
}

// SetSection shows or hides the method's section on the plane of a table's rows, for which the rows may be projected
// anew.
func (la *Layers) SetSection(on bool) {
	n := la.now
	n.View.Section = on
	const what = "switch a layer"
	if n.Table == nil {
		la.ed.commit(n, what, "", Change{What: Step})
		return
	}
	n.Reshow()
	la.ed.Data.unroll(n, what, "", func() { la.SetSection(on) })
}

// SetProba shows the probability of a class as a map; doc.Unlabeled shows the regions of all classes.
func (la *Layers) SetProba(class int) {
	n := la.now
	if n.View.Proba = nil; class != doc.Unlabeled {
		n.View.Proba = &class
	}
	la.ed.commit(n, "choose a class", "", Change{What: Step})
}

// SetScores shows or hides the evaluation of a classifier's scores.
func (la *Layers) SetScores(on bool) {
	n := la.now
	if n.View.Scores = nil; on {
		n.View.Scores = &doc.Scores{Class: doc.Unlabeled}
	}
	la.ed.commit(n, "switch a layer", "", Change{What: Step})
}

// SetScored sets the class whose scores are evaluated, and removes the threshold of the former one.
func (la *Layers) SetScored(class int) {
	if la.now.View.Scores == nil {
		return
	}
	n := la.now
	n.View.Scores = &doc.Scores{Class: class}
	la.ed.commit(n, "choose a class", "", Change{What: Step})
}

// SetThreshold sets the threshold of the scores; nil = the method's. Edits with the same key in one gesture are one
// step.
func (la *Layers) SetThreshold(at *float64, key string) {
	was := la.now.View.Scores
	if was == nil || was.Threshold == nil && at == nil || was.Threshold != nil && at != nil && *was.Threshold == *at {
		return
	}
	n := la.now
	n.View.Scores = &doc.Scores{Class: was.Class}
	if at != nil {
		to := *at
		n.View.Scores.Threshold = &to
	}
	la.ed.commit(n, "set the threshold", key, Change{What: Step})
}

// HasTruth reports whether the data have a random recipe whose truth a picture can show, or the document asks for it
// anyway.
func (la *Layers) HasTruth() bool {
	if la.info == nil || !la.task.Supervised() {
		return false
	}
	drawn := func(in *method.Dataset) bool { return in != nil && !in.Fixed }
	switch n := &la.now; {
	case n.View.Truth:
		return true
	case n.Dataset != nil:
		return drawn(la.ed.Catalogue.Dataset(n.Dataset.Name))
	case n.Table != nil && la.task == method.Classify:
		return drawn(la.ed.Catalogue.Table(n.Table.Name))
	}
	return false
}
