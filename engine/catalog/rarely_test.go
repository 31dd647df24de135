package catalog

import (
	"slices"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

// Sentences for cases that no example, lesson or choice has.
func TestRareSentences(t *testing.T) {
	t.Parallel()
	for _, c := range [...]struct{ document, want string }{
		{`{"method":"constrained","params":{"g1_at":[[0.5,0.5],[0.5,0.5]]}}`,
			"Both handles of constraint 1 coincide: drag one of them away."},
		{`{"method":"constrained","params":{"chord":true,"chord_at":[[0.5,0.5],[0.5,0.5]]}}`,
			"Both ends coincide"},
		{`{"method":"constrained","params":{"f":"expression","f_text":"log(x)","chord":true,"chord_at":[[-1,0],[1,0]]},` +
			`"points":[[-0.5,0.2]]}`, "f has no finite value at an end of the chord"},
		{`{"method":"constrained","params":{"f":"expression","f_text":"log(x) + y"},"points":[[-0.5,0.2]]}`,
			"f has no value here"},
		{`{"method":"dictionary","params":{"dict_init":"given","starts":[]},"points":[[0,1],[1,0],[2,2]]}`,
			"Set clicks to add starting atoms, then click to place them."},
		{`{"method":"dictionary","params":{"dict_init":"given","starts":[[1,1],[2,0]]},"points":[[0,1],[1,0],[2,2]]}`,
			"Starting atom 1 lies at the points' mean, so it has no direction: move it."},
		{`{"method":"dictionary","params":{"dict_init":"given","center":false,"starts":[[1,1],[0,0]]},` +
			`"points":[[0,1],[1,0],[2,2]]}`, "Starting atom 2 lies at the origin, so it has no direction: move it."},
		{`{"method":"sparse_coding","params":{"dictionary":[]},"points":[[0,1]]}`, "Set clicks to add atoms"},
		{`{"method":"sparse_coding","params":{"dictionary":[[1,1],[1e-9,0]]},"points":[[0,1]]}`,
			"is far shorter than the others: move it away from the origin."},
		{`{"method":"gmm","params":{"init_params":"given","means_init":[]},"points":[[0,1],[1,0],[2,2]]}`,
			"Set clicks to add starting means, then click to place them."},
		{`{"method":"gmm","params":{"n_components":5},"table":{"data":{"columns":["a","b","c"],"rows":[[1,2,3],[2,1,4]]}}}`,
			"5 components need at least 5 rows, and there are 2: choose fewer components."},
		{`{"method":"forest_regression","points":[[0,1],[1,0],[2,2]],"view":{"step":0}}`,
			"(no tree yet: the mean of all points)"},
		{`{"method":"forest","points":[[0,1,0],[1,0,1],[2,2,1]],"view":{"step":0}}`, "(no tree yet)"},
		{`{"method":"kmeans","params":{"n_clusters":3,"init":"farthest"},"points":[[0,0],[0,0],[1,1],[1,1]],` +
			`"view":{"step":3}}`, "there already is a centre at every point"},
		{`{"method":"agglomerative","params":{"linkage":"complete"},"points":[[0,0],[0,1],[3,0],[5,1]],"view":{"step":2}}`,
			"between their farthest points"},
		{`{"method":"agglomerative","dataset":{"name":"moons","n":1000}}`, "merges of 999"},
		{`{"method":"kmeans","params":{"init":"given","starts":[]},"table":{"name":"iris"}}`,
			"Choose how the centres start: no position is given."},
		{`{"method":"gmm","params":{"init_params":"given","means_init":[]},"table":{"name":"iris"}}`,
			"Choose how the components start: no position is given."},
		{`{"method":"dictionary","params":{"dict_init":"given","starts":[]},"table":{"name":"iris"}}`,
			"Choose how the atoms start: no position is given."},
		{`{"method":"skip_gram","params":{"query":"zebra"},"view":{"show":["nearest"]}}`, "no word: zebra"},
		{`{"method":"kernel_density","params":{"bandwidth_rule":"cross_validation"},"dataset":{"name":"moons","n":1600}}`,
			"Cross-validation compares all pairs of points, at most 1500"},
		{`{"method":"bagging","params":{"n_estimators":1,"bootstrap":false},"dataset":{"name":"moons","n":20}}`,
			"drawn without replacement."},
		{`{"method":"bagging","dataset":{"name":"moons","n":20},"view":{"step":0,"show":["errors"]}}`,
			"No member has an error yet."},
		{`{"method":"backpropagation","params":{"loss":"squared_error"},"dataset":{"name":"moons","n":6},"view":{"step":5}}`,
			"and the loss is L ="},
		{`{"method":"neuron","params":{"learning_rate":1000,"activation":"identity"},"dataset":{"name":"moons","n":20},` +
			`"view":{"step":400}}`, "the weights diverged"},
		{`{"method":"autoencoder","params":{"learning_rate_init":10,"solver":"sgd"},"table":{"name":"iris"},` +
			`"view":{"step":50}}`, "the weights diverged. The network before this epoch is shown."},
	} {
		list := said(t, c.document)
		if !slices.ContainsFunc(list, func(s string) bool { return strings.Contains(s, c.want) }) {
			t.Errorf("%s: nothing says %q, but\n%s", c.document, c.want, strings.Join(list, "\n"))
		}
	}
}

// said returns all that is said of a document: an error, or its status, the texts of its picture and panels, and the
// readouts of points and shapes.
func said(t *testing.T, text string) (list []string) {
	t.Helper()
	d, err := doc.Decode([]byte(text))
	if err != nil {
		t.Fatal(text, err)
	}
	s := still()
	if err := refused(t, s, d); err != nil {
		return []string{err.Error()}
	}
	d, f := fitted(t, s, d)
	req := session.Request{Doc: d, View: session.Viewport(d, f.Task, 400, 300, 1), Fine: true,
		Panels: session.AllPanels(f, 400, 300)}
	last := drawnFor(t, s, f, req)
	list = append(list, f.Status().Sentence, last.Info.Alt)
	see := func(layers []picture.Layer) {
		for _, l := range layers {
			switch l := l.(type) {
			case *picture.Label:
				list = append(list, l.Text)
			case *picture.Path:
				list = append(list, l.Says)
			}
		}
	}
	tell := func(e method.Explanation) {
		list = append(append(list, e.Answer), e.Lines...)
		see(e.Layers)
	}
	for _, p := range append(last.Panels, last.Picture) {
		list = append(list, p.Alt)
		see(p.Layers)
		for _, spot := range p.Spots() {
			key := spot.Key
			if spot.Kind == picture.Cells {
				key = picture.CellKey(key, 0, 0)
			}
			e, _, _, _ := f.Tell(key, req.View)
			tell(e)
		}
	}
	for i, p := range d.Points {
		e, _ := f.ExplainRow(i, []float64{p.X, p.Y}, req.View)
		tell(e)
	}
	return list
}
