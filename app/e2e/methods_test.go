package e2e

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"pointscape/engine/catalog"
	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
)

// taught lists methods that must be in the picker, and whether they have steps.
var taught = map[string]bool{
	"lda": false, "qda": false, "naive_bayes": false, "fisher": false,
	"logistic": true, "perceptron": true, "kernel_perceptron": true, "linear": true, "svm_primal": true,
	"least_squares": false, "ridge": false, "lasso": true, "kernel_ridge": false, "svr": false, "knn_regression": false,
	"bayesian_linear": false,
	"kernel_logistic": true, "kernel_knn": false, "nu_svm": false, "one_class_svm": false, "mkl": true,
	"histogram": false, "histogram_regression": false, "kernel_density": false,
	"kmeans": true, "pca": false,
	"tree": true,
}

// TestEveryMethod opens every method of the page's list, steps through every third one if it has steps, clicks, checks
// every fourth one in both themes, and changes the parameters by their controls, those of the same name usually once.
func TestEveryMethod(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, twoClasses)})
	p.WaitReady()
	p.ClickOn("#menu-method")
	p.Wait(`document.activeElement?.id === "method-search"`)
	ids := Eval[[]string](p, `[...document.querySelectorAll("#method-list [role=option]")].map(e => e.dataset.id)`)
	p.Key("Escape")
	for id := range taught {
		if !slices.Contains(ids, id) {
			t.Errorf("%s is not in the picker", id)
		}
	}
	methods := catalog.All()
	moved := map[string]bool{} // names of parameters that have been changed
	stepped := false           // one method has been stepped through completely
	for k, id := range ids {
		steps, ok := taught[id]
		i := slices.IndexFunc(methods, func(m method.Method) bool { return m.ID == id })
		if i < 0 {
			t.Errorf("the picker offers %q, which the catalogue does not know", id)
			continue
		}
		t.Run(id, func(t *testing.T) {
			all := p.t
			defer func() { p.t = all }()
			p.t = t
			m := &methods[i]
			p.Set(p.written(ordinary(t, m)))
			if p.blank() {
				t.Error("nothing is drawn")
			}
			p.complaints("its example")
			if has := p.Has("#player"); ok && has != steps {
				t.Errorf("a player: %v, want %v", has, steps)
			} else if has {
				// The tests of methods check, for each method, that a step is the same however it is reached.
				// stepThrough checks for one method, and other tests as well, that all controls lead to a step; every
				// third method is checked for showing its steps.
				switch {
				case !stepped:
					stepped = true
					p.stepThrough()
				case k%3 == 0:
					p.stepAndBack()
				}
				p.complaints("stepping")
			}
			p.clickAndLook(m)
			if k%8 < 2 || artifacts() { // the styles determine the colours of all methods in the dark theme
				p.lookAround(m, k%2 == 1) // alternately from dark to light and from light to dark
			}
			for i := range m.Params {
				// On points, and once for each name: the tests of methods check that a parameter has an effect; here
				// one control of each kind is tried, and one of each name. Parameters on which later ones depend are
				// changed with these.
				if par := &m.Params[i]; !par.OfTables() && (!moved[par.Name] || leads(m, par.Name, moved)) {
					moved[par.Name] = true
					p.change(m, par)
				}
			}
		})
	}
}

// controls lists parameters, at least one for each kind, each of a different method.
var controls = []struct{ method, param string }{
	{"gp", "alpha"}, {"knn", "n_neighbors"}, {"forest", "bootstrap"}, {"knn_regression", "weights"}, {"svm", "kernel"},
	{"sparse_coding", "dictionary"}, {"skip_gram", "query"}, {"cvt", "painting"}, {"vote", "estimators"},
	{"mlp", "features"}, {"histogram", "cell_size"},
}

