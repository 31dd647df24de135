// Package lecture is the room of a course that somebody follows, or of a deck that somebody presents: which page is
// read, how far its steps are done, what was answered, and what is kept of that on the device.
package lecture

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/check"
	"pointscape/engine/class"
	"pointscape/engine/course"
	"pointscape/engine/words"
)

// Shelf is the browser's storage; it may be refused or full.
type Shelf interface {
	Get(key string) string
	Set(key, value string) (kept bool)
}

// Page is the page around the room.
type Page interface {
	// Known is what conditions may name of the present document and its fit; ok is false while that is still being worked
	// out.
	Known() (k check.Known, ok bool)
	// Document is the present document as JSON. Open makes another one the present; what names that for undo, and
	// opened is called when it is, or can't be.
	Document() []byte
	Open(document, what string, opened func())
	// Judge has the engine say how good a line is that was drawn over the document's points; why is why it can't.
	Judge(line [][2]float64, done func(r *Judged, why string))
	// Sketched paints the drawing.
	Sketched(line [][2]float64)
	// Marked shows where a question was answered; nil = nowhere.
	Marked(m *Mark)
	// Shown shows the room anew; Turned that another page is read, too.
	Shown()
	Turned()
	// Say tells screen readers something, SayJudged how good a drawing is that is not good enough, or that nothing asks
	// to be.
	Say(text string)
	SayJudged(r *Judged)
	// Unkept tells that the browser keeps no more data: how far people are is forgotten with the page.
	Unkept()
	// Answered tells of an answer to the present step, right or not, as a live class has it (class.Answer): of the first
	// one to a question, for others follow what the page has said of it, and of each drawing.
	Answered(kind, value string)
	// Solved tells the page around a frame that a step is done.
	Solved(course, page string, step int)
}

// Judged are errors of a drawing and of the method, on the points of the fit and on others; see wire.Judged.
type Judged struct {
	On           string
	Mine, Method []float64
}

// Mark is a place that was an answer.
type Mark struct {
	X, Y  float64
	Right bool
}

// Needs are what a Room works with.
type Needs struct {
	Shelf Shelf
	Page  Page
}

// attempt is what people have done at the present step, and what is known of its beginning.
type attempt struct {
	hints  int    // of the present step, that are shown
	again  func() // looks at an answer that came before all was known; nil = none
	solved bool
	tried  map[int]bool // answers of the present step that were chosen
	told   bool         // that it was answered has been told
	wrong  string       // why a typed answer is none, or not right
	sound  bool         // all names of the present task's check have been known
	begun  *float64     // the right number when the present step began; nil = not known yet
	given  members      // the document with which the present task began; nil = not known yet
}

// Room owns which page of which course is read, and how far it is.
type Room struct {
	Needs

	course *course.Course
	at     int
	kept   kept
	now    *Progress

	opening int // documents that are on their way: what is known is of another one

	attempt

	Drawing Drawing
}

// Init gives the room what it works with.
func (r *Room) Init(n Needs) {
	r.Needs, r.kept.Needs, r.Drawing.room = n, n, r
}

// On tells whether a course is open.
func (r *Room) On() bool { return r.course != nil }

// Course is the one that is open, At the number of the page that is read, and Now that page; nil without a course.
func (r *Room) Course() *course.Course { return r.course }
func (r *Room) At() int                { return r.at }
func (r *Room) Now() *course.Page {
	if r.course == nil {
		return nil
	}
	return &r.course.Pages[r.at]
}

// Step is the one that is to be done, nil where the page has none; At its number and Done whether it is done.
func (r *Room) Step() (s *course.Step, at int, done bool) {
	p := r.Now()
	if p == nil || len(p.Steps) == 0 {
		return nil, 0, true
	}
	return &p.Steps[r.now.Step], r.now.Step, r.now.Done
}

// Controls and Facts are those that stand below the plane: the present step's, or of the last one before it that has
// some, or the page's.
func (r *Room) Controls() []string {
	p := r.Now()
	for i := r.now.Step; i >= 0 && i < len(p.Steps); i-- {
		if p.Steps[i].Controls != nil {
			return p.Steps[i].Controls
		}
	}
	return p.Controls
}

