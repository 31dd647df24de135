package ui

import (
	"math"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/study"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Remarks are notes on the method: what was done to its parameters for the data, and what is wrong with its fit. Most
// have a button that solves the problem. They are below the parameters, so that they never move a slider that is being
// dragged.
type Remarks struct {
	app.Compo
	core *Core
	said string // texts shown, see allSaid
}

// remark is one of the Remarks; do is the action of its button, nil = it has none.
type remark struct {
	says, label string
	do          func()
}

func (r *Remarks) reads() any {
	said := r.said
	if !r.core.interaction.Busy() { // notes do not change during a drag
		said = allSaid(r.core.mender.remarks())
	}
	return struct {
		version int
		said    string
	}{r.core.page.version(theDocument | theFault | theCourse), said}
}

func (r *Remarks) Render() app.UI {
	list := r.core.mender.remarks()
	r.said = allSaid(list)
	r.core.page.rendering(r)
	if len(list) == 0 {
		return box("div.remarks hidden")
	}
	var rows nodes
	for i, x := range list {
		row := nodes{box("p", sentence(x.says))}
		if x.do != nil {
			row.add(click(el("button.button.small type=button data-remark=$|$", strconv.Itoa(i), x.label), r.onMend))
		}
		rows.add(box("div.remark", row...))
	}
	return box("div.remarks role=status", rows...)
}

func (r *Remarks) onMend(ctx app.Context, _ app.Event) {
	i, err := strconv.Atoi(data(ctx, "remark"))
	if list := r.core.mender.remarks(); err == nil && i < len(list) && list[i].do != nil {
		list[i].do()
	}
}

// allSaid joins all texts of a list, to find out whether other notes must be shown.
func allSaid(list []remark) (text string) {
	for _, x := range list {
		text += x.says + "\n" + x.label + "\n"
	}
	return text
}

// mender finds the remarks on the present document and fit.
type mender struct {
	*Core
}

// farOff is the factor between a length and the suitable one above which a remark is made. Support vectors are remarked
// on if there are at least manyPoints training points and at least the share nearlyAll of them are support vectors.
const (
	farOff     = 7.0
	manyPoints = 10
	nearlyAll  = 0.95
)

// remarks returns the remarks on the present document and fit; none in a presentation.
func (k *mender) remarks() (list []remark) {
	if k.editor.Info() == nil || k.present.On() {
		return nil
	}
	for _, f := range k.editor.Units.Fittings() {
		say := func(v any) string {
			if v == nil {
				v = f.Param.Default
			}
			return f.Param.Say(v)
		}
		list = append(list, remark{words.Text("%s was set to %s to fit the units of your data.", f.Param.Label, say(f.To)),
			words.Text("Back to %s", say(f.Was)), func() { k.params.set(f.Param.Name, f.Was, "") },
		})
	}
	now := k.editor.Now()
	if less, more, times, ok := k.editor.Info().Uneven(&now); ok {
		list = append(list, remark{says: words.Text("%s varies %s times less than %s, so distances hardly depend on it.",
			less, words.Number(math.Round(times)), more)})
	}
	misfits := k.editor.Units.Misfits(farOff)
	use := func(says string, m method.Misfit) {
		list = append(list, remark{says, words.Text("Use %s = %s", m.Param.Label, m.Param.Say(m.Suit)),
			func() { k.params.set(m.Param.Name, m.Suit, "") }})
	}
	if p := k.client.Picture(); p != nil && k.client.Fault() == nil {
		vectors := k.vectors(p.Facts)
		switch n := k.trained(); {
		case vectors > 0 && n >= manyPoints && float64(vectors) >= nearlyAll*float64(n):
			m, ok := k.editor.Units.Width()
			switch now, _ := m.Value.(float64); {
			case ok && now > m.Suit.(float64):
				use(words.Text("%s of %s are support vectors: the model memorises them.", strconv.Itoa(vectors), words.Count(n,
					"point")), m)
				misfits = nil
			case ok && 5*now < m.Suit.(float64):
				use(words.Text("%s of %s are support vectors: the kernel is too wide to distinguish them.",
					strconv.Itoa(vectors), words.Count(n, "point")), m)
				misfits = nil
			default:
				if c, low := k.editor.Params.Below("C"); low {
					use(words.Text("%s of %s are support vectors: nearly all lie inside the margin.", strconv.Itoa(vectors),
						words.Count(n, "point")), c)
				}
			}
		case p.Same && !k.editor.View.ShowsAll():
			list = append(list, remark{"The prediction is the same nearly everywhere in this view.", "Show all points",
				k.host.showAll})
		case p.Same && len(misfits) > 0:
			use("The prediction is the same nearly everywhere in this view.", misfits[0])
			misfits = misfits[1:]
		}
	}
	for _, m := range misfits {
		use(words.Text("%s = %s does not suit the scale of these points.", m.Param.Label, m.Param.Say(m.Value)), m)
	}
	return list
}

// vectors returns the number of support vectors of a classifier, 0 if it has none.
func (k *mender) vectors(facts []method.Fact) int {
	if k.editor.Task() != method.Classify {
		return 0
	}
	for i := range facts {
		if x := &facts[i]; x.Name == "n_support" {
			if n, ok := x.Value.(float64); ok {
				return int(n)
			}
			n, _ := x.Value.(int)
			return n
		}
	}
	return 0
}

// trained returns the number of points that the model is fitted to.
func (k *mender) trained() int {
	return study.Trained(k.editor.Now().Points, k.editor.Task(), k.editor.Split.Roles())
}
