// Package ensemble implements methods made of other methods: votes of classifiers, and bags, which average one method
// fitted to many samples.
package ensemble

import (
	_ "embed"
	"errors"
	"slices"
	"strconv"
	"sync"

	"pointscape/engine/classify"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

const (
	hard = "hard"
	soft = "soft"
	// base is the switch of the members' boundaries, disputed that of the hatching where they disagree, compared that
	// of the panel of errors.
	base, disputed, compared = "members", "disagreement", "errors"
	// grownFor is the number of steps that a member without a last step grows, the default max_iter of scikit-learn's
	// networks.
	grownFor = 200
)

//go:embed vote.jsonl
var voteExamples string

// Vote returns the method of voting classifiers, id "vote". Its members can be any classifiers in among, except those
// that take no points and those with a parameter that changes the task.
func Vote(among []method.Method) method.Method {
	list := slices.DeleteFunc(slices.Clone(among), func(m method.Method) bool {
		return m.Task != method.Classify || !m.TakesPoints() || slices.ContainsFunc(m.Params, func(p method.Param) bool {
			return slices.ContainsFunc(p.Choices(), func(c method.Choice) bool { return c.Task != "" })
		})
	})
	return method.Method{
		Info: method.Info{
			ID:     "vote",
			Name:   "Vote",
			Family: "Ensembles",
			Task:   method.Classify,
			Takes:  method.Takes{Wide: true},
			Aliases: []string{"VotingClassifier", "Majority vote", "Ensemble", "Committee", "Soft voting", "Vote majoritaire",
				"Comité"},
			Summary: "Combines several classifiers and predicts the majority of their votes. If their errors differ, the " +
				"vote can have a smaller error than each of them.",
			Formula: "ŷ(x) = argmax_c Σₘ wₘ [hₘ(x) = c]",
			Source: "Hansen, Salamon, IEEE Trans. Pattern Anal. Mach. Intell. 12, 1990; Kittler, Hatef, Duin, Matas, IEEE " +
				"Trans. Pattern Anal. Mach. Intell. 20, 1998 (soft votes)",
			Seen: "Members of any methods: their boundaries overlaid, their votes, where they disagree.",
			Params: []method.Param{
				method.Param{Name: "estimators", Kind: method.Estimators{List: method.List{MinLen: 1, MaxLen: picture.Things,
					Entry: "member"}}, Label: "Members",
					Default: []doc.Estimator{{Method: "logistic"}, {Method: "knn"}, {Method: "tree"}},
					Help: "The classifiers that vote, each with its own parameters; all learn from the same points (networks " +
						"200 epochs)"}.Among(list),
				{Name: "voting", Label: "Voting", Default: hard, Help: "Output of each member",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: hard, Label: "Hard", Help: "Each member votes for a class; the majority wins, in a tie the lowest class"},
						{Value: soft, Label: "Soft", Help: "Each member gives probabilities; the class with the largest mean wins, in " +
							"a tie the lowest"},
					}}},
				method.InputsParam("Tables only: which columns the members learn from",
					"Members that can use all columns; a plot shows their errors"),
				{Name: "weights", Label: "Weights", Kind: method.Numbers{Range: method.Range{Min: 0, Max: 1000},
					List: method.List{MaxLen: picture.Things, Per: "estimators"}}, Default: []float64{},
					Help: "Weight of each member, in their order; 1 by default"},
			},
			Shows: []method.Show{
				{Name: method.Regions, Label: "Regions", On: true, Where: method.OnlyPoints, Help: "Classes mixed by their " +
					"shares of the vote: clear where all members agree"},
				{Name: method.Boundary, Label: "Boundary of the vote", On: true, Where: method.OnlyPoints,
					Help: "Where the predicted class of the vote changes"},
				{Name: base, Label: "Boundaries of the members", On: true, Where: method.OnlyPoints,
					Help: "Where the prediction of each member changes"},
				{Name: disputed, Label: "Disagreement", Help: "Hatched where the members disagree; for tables, rings " +
					"round such rows"},
				{Name: compared, Label: "Errors of members and vote", On: true, Help: "A plot: the error of each member and " +
					"of the vote"},
			},
			// In the second lesson, the poor classifier (lda) with weight 1.5 decides only where the two good ones differ; with
			// a weight above 2, it decides alone.
			Examples: method.ExamplesIn(voteExamples),
		},
		Random: true,
		Check:  check,
		Python: votePython,
		Fit:    fit,
	}
}

// check refuses more weights than members, and weights that are all 0.
func check(v method.Values) error {
	list, n := v.Floats("weights"), len(v.Chosen("estimators"))
	if len(list) > n {
		return doc.Errorf("params.weights", words.Text("no more numbers than there are members, which is %s",
			strconv.Itoa(n)), len(list))
	}
	if len(list) == n && !slices.ContainsFunc(list, func(w float64) bool { return w > 0 }) {
		return doc.Errorf("params.weights", "numbers, at least one of them greater than 0", list)
	}
	return nil
}