// Facts are the names of facts that are shown: the step's and, of a question that is answered, the next step's or the
// page's, for it withholds its answer until then.
func (r *Room) Facts() []string {
	p, list := r.Now(), r.factsOf(r.now.Step)
	s, at, done := r.Step()
	if s == nil || !done || !s.Asks() {
		return list
	}
	then := p.Facts
	if at+1 < len(p.Steps) {
		then = r.factsOf(at + 1)
	}
	then = slices.Clone(then)
	for _, name := range list {
		if !slices.Contains(then, name) {
			then = append(then, name)
		}
	}
	return then
}

// factsOf are those of a step, of the last one before it that has some, or the page's.
func (r *Room) factsOf(i int) []string {
	p := r.Now()
	for ; i >= 0 && i < len(p.Steps); i-- {
		if p.Steps[i].Facts != nil {
			return p.Steps[i].Facts
		}
	}
	return p.Facts
}

// Asking tells whether a question is open.
func (r *Room) Asking() bool {
	s, _, done := r.Step()
	return s != nil && s.Asks() && !done
}

// Hidden tells whether a fact is hidden: the page does not show it, and it may answer the question that is open.
func (r *Room) Hidden(fact string) bool { return r.Asking() && !slices.Contains(r.Facts(), fact) }

// Veiled tells whether the method's picture is hidden: it is asked what it will be.
func (r *Room) Veiled() bool {
	s, _, done := r.Step()
	return s != nil && s.Veil && !done
}

// Hints are the hints of the present step that people have asked for; More tells whether there are others.
func (r *Room) Hints() []string {
	s, _, _ := r.Step()
	if s == nil {
		return nil
	}
	return s.Hints[:min(r.hints, len(s.Hints))]
}

// More tells whether the step has more hints.
func (r *Room) More() bool {
	s, _, done := r.Step()
	return s != nil && !done && r.hints < len(s.Hints)
}

// Solvable tells whether a solution of the step may be shown: after all hints.
func (r *Room) Solvable() bool {
	s, _, done := r.Step()
	return s != nil && !done && !r.More() && s.Kind == course.Task && len(s.Solution) > 0 && !r.solved
}

// Wrong is what is to be said of the answer that was typed last.
func (r *Room) Wrong() string { return r.wrong }

// Tried tells whether an answer of the present question has been chosen.
func (r *Room) Tried(i int) bool { return r.tried[i] }

// Answer is what was answered to a step, "" before that.
func (r *Room) Answer(step int) string { return r.now.Answers[strconv.Itoa(step)] }

// PageDone tells whether all of a page is done.
func (r *Room) PageDone(i int) bool {
	p := &r.course.Pages[i]
	g := r.kept.courses[r.course.Course][p.ID]
	return g != nil && g.Done && g.Step >= len(p.Steps)-1
}

// Find is the number of a page, by its id or its number from 1.
func (r *Room) Find(page string) (i int, ok bool) {
	if page == "" {
		return 0, true
	}
	for i := range r.course.Pages {
		if r.course.Pages[i].ID == page {
			return i, true
		}
	}
	n, err := strconv.Atoi(page)
	return n - 1, err == nil && n > 0 && n <= len(r.course.Pages)
}

// Opening tells that the page's document is still on its way.
func (r *Room) Opening() bool { return r.opening > 0 }

// open makes another document the present one.
func (r *Room) open(document, what string) {
	r.opening++
	r.Page.Open(document, what, func() {
		r.opening--
		r.Settled()
	})
}

// Begin opens a course at a page, and returns the document with which that begins.
func (r *Room) Begin(c *course.Course, page string) (document string) {
	r.course = c
	i, ok := r.Find(page)
	if !ok {
		i = 0
	}
	r.turn(i)
	return r.start()
}

// Replace makes another edition of the course the present one: somebody writes it. The page stays, at that number, as
// far as it is, and with the picture that it has now.
func (r *Room) Replace(c *course.Course, i int) {
	was := r.Now()
	r.course = c
	i = min(max(i, 0), len(c.Pages)-1)
	if was != nil && was.ID == c.Pages[i].ID && r.now.fits(&c.Pages[i]) {
		r.at = i
		r.Page.Shown()
		return
	}
	r.turn(i)
	if was != nil && was.ID == c.Pages[i].ID && r.start() == c.Pages[i].Document { // its steps are other ones
		r.Page.Shown()
		return
	}
	r.open(r.start(), "turn the page")
	r.Page.Turned()
}

