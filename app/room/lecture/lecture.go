// Package lecture follows a course, or presents a deck: which page is shown, which of its steps are done, what was
// answered, and what is stored of that.
package lecture

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/check"
	"pointscape/engine/class"
	"pointscape/engine/course"
	"pointscape/engine/words"
)

// Shelf is the browser's storage; it may be disabled or full.
type Shelf interface {
	Get(key string) string
	Set(key, value string) (kept bool)
}

// Page is the page around the room.
type Page interface {
	// Known returns what conditions may refer to in the present document and its fit; ok is false while that is still
	// being computed.
	Known() (k check.Known, ok bool)
	// Document returns the present document as JSON. Open makes another one the present; what describes that for undo,
	// and opened is called when it is open, or cannot be opened.
	Document() []byte
	Open(document, what string, opened func())
	// Judge has the engine judge a line drawn over the document's points; why says why it cannot.
	Judge(line [][2]float64, done func(r *Judged, why string))
	// Sketched paints the drawing.
	Sketched(line [][2]float64)
	// Marked shows where a question was answered; nil = nowhere.
	Marked(m *Mark)
	// Shown shows the room anew; Turned is called when another page is shown.
	Shown()
	Turned()
	// Say speaks to screen readers. SayJudged speaks the errors of a drawing that is not good enough, or that need not
	// be.
	Say(text string)
	SayJudged(r *Judged)
	// Unkept is called when the browser stores no more data: the progress is lost with the page.
	Unkept()
	// Answered gets answers to the present step, right or wrong, for a live class (class.Answer): the first answer to a
	// question, because later ones follow the page's reaction to it, and each drawing.
	Answered(kind, value string)
	// Solved is called when a step is done.
	Solved(course, page string, step int)
}

// Judged has the errors of a drawing and of the method, on the training points and on others; see wire.Judged.
type Judged struct {
	On           string
	Mine, Method []float64
}

// Mark is the position of an answer.
type Mark struct {
	X, Y  float64
	Right bool
}

// Needs has what a Room depends on.
type Needs struct {
	Shelf Shelf
	Page  Page
}

// attempt is what the user has done at the present step, and what is known of its beginning.
type attempt struct {
	hints  int    // number of visible hints of the present step
	again  func() // checks an answer that came before everything was known; nil = none
	solved bool
	tried  map[int]bool // answers of the present step that were chosen
	told   bool         // Page.Answered has got an answer to the step
	wrong  string       // why a typed answer is not valid, or not right
	sound  bool         // all names of the present task's check have been known
	begun  *float64     // the right number when the present step began; nil = not known yet
	given  []byte       // the document with which the present task began; nil = not known yet
}

// Room has the present page of a course, and the progress on it.
type Room struct {
	Needs

	course *course.Course
	at     int
	kept   kept
	now    *Progress

	opening int // number of documents being opened: until then what is known belongs to another one

	attempt

	Drawing Drawing
}

// Init sets what the room depends on.
func (r *Room) Init(n Needs) {
	r.Needs, r.kept.Needs, r.Drawing.room = n, n, r
}

// On reports whether a course is open.
func (r *Room) On() bool { return r.course != nil }

// Course returns the open course, At the index of the present page, and Now that page; nil without a course.
func (r *Room) Course() *course.Course { return r.course }
func (r *Room) At() int                { return r.at }
func (r *Room) Now() *course.Page {
	if r.course == nil {
		return nil
	}
	return &r.course.Pages[r.at]
}

// Step returns the present step, nil if the page has none, its index, and whether it is done.
func (r *Room) Step() (s *course.Step, at int, done bool) {
	p := r.Now()
	if p == nil || len(p.Steps) == 0 {
		return nil, 0, true
	}
	return &p.Steps[r.now.Step], r.now.Step, r.now.Done
}

// Controls returns the names of the controls below the plane: the present step's, or those of the last step before it
// that has some, or the page's.
func (r *Room) Controls() []string {
	p := r.Now()
	for i := r.now.Step; i >= 0 && i < len(p.Steps); i-- {
		if p.Steps[i].Controls != nil {
			return p.Steps[i].Controls
		}
	}
	return p.Controls
}