// member is a fitted member of a vote.
type member struct {
	of      method.Chosen
	model   method.Model
	can     method.Capabilities // of model
	proba   method.PointScorer  // nil if it gives no probabilities
	answers []uint8             // class index at each point of the problem
	look    *picture.Raster     // raster of one node, with the kind and planes of its rasters; nil if none is drawn
}

// vote is a fitted vote.
type vote struct {
	p       *method.Problem
	members []*member
	weights []float64 // weight of each member
	total   float64
	soft    bool
	answers []uint8 // class index at each point of the problem

	mu   sync.Mutex
	held [][]float64 // see errors; nil = not computed yet
}

func (m *vote) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: m, PointScorer: m, Proba: m.Proba},
		Drawing: method.Drawing{ScoreRaster: m.ScoreRaster, Layers: m.Layers, SpaceLayers: m.SpaceLayers,
			PartSays: m.PartSays, Panels: m.Panels, Cuts: m.Cuts},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula, Assess: m.Assess},
		Pointer: method.Pointer{Tell: m.Tell},
	}
}

func fit(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	if p.N == 0 {
		return nil, &method.Need{Sentence: "Add points of two classes."}
	}
	chosen := v.Chosen("estimators")
	m := &vote{p: p, soft: v.String("voting") == soft, members: make([]*member, len(chosen)),
		weights: make([]float64, len(chosen))}
	before, _ := prev.(*vote)
	same := before != nil && before.p.Same(p)
	given := v.Floats("weights")
	n := float64(len(chosen))
	for i, c := range chosen {
		m.weights[i] = 1
		if i < len(given) {
			m.weights[i] = given[i]
		}
		m.total += m.weights[i]
		if same {
			if at := slices.IndexFunc(before.members, func(o *member) bool { return o.of.Equal(c) }); at >= 0 {
				m.members[i] = before.members[at] // unchanged members are not fitted again
			}
		}
		if m.members[i] == nil {
			var warm method.Model
			if before != nil && i < len(before.members) && before.members[i].of.Method.ID == c.Method.ID {
				warm = before.members[i].model
			}
			one, err := join(method.Stretch(job, float64(i)/n, float64(i+1)/n), p, c, warm)
			if err != nil {
				return nil, told(err, i, c)
			}
			m.members[i] = one
		}
		if m.soft && m.members[i].proba == nil {
			return nil, &method.Need{Sentence: words.Text("%s, gives no probabilities here, so a soft vote can't count "+
				"it: choose another method for it, or a hard vote.", words.Capital(numbered(i, c)))}
		}
	}
	var err error
	m.answers, err = classes(job, m, p)
	return m, err
}

// join fits a member.
func join(job method.Job, p *method.Problem, c method.Chosen, warm method.Model) (*member, error) {
	if n, limit := p.N, c.Method.Limit(); n > limit {
		return nil, doc.Errorf("points", words.Text("at most %s", strconv.Itoa(limit)), n)
	}
	own := *p
	own.Held = nil // fits must not depend on held-out points; a reused member would also keep them in memory
	p = &own
	model, err := c.Method.Fit(job, p, c.Values, warm)
	if err == nil {
		model, err = method.Whole(job, model, grownFor)
	}
	if err != nil {
		return nil, err
	}
	m := &member{of: c, model: model, can: *model.Can()}
	if m.can.Predictor == nil {
		return nil, errors.New("there is no prediction")
	}
	if m.can.ProbaAt() != method.NoProba {
		m.proba = m.can.PointScorer
	}
	if p.D == 2 && !p.Wide() {
		if m.look, err = m.raster(job, p, picture.Grid{X0: p.X[0], Y0: p.X[1], DX: 1, DY: -1, W: 1, H: 1}); err != nil {
			return nil, err
		}
	}
	m.answers, err = classes(job, m.can.Predictor, p)
	return m, err
}

// told adds to an error which member it concerns.
func told(err error, i int, c method.Chosen) error {
	var need *method.Need
	var wrong *doc.Error
	switch {
	case method.Stopped(err):
		return err
	case errors.As(err, &need):
		return &method.Need{Sentence: words.Text("%s: %s", words.Capital(numbered(i, c)), need.Sentence)}
	case errors.As(err, &wrong) && wrong.Field == "points":
		return &doc.Error{Field: wrong.Field, Want: words.Text("%s for %s", wrong.Want, numbered(i, c)), Got: wrong.Got}
	case errors.As(err, &wrong):
		return &doc.Error{Field: "params.estimators[" + strconv.Itoa(i) + "]." + wrong.Field, Want: wrong.Want,
			Got: wrong.Got}
	}
	return words.Errorf("%s: %w", numbered(i, c), err)
}

// numbered returns the name of member i within a sentence: "member 2, Decision tree".
func numbered(i int, c method.Chosen) string {
	return words.Text("member %s, %s", strconv.Itoa(i+1), c.Method.Name)
}

// nobody marks a point without a predicted class.
const nobody = 255

// classes returns a model's predictions for all points of a problem.
func classes(job method.Job, m method.Predictor, p *method.Problem) ([]uint8, error) {
	list := make([]uint8, p.N)
	err := classify.Answers(job, m, p, func(i, class int) {
		if list[i] = nobody; class >= 0 {
			list[i] = uint8(class)
		}
	})
	return list, err
}