func (r *Room) turn(i int) {
	r.at = i
	pages := r.kept.of(r.course.Course)
	p := r.Now()
	if r.now = pages[p.ID]; !r.now.fits(p) {
		r.now = &Progress{Step: min(len(p.Steps), 1) - 1, Done: len(p.Steps) == 0}
		pages[p.ID] = r.now
	}
	if r.now.Answers == nil {
		r.now.Answers = map[string]string{}
	}
	if s, _, _ := r.Step(); s != nil && !s.Asks() && r.last() {
		r.now.Done = true
	}
	r.fresh()
}

// fresh forgets what is of the last step.
func (r *Room) fresh() {
	r.attempt = attempt{tried: map[int]bool{}}
	r.Page.Marked(nil)
	r.Drawing.Erase()
}

// start is the page's document as it is when the present step begins.
func (r *Room) start() string {
	d, err := r.Now().Begins(r.now.Step)
	if err != nil { // it was tried when the course was read
		return r.Now().Document
	}
	return string(d)
}

// Go turns to a page.
func (r *Room) Go(i int) {
	if r.course == nil || i < 0 || i >= len(r.course.Pages) {
		return
	}
	r.turn(i)
	r.keep()
	r.open(r.start(), "turn the page")
	r.Page.Turned()
}

// Back turns to a page that the browser has gone back to; opened tells that its document is opened by its address.
func (r *Room) Back(i int, opened bool) {
	r.turn(i)
	if !opened {
		r.open(r.start(), "turn the page")
	}
}

// Reset makes the document what it was when the step began. Again begins the page anew, as if nothing had been done.
func (r *Room) Reset() {
	r.given = nil
	r.open(r.start(), "reset the picture")
}

// Again begins the page anew.
func (r *Room) Again() {
	delete(r.kept.of(r.course.Course), r.Now().ID)
	r.kept.save()
	r.Go(r.at)
}

// Afresh forgets what was done on all pages of the course, and begins the present one anew: it is presented.
func (r *Room) Afresh() {
	further := r.now.Step > 0
	clear(r.kept.of(r.course.Course))
	r.kept.save()
	if r.turn(r.at); further { // its document may be that of another step
		r.Go(r.at)
	}
}

// Hint shows the next hint.
func (r *Room) Hint() {
	if r.More() {
		r.hints++
		r.Drawing.corners = false
		r.Page.Shown()
	}
}

// Solve shows a solution of the task, on the document with which the step began.
func (r *Room) Solve() {
	if !r.Solvable() {
		return
	}
	s, _, _ := r.Step()
	d := []byte(r.start())
	for _, patch := range s.Solution {
		b, err := course.Patch(d, []byte(patch))
		if err != nil {
			return
		}
		d = b
	}
	r.solved, r.given = true, nil
	r.open(string(d), "show a solution")
	r.Page.Shown()
}

// Continue goes on to the next step, once the present one is done; a note is done by that.
func (r *Room) Continue() {
	s, at, done := r.Step()
	if s == nil || !done && s.Asks() || at+1 >= len(r.Now().Steps) {
		return
	}
	r.now.Step, r.now.Done = at+1, false
	r.fresh()
	next, _, _ := r.Step()
	if !next.Asks() && r.last() {
		r.now.Done = true
	}
	r.keep()
	if d, changed := r.next(next); changed {
		r.open(string(d), "go on")
	}
	r.Page.Shown()
	r.Settled()
}

func (r *Room) last() bool { return r.now.Step == len(r.Now().Steps)-1 }

// done ends the present step.
func (r *Room) done(answer string) {
	if answer != "" {
		r.now.Answers[strconv.Itoa(r.now.Step)] = answer
	}
	r.now.Done, r.wrong = true, ""
	r.keep()
	r.Page.Shown()
	r.Page.Solved(r.course.Course, r.Now().ID, r.now.Step)
}

// keep keeps how far people are.
func (r *Room) keep() {
	r.kept.of(r.course.Course)[r.Now().ID] = r.now
	r.kept.save()
}

// first tells of an answer if it is the first one to the present step.
func (r *Room) first(kind, value string) {
	if !r.told {
		r.told = true
		r.Page.Answered(kind, value)
	}
}