// TestKindsOfControl changes a parameter of each kind by its control, as TestEveryMethod does with parameters of all
// names.
func TestKindsOfControl(t *testing.T) {
	p := Start(t, Options{Path: link(t, twoClasses)})
	p.WaitReady()
	all := catalog.All()
	kinds := map[string]bool{}
	for _, c := range controls {
		t.Run(c.method+"."+c.param, func(t *testing.T) {
			defer func(all testing.TB) { p.t = all }(p.t)
			p.t = t
			m := &all[slices.IndexFunc(all, func(m method.Method) bool { return m.ID == c.method })]
			par := m.Param(c.param)
			kinds[fmt.Sprintf("%T", par.Kind)] = true
			p.Set(p.written(ordinary(t, m)))
			if p.blank() {
				t.Error("nothing is drawn")
			}
			p.change(m, par)
		})
	}
	for _, m := range all {
		for i := range m.Params {
			if kind := fmt.Sprintf("%T", m.Params[i].Kind); !kinds[kind] {
				t.Errorf("no parameter of the kind of %s.%s (%s) is changed", m.ID, m.Params[i].Name, kind)
				kinds[kind] = true
			}
		}
	}
}

// clickAndLook adds a point to a method's example.
func (p *Page) clickAndLook(m *method.Method) {
	p.t.Helper()
	if was := p.Doc(); was.Table == nil { // a click can't add rows to a table
		n := len(was.Points)
		x, y := p.Empty()
		p.Changed(func() { p.Click(x, y) })
		d := p.Doc()
		// (One point far from the others need not change the picture.)
		if d.Method != m.ID || len(d.Points) <= n {
			p.t.Errorf("a click in %s: %d points from %d", m.ID, len(d.Points), n)
		}
	}
	p.complaints("a click")
}

// lookAround checks a method in one theme and then in the other.
func (p *Page) lookAround(m *method.Method, dark bool) {
	p.t.Helper()
	for _, on := range []bool{dark, !dark} {
		p.Dark(on)
		p.WaitReady()
		p.Screenshot(m.ID + map[bool]string{false: "-light", true: "-dark"}[on])
	}
	p.complaints("a look in the dark and in the light")
}

// blank reports whether nothing is drawn on the stage.
func (p *Page) blank() bool {
	p.t.Helper()
	return Eval[bool](p, `(() => {
		const c = [...document.querySelectorAll("#stage-picture, #stage-live")].find(c => c.checkVisibility());
		const g = new OffscreenCanvas(c.width, c.height).getContext("2d", {willReadFrequently: true});
		g.drawImage(c, 0, 0);
		return new Uint32Array(g.getImageData(0, 0, c.width, c.height).data.buffer).every(v => v === 0);
	})()`)
}

// leads reports whether the parameter name is a condition of others that have not been changed yet.
func leads(m *method.Method, name string, moved map[string]bool) bool {
	var on func(w *method.When) bool
	on = func(w *method.When) bool { return w != nil && (w.Name == name || on(w.And) || on(w.Or)) }
	return slices.ContainsFunc(m.Params, func(q method.Param) bool { return !moved[q.Name] && on(q.When) })
}

// ordinary returns a method's example at its last step, with validation points if it can monitor them.
func ordinary(t testing.TB, m *method.Method) doc.Document {
	t.Helper()
	ordinaries.Lock()
	defer ordinaries.Unlock()
	if d, ok := ordinaries.made[m.ID]; ok {
		return d
	}
	d := example(t, m)
	s := session.New(catalog.All())
	resolved, err := s.Resolve(method.Unstopped, d)
	if err != nil {
		t.Fatal(err)
	}
	f, err := s.Fit(method.Unstopped, resolved)
	if err != nil {
		t.Fatal(err)
	}
	if f.Model.Can().Stepper != nil {
		d.View.Step = nil
	}
	if m.Watches != "" {
		d.Split = doc.Split{Validate: 0.25, Seed: 1}
	}
	if ordinaries.made == nil {
		ordinaries.made = map[string]doc.Document{}
	}
	ordinaries.made[m.ID] = d
	return d
}

// ordinaries caches the results of ordinary.
var ordinaries struct {
	sync.Mutex
	made map[string]doc.Document
}

