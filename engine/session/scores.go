package session

import (
	"math"
	"slices"
	"strconv"

	"pointscape/engine/assess"
	"pointscape/engine/chart"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// This file evaluates the scores of a classifier for a document with View.Scores: the ROC curve, precision and recall,
// and calibration, of one class against the others, and the line along which the scores equal the threshold. A method
// only needs scores (method.PointScorer).

// scores is the evaluation that a document asks for.
type scores struct {
	plain
	f     *Fit
	class int      // index of the class that is separated from the others
	at    *float64 // threshold; nil = the method's own predictions
	why   string   // why there is no evaluation
	other string   // what the document asks for and is not possible
}

// scored holds the scores of the tested rows: test points, else validation points, else the training points. score and
// positive (whether it is of the class) have an entry for each row with a finite score.
type scored struct {
	rows     string // "30 test points"
	score    []float64
	positive []bool
	rank     *assess.Ranking
	own      assess.Counts // by the method's own predictions
	silent   int           // number of rows without a score
	each     []float64     // score of every tested row, NaN = none
}

func (f *Fit) scoresOf(d *doc.Document) *scores {
	s := &scores{f: f, class: 1, at: d.View.Scores.Threshold}
	m := f.can.PointScorer
	ids := f.Problem.ClassIDs
	switch {
	case f.Task != method.Classify:
		s.why = "scores of classes need classes, and there are none"
	case m == nil || f.Problem.N == 0 || len(m.PointScores(f.Problem.At(0))) == 0:
		s.why = words.Text("%s predicts classes without scores: there is no ROC curve", f.Method.Name)
	case len(ids) < 2:
		s.why = "a ROC curve needs two classes, and there is one"
	}
	if s.why != "" {
		return s
	}
	if id := d.View.Scores.Class; id != doc.Unlabeled {
		if k := slices.Index(ids, id); k >= 0 {
			s.class = k
		} else {
			s.other = words.Text("%s has no training points: the scores are those of %s", f.Problem.Names.Class(id), s.name())
		}
	}
	return s
}

// name returns the name of the class that is separated from the others.
func (s *scores) name() string { return s.f.Problem.ClassName(s.class) }

// called returns the name of a score: "P(class 2)".
func (s *scores) called() string {
	if s.proba() {
		return "P(" + s.name() + ")"
	}
	return words.Text("score of %s", s.name())
}

func (s *scores) proba() bool { return s.f.can.ProbaAt() != method.NoProba }

func (s *scores) two() bool { return len(s.f.Problem.ClassIDs) == 2 }

// of returns the score of the class, given a row of PointScores.
func (s *scores) of(row []float64) float64 {
	switch {
	case s.proba() || !s.two():
		return row[s.class]
	case s.class == 0:
		return -single(row, method.NoProba)
	}
	return single(row, method.NoProba)
}

// unknown says why there is no evaluation, or not the requested one.
func (s *scores) unknown() (list []string) {
	for _, text := range []string{s.why, s.other} {
		if text != "" {
			list = append(list, text)
		}
	}
	return list
}

// set returns the tested rows, and their number and role in words.
func (s *scores) set() (rows string, p *method.Problem) {
	list := s.f.heldOut()
	if n := len(list); n > 0 { // test points rather than validation points, by which something may have been chosen
		return list[n-1].help, list[n-1].points
	}
	return words.Count(s.f.Problem.N, "training point"), s.f.Problem
}

// found returns the scores of the tested rows; nil if they are not computed yet.
func (s *scores) found() *scored { return s.f.late.scored[s.class] }

// work computes the scores of the tested rows, once per model and class. The error is job's.
func (s *scores) work(job method.Job, _ bool) error {
	if s.why != "" || s.found() != nil {
		return nil
	}
	x, fit := &scored{}, s.f.Problem
	var at *method.Problem
	x.rows, at = s.set()
	m := s.f.can.PointScorer
	answers, err := s.answers(job)
	if err != nil {
		return err
	}
	const chunk = 64 // rows between two calls of job.Err
	for from := 0; from < at.N; from += chunk {
		if err := job.Err(); err != nil {
			return err
		}
		to := min(from+chunk, at.N)
		rows := at.X[from*at.D : to*at.D]
		for k, row := range m.PointScores(rows) {
			i, score := from+k, s.of(row)
			x.each = append(x.each, score)
			if notFinite(score) {
				x.each[i] = math.NaN()
				x.silent++
				continue
			}
			yes := at.ClassIDs[at.Class[i]] == fit.ClassIDs[s.class]
			x.score, x.positive = append(x.score, score), append(x.positive, yes)
			switch taken := answers[i] == float64(s.class); {
			case taken && yes:
				x.own.TP++
			case taken:
				x.own.FP++
			case yes:
				x.own.FN++
			default:
				x.own.TN++
			}
		}
	}
	x.rank = assess.Rank(x.score, x.positive)
	if s.f.late.scored == nil {
		s.f.late.scored = map[int]*scored{}
	}
	s.f.late.scored[s.class] = x
	return nil
}

// counts returns the counts at the threshold or, without one, those of the method's own predictions.
func (s *scores) counts(x *scored) assess.Counts {
	if s.at == nil {
		return x.own
	}
	return x.rank.At[x.rank.Over(*s.at)]
}

func (s *scores) facts() (before, after method.FactList) { return nil, s.say() }

// say returns the facts, late ones without values.
func (s *scores) say() (list method.FactList) {
	if s.why != "" {
		return nil
	}
	x, rows := s.found(), ""
	if x != nil {
		rows = x.rows
	} else {
		rows, _ = s.set()
	}
	against := "the others"
	if s.two() {
		against = s.f.Problem.ClassName(1 - s.class)
	}
	said := words.Text("at %s, of %s against %s", rows, s.name(), against)
	if x != nil && x.silent > 0 {
		said = words.Text("%s; %s without a score left out", said, words.Count(x.silent, "point"))
	}
	add := func(name, label, meaning string, value func() float64) {
		fact := list.Add(name, nil, "", meaning).Call(label)
		fact.Share = name == "accuracy" || name == "recall" || name == "precision" || name == "false_positive_rate"
		if x == nil {
			fact.Late = true
			return
		}
		if v := value(); assess.Known(v) {
			fact.Value = v
		} else {
			fact.Value = "none"
		}
	}
	add("roc_auc", "Area under the ROC curve", words.Text("Share of the pairs of a point of the class and another "+
		"point in which the first has the higher score; equal scores count half; %s", said),
		func() float64 { return x.rank.AUC() })
	add("average_precision", "Average precision", words.Text("Sum over the thresholds of the gain in recall times the "+
		"precision; %s", said), func() float64 { return x.rank.AveragePrecision() })
	if s.proba() {
		add("brier_score", "Brier score", words.Text("Mean of (p − 1)² over points of the class and p² over the others; %s",
			said),
			func() float64 { return mean(x, assess.Brier) })
		add("class_log_loss", "Log loss", words.Text("Mean of −ln p over points of the class and −ln(1 − p) over the "+
			"others, p at least 2.2e-16 from 0 and 1; %s", said), func() float64 { return mean(x, assess.LogLoss) })
		add("calibration_error", "Calibration error", words.Text("Mean over the points of the difference between the "+
			"mean probability and the share of the class in their bin, one of 10 of equal width; %s", said), func() float64 {
			return mean(x, func(p []float64, yes []bool) float64 {
				return assess.CalibrationError(assess.Reliability(p, yes, bins))
			})
		})
	}
	where := ", as the method predicts"
	if s.at != nil {
		where = words.Text(" where %s is above the threshold", s.called())
	}
	fact := list.Add("score_threshold", nil, "", words.Text("Points with a larger %s are classified as %s", s.called(),
		s.name())).Call(
		"Threshold")
	switch {
	case s.at != nil:
		fact.Value = *s.at
	case !s.two():
		fact.Value = "none: the largest score wins"
	case s.proba():
		fact.Value = 0.5
	default:
		fact.Value = 0.0
	}
	counts := func() assess.Counts { return s.counts(x) }
	add("recall", "Recall, true positive rate", words.Text("Share of the class that is classified as such%s; %s", where,
		said),
		func() float64 { return counts().Recall() })
	add("false_positive_rate", "False positive rate", words.Text("Share of the other points that are classified as "+
		"the class%s; %s", where, said), func() float64 { return counts().FPR() })
	add("precision", "Precision", words.Text("Share of the class among the points that are classified as such%s; %s",
		where, said),
		func() float64 { return counts().Precision() })
	add("accuracy", "Accuracy", words.Text("Accuracy: share of the points classified correctly, the class against the "+
		"others%s; %s", where, said),
		func() float64 { return counts().Accuracy() })
	return list
}

// mean computes f over the rows with a score; None if there are none.
func mean(x *scored, f func(p []float64, positive []bool) float64) float64 {
	if len(x.score) == 0 {
		return assess.None
	}
	return f(x.score, x.positive)
}

// layers returns the line along which the score equals the threshold; nil if there is no threshold, or the rows have
// other inputs than the plane. raster is the model's picture, nil if there is none.
func (s *scores) layers(_ method.Job, v picture.Viewport, raster *picture.Raster, fine bool) []picture.Layer {
	if s.why != "" || s.at == nil || s.f.Problem.D != 2 || s.f.table != nil && s.f.Problem.Wide() {
		return nil
	}
	values, g, level := s.field(v, raster, fine)
	if values == nil || notFinite(level) {
		return nil
	}
	line := picture.NewRelief(values, g).Path(level, picture.RoleCut, picture.NoClass)
	if len(line.XY) == 0 {
		return nil
	}
	line.Says = words.Text("threshold: %s = %s", s.called(), words.Number(*s.at))
	return []picture.Layer{line}
}

// level returns the threshold of the scores' evaluation: see scores.level.
func (f *Fit) level() []float64 {
	for _, v := range f.additions {
		if s, ok := v.(*scores); ok {
			return s.level()
		}
	}
	return nil
}

func (s *scores) keyed(drawn []string) bool { return len(drawn) > 0 }

// level returns the threshold in terms of the score of the second of two classes; nil = there is none.
func (s *scores) level() []float64 {
	switch {
	case s.why != "" || s.at == nil || !s.two():
		return nil
	case s.class == 1:
		return []float64{*s.at}
	case s.proba():
		return []float64{1 - *s.at}
	}
	return []float64{-*s.at}
}

// field returns a plane of values and the level that they have where the score equals the threshold. If they don't
// follow from the raster, the model is evaluated at a few nodes, but only if fine is set; else values is nil.
func (s *scores) field(v picture.Viewport, r *picture.Raster, fine bool) (values []float32, g picture.Grid,
	level float64) {
	sign, odds := float32(1), math.Log(*s.at/(1-*s.at))
	if s.class == 0 {
		sign = -1
	}
	grids := s.f.can.ProbaAt() == method.OnGrids
	switch {
	case r == nil || r.Grid.From != 0:
	case r.Kind == picture.Decision && (grids || !s.proba() && s.drawn(r)):
		if level = odds; !s.proba() {
			level = *s.at
		}
		values = slices.Clone(r.Planes[0])
		for i := range values {
			values[i] *= sign
		}
		return values, r.Grid, level
	case grids && r.Kind == picture.Shares:
		return r.Planes[slices.Index(r.Classes, s.f.Problem.ClassIDs[s.class])], r.Grid, *s.at
	case grids && r.Kind == picture.Scores:
		return logits(r.Planes, slices.Index(r.Classes, s.f.Problem.ClassIDs[s.class])), r.Grid, odds
	}
	if !fine {
		return nil, g, 0
	}
	g = v.Grid(max(2, v.W/6), max(2, v.H/6))
	for _, row := range s.f.can.PointScorer.PointScores(nodes(g)) {
		values = append(values, float32(s.of(row)))
	}
	return values, g, *s.at
}

// drawn reports whether a raster of decision values equals the scores, at three nodes: for some methods it is in other
// units.
func (s *scores) drawn(r *picture.Raster) bool {
	g := r.Grid
	for k := range 3 {
		i, j := (2*k+1)*g.W/6, (2*k+1)*g.H/6
		score := single(s.f.can.PointScorer.PointScores([]float64{g.X(i), g.Y(j)})[0], method.NoProba)
		if v := float64(r.Planes[0][j*g.W+i]); !(math.Abs(v-score) <= 1e-3*max(1, math.Abs(score))) {
			return false
		}
	}
	return true
}

// logits converts logarithms of probabilities, up to a common term, to the log-odds of one class.
func logits(planes [][]float32, class int) []float32 {
	out := make([]float32, len(planes[0]))
	for i := range out {
		top, sum := math.Inf(-1), 0.0
		for c, plane := range planes {
			if c != class {
				top = max(top, float64(plane[i]))
			}
		}
		for c, plane := range planes {
			if c != class {
				sum += math.Exp(float64(plane[i]) - top)
			}
		}
		out[i] = picture.Finite(float64(planes[class][i]) - top - math.Log(sum))
	}
	return out
}

// bins is the number of bins of a reliability diagram.
const bins = 10

// Ids of the panels.
const rocPanel, precisionPanel, calibrationPanel = "roc", "precision_recall", "calibration"

// panels returns the charts, with the confusion matrix; only this if there is no evaluation.
func (s *scores) panels() []method.Panel {
	if s.why != "" {
		return s.tables()
	}
	rows, _ := s.set()
	at := words.Text(", %s", rows)
	take := " Press on the curve to set the threshold, or drag along it."
	panel := func(info method.PanelInfo, draw func(x *scored) *chart.Chart) method.Panel {
		return chart.Panel(info, func(job method.Job) (*chart.Chart, error) {
			if err := s.work(job, true); err != nil {
				return nil, err
			}
			return draw(s.found()), nil
		})
	}
	list := []method.Panel{
		panel(method.PanelInfo{ID: rocPanel, Title: words.Text("ROC curve%s", at), XLabel: "false positive rate",
			YLabel: "true positive rate", Help: words.Text("Each threshold is a point of the curve: the share of the "+
				"class that is found, and the share of the others that is classified as the class.%s", take)}, s.roc),
		panel(method.PanelInfo{ID: precisionPanel, Title: words.Text("Precision and recall%s", at), XLabel: "recall",
			YLabel: "precision", Help: words.Text("Recall and precision at each threshold; the area under the steps is "+
				"the average precision.%s", take)}, s.precision),
	}
	if s.proba() {
		list = append(list, panel(method.PanelInfo{ID: calibrationPanel, Title: words.Text("Calibration%s", at),
			XLabel: s.called(), YLabel: "observed share", YFrom0: true, Help: "Of the points with probability 70 %, 70 % " +
				"should be of the class: then all bins lie on the diagonal. Bars below count the points."},
			s.calibration))
	}
	return append(list, s.tables()...)
}

// square returns a chart with axes from 0 to 1, and the margin below at the bottom.
func square(below float64) *chart.Chart {
	c := &chart.Chart{X: chart.Axis{See: []float64{0, 1}, Only: true, Below: 0.03, Above: 0.03}}
	c.Y = c.X
	c.Y.Below = below
	return c
}

// roc returns the ROC curve.
func (s *scores) roc(x *scored) *chart.Chart {
	c := square(0.03)
	c.Add(chart.Curve{Look: chart.As(picture.RoleGuide, "no better than chance"), XY: []float64{0, 0, 1, 1}, Untold: true})
	area := x.rank.AUC()
	if !assess.Known(area) {
		c.Alt = "All points are of the class, or none is: there is no curve."
		return c
	}
	var xy []float64
	for _, n := range x.rank.At {
		xy = append(xy, n.FPR(), n.Recall())
	}
	c.Add(chart.Curve{Look: chart.As(picture.RoleTrack, words.Text("ROC curve of %s, area %s", s.name(),
		words.Number(area))), XY: xy})
	c.Hits = append(c.Hits, s.way(x, func(n assess.Counts) (float64, float64) { return n.FPR(), n.Recall() }))
	s.mark(c, x, func(n assess.Counts) (float64, float64) { return n.FPR(), n.Recall() })
	return c
}

// precision returns the curve of precision over recall.
func (s *scores) precision(x *scored) *chart.Chart {
	c := square(0.03)
	all := x.rank.At[len(x.rank.At)-1]
	if !assess.Known(all.Recall()) {
		c.Alt = "No point is of the class: there is no curve."
		return c
	}
	c.Add(chart.Level(chart.As(picture.RoleGuide, "no better than chance: the share of the class"), all.Precision()))
	var xy []float64
	last := 0.0
	for _, n := range x.rank.At[1:] {
		xy = append(xy, last, n.Precision(), n.Recall(), n.Precision())
		last = n.Recall()
	}
	c.Add(chart.Curve{Look: chart.As(picture.RoleTrack, words.Text("precision of %s, on average %s", s.name(),
		words.Number(
			x.rank.AveragePrecision()))), XY: xy})
	c.Hits = append(c.Hits, s.way(x, func(n assess.Counts) (float64, float64) { return n.Recall(), n.Precision() }))
	s.mark(c, x, func(n assess.Counts) (float64, float64) { return n.Recall(), n.Precision() })
	return c
}

// mostWays is the largest number of thresholds that the user can choose along a curve.
const mostWays = 400

// way returns the positions of the thresholds along a curve, and the thresholds as Z. at gives the position of counts.
func (s *scores) way(x *scored, at func(n assess.Counts) (x, y float64)) picture.Spot {
	way := picture.Spot{Kind: picture.Slide, Key: picture.ThresholdKey}
	n := len(x.rank.At)
	count := min(n, mostWays)
	for i := range count {
		k := i
		if count < n {
			k = i * (n - 1) / (count - 1)
		}
		z := x.rank.Threshold(k, s.proba())
		if u, v := at(x.rank.At[k]); assess.Known(u) && assess.Known(v) && math.Abs(z) <= doc.MaxCoord {
			way.XY, way.Z = append(way.XY, u, v), append(way.Z, z)
		}
	}
	return way
}

// mark marks on a curve the method's own predictions and, if there is one, the threshold.
func (s *scores) mark(c *chart.Chart, x *scored, at func(n assess.Counts) (x, y float64)) {
	add := func(role picture.Role, says string, n assess.Counts) {
		if u, v := at(n); assess.Known(u) && assess.Known(v) {
			c.Add(chart.Dot(chart.As(role, says), u, v))
		}
	}
	add(picture.RoleGuide, "as the method predicts", x.own)
	if s.at != nil {
		add(picture.RoleOptimum, words.Text("threshold %s", words.Number(*s.at)), s.counts(x))
	}
}

// binKeys are the keys of the bins of the reliability diagram.
var binKeys = picture.KeyKind{Begins: "probability"}

// calibration returns the reliability diagram.
func (s *scores) calibration(x *scored) *chart.Chart {
	const foot, high = -0.2, 0.16
	c := square(0.24)
	c.Add(chart.Curve{Look: chart.As(picture.RoleGuide, "calibrated: shares equal predicted probabilities"),
		XY: []float64{0, 0, 1, 1}, Untold: true})
	list := assess.Reliability(x.score, x.positive, bins)
	most := 0
	for _, b := range list {
		most = max(most, b.N)
	}
	bars := &picture.Path{Role: picture.RoleBar, Class: 0, Closed: true, Says: "number of points"}
	stems := chart.Stems{Look: chart.Look{Role: picture.RoleGuide, Class: picture.NoClass, Weight: 0.6,
		Says: "95 % interval of the share"}}
	curve := chart.Curve{Look: chart.As(picture.RoleTrack, words.Text("share of %s", s.name())), Dots: true}
	places := make([]float64, bins)
	keys := make([]string, bins)
	for k, b := range list {
		places[k], keys[k] = (float64(k)+0.5)/bins, binKeys.Key(k)
		if b.N == 0 {
			continue
		}
		x0, x1, top := float64(k)/bins, float64(k+1)/bins, foot+high*float64(b.N)/float64(most)
		bars.AddLine(x0, foot, x1, foot, x1, top, x0, top)
		low, up := assess.Wilson(b.Share, b.N)
		stems.X, stems.Low, stems.High = append(stems.X, b.Mean), append(stems.Low, low), append(stems.High, up)
		curve.X, curve.Y = append(curve.X, b.Mean), append(curve.Y, b.Share)
	}
	c.Add(chart.Layers{bars}, stems, curve)
	if s.at != nil {
		c.Add(chart.Upright(chart.As(picture.RoleCut, words.Text("threshold %s", words.Number(*s.at))), *s.at))
	}
	c.Add(chart.Columns{X: places, Keys: keys})
	return c
}

// tell describes a key of the charts, and returns the points of a cell of the confusion matrix.
func (s *scores) tell(key string) (t method.Told, points []int, ok bool) {
	if t, points, ok = s.tellTaken(key); ok {
		return t, points, true
	}
	x := s.found()
	if x == nil {
		return t, nil, false
	}
	if k, is := binKeys.Number(key, bins); is {
		b := assess.Reliability(x.score, x.positive, bins)[k]
		t.Answer = words.Text("%s from %s to %s", s.called(), words.Number(float64(k)/bins),
			words.Number(float64(k+1)/bins))
		t.Lines = []string{words.Count(b.N, "point")}
		if b.N > 0 {
			low, high := assess.Wilson(b.Share, b.N)
			t.Lines = append(t.Lines, words.Text("on average %s", words.Percent(b.Mean)),
				words.Text("of %s are %s, between %s and %s with 95 %% confidence", s.name(), words.Percent(b.Share),
					words.Percent(low), words.Percent(high)))
		}
		return t, nil, true
	}
	if key != picture.ThresholdKey {
		return t, nil, false
	}
	n := s.counts(x)
	t.Answer = "no threshold: as the method predicts"
	if s.at != nil {
		t.Answer = words.Text("threshold %s", words.Number(*s.at))
	}
	t.Lines = []string{words.Text("recall %s: %s of %s found, %s missed", percent(n.Recall()), words.Count(n.TP,
		"point"), s.name(), strconv.Itoa(n.FN)),
		words.Text("false positive rate %s: %s classified as the class", percent(n.FPR()), words.Count(n.FP, "other")),
		words.Text("precision %s, accuracy %s", percent(n.Precision()), percent(n.Accuracy()))}
	return t, nil, true
}

func percent(share float64) string {
	if !assess.Known(share) {
		return "none"
	}
	return words.Percent(share)
}
