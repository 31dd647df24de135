package cli

import (
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"pointscape/engine/doc"
	"pointscape/engine/picture"
)

// figure is what draw is asked for.
type figure struct {
	out     string // file; "" = standard output
	w, h    int    // its shape
	options picture.ExportOptions
	moving  animation
}

// Draw runs "draw DOC.json [-o FIG.svg|FIG.png]" with the options of a figure.
func Draw(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("draw", flag.ContinueOnError)
	fs.SetOutput(stderr)
	var f figure
	o := &f.options
	fs.StringVar(&f.out, "o", "", "write to this `file`; its ending, .svg or .png, chooses the format (default: SVG on "+
		"standard output)")
	size := fs.String("size", "800x600", "`WxH` of the figure in CSS pixels; with -width its shape. Legend and "+
		"panels come below")
	scale := fs.Float64("scale", 2, "device pixels per CSS pixel of a PNG whose width is in px; with -dpi it "+
		"does not count")
	fs.Float64Var(&o.Width, "width", 0, "width of the figure in -unit (default: that of -size, in px)")
	fs.StringVar(&o.Unit, "unit", picture.Millimetres, "unit of -width: mm or px")
	fs.Float64Var(&o.Type, "type", 0, "size of the numbers at the axes in `pt`; all type, lines and points follow "+
		"(default: 8 with -width, else the palette's)")
	fs.Float64Var(&o.DPI, "dpi", 0, "pixels per inch of a PNG (default: 300 with a -width in mm)")
	fs.StringVar(&o.Palette, "palette", "print", "colours: one of "+strings.Join(picture.PaletteNames(), ", "))
	fs.StringVar(&o.Background, "background", picture.Filled, "filled or transparent")
	fs.BoolVar(&o.Legend, "legend", false, "with a legend, below the plane")
	fs.BoolVar(&o.Titles, "titles", true, "with titles of the axes")
	fs.BoolVar(&o.Panels, "panels", false, "with the plots that the page has beside the plane, below it")
	animationFlags(fs, &f.moving)
	from := tableFlags(fs)
	path, code := parse(fs, args, "draw DOC.json [-o FIG.svg|FIG.png] [-width 90 -unit mm -type 8] [-palette print] "+
		"[-legend] [-panels] "+
		"[-steps 0:40 | -sweep C=0.01:100 [-back]] [-every 1] [-fps 10] [-pause 2] [-colors 64] "+
		"[-table POINTS.csv [-columns A,B,C]]\n\n"+
		"Draws a document: an SVG with true vector contours, or a PNG; with -steps a PNG in motion, of a fit that is made "+
		"in steps;\nwith -sweep one of the values of a parameter.\n"+
		"Sizes are true: in a figure 90 mm wide, type of 8 pt is 8 pt.\nDOC.json may be - for standard input.")
	if code >= 0 {
		return code
	}
	given := map[string]bool{}
	fs.Visit(func(x *flag.Flag) { given[x.Name] = true })
	if err := f.complete(*size, *scale, given); err != nil {
		fmt.Fprintln(stderr, err)
		return Usage
	}
	from.path = path
	job := newPatient(stderr, time.Now)
	defer job.listen()()
	if err := draw(*from, f, stdin, stdout, stderr, job); err != nil {
		return fail(stderr, err)
	}
	return Done
}

// shape is the size of the figure in CSS pixels, without what comes below.
func (f *figure) shape() (w, h int) {
	w, _ = f.options.Lay()
	return w, max(1, int(math.Round(float64(w)*float64(f.h)/float64(f.w))))
}

// complete fills in what was not given, and checks all.
func (f *figure) complete(size string, scale float64, given map[string]bool) (err error) {
	o := &f.options
	if f.w, f.h, err = parseSize(size); err != nil {
		return err
	}
	if !(scale >= 0.1 && scale <= 8) {
		return doc.Errorf("-scale", "a number from 0.1 to 8", scale)
	}
	ext := strings.ToLower(filepath.Ext(f.out))
	if f.out != "" && ext != ".svg" && ext != ".png" {
		return doc.Errorf("-o", "a file name that ends in .svg or .png", f.out)
	}
	o.Kind = strings.TrimPrefix(ext, ".")
	if f.out == "" {
		o.Kind = picture.KindSVG
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
			o.Type = pal.Text() * 72 / 96 // a pixel is a pixel
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
	if err := f.moving.complete(o, given); err != nil {
		return err
	}
	if info, err := os.Stat(f.out); err == nil && info.IsDir() {
		return doc.Errorf("-o", "a file, not a folder", f.out)
	}
	return nil
}