// complaints fails the test for every error message of the page.
func (p *Page) complaints(after string) {
	p.t.Helper()
	for _, s := range Eval[[]string](p,
		`[...document.querySelectorAll(".wrong, .notice.bad[role=alert], .need-hint, .toast[role=alert]")].filter(e => e.checkVisibility()).map(e => e.innerText)`) {
		p.t.Errorf("after %s the page says: %s", after, s)
	}
}

// legal returns an error if the engine refuses a document.
func legal(d doc.Document) error {
	s := session.New(catalog.All())
	d, err := s.Resolve(method.Unstopped, d)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	_, err = s.Fit(ctx, d)
	return err
}

func with(d doc.Document, name string, v any) doc.Document {
	d.Params = maps.Clone(d.Params)
	if d.Params == nil {
		d.Params = map[string]any{}
	}
	d.Params[name] = v
	return d
}

// change changes a parameter by its control, and checks the result.
func (p *Page) change(m *method.Method, par *method.Param) {
	p.t.Helper()
	d := p.Doc()
	if !m.Applies(par.When, d.Params) {
		d = p.where(m, par)
	}
	if par.Advanced && Eval[bool](p, `document.querySelector(".fold[aria-controls=advanced]").ariaExpanded === "false"`) {
		p.ClickOn(".fold[aria-controls=advanced]")
		p.Wait(`document.querySelector(".fold[aria-controls=advanced]").ariaExpanded === "true"`)
	}
	row := `[data-row="` + par.Name + `"] `
	p.Wait(`document.querySelector(` + quote(row) + `)`)
	now, set := d.Params[par.Name]
	if !set {
		now = par.Default
	}
	want := any(nil) // nil for any value that the control gives
	var act func()
	switch par.Kind.(type) {
	case method.Number, method.Integer:
		v, _ := now.(float64)
		act, want = p.slide(m, par, d, row, v)
	case method.Bool:
		b, _ := now.(bool)
		want = !b
		act = func() { p.ClickOn(row + "input[type=checkbox]") }
	case method.Choose, method.Kernel:
		s, _ := now.(string)
		act, want = p.pick(par, d, row, s)
	case method.Places:
		if par.FixedPlaces() {
			at := method.PlacesOf(now)[0]
			act = func() {
				x, y := p.At(at[0], at[1])
				p.Drag(x, y, x+20, y+20)
			}
			break
		}
		act = func() { p.ClickOn(row + `button[aria-label="Add a ` + par.Handle().Name + `"]`) }
	case method.Text:
		text := "the"
		if k := par.Kind.(method.Text); k.Like != "" {
			text = k.Like
		}
		if par.Range().Max > 100 {
			text = strings.Repeat("The cat sees the dog and the cow. ", 5)
		}
		want = text
		act = func() {
			p.Do(`(() => { const e = document.getElementById("p-` + par.Name + `"); e.value = ` + quote(text) +
				`; e.dispatchEvent(new Event("input", {bubbles: true})); })()`)
		}
	case method.Painting:
		act = func() { // a stroke across the middle
			if par.Canvas().Pad {
				text, err := doc.Encode(d)
				p.must(err)
				x, y := p.inAnyPlot(string(text), par.Name)
				p.Drag(x, y, x+20, y+20)
				return
			}
			p.ClickOn(`label[for="add-` + par.Name + `"]`)
			c := par.Canvas()
			x0, y0 := p.At(c.X+0.3*c.Size, c.Y+0.4*c.Size)
			x1, y1 := p.At(c.X+0.6*c.Size, c.Y+0.6*c.Size)
			p.Drag(x0, y0, x1, y1)
		}
	case method.Estimators:
		if par.One() { // another method
			other := par.Choices()[0].Value
			if e := method.EstimatorsOf(now); len(e) == 1 && e[0].Method == other {
				other = par.Choices()[1].Value
			}
			act = func() {
				p.Do(`(() => { const s = document.querySelector("#m-` + par.Name + `-0"); s.value = "` + other +
					`"; s.dispatchEvent(new Event("change", {bubbles: true})); })()`)
			}
			break
		}
		act = func() { p.ClickOn(`.button.small[data-param="` + par.Name + `"]`) } // another estimator
	case method.Options:
		if par.Distinct() {
			act = func() { p.ClickOn(row + "input:enabled + label") } // add or remove one
			break
		}
		act = func() {
			p.Do(`(() => { const s = document.querySelector("#o-` + par.Name +
				`-0"); s.selectedIndex = (s.selectedIndex + 1) % s.length; s.dispatchEvent(new Event("change", {bubbles: true})); })()`)
		}
	case method.Numbers:
		if par.Taken() != "" {
			act = func() { p.ClickNamed(row+"button", "Use current ones") } // take those of the model
			break
		}
		text := ""
		for n := 1; n <= 8 && want == nil; n++ {
			for _, v := range []float64{0.25, 1, 0.5, 0.1, 5} {
				list := slices.Repeat([]float64{v}, n)
				if par.Name == "priors" {
					list = slices.Repeat([]float64{1 / float64(n)}, n)
					if n > 1 {
						list[0], list[1] = 0.5/float64(n), 1.5/float64(n)
					}
				}
				if old, ok := now.([]float64); ok && len(old) == n && old[0] == v {
					continue
				}
				if legal(with(d, par.Name, list)) == nil {
					want, text = true, spaced(list)
					break
				}
			}
		}
		if want != nil {
			want = nil
			act = func() { p.Fill(row+"input", text) }
		}
	}
	if act == nil {
		if d.Method == m.ID && fmt.Sprint(d.Params) != fmt.Sprint(example(p.t, m).Params) {
			// Earlier changes may prevent it.
			p.where(m, par)
			p.change(m, par)
			return
		}
		p.t.Errorf("found no other legal value of %s = %v", par.Name, now)
		return
	}
	p.Changed(act)
	got := p.Doc().Params[par.Name]
	if want != nil && got != want {
		p.t.Errorf("%s is %v, want %v", par.Name, got, want)
	}
	if fmt.Sprint(got) == fmt.Sprint(now) || got == nil && set == false && want == nil {
		p.t.Errorf("%s is still %v", par.Name, now)
	}
	if p.blank() {
		p.t.Errorf("nothing is drawn with %s = %v", par.Name, got)
	}
	p.complaints(fmt.Sprintf("%s = %v", par.Name, got))
}