// Facts returns the names of the facts that are shown: the step's and, after a question is answered, the next step's or
// the page's, because a question hides its answer until then.
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

// factsOf returns the facts of a step, or of the last one before it that has some, or the page's.
func (r *Room) factsOf(i int) []string {
	p := r.Now()
	for ; i >= 0 && i < len(p.Steps); i-- {
		if p.Steps[i].Facts != nil {
			return p.Steps[i].Facts
		}
	}
	return p.Facts
}

// Asking reports whether a question is open.
func (r *Room) Asking() bool {
	s, _, done := r.Step()
	return s != nil && s.Asks() && !done
}

// Hidden reports whether a fact is hidden: the page does not show it, and it may answer the open question.
func (r *Room) Hidden(fact string) bool { return r.Asking() && !slices.Contains(r.Facts(), fact) }

// Veiled reports whether the method's picture is hidden, because the question is what it will be.
func (r *Room) Veiled() bool {
	s, _, done := r.Step()
	return s != nil && s.Veil && !done
}

// Hints returns the hints of the present step that the user has asked for; More reports whether there are others.
func (r *Room) Hints() []string {
	s, _, _ := r.Step()
	if s == nil {
		return nil
	}
	return s.Hints[:min(r.hints, len(s.Hints))]
}

func (r *Room) More() bool {
	s, _, done := r.Step()
	return s != nil && !done && r.hints < len(s.Hints)
}

// Solvable reports whether a solution of the step may be shown: after all hints.
func (r *Room) Solvable() bool {
	s, _, done := r.Step()
	return s != nil && !done && !r.More() && s.Kind == course.Task && len(s.Solution) > 0 && !r.solved
}

// Wrong returns the message about the answer that was typed last.
func (r *Room) Wrong() string { return r.wrong }

// Tried reports whether an answer of the present question has been chosen.
func (r *Room) Tried(i int) bool { return r.tried[i] }

// Answer returns the answer to a step, "" before it was given.
func (r *Room) Answer(step int) string { return r.now.Answers[strconv.Itoa(step)] }

// PageDone reports whether all of a page is done.
func (r *Room) PageDone(i int) bool {
	p := &r.course.Pages[i]
	g := r.kept.courses[r.course.Course][p.ID]
	return g != nil && g.Done && g.Step >= len(p.Steps)-1
}

// Find returns the index of a page, by its id or its number from 1.
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

// Opening reports whether the page's document is still being opened.
func (r *Room) Opening() bool { return r.opening > 0 }

// open makes another document the present one.
func (r *Room) open(document, what string) {
	r.opening++
	r.Page.Open(document, what, func() {
		r.opening--
		r.Settled()
	})
}

// Begin opens a course at a page, and returns that page's first document.
func (r *Room) Begin(c *course.Course, page string) (document string) {
	r.course = c
	i, ok := r.Find(page)
	if !ok {
		i = 0
	}
	r.turn(i)
	return r.start()
}

// Replace replaces the course by another version, while its author edits it. The present page becomes page i, and keeps
// its progress and its picture.
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

// fresh resets the state of the step before.
func (r *Room) fresh() {
	r.attempt = attempt{tried: map[int]bool{}}
	r.Page.Marked(nil)
	r.Drawing.Erase()
}

// start returns the page's document at the beginning of the present step.
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

// Back turns to a page that the browser has gone back to; opened says that its address opens the document.
func (r *Room) Back(i int, opened bool) {
	r.turn(i)
	if !opened {
		r.open(r.start(), "turn the page")
	}
}

// Reset restores the document of the step's beginning.
func (r *Room) Reset() {
	r.given = nil
	r.open(r.start(), "reset the picture")
}

// Again restarts the page and deletes its progress.
func (r *Room) Again() {
	delete(r.kept.of(r.course.Course), r.Now().ID)
	r.kept.save()
	r.Go(r.at)
}

