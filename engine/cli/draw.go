package cli

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"pointscape/engine/doc"
	"pointscape/engine/picture"
)

// figure holds the options of draw.
type figure struct {
	out     string // file, or folder of files; "" = standard output
	format  string // as given; "" = from the file name
	folder  bool   // write a folder of files with the documents' names
	fields  bool   // for TikZ: write files for rasters
	file    string // file format; a GIF is painted like a PNG
	w, h    int    // -size, in CSS pixels; with -width only the ratio counts
	options picture.ExportOptions
	moving  animation
}

// Draw runs "draw DOC.json [-o FIG.svg]" with the options of a figure, or of a folder of them.
func Draw(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("draw", flag.ContinueOnError)
	fs.SetOutput(stderr)
	var f figure
	o := &f.options
	fs.StringVar(&f.out, "o", "", "write to this `file`, in the format of its ending: .svg, .pdf, .tex or .png, for an "+
		"animation .png or .gif. Or to this folder, one figure per document (default: SVG on standard output)")
	fs.StringVar(&f.format, "format", "", "`format` of the figures in a folder, or on standard output: svg, pdf, tex, "+
		"png or gif (default svg)")
	size := fs.String("size", "800x600", "`WxH` of the plane in CSS pixels; with -width only the ratio counts. Legend "+
		"and panels are added below")
	scale := fs.Float64("scale", 2, "device pixels per CSS pixel of a PNG whose width is in px; ignored with -dpi")
	fs.Float64Var(&o.Width, "width", 0, "width of the figure in -unit (default: that of -size, in px)")
	fs.StringVar(&o.Unit, "unit", picture.Millimetres, "unit of -width: mm or px")
	fs.Float64Var(&o.Type, "type", 0, "size of the axis numbers in `pt`; all text, lines and points scale with it "+
		"(default: 8 with -width, else the palette's)")
	fs.Float64Var(&o.DPI, "dpi", 0, "pixels per inch of a PNG (default: 300 with a -width in mm)")
	fs.StringVar(&o.Palette, "palette", "print", "colours: one of "+strings.Join(picture.PaletteNames(), ", "))
	fs.StringVar(&o.Background, "background", picture.Filled, "filled or transparent")
	fs.BoolVar(&o.Legend, "legend", false, "draw a legend, below the plane")
	fs.BoolVar(&o.Titles, "titles", true, "draw the titles of the axes")
	fs.BoolVar(&o.Panels, "panels", false, "draw the panels, such as curves over the steps, below the plane")
	fs.BoolVar(&f.fields, "fields", true, ".tex only: draw the colours of the plane, in PNG files beside it")
	animationFlags(fs, &f.moving)
	from := tableFlags(fs)
	paths, code := parseAll(fs, args, "draw DOC.json [-o FIG.svg|FIG.pdf|FIG.tex|FIG.png] [-width 90 -unit mm -type 8] "+
		"[-palette print] [-legend] [-panels] [-steps 0:40 | -sweep C=0.01:100 [-back]] [-every 1] [-fps 10] [-pause 2] "+
		"[-colors 64] [-table POINTS.csv [-columns A,B,C]]\n       draw DOC.json ... | FOLDER -o FIGURES/ [-format pdf] "+
		"...\n\nDraws a document: an SVG or a PDF with exact vector contours, TikZ for LaTeX, or a PNG; with -steps an "+
		"animated PNG or GIF of the\nsteps of a fit; with -sweep one over the values of a parameter.\nSeveral documents, "+
		"or those of a folder (*.json), are drawn into a folder. A document that fails is reported, and the others are "+
		"drawn.\nSizes are exact: in a figure 90 mm wide, 8 pt type is 8 pt.\nDOC.json may be - for standard input.")
	if code >= 0 {
		return code
	}
	given := map[string]bool{}
	fs.Visit(func(x *flag.Flag) { given[x.Name] = true })
	if err := f.complete(*size, *scale, given); err != nil {
		fmt.Fprintln(stderr, err)
		return Usage
	}
	docs, err := documents(paths, &f)
	if err != nil {
		fmt.Fprintln(stderr, err)
		return Usage
	}
	if !f.folder {
		from.path = docs[0]
		job := newPatient(stderr, time.Now)
		defer job.listen()()
		if err := draw(*from, f, stdin, stdout, stderr, job); err != nil {
			return fail(stderr, err)
		}
		return Done
	}
	return drawAll(docs, *from, f, stderr)
}

// drawAll draws documents into a folder, and reports the errors of each.
func drawAll(docs []string, from source, f figure, stderr io.Writer) (code int) {
	folder := f.out
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fail(stderr, err)
	}
	for _, path := range docs {
		told := &teller{stderr, path + ": "}
		job := newPatient(told, time.Now)
		done := job.listen()
		from.path = path
		f.out = filepath.Join(folder, figureFile(path, f.file))
		err := draw(from, f, nil, nil, told, job)
		done()
		if err != nil {
			code = fail(told, err)
		}
		if job.stopped.Load() {
			break
		}
	}
	return code
}