func example(t testing.TB, m *method.Method) doc.Document {
	t.Helper()
	d, err := doc.Decode([]byte(m.Example))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// where opens the example with other parameters changed so that a parameter applies, and returns the page's document.
func (p *Page) where(m *method.Method, par *method.Param) doc.Document {
	p.t.Helper()
	d := ordinary(p.t, m)
	for !m.Applies(par.When, d.Params) {
		w := unmet(m, par.When, d.Params)
		before := d
		values := w.In
		if w.Not {
			values = others(m.Param(w.Name), w.In)
		}
		for _, v := range values {
			var to any = v
			switch m.Param(w.Name).Kind.(type) {
			case method.Bool:
				to = v == "true"
			case method.Numbers: // v is "", which stands for an empty list
				to = []float64{}
			}
			e := with(before, w.Name, to)
			if task := m.TaskOf(e.Params); task != m.TaskOf(before.Params) {
				i := slices.IndexFunc(dataset.All(), func(in method.Dataset) bool { return in.Task == task })
				e.Dataset, e.Points, e.View = &doc.Dataset{Name: dataset.All()[i].Name, N: 60, Seed: 1}, nil, doc.View{}
			}
			if legal(e) == nil {
				d = e
				break
			}
		}
		if fmt.Sprint(before.Params) == fmt.Sprint(d.Params) {
			p.t.Fatalf("found no document in which %s counts", par.Name)
		}
	}
	b, err := doc.Encode(d)
	if err != nil {
		p.t.Fatal(err)
	}
	p.Set(string(b))
	return p.Doc()
}

// others returns the choices of a parameter other than the given ones; none if it has no choices.
func others(par *method.Param, not []string) (list []string) {
	if c, ok := par.Kind.(method.Choose); ok {
		for _, o := range c.Choices {
			if !slices.Contains(not, o.Value) {
				list = append(list, o.Value)
			}
		}
	}
	return list
}

// unmet returns an unmet condition that must be met first: w itself, one that w is combined with by And, or one of the
// parameter that such a condition is about. It contains neither And nor Or, and its own parameter applies.
func unmet(m *method.Method, w *method.When, params map[string]any) *method.When {
	for {
		alone := &method.When{Name: w.Name, In: w.In, Not: w.Not}
		switch of := m.Param(w.Name).When; {
		case !m.Applies(of, params):
			w = of
		case m.Applies(alone, params) && w.And != nil:
			w = w.And
		default:
			return alone
		}
	}
}

func spaced(list []float64) string {
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = strconv.FormatFloat(v, 'g', 6, 64)
	}
	return strings.Join(words, ", ")
}

