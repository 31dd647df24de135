// Package cli implements the commands fit, draw, code and course: with the same documents, numbers and pictures as the
// page, without a browser.
package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/picture/bitmap"
	"pointscape/engine/picture/pdf"
	"pointscape/engine/picture/tikz"
	"pointscape/engine/session"
)

// Exit statuses.
const (
	Done  = 0
	Fault = 1 // the command failed; if the document is invalid, the message names the field
	Usage = 2
)

// Fit runs "fit DOC.json [-at POINTS.json]": it prints facts and predictions as one JSON object; with -csv a table of
// errors or runs instead, with -take the document with the chosen values.
func Fit(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("fit", flag.ContinueOnError)
	fs.SetOutput(stderr)
	at := fs.String("at", "", "predict at the points of this `file`: a JSON list of [x1, x2], or of [x] for regression "+
		"with one input")
	leave := fs.Bool("leave-one-out", false, "also print the leave-one-out error: one fit for each training point, at "+
		"most "+strconv.Itoa(method.LeaveOneOut.Max))
	runs := fs.Bool("runs", false, "also print the fit as a run: steps, passes over the data, time, errors and curves "+
		"(a document with runs prints all of them)")
	from, study := tableFlags(fs), studyFlags(fs)
	path, code := parse(fs, args, "fit DOC.json [-at POINTS.json] [-leave-one-out] [-cv 10] [-curve C] [-draws 200 "+
		"[-bootstrap | -seeds]] [-tries 60] [-bounds] [-penalty FORMULA] [-runs] [-csv] [-take] "+
		"[-table POINTS.csv [-columns A,B,C]]\n\nFits a document and prints facts, predictions, "+
		"scores and standard deviations as JSON.\nDOC.json may "+
		"be - for standard input.")
	if code >= 0 {
		return code
	}
	from.path = path
	job := newPatient(stderr, time.Now)
	defer job.listen()()
	out, err := fit(*from, *at, *leave, *runs, study, stdin, stderr, job)
	if err != nil {
		return fail(stderr, err)
	}
	w := bufio.NewWriter(stdout)
	if study.take {
		if out.Study == nil || out.Study.taken == nil {
			return fail(stderr, doc.Errorf("-take", "given with a -curve over a parameter, and with -cv, -draws or held-out "+
				"points: otherwise no value can be chosen", ""))
		}
		text, err := doc.Encode(*out.Study.taken)
		if err != nil {
			return fail(stderr, err)
		}
		if _, err := stdout.Write(append(text, '\n')); err != nil {
			return fail(stderr, err)
		}
		return Done
	}
	if study.table {
		switch {
		case out.Study != nil:
			err = out.Study.write(w)
		case out.Runs != nil:
			_, err = w.WriteString(runTable(out.Runs))
		default:
			err = doc.Errorf("-csv", "given with -cv, -curve, -draws or -runs, or for a document with a study or with runs", "")
		}
		if err != nil {
			return fail(stderr, err)
		}
		if err := w.Flush(); err != nil {
			return fail(stderr, err)
		}
		return Done
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	if err := enc.Encode(out); err != nil {
		return fail(stderr, err)
	}
	if err := w.Flush(); err != nil {
		return fail(stderr, err)
	}
	return Done
}

func fail(stderr io.Writer, err error) int {
	fmt.Fprintln(stderr, err)
	return Fault
}

// parse parses flags before and after the single argument. usage says how the command is called and what it does. It
// returns the exit status, or -1 to continue.
func parse(fs *flag.FlagSet, args []string, usage string) (path string, code int) {
	paths, code := parseAll(fs, args, usage)
	if len(paths) > 1 {
		fmt.Fprintf(fs.Output(), "one document at a time: unexpected argument %q\n", paths[1])
		return "", Usage
	}
	if code >= 0 {
		return "", code
	}
	return paths[0], -1
}

// parseAll is parse with any number of arguments.
func parseAll(fs *flag.FlagSet, args []string, usage string) (paths []string, code int) {
	fs.Usage = func() {
		fmt.Fprintf(fs.Output(), "usage: %s\n\n", usage)
		fs.PrintDefaults()
	}
	for len(args) > 0 {
		if err := fs.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				return nil, Done
			}
			return nil, Usage
		}
		args = fs.Args()
		if len(args) == 0 {
			break
		}
		paths, args = append(paths, args[0]), args[1:]
	}
	if len(paths) == 0 {
		fs.Usage()
		return nil, Usage
	}
	return paths, -1
}

