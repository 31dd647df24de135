// Package handout prints a course or a deck: a sheet for each page with its figure as vector graphics, and the answers
// at the end. The command writes it to a file; the page has its engine make the same.
package handout

import (
	_ "embed"
	"encoding/base64"
	"fmt"
	"math"
	"strings"
	"time"

	"pointscape/engine/course"
	"pointscape/engine/course/assignment"
	"pointscape/engine/doc"
	"pointscape/engine/html"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
	"pointscape/engine/words"
)

// Style is the style sheet of the handout, which the command's file and the page's style contain.
//
//go:embed handout.css
var Style string

// Ask is a request for the sheets of a course. Before is the part of a page's address before its id; "" = addresses are
// left out.
type Ask struct {
	Course *course.Course `json:"course"`
	Before string         `json:"before,omitempty"`
}

// Answer returns a function that answers the page's requests for texts, by kind:
//
//	sheets   the sheets of an Ask, as HTML; the figure of page i goes into the image with the id ImageID(i)
//	figure   the figure of a document as an SVG, after a line with its alternative text
//	thumb    the same without legend and names of axes, for a small picture
//
// Other kinds are passed on to assignment.Answers, then to course.Answer.
func Answer(s *session.Session) func(job method.Job, kind, text string) (string, error) {
	assignments := assignment.Answers(s, time.Now)
	return func(job method.Job, kind, text string) (string, error) {
		if made, ok, err := assignments(job, kind, text); ok {
			return made, err
		}
		switch kind {
		case "sheets":
			var ask Ask
			if err := json.Unmarshal([]byte(text), &ask); err != nil {
				return "", err
			}
			if ask.Course == nil {
				return "", doc.Errorf("course", "a course", "nothing")
			}
			return Sheets(ask.Course, ask.Before, nil), nil
		case "figure", "thumb":
			svg, shows, err := figure(job, s, text, kind == "thumb")
			return shows + "\n" + string(svg), err
		}
		return course.Answer(kind, text)
	}
}

// HTML returns the handout as a file. site is the address of the playground for the links beside the figures; "" =
// none.
func HTML(job method.Job, s *session.Session, c *course.Course, site string) ([]byte, error) {
	var figures []Image
	for i := range c.Pages {
		p := &c.Pages[i]
		svg, shows, err := Figure(job, s, p.Document)
		if err != nil {
			return nil, fmt.Errorf("%s/%s: %w", c.Course, p.ID, err)
		}
		figures = append(figures, Image{shows, "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(svg)})
	}
	before := ""
	if site != "" {
		before = course.WithQuery(site, "course="+c.Course+"/")
	}
	lang := c.Lang
	if lang == "" {
		lang = "en"
	}
	return []byte("<!doctype html>\n<html lang=\"" + html.EscapeString(lang) +
		"\">\n<head>\n<meta charset=\"utf-8\">\n<title>" +
		html.EscapeString(c.Title) + "</title>\n" +
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<style>" + Style +
		"</style>\n</head>\n<body>\n" +
		Sheets(c, before, figures) + "\n</body>\n</html>\n"), nil
}

// Figure returns a document's figure as an SVG, as wide as the text, and its alternative text. It contains the plane
// with its legend, the plots beside it, and three steps of an iterative fit.
func Figure(job method.Job, s *session.Session, text string) (svg []byte, shows string, err error) {
	return figure(job, s, text, false)
}

// textWidth is the width of the text on paper, in millimetres: A4 without the margins (handout.css).
const textWidth = 178

// figure is Figure; a small one contains only the plane.
func figure(job method.Job, s *session.Session, text string, small bool) (svg []byte, shows string, err error) {
	d, m, err := Ready(job, s, text)
	if err != nil {
		return nil, "", err
	}
	o := picture.DefaultExport()
	o.Kind = picture.KindSVG
	w, h := 480, 340
	if small {
		o.Legend, o.Titles = false, false
	} else {
		o.Width, o.Panels = textWidth, true
		if d.Wall == nil {
			h = 200 // two pages with little text fit on one sheet, and so do a plane, its plots and steps
		}
	}
	req := session.Request{Doc: d, View: session.Viewport(d, m.TaskOf(d.Params), w, h, 1), Fine: true}
	sheet, err := s.Sheet(job, req, o)
	if err != nil {
		return nil, "", err
	}
	if !small && d.Wall == nil {
		if err := addSteps(job, s, req, o, sheet); err != nil {
			return nil, "", err
		}
	}
	sheet.Alt = strings.ReplaceAll(words.Readable(sheet.Alt), "\n", " ")
	var b strings.Builder
	if err := picture.WriteSheet(&b, sheet); err != nil {
		return nil, "", err
	}
	return []byte(b.String()), sheet.Alt, nil
}

// Ready decodes and resolves a document for a figure, and returns its method. Without a range of its own, the plane of
// a table gets the positions of its rows, which may need a fit. The names that the user has given are not translated
// from then on.
func Ready(job method.Job, s *session.Session, text string) (d doc.Document, m *method.Method, err error) {
	if d, err = doc.Decode([]byte(text)); err != nil {
		return d, nil, err
	}
	if d, err = s.Resolve(job, d); err != nil {
		return d, nil, err
	}
	if m, err = s.Method(d.Method); err != nil {
		return d, nil, err
	}
	words.Keep(d.Own())
	if !d.View.HasRange() && d.Table != nil { // the range follows the rows
		f, err := s.Fit(job, d)
		if err != nil {
			return d, nil, err
		}
		d = f.Placed(d)
	}
	return d, m, nil
}

// addSteps adds three steps of a document's fit to its sheet, side by side at the bottom: the first, one in between,
// and the last. Most changes happen early, so that the second is the square root of the last.
func addSteps(job method.Job, s *session.Session, req session.Request, o picture.ExportOptions,
	sheet *picture.Sheet) error {
	f, err := s.Fit(job, req.Doc)
	if err != nil {
		return err
	}
	m := f.Whole.Can().Stepper
	if m == nil || m.Steps() < 2 {
		return nil
	}
	last := m.Steps()
	middle := int(math.Round(math.Sqrt(float64(last))))
	req.Doc.Wall = &doc.Wall{Over: doc.WallSteps, Values: []any{0.0, float64(middle), float64(last)}}
	first := 0
	req.Doc.View.Step = &first
	req.View = session.Viewport(req.Doc, f.Task, 400, 400, 1) // in which the points are large
	o.Legend, o.Panels = false, false
	run, err := s.Sheet(job, req, o)
	if err != nil {
		return err
	}
	gap := int(sheet.Palette.Text())
	for _, p := range run.Parts {
		p.Y += sheet.H + gap
		sheet.Parts = append(sheet.Parts, p)
	}
	sheet.H += gap + run.H
	return nil
}