// slide returns an action that changes a number, and the value that it leads to (nil: any other). The action moves the
// slider by a key if it has room, or else types a legal number. It is nil if no such number is found.
func (p *Page) slide(m *method.Method, par *method.Param, d doc.Document, row string, now float64) (act func(),
	want any) {
	p.t.Helper()
	if p.Has(row + "select") { // its values have names
		return func() {
			p.Do(`document.querySelector(` + quote(row+"select") + `).focus()`)
			p.Key("End")
		}, nil
	}
	field := row + "input[type=text]"
	for _, v := range []float64{math.Round(now/2*1e6) / 1e6, 2 * now, now + 1, now - 1, 1, 0.5, 2} {
		if method.Is[method.Integer](par.Kind) {
			v = math.Round(v)
		}
		if w, err := par.Check(v); err == nil && w != now && legal(with(d, par.Name, v)) == nil {
			if v < now && p.Has(row+"input[type=range]") && method.Is[method.Number](par.Kind) &&
				Eval[bool](p, `(e => +e.value > +e.min + (e.max - e.min) / 5)(document.querySelector(`+
					quote(row+"input[type=range]")+`))`) {
				return func() {
					p.Do(`document.querySelector(` + quote(row+"input[type=range]") + `).focus()`)
					p.Key("PageDown")
				}, nil
			}
			return func() { p.Fill(field, strconv.FormatFloat(v, 'g', -1, 64)) }, v
		}
	}
	return nil, nil
}

// pick returns an action that chooses the next legal value after now, and that value; nil if there is none. The action
// clicks in a row of buttons, and uses keys in a list.
func (p *Page) pick(par *method.Param, d doc.Document, row, now string) (act func(), want any) {
	p.t.Helper()
	at := slices.IndexFunc(par.Choices(), func(c method.Choice) bool { return c.Value == now })
	for k := 1; k <= len(par.Choices()); k++ {
		i := (at + k) % len(par.Choices())
		c := par.Choices()[i]
		// A choice that interprets points differently brings its own points.
		if i == at || c.Task == "" && legal(with(d, par.Name, c.Value)) != nil {
			continue
		}
		if p.Has(row + ".segments") {
			return func() { p.ClickOn(row + `label[for="p-` + par.Name + `-` + strconv.Itoa(i) + `"]`) }, c.Value
		}
		return func() {
			p.Do(`document.querySelector(` + quote(row+"select") + `).focus()`)
			if at < 0 {
				p.Key("Home")
				at = 0
			}
			for ; at < i; at++ {
				p.Key("ArrowDown")
			}
			for ; at > i; at-- {
				p.Key("ArrowUp")
			}
			p.Wait(`pointscape.get().params[` + quote(par.Name) + `] === ` + quote(c.Value))
		}, c.Value
	}
	return nil, nil
}