// figureFile returns the name of a document's figure in a folder.
func figureFile(path, kind string) string {
	name := filepath.Base(path)
	return strings.TrimSuffix(name, filepath.Ext(name)) + "." + kind
}

// teller prefixes messages with the name of their document.
type teller struct {
	w    io.Writer
	says string
}

func (t *teller) Write(b []byte) (int, error) {
	_, err := io.WriteString(t.w, t.says+string(b))
	return len(b), err
}

// documents returns the files that paths name, with the files of folders in order. If there are several, the figure
// must be a folder.
func documents(paths []string, f *figure) (docs []string, err error) {
	var folders bool
	for _, path := range paths {
		info, err := os.Stat(path)
		if path == "-" || err != nil || !info.IsDir() {
			docs = append(docs, path) // errors are reported when it is read
			continue
		}
		folders = true
		list, err := filepath.Glob(filepath.Join(path, "*.json"))
		if err != nil {
			return nil, err
		}
		if len(list) == 0 {
			return nil, doc.Errorf("document", "in a folder with files that end in .json", path)
		}
		docs = append(docs, list...)
	}
	if !f.folder {
		if len(docs) > 1 || folders {
			return nil, doc.Errorf("-o", "a folder, such as figures/, for several documents", f.out)
		}
		return docs, nil
	}
	from := map[string]string{}
	for _, path := range docs {
		if path == "-" {
			return nil, doc.Errorf("document", "a file, with a folder of figures", path)
		}
		file := figureFile(path, f.file)
		if other, ok := from[file]; ok {
			return nil, doc.Errorf("document", "named differently from "+other+": both figures would be written to "+file, path)
		}
		from[file] = path
	}
	return docs, nil
}

// shape returns the size of the figure in CSS pixels, without what is below the plane.
func (f *figure) shape() (w, h int) {
	w, _ = f.options.Lay()
	return w, max(1, int(math.Round(float64(w)*float64(f.h)/float64(f.w))))
}

// complete fills in defaults, and checks all options.
func (f *figure) complete(size string, scale float64, given map[string]bool) (err error) {
	o := &f.options
	if f.w, f.h, err = parseSize(size); err != nil {
		return err
	}
	if !(scale >= 0.1 && scale <= 8) {
		return doc.Errorf("-scale", "a number from 0.1 to 8", scale)
	}
	if err := f.kind(); err != nil {
		return err
	}
	pal, ok := picture.PaletteByName(o.Palette)
	if given["unit"] && !given["width"] {
		return doc.Errorf("-width", "given with -unit", "")
	}
	if !given["width"] {
		o.Width, o.Unit = float64(f.w), picture.Pixels
	}
	if !given["type"] {
		o.Type = picture.DefaultExport().Type
		if !given["width"] && ok {
			o.Type = pal.Text() * 72 / 96 // in CSS pixels
		}
	}
	if !given["dpi"] {
		o.DPI = picture.DefaultExport().DPI
		if o.Unit == picture.Pixels {
			o.DPI = 96 * scale
		}
	}
	if field, want, got := o.Wrong(); field != "" {
		if field == "width" && !given["width"] {
			field = "size across"
		}
		return doc.Errorf("-"+field, want, got)
	}
	if want, got := o.TooLarge(f.shape()); want != "" {
		what := "-size times -scale"
		if given["width"] || given["dpi"] {
			what = "-width times -dpi"
		}
		return doc.Errorf(what, want, got)
	}
	return f.moving.complete(o, f.file, given)
}

// kind determines the kind of the figure, and whether the output is a folder.
func (f *figure) kind() error {
	kinds := append(slices.Clone(picture.Kinds), picture.KindGIF)
	if ext := strings.ToLower(filepath.Ext(f.out)); ext == "."+picture.KindWebM || f.format == picture.KindWebM {
		return doc.Errorf("-o", "a .png or a .gif for an animation: only the page makes videos, with the browser's "+
			"encoder", f.out)
	}
	if f.format != "" && !slices.Contains(kinds, f.format) {
		return doc.Errorf("-format", "one of "+strings.Join(kinds, ", "), f.format)
	}
	f.file = cmp.Or(f.format, picture.KindSVG)
	defer func() {
		if f.options.Kind = f.file; f.file == picture.KindGIF {
			f.options.Kind = picture.KindPNG
		}
	}()
	if f.out == "" {
		if f.file == picture.KindTeX {
			return doc.Errorf("-o", "given with TikZ, which may write more than one file", "")
		}
		return nil
	}
	info, err := os.Stat(f.out)
	f.folder = err == nil && info.IsDir() || os.IsPathSeparator(f.out[len(f.out)-1])
	if f.folder {
		return nil
	}
	kind := strings.TrimPrefix(strings.ToLower(filepath.Ext(f.out)), ".")
	if !slices.Contains(kinds, kind) {
		return doc.Errorf("-o", "a file name that ends in .svg, .pdf, .tex, .png or .gif, or a folder", f.out)
	}
	if f.format != "" && f.format != kind {
		return doc.Errorf("-format", kind+", as the ending of "+f.out+" says, or left out", f.format)
	}
	f.file = kind
	return nil
}
