//go:build js && wasm

// Package figures makes the files of figures that only the whole engine makes for the page: PDF, LaTeX, and animations.
package figures

import (
	"bytes"
	"strings"
	"time"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/picture/motion"
	"pointscape/engine/picture/pdf"
	"pointscape/engine/picture/tikz"
	"pointscape/engine/session"
	"pointscape/engine/wire"
	"pointscape/engine/zip"
)

// Make makes a figure of a document, of the kind in the options.
func Make(s *session.Session, job method.Job, req session.Request, o picture.ExportOptions) ([]byte, wire.Exported,
	error) {
	var b bytes.Buffer
	told := wire.Exported{Name: session.FigureName(req.Doc, o.Kind), MIME: session.MIME(o.Kind)}
	if picture.Moving(o.Kind) {
		err := film(&b, s, job, req, o)
		return b.Bytes(), told, err
	}
	sheet, err := s.Sheet(job, req, o)
	if err != nil {
		return nil, told, err
	}
	if o.Kind == picture.KindPDF {
		err = pdf.WriteSheet(&b, sheet)
		return b.Bytes(), told, err
	}
	tex, images := tikz.Write(sheet, strings.TrimSuffix(told.Name, "."+o.Kind), true)
	if len(images) == 0 {
		return tex, told, nil
	}
	var files []zip.File
	for _, x := range images {
		files = append(files, zip.File{Name: x.Name, Data: x.Data})
	}
	return zip.Pack(append(files, zip.File{Name: told.Name, Data: tex})),
		wire.Exported{Name: session.FigureName(req.Doc, "zip"), MIME: "application/zip"}, nil
}

// film writes an animated figure.
func film(b *bytes.Buffer, s *session.Session, job method.Job, req session.Request, o picture.ExportOptions) error {
	f, err := s.FilmOf(req, o)
	if err != nil {
		return err
	}
	video := o.Kind == picture.KindWebM
	if video && !videos() {
		return errNoVideo
	}
	colors := motion.MaxColors
	if video {
		colors = 0
	}
	moving := motion.NewAnimation(colors)
	f.Show = func(s *picture.Sheet, long time.Duration) error {
		im, err := pixelsOf(s)
		if err != nil {
			return err
		}
		return moving.Add(s, im, long)
	}
	hold, err := s.Film(job, req.Doc, f)
	if err != nil {
		return err
	}
	moving.Hold(hold)
	if video {
		return writeVideo(b, moving, o.FPS, job)
	}
	return moving.WriteGIF(&yielding{b, job})
}

// yielding is a writer that lets messages from the page be received: a long file takes seconds.
type yielding struct {
	b   *bytes.Buffer
	job method.Job
}

func (w *yielding) Write(p []byte) (int, error) {
	if err := w.job.Err(); err != nil {
		return 0, err
	}
	return w.b.Write(p)
}
