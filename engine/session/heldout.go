package session

import (
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// set is a set of points on which the errors of a model are computed: those with a role, or fresh ones (role 0).
type set struct {
	role   doc.Role
	name   string // "validation"
	help   string // "12 validation points"
	row    string // "Validation", or "Fold 3" of a cross-validation
	points *method.Problem
}

// point returns the name of one point of the set: "validation point", "point of fold 3".
func (s *set) point() string {
	if s.row != words.Capital(s.name) {
		return words.Text("point of %s", strings.ToLower(s.row))
	}
	return method.RoleName(s.role)
}

// pointsName returns the name of several points, for the beginning of a sentence.
func (s *set) pointsName() string {
	if s.row != words.Capital(s.name) {
		return words.Text("Points of %s", strings.ToLower(s.row))
	}
	return words.Capital(words.Plural(method.RoleName(s.role)))
}

// heldOut returns the sets of held-out points, by role, without empty ones and sealed points. They are computed once
// per fit.
func (f *Fit) heldOut() []set {
	if f.roles == "" || f.sets != nil {
		return f.sets
	}
	f.sets = []set{}
	for _, role := range method.HeldOut {
		p, err := method.NewProblemOf(f.points, f.roles, role, f.Task, f.Problem.Seed)
		if err != nil || p.N == 0 {
			continue
		}
		p.Names = f.Problem.Names
		if f.widen != nil {
			f.widen(p)
		}
		name, _, _ := strings.Cut(method.RoleName(role), " ")
		held := set{role, name, words.Count(p.N, method.RoleName(role)), words.Capital(name), p}
		if f.part > 0 && role == doc.Validation {
			held.row = words.Text("Fold %s", strconv.Itoa(f.part))
			held.help = words.Text("%s of fold %s", words.Count(p.N, "point"), strconv.Itoa(f.part))
		}
		f.sets = append(f.sets, held)
	}
	return f.sets
}

// held returns the number of held-out points, with sealed ones.
func (f *Fit) held() int { return len(f.roles) - strings.Count(f.roles, string(doc.Train)) }

// Errors computes a model's errors on the points of the fit and on held-out ones; m is f's model, or another step of
// it. The first entry is for the points of the fit, the others are in the order of heldOut. It is nil if no points are
// held out, or m does not predict. The error is job's.
func (f *Fit) Errors(job method.Job, m method.Model) ([]method.Errors, error) {
	can := m.Can()
	sets := f.heldOut()
	if can.Predictor == nil || len(sets) == 0 {
		return nil, nil
	}
	var list []method.Errors
	for _, at := range append([]set{{points: f.Problem}}, sets...) {
		e, err := can.Errors(job, f.Problem, at.points)
		if err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	return list, nil
}

// heldFacts returns the numbers of points and the errors as facts. If errors, the result of Errors, is nil, the errors
// are late and have no values. There are none if no points are held out, or the model does not predict.
func (f *Fit) heldFacts(errors []method.Errors) method.FactList {
	var list method.FactList
	sets := f.heldOut()
	if f.can.Predictor == nil || len(sets) == 0 {
		return nil
	}
	rows, points := []string{"Training"}, []int{f.Problem.N}
	for _, s := range sets {
		rows, points = append(rows, s.row), append(points, s.points.N)
	}
	list.Add("points_by_role", points, "", "Numbers of points that the fit uses, and of points that are held out").By(
		rows).Call("Points")
	mean, r2, se := make([]float64, len(errors)), make([]float64, len(errors)), make([]float64, len(errors))
	silent := 0
	for i, e := range errors {
		mean[i], r2[i], se[i] = e.Mean, e.R2, e.SE
		silent += e.Silent
	}
	rest := ""
	if silent > 0 {
		format := "; %s for which the method has no answer left out"
		if f.Task == method.Classify {
			format = "; %s for which the method has no answer counted as errors"
		}
		rest = words.Text(format, words.Count(silent, "point"))
	}
	add := func(name, label, unit, meaning string, values []float64) {
		x := list.Add(name, values, unit, meaning).By(rows).Call(label)
		if errors == nil {
			x.Value, x.Late = nil, true
		}
	}
	// Not for the training points: the fit depends on them, so that their error is no estimate of that on others.
	addSE := func(name, meaning string) {
		add(name, "± (standard error)", "", meaning, se)
		if x := &list[len(list)-1]; !x.Late {
			x.Value = se[1:]
		}
		list[len(list)-1].Rows = rows[1:]
	}
	if f.Task == method.Classify {
		add("error_by_role", "Error", "", words.Text("Share of the points of each role that are misclassified%s", rest),
			mean)
		list[len(list)-1].Share = true
		addSE("error_se_by_role", "Standard error of this share as an estimate of the error on new points, √(p(1 − p)/n). "+
			"If no point or every point is misclassified, this value is 0 and carries no information")
		list[len(list)-1].Share = true
		for i, s := range sets {
			x := list.Add(s.name+"_confusion_matrix", nil, "", words.Text("How many %s of each true class are assigned to "+
				"each class", words.Plural(method.RoleName(s.role)))).By(s.points.ClassNames(),
				words.Ends(f.Problem.ClassNames())...).Call(words.Text("%s taken for", s.pointsName()))
			if x.Late = errors == nil; !x.Late {
				x.Value = errors[i+1].Taken
			}
		}
		return list
	}
	add("mse_by_role", "MSE", "", words.Text("Mean squared error at the points of each role, in squared units of y%s",
		rest), mean)
	add("r2_by_role", "R²", "", "1 − the unexplained share of the variance of y, among the points of each role", r2)
	addSE("mse_se_by_role", "Standard error of the MSE as an estimate of that on new points")
	return list
}

// heldAlt describes the held-out points and, once they are computed, the errors, for the alternative text; "" = no
// points are held out.
func (f *Fit) heldAlt() string {
	sets := f.heldOut()
	if len(sets) == 0 {
		return ""
	}
	list := make([]string, len(sets))
	for i, s := range sets {
		list[i] = s.help
	}
	says := words.Text(" Held out: %s.", words.Join(list, " and "))
	if errors := f.late.errors; errors != nil {
		what, said := " Error", words.Percent
		if f.Task != method.Classify {
			what, said = " Mean squared error", words.Number
		}
		says += words.Text("%s: training %s", what, said(errors[0].Mean))
		for i, s := range sets {
			says += words.Text(", %s %s", strings.ToLower(s.row), said(errors[i+1].Mean))
		}
		says += "."
	}
	return says
}

// heldKeys returns marks from which the legend makes an entry for each set of held-out points.
func (f *Fit) heldKeys() (list []picture.Layer) {
	for _, s := range f.heldOut() {
		m := picture.PointMarks([]float64{0, 0}, nil, nil)
		m.Held, m.Says = string(rune(s.role)), words.Text("%s, held out", s.point())
		list = append(list, m)
	}
	return list
}

// lacking adds to a Need that the missing points may be among the held-out ones. If a table without classes is the
// reason, to which the user can't add rows, it returns a Need that says so. Other errors stay.
func (f *Fit) lacking(err error) error {
	need, ok := err.(*method.Need)
	if ok && f.table != nil && f.Task == method.Classify &&
		!slices.ContainsFunc(f.points, func(q doc.Point) bool { return q.Class() != doc.Unlabeled }) {
		return &method.Need{Sentence: words.Text("%s needs rows of two classes, and no row has a class: open the table "+
			"again and choose its class column.", f.Method.Name)}
	}
	if !ok || f.held() == 0 {
		return err
	}
	all, fault := method.NewProblem(f.points, f.Task, 0)
	if fault != nil || f.Problem.N > 2 && len(f.Problem.ClassIDs) == len(all.ClassIDs) {
		return err
	}
	return need.Lacking(f.held())
}