// Choose answers a question by one of its choices.
func (r *Room) Choose(i int) {
	s, _, done := r.Step()
	if s == nil || done || i < 0 || i >= len(s.Choices) {
		return
	}
	r.tried[i] = true
	r.first(class.Choice, strconv.Itoa(i))
	if s.Choices[i].Right {
		r.Page.Say("Right.")
		r.done(strconv.Itoa(i))
		return
	}
	r.Page.Say("That is not it.")
	r.Page.Shown()
}

// Type answers a question by a number, as it was typed. Right is what the text is about, the picture with which the
// step began, and also what holds of the present picture.
func (r *Room) Type(text string) {
	s, _, done := r.Step()
	if s == nil || done || s.Kind != course.Number {
		return
	}
	r.wrong, r.again = "", nil
	defer r.Page.Shown()
	x, share, ok := typed(text)
	if !ok {
		r.wrong = "Give a number, such as 3 or 0.25."
		return
	}
	r.first(class.Number, strconv.FormatFloat(x, 'g', 6, 64))
	present, err := r.value(s.Answer)
	want := present
	if r.begun != nil {
		if want = *r.begun; err != nil && !errors.Is(err, check.ErrLater) {
			present, err = want, nil
		}
	}
	near := func(y float64) bool {
		within := s.Within + 1e-9*math.Abs(y)
		return math.Abs(x-y) <= within || share && math.Abs(x/100-y) <= within
	}
	switch {
	case errors.Is(err, check.ErrLater):
		r.later(func() { r.Type(text) })
	case err != nil:
		r.wrong = err.Error()
	case near(want) || near(present):
		r.Page.Say("Right.")
		r.done(text)
	case near(-want):
		r.wrong = "The size is right, the sign is wrong."
	case x < want:
		r.wrong = "Too small."
	default:
		r.wrong = "Too large."
	}
	if r.wrong != "" {
		r.Page.Say(r.wrong)
	}
}

// typed reads a number as people type it: with a decimal comma or point, as a fraction, or in percent. share tells the
// last: then a question may mean x or a hundredth of it.
func typed(text string) (x float64, share, ok bool) {
	text = strings.NewReplacer(",", ".", "−", "-", " ", "", "\u00a0", "", "\u202f", "").Replace(text)
	text, share = strings.CutSuffix(text, "%")
	above, below, fraction := strings.Cut(text, "/")
	x, err := strconv.ParseFloat(above, 64)
	if fraction && err == nil {
		var y float64
		y, err = strconv.ParseFloat(below, 64)
		x /= y
	}
	return x, share, err == nil && !math.IsNaN(x) && !math.IsInf(x, 0)
}

// later has an answer looked at again when more is known of the present document.
func (r *Room) later(again func()) {
	r.wrong = "The picture is still being computed. Your answer is checked afterwards."
	r.again = again
}

// Takes tells whether a click on the plane answers the present question.
func (r *Room) Takes() bool {
	s, _, done := r.Step()
	return s != nil && !done && s.Kind == course.Place
}

// Click answers a question by a place.
func (r *Room) Click(x, y float64) {
	if !r.Takes() {
		return
	}
	r.again = nil
	s, _, _ := r.Step()
	r.first(class.Place, placeOf([2]float64{x, y}))
	ok, err := r.holds(s.Check, map[string]any{"x": x, "y": y})
	r.Page.Marked(&Mark{x, y, ok})
	switch {
	case err != nil:
		r.Page.Marked(nil)
		r.later(func() { r.Click(x, y) })
	case ok:
		r.Page.Say("Right.")
		r.done("there")
		return
	default:
		r.wrong = "That is not the right position."
	}
	r.Page.Say(r.wrong)
	r.Page.Shown()
}

// Sketches tells whether a hand on the plane draws.
func (r *Room) Sketches() bool {
	s, _, _ := r.Step()
	return s != nil && s.Kind == course.Draw
}

