// Package frame handles the page when it is embedded in a frame of another site: the controls beside its plane, and the
// messages to and from the page around it.
//
// options.go reads the options in the frame's address, lock.go what the user may not change there, and messages.go
// handles the messages. web/embed.html shows all of it.
package frame

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Options are the options in a frame's address: ?embed=1&controls=k,C&title=1.
type Options struct {
	Controls []string // parameters and layers, in the order in which they are shown
	Lock     []string // controls, or Points, Method, Steps or All, that the user may not change; see Locks
	Hide     []string // names of parts that are not shown
	Title    bool
	Legend   bool
	Sweep    bool // its parameters can be swept
	Keys     bool // keys that turn slides are passed on to the page around; see Conversation.Key
	// Origins are the origins of pages that may exchange messages with the frame, if it is Restricted.
	Origins    []string
	Restricted bool
}

// Allows reports whether pages of an origin may exchange messages with the frame.
func (o Options) Allows(origin string) bool {
	return !o.Restricted || slices.Contains(o.Origins, origin)
}

const (
	maxControls = 20
	maxName     = 100
)

// parts are the parts of a frame that can be hidden, each with a class in web/app.css: the bar of the steps, the curves
// in it, the classes of new points, the readout at the pointer, the link to the playground.
var parts = []string{"player", "curves", "classes", "readout", "open"}

// Read reads the options of an address; wrong lists the invalid ones.
func Read(q url.Values) (o Options, wrong []string) {
	names := func(option string) (list []string) {
		for _, text := range q[option] {
			for _, name := range strings.Split(text, ",") {
				if name = strings.TrimSpace(name); name == "" || slices.Contains(list, name) {
					continue
				}
				if len(name) > maxName || len(list) == maxControls {
					wrong = append(wrong, words.Text("%s: at most 20 names of at most 100 characters", option))
					break
				}
				list = append(list, name)
			}
		}
		return list
	}
	o.Controls, o.Lock, o.Hide = names("controls"), names("lock"), names("hide")
	o.Hide = slices.DeleteFunc(o.Hide, func(name string) bool {
		if slices.Contains(parts, name) {
			return false
		}
		wrong = append(wrong, words.Text("hide: must be among %s; got %s", strings.Join(parts, ", "), quote(name)))
		return true
	})
	on := func(name string) bool { return q.Has(name) && q.Get(name) != "0" }
	o.Title, o.Legend, o.Sweep, o.Keys = on("title"), on("legend"), on("sweep"), on("keys")
	for _, list := range q["origin"] {
		for _, text := range strings.Split(list, ",") {
			if text = strings.TrimSpace(text); text == "" {
				continue
			}
			o.Restricted = true // also by an invalid origin: no page rather than every page
			origin, ok := originOf(text)
			if !ok {
				wrong = append(wrong, words.Text("origin: must be like https://course.example; got %s", quote(text)))
			} else if !slices.Contains(o.Origins, origin) {
				o.Origins = append(o.Origins, origin)
			}
		}
	}
	return o, wrong
}

// originOf normalises an origin as browsers write it: no path, no default port.
func originOf(text string) (string, bool) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil ||
		strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
		return "", false
	}
	host := strings.ToLower(u.Host)
	host = strings.TrimSuffix(host, map[string]string{"http": ":80", "https": ":443"}[u.Scheme])
	return u.Scheme + "://" + host, true
}

// Control is a control of the frame: a parameter, a layer's switch, or HoldOut, which is the only one without a
// declaration.
type Control struct {
	Param *method.Param
	Show  *method.Show
	// Of names the method to which the parameter belongs, for a method in a list of methods: "member 2". The control's
	// name is then its path (method.PathTo).
	Of string
}

// HoldOut is the name in an address of the control that makes clicks hold points out.
const HoldOut = "hold_out"

// Holds reports whether the control is HoldOut.
func (c Control) Holds() bool { return c == Control{} }

// Name returns the control's name in an address.
func (c Control) Name() string {
	switch {
	case c.Param != nil:
		return c.Param.Name
	case c.Holds():
		return HoldOut
	}
	return string(c.Show.Name)
}

// Label returns the control's label on the page.
func (c Control) Label() string {
	switch {
	case c.Of != "":
		return c.Of + ": " + c.Param.Label
	case c.Param != nil:
		return c.Param.Label
	case c.Holds():
		return "Hold out"
	}
	return c.Show.Label
}

// all returns all controls that a method can have. If a parameter and a layer have the same name, it returns the
// parameter.
func all(in *method.Info) (list []Control) {
	for i := range in.Params {
		list = append(list, Control{Param: &in.Params[i]})
	}
	for i := range in.Shows {
		if s := &in.Shows[i]; in.Param(string(s.Name)) == nil {
			list = append(list, Control{Show: s})
		}
	}
	if in.Task.Supervised() {
		list = append(list, Control{})
	}
	return list
}