// parseSize parses the argument of -size.
func parseSize(s string) (w, h int, err error) {
	a, b, ok := strings.Cut(s, "x")
	w, err1 := strconv.Atoi(a)
	h, err2 := strconv.Atoi(b)
	if !ok || err1 != nil || err2 != nil || w < 16 || h < 16 || w > 8192 || h > 8192 {
		return 0, 0, doc.Errorf("-size", "WxH in CSS pixels, each from 16 to 8192", s)
	}
	return w, h, nil
}

// read reads a file, or standard input if path is -. More than the largest length of a document is an error, and is not
// read, because some inputs never end.
func read(field, path string, stdin io.Reader) ([]byte, error) {
	in := stdin
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() && info.Size() > doc.MaxBytes {
			return nil, doc.TooLong(field, int(info.Size()))
		}
	}
	b, err := io.ReadAll(io.LimitReader(in, doc.MaxBytes+1))
	if err == nil && len(b) > doc.MaxBytes {
		err = &doc.Error{Field: field, Want: fmt.Sprintf("at most %d MB long", doc.MaxBytes>>20), Got: "more"}
	}
	return b, err
}

// output is the output of fit. Names of fields must not change: see engine/docs/what-stays.md.
type output struct {
	Method string         `json:"method"`
	Task   method.Task    `json:"task"`
	Names  *doc.Names     `json:"names,omitempty"` // of axes and classes, by class id
	Status method.Status  `json:"status"`
	Facts  map[string]any `json:"facts"`
	// roles of the document's points, if some are held out: train, validation, test
	Roles       []string   `json:"roles,omitempty"`
	Predictions []any      `json:"predictions"`
	Scores      [][]number `json:"scores,omitempty"`
	Std         []number   `json:"std,omitempty"`
	StdY        []number   `json:"std_y,omitempty"`
	LeaveOneOut *leftOut   `json:"leave_one_out,omitempty"`
	Study       *surveyed  `json:"study,omitempty"`
	Runs        []ranFit   `json:"runs,omitempty"`
	Warnings    []string   `json:"warnings"`
}

// leftOut is the result of leaving out each training point.
type leftOut struct {
	Facts     map[string]any `json:"facts"`
	Points    []int          `json:"points"` // indices in the document
	PointsAre string         `json:"points_are"`
	Notes     []string       `json:"notes"`
}

// number is a float64 that is null in JSON if it is not finite.
type number float64

func (x number) MarshalJSON() ([]byte, error) {
	if !method.Finite(float64(x)) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(x))
}

func numbers(v []float64) []number {
	out := make([]number, len(v))
	for i, x := range v {
		out[i] = number(x)
	}
	return out
}