// Settled looks whether a task is done, now that all is known of the present document.
func (r *Room) Settled() {
	if r.course == nil || r.opening > 0 {
		return
	}
	k, ok := r.Page.Known()
	if !ok {
		return
	}
	r.remember(k)
	if again := r.again; again != nil {
		r.again, r.wrong = nil, ""
		again()
	}
	s, _, done := r.Step()
	if s == nil || done {
		return
	}
	if s.Kind == course.Number && r.begun == nil {
		if x, err := r.value(s.Answer); err == nil {
			r.begun = &x
		}
	}
	if s.Kind != course.Task {
		return
	}
	ok, err := r.holds(s.Check, nil)
	r.sound = r.sound || r.names(s.Check)
	r.begin()
	if err == nil && ok && !r.otherPoints(s) {
		r.Page.Say("Done.")
		r.done("")
		return
	}
	was := r.wrong
	if r.wrong = ""; err == nil && ok {
		r.wrong = "The task also asks for the points as they were."
	} else if err == nil {
		r.wrong = r.missing(s)
	} else if !errors.Is(err, check.ErrLater) && !r.sound { // a wrong name, or one of another method
		r.wrong = err.Error()
	}
	if r.wrong != was {
		r.Page.Shown()
	}
}

// names tells whether all names of a condition are known. Later on one may be missing: some facts are told only at some
// steps of a run.
func (r *Room) names(text string) bool {
	c, k, err := r.read(text, nil)
	if err != nil {
		return false
	}
	return !slices.ContainsFunc(c.Names(), func(name string) bool {
		_, err := k.Name(name)
		return err != nil
	})
}

// counts are the numbers that a task may ask for besides its goal, and what is counted.
var counts = map[string]string{"n_points": "point", "n_classes": "class", "n_held_out": "held-out point"}

// missing says which settings and counts a task asks for, too, where its goal has been reached with others. What a
// solution changes is the goal.
func (r *Room) missing(s *course.Step) string {
	c, k, err := r.read(s.Check, nil)
	if err != nil {
		return ""
	}
	goal := asked(s)
	missing := c.Missing(k.Name, func(d check.Demand) bool {
		if counts[d.Name] != "" {
			return slices.Contains([]string{"==", ">=", "<="}, d.Op)
		}
		return d.Op == "==" && k.Info.Param(d.Name) != nil && !goal["params."+d.Name]
	})
	var says []string
	for _, d := range missing {
		if what := counts[d.Name]; what != "" {
			counted := words.Count(int(d.Value.(float64)), what)
			switch d.Op {
			case "==":
				says = append(says, fmt.Sprintf("The task also asks for exactly %s.", counted))
			case ">=":
				says = append(says, fmt.Sprintf("The task also asks for at least %s.", counted))
			case "<=":
				says = append(says, fmt.Sprintf("The task also asks for at most %s.", counted))
			}
			continue
		}
		p := k.Info.Param(d.Name)
		says = append(says, fmt.Sprintf("The task also asks for this setting: %s = %s.", p.Label, p.Say(d.Value)))
	}
	return strings.Join(says, " ")
}

// remember keeps what "start." names mean, the first time that all of them are known.
func (r *Room) remember(k check.Known) {
	if r.now.Start != nil || r.now.Step > 0 {
		return
	}
	start := map[string]any{}
	for i := range r.Now().Steps {
		for _, text := range []string{r.Now().Steps[i].Check, r.Now().Steps[i].Answer} {
			c, err := check.Read(text)
			if err != nil {
				continue
			}
			for _, name := range c.Names() {
				of, ok := strings.CutPrefix(name, "start.")
				if !ok {
					continue
				}
				v, err := k.Name(of)
				if err != nil {
					return // later
				}
				start[of] = v
			}
		}
	}
	r.now.Start = start
	r.keep()
}

// read reads a condition or an expression, and returns with it what its names mean now; extra are names of an answer.
func (r *Room) read(text string, extra map[string]any) (*check.Condition, *check.Known, error) {
	c, err := check.Read(text)
	if err != nil {
		return nil, nil, err
	}
	k, ok := r.Page.Known()
	if !ok || r.opening > 0 {
		return nil, nil, check.ErrLater
	}
	k.Extra = map[string]any{}
	for name, v := range r.now.Start {
		k.Extra["start."+name] = v
	}
	maps.Copy(k.Extra, extra)
	return c, &k, nil
}

func (r *Room) holds(text string, extra map[string]any) (bool, error) {
	c, k, err := r.read(text, extra)
	if err != nil {
		return false, err
	}
	return c.Holds(k.Name)
}

func (r *Room) value(text string) (float64, error) {
	c, k, err := r.read(text, nil)
	if err != nil {
		return 0, err
	}
	return c.Number(k.Name)
}

// Locks tells whether the page holds something still: a control by its name, or "points".
func (r *Room) Locks(name string) bool { return r.course != nil && slices.Contains(r.Now().Lock, name) }