// Available returns the controls that a method has with its present parameters. A list of methods is followed by the
// parameters of each.
func Available(in *method.Info, params map[string]any) (list []Control) {
	for _, c := range all(in) {
		list = append(list, c)
		if c.Param == nil || !method.Is[method.Estimators](c.Param.Kind) {
			continue
		}
		for i := range method.EstimatorsIn(c.Param, params) {
			of := c.Param.List().Entry
			if !c.Param.One() {
				of += " " + strconv.Itoa(i+1)
			}
			for _, p := range in.Inner(c.Param, i, params) {
				list = append(list, Control{Param: p, Of: of})
			}
		}
	}
	return slices.DeleteFunc(list, func(c Control) bool {
		switch {
		case c.Of != "":
			return false // only those that apply
		case c.Param != nil:
			return !in.Applies(c.Param.When, params)
		case c.Holds():
			return false
		}
		return !in.Applies(c.Show.When, params)
	})
}

// Chosen returns the controls that the address asks for and that apply now. They can be given by name or by label (k
// for n_neighbors). unknown are names, in the list or among the locked ones, that the method never has.
func (o Options) Chosen(in *method.Info, params map[string]any) (list []Control, unknown []string) {
	now, ever := Available(in, params), all(in)
	for _, name := range o.Controls {
		c, ok := find(ever, name)
		if ok {
			name = c.Name()
		}
		if c, is := find(now, name); is {
			if !slices.Contains(list, c) {
				list = append(list, c)
			}
		} else if !ok && !within(in, name) {
			unknown = append(unknown, name)
		}
	}
	for _, name := range o.Lock {
		_, ok := named(in, params, name)
		if !ok && !within(in, name) && !slices.Contains(whole, name) && !slices.Contains(unknown, name) {
			unknown = append(unknown, name)
		}
	}
	return list, unknown
}

// within reports whether a name is the path of a parameter in one of the method's lists of methods, even of a method
// that is not chosen now.
func within(in *method.Info, name string) bool {
	of, i, ok := method.Within(name)
	p := in.Param(of)
	if !ok || p == nil || !method.Is[method.Estimators](p.Kind) || i >= p.List().MaxLen ||
		!strings.HasPrefix(name, p.PathTo(i)) {
		return false
	}
	return slices.ContainsFunc(p.Of(), func(m method.Method) bool { return m.Param(method.NameOf(name)) != nil })
}

func find(list []Control, name string) (Control, bool) {
	i := slices.IndexFunc(list, func(c Control) bool { return c.Name() == name })
	if i < 0 {
		i = slices.IndexFunc(list, func(c Control) bool { return strings.EqualFold(c.Label(), name) })
	}
	if i < 0 {
		was := former[strings.ToLower(name)]
		i = slices.IndexFunc(list, func(c Control) bool { return c.Name() == was })
	}
	if i < 0 {
		return Control{}, false
	}
	return list[i], true
}

// former maps former labels of controls to the names of their parameters or layers, so that old addresses are still
// understood. An entry is added when a label is changed, and none is ever removed.
var former = map[string]string{
	"batch":                         "batch_size",
	"clusters":                      "n_clusters",
	"distance":                      "metric",
	"exponential loss of the round": "loss",
	"fitted curve":                  "mean",
	"importance":                    "importance",
	"inertia and silhouette over k": "elbow",
	"its code":                      "code",
	"learning rate":                 "learning_rate",
	"levels":                        "levels",
	"lines of equal value":          "isolines",
	"neighbours":                    "n_neighbors",
	"nesterov's":                    "nesterovs_momentum",
	"of each layer":                 "activations",
	"on the stage":                  "representation",
	"point that is watched":         "sample",
	"price of sizes λ":              "l1",
	"probabilities":                 "levels",
	"sweeps at most":                "max_iter",
	"path to the centroid":          "centroids",
	"ways":                          "ways",
	"paths of the points":           "ways",
	"distances to the flats":        "members",
	"α":                             "alpha",
	"ε tube":                        "tube",
	"λ":                             "alpha",
}

// Unknown returns the message that a method has no such controls, "" if names is empty.
func Unknown(in *method.Info, names []string) string {
	if len(names) == 0 {
		return ""
	}
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = quote(n)
	}
	return words.Text("%s has no control %s.", in.Name, strings.Join(quoted, ", "))
}

func quote(s string) string {
	if r := []rune(s); len(r) > 40 {
		s = string(r[:39]) + "…"
	}
	return "“" + s + "”"
}