// count returns, for each of n points, the sum of the weights, or of the weighted probabilities, that the members give
// to each class.
func (m *vote) count(x []float64, n int) [][]float64 {
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, len(m.p.ClassIDs))
	}
	out := make([]float64, n)
	for k, one := range m.members {
		w := m.weights[k]
		if m.soft {
			for i, row := range one.proba.PointScores(x) {
				for c, q := range row {
					rows[i][c] += w * q
				}
			}
			continue
		}
		one.can.Predictor.Predict(x, out)
		for i, c := range out {
			if c == c {
				rows[i][int(c)] += w
			}
		}
	}
	return rows
}

// Scores calls tell with the total of each class at each point: see count.
func (m *vote) Scores(x []float64, tell func(i int, f []float64)) {
	for i, row := range m.count(x, len(x)/m.p.D) {
		tell(i, row)
	}
}

// Predict answers with the class of the greatest total (ties: the lowest class).
func (m *vote) Predict(x, out []float64) { classify.Predict(m, m.p, x, out) }

// PointScores returns the shares of the votes, or mean probabilities.
func (m *vote) PointScores(x []float64) [][]float64 {
	return classify.PointScores(m, m.p, x, func(f, out []float64) {
		for c, v := range f {
			out[c] = v / m.total
		}
	})
}

func (m *vote) Proba() method.Proba {
	if m.soft {
		return method.OnGrids
	}
	return method.NoProba
}

// ScoreRaster returns the share of each class at each node, computed from the rasters of the members. Basis holds those
// rasters' planes, for the boundaries of the members.
func (m *vote) ScoreRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	n, k := g.W*g.H, len(m.p.ClassIDs)
	sums := make([]float64, n*k)
	r := classify.SharesRaster(m.p, g, "shares of the vote")
	r.Sharp, r.Key = !m.soft, theVote // highlights its boundary with the bar
	var index [doc.MaxClass + 1]int
	for c, id := range m.p.ClassIDs {
		index[id] = c
	}
	row := make([]float64, k)
	for i, one := range m.members {
		s, err := one.raster(job, m.p, g)
		if err != nil {
			return nil, err
		}
		r.Sharp = r.Sharp || s.Sharp || s.Kind == picture.Labels
		r.Basis = append(r.Basis, s.Planes...)
		w := m.weights[i]
		for at := range n {
			if err := method.AskEvery(job, at, 16384); err != nil {
				return nil, err
			}
			if m.soft {
				classify.Probabilities(s, at, row)
				for c, q := range row {
					sums[at*k+c] += w * q
				}
			} else if id := classAt(s, at); id >= 0 {
				sums[at*k+index[id]] += w
			}
		}
	}
	for c, plane := range r.Planes {
		for at := range plane {
			plane[at] = float32(sums[at*k+c] / m.total)
		}
	}
	return r, nil
}

// Cuts calls tell with the cuts of all members. It returns false if a member has none.
func (m *vote) Cuts(tell func(input int, at float64)) bool {
	for _, one := range m.members {
		if one.can.Cuts == nil || !one.can.Cuts(tell) {
			return false
		}
	}
	return true
}

// raster returns the member's own raster, or, if it draws its regions as outlines or its raster has no probabilities,
// one made of its predictions.
func (m *member) raster(job method.Job, p *method.Problem, g picture.Grid) (*picture.Raster, error) {
	if m.can.ScoreRaster != nil && m.can.ProbaAt() != method.AtPoints {
		return m.can.ScoreRaster(job, g, nil)
	}
	r := &picture.Raster{Kind: picture.Labels, Grid: g, Classes: p.ClassIDs, Sharp: true, Planes: classify.Planes(1, g)}
	if m.proba != nil {
		r.Kind, r.Planes = picture.Shares, classify.Planes(len(p.ClassIDs), g)
	}
	x, out := make([]float64, 2*g.W), make([]float64, g.W)
	for j := range g.H {
		if err := job.Err(); err != nil {
			return nil, err
		}
		for i := range g.W {
			x[2*i], x[2*i+1] = g.X(i), g.Y(j)
		}
		if m.proba != nil {
			for i, row := range m.proba.PointScores(x) {
				for c, q := range row {
					r.Planes[c][j*g.W+i] = float32(q)
				}
			}
			continue
		}
		m.can.Predictor.Predict(x, out)
		for i, c := range out {
			r.Planes[0][j*g.W+i] = picture.NoClass
			if c == c {
				r.Planes[0][j*g.W+i] = float32(p.ClassIDs[int(c)])
			}
		}
	}
	return r, nil
}

// classAt returns the class id that a raster shows at a node.
func classAt(r *picture.Raster, at int) int {
	best := 0
	switch r.Kind {
	case picture.Decision:
		if r.Planes[0][at] > 0 {
			best = 1
		}
	case picture.Labels:
		return int(r.Planes[0][at])
	default:
		for c, plane := range r.Planes {
			if plane[at] > r.Planes[best][at] {
				best = c
			}
		}
	}
	return r.Classes[best]
}