// Afresh deletes the progress on all pages of the course and restarts the present one: it is presented.
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
		r.note(noteHelp, strconv.Itoa(r.hints))
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
	r.note(noteHelp, strconv.Itoa(len(s.Hints)+1))
	r.open(string(d), "show a solution")
	r.Page.Shown()
}

// Continue moves to the next step, if the present one is done; a note is done by that.
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
	if d, changed := r.next(); changed {
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
	r.noteDocument()
	r.now.Done, r.wrong = true, ""
	r.keep()
	r.Page.Shown()
	r.Page.Solved(r.course.Course, r.Now().ID, r.now.Step)
}

// keep stores the progress.
func (r *Room) keep() {
	r.kept.of(r.course.Course)[r.Now().ID] = r.now
	r.kept.save()
}

// first passes an answer to Page.Answered if it is the first one to the present step.
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
	r.note(noteWrong, strconv.Itoa(i))
	r.Page.Say("That is not it.")
	r.Page.Shown()
}

// Type answers a question by a number, as it was typed. It is right if it is right for the picture with which the step
// began, which the text is about, or for the present picture.
func (r *Room) Type(text string) {
	s, _, done := r.Step()
	if s == nil || done || s.Kind != course.Number {
		return
	}
	r.wrong, r.again = "", nil
	defer r.Page.Shown()
	x, share, ok := course.Typed(text)
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
	near := func(y float64) bool { return s.Near(x, share, y) }
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
		if r.again == nil && err == nil {
			r.note(noteWrong, text)
		}
		r.Page.Say(r.wrong)
	}
}

// later has an answer checked again when more is known of the present document.
func (r *Room) later(again func()) {
	r.wrong = "The picture is still being computed. Your answer is checked afterwards."
	r.again = again
}

// Takes reports whether a click on the plane answers the present question.
func (r *Room) Takes() bool {
	s, _, done := r.Step()
	return s != nil && !done && s.Kind == course.Place
}

// Click answers a question by a position.
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
		r.done(at(x, y))
		return
	default:
		r.note(noteWrong, at(x, y))
		r.wrong = "That is not the right position."
	}
	r.Page.Say(r.wrong)
	r.Page.Shown()
}

// Sketches reports whether dragging on the plane draws.
func (r *Room) Sketches() bool {
	s, _, _ := r.Step()
	return s != nil && s.Kind == course.Draw
}

// Settled checks whether a task is done, now that everything is known of the present document.
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

// names reports whether all names of a condition are known. Later one may be missing: some facts exist only at some
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

// counts are the numbers that a task may require in addition to its goal, with the noun for each.
var counts = map[string]string{"n_points": "point", "n_classes": "class", "n_held_out": "held-out point"}

// missing returns which settings and counts a task also requires, if its goal has been reached with others. A setting
// that the solution changes is the goal.
func (r *Room) missing(s *course.Step) string {
	c, k, err := r.read(s.Check, nil)
	if err != nil {
		return ""
	}
	goal := s.Asked()
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
				says = append(says, words.Sprintf("The task also asks for exactly %s.", counted))
			case ">=":
				says = append(says, words.Sprintf("The task also asks for at least %s.", counted))
			case "<=":
				says = append(says, words.Sprintf("The task also asks for at most %s.", counted))
			}
			continue
		}
		p := k.Info.Param(d.Name)
		says = append(says, words.Sprintf("The task also asks for this setting: %s = %s.", p.Label, p.Say(d.Value)))
	}
	return strings.Join(says, " ")
}

// remember stores what "start." names mean, the first time that all of them are known.
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
					return // try again later
				}
				start[of] = v
			}
		}
	}
	r.now.Start = start
	r.keep()
}

// read parses a condition or an expression, and returns it with the present values of its names; extra are names of an
// answer.
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

// Locks reports whether the page locks something: a control by its name, or "points".
func (r *Room) Locks(name string) bool { return r.course != nil && slices.Contains(r.Now().Lock, name) }