func fit(from source, at string, leave, runs bool, study *asking, stdin io.Reader, stderr io.Writer,
	job *patient) (*output, error) {
	s, d, err := load(from, stdin, stderr, job)
	if err != nil {
		return nil, err
	}
	f, err := s.Fit(job, d)
	if err != nil {
		return nil, err
	}
	x, err := fitInputs(f, d, at, stdin)
	if err != nil {
		return nil, err
	}
	out := &output{Method: f.Method.ID, Task: f.Task, Status: f.Status(), Facts: map[string]any{}, Predictions: []any{},
		Warnings: []string{}}
	if !d.Names.IsZero() {
		out.Names = &d.Names
	}
	for _, r := range f.Task.Roles(d) {
		name, _, _ := strings.Cut(method.RoleName(doc.Role(r)), " ")
		out.Roles = append(out.Roles, strings.TrimSuffix(name, "ing"))
	}
	if !d.Split.IsZero() && !f.Task.Supervised() {
		out.Warnings = append(out.Warnings, method.AllUsed(f.Method.Name))
	}
	if text := job.short(f, d); text != "" {
		out.Warnings = append(out.Warnings, text)
		fmt.Fprintln(stderr, text)
	}
	d = f.Placed(d)
	view := session.Range(d, f.Task)
	for _, fact := range f.Facts(view) {
		out.Facts[fact.Name] = fact.Value
	}
	switch out.Status.State {
	case method.Limited, method.Diverged:
		out.Warnings = append(out.Warnings, out.Status.Sentence)
	}
	out.predict(f, x)
	if d.Study = study.of(d); d.Study != nil {
		if out.Study, err = survey(s, job, d); err != nil {
			return nil, err
		}
	}
	if runs || d.Runs != nil {
		if out.Runs, err = ran(s, job, d); err != nil {
			return nil, err
		}
	}
	if leave {
		r, err := s.Study(job, d, method.LeaveOneOut.ID)
		if err != nil {
			return nil, err
		}
		out.LeaveOneOut = &leftOut{Facts: map[string]any{}, Points: r.Points, PointsAre: r.PointsSay, Notes: r.Notes}
		for _, fact := range r.Facts {
			out.LeaveOneOut.Facts[fact.Name] = fact.Value
		}
	}
	return out, nil
}

// fitInputs returns the rows that are predicted: those of the text at, or those of the document, with all columns of a
// table.
func fitInputs(f *session.Fit, d doc.Document, at string, stdin io.Reader) ([]float64, error) {
	switch {
	case at != "":
		return readAt(at, stdin, f.Problem.D)
	case f.Problem.Wide():
		return f.Problem.X, nil
	}
	return inputs(d.Points, f.Problem.D), nil
}

// predict adds what the model says at the rows x: predictions, scores and standard deviations, as far as it can.
func (out *output) predict(f *session.Fit, x []float64) {
	if m := f.Model.Can().Predictor; m != nil {
		y := make([]float64, len(x)/f.Problem.D)
		m.Predict(x, y)
		for i := range y {
			if f.Problem.ClassIDs != nil {
				out.Predictions = append(out.Predictions, f.Problem.ClassIDs[int(y[i])])
			} else {
				out.Predictions = append(out.Predictions, number(y[i]))
			}
		}
	}
	if m := f.Model.Can().PointScorer; m != nil {
		for _, row := range m.PointScores(x) {
			out.Scores = append(out.Scores, numbers(row))
		}
	}
	if m := f.Model.Can(); m.Deviations != nil {
		ofF, ofY := m.Deviations(x)
		out.Std, out.StdY = numbers(ofF), numbers(ofY)
	}
}

func inputs(pts []doc.Point, d int) []float64 {
	x := make([]float64, 0, len(pts)*d)
	for _, p := range pts {
		x = append(x, p.X)
		if d == 2 {
			x = append(x, p.Y)
		}
	}
	return x
}

// readAt reads the points of -at. Their size is limited as in a document, so that what is computed from them stays
// finite.
func readAt(path string, stdin io.Reader, d int) ([]float64, error) {
	b, err := read("-at", path, stdin)
	if err != nil {
		return nil, err
	}
	row := "[x1, x2]"
	if d == 1 {
		row = "[x]"
	}
	var rows []json.RawMessage
	if err := json.Unmarshal(b, &rows); err != nil || rows == nil {
		return nil, doc.Errorf("-at", "a JSON list of "+row, string(bytes.TrimSpace(b[:min(len(b), 100)])))
	}
	x := make([]float64, 0, len(rows)*d)
	for i, r := range rows {
		var v []*float64 // to detect null
		bad := json.Unmarshal(r, &v) != nil || len(v) != d
		for _, c := range v {
			bad = bad || c == nil || math.Abs(*c) > doc.MaxCoord
		}
		if bad {
			return nil, doc.Errorf(fmt.Sprintf("-at[%d]", i),
				fmt.Sprintf("%s, numbers of at most %g in size", row, doc.MaxCoord), string(r))
		}
		for _, c := range v {
			x = append(x, *c)
		}
	}
	return x, nil
}

func draw(from source, f figure, stdin io.Reader, stdout, stderr io.Writer, job *patient) (err error) {
	s, d, err := load(from, stdin, stderr, job)
	if err != nil {
		return err
	}
	if f.moving.steps != "" || f.moving.sweep != "" {
		b, err := f.moving.animate(s, d, f, job)
		if err != nil {
			return err
		}
		return f.put(stdout, b)
	}
	sheet, err := f.sheet(s, d, job)
	if err != nil {
		return err
	}
	if err := job.tell(s, d); err != nil {
		return err
	}
	if f.options.Kind == picture.KindTeX {
		folder, file := filepath.Split(f.out)
		text, images := tikz.Write(sheet, strings.TrimSuffix(file, filepath.Ext(file)), f.fields)
		for _, im := range images {
			if err := save(filepath.Join(folder, im.Name), im.Data); err != nil {
				return err
			}
		}
		return save(f.out, text)
	}
	write := picture.WriteSheet
	switch f.options.Kind {
	case picture.KindPNG:
		write = bitmap.WriteSheet
	case picture.KindPDF:
		write = func(w io.Writer, s *picture.Sheet) error { return pdf.WriteSheet(w, s, bitmap.Further) }
	}
	var b bytes.Buffer
	if err := write(&b, sheet); err != nil {
		return err
	}
	return f.put(stdout, b.Bytes())
}

// put writes a figure to its destination.
func (f *figure) put(stdout io.Writer, b []byte) error {
	if f.out == "" {
		_, err := stdout.Write(b)
		return err
	}
	return save(f.out, b)
}

// sheet draws a document. The plane has the size of shape, minus the margins.
func (f *figure) sheet(s *session.Session, d doc.Document, job method.Job) (*picture.Sheet, error) {
	m, err := s.Method(d.Method)
	if err != nil {
		return nil, err
	}
	if !d.View.HasRange() && d.Table != nil { // the range follows from the rows
		f, err := s.Fit(job, d)
		if err != nil {
			return nil, err
		}
		d = f.Placed(d)
	}
	frame, _ := session.FigureFrame(m, d, f.options)
	w, h := frame.Plane(f.shape())
	req := session.Request{Doc: d, View: session.Viewport(d, m.TaskOf(d.Params), w, h, 1)}
	if d.Runs != nil && f.options.Panels {
		list, err := s.Runs(job, d)
		if err != nil {
			return nil, err
		}
		req.Runs = session.Logged(&d, list)
	}
	if d.Study != nil && f.options.Panels {
		if req.Curve, _, err = s.Survey(job, d); err != nil {
			return nil, err
		}
	}
	return s.Sheet(job, req, f.options)
}

// save writes a complete figure to a temporary file first: after a failure or an interruption the old file is
// unchanged.
func save(out string, figure []byte) error {
	file, err := os.CreateTemp(filepath.Dir(out), ".pointscape-*")
	if err != nil {
		var pe *os.PathError
		if errors.As(err, &pe) {
			pe.Path = out // the temporary name would mean nothing to the user
		}
		return err
	}
	defer os.Remove(file.Name())
	if _, err := file.Write(figure); err != nil {
		file.Close()
		return err
	}
	if err := file.Chmod(0o644); err != nil {
		file.Close()
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	return os.Rename(file.Name(), out)
}
