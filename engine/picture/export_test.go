package picture_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"image/png"
	"math"
	"strings"
	"testing"

	"pointscape/engine/picture"
	"pointscape/engine/picture/bitmap"
)

// Options out of range are reported with their field and the allowed values; the defaults are valid.
func TestExportOptions(t *testing.T) {
	for _, c := range []struct {
		set         func(o *picture.ExportOptions)
		field, want string
	}{
		{func(*picture.ExportOptions) {}, "", ""},
		{func(o *picture.ExportOptions) { o.Kind = "eps" }, "kind", "one of svg, pdf, tex, png"},
		{func(o *picture.ExportOptions) { o.Unit = "cm" }, "unit", "mm or px"},
		{func(o *picture.ExportOptions) { o.Palette = "pink" }, "palette", "light, dark, projector, print"},
		{func(o *picture.ExportOptions) { o.Background = "red" }, "background", "filled or transparent"},
		{func(o *picture.ExportOptions) { o.Type = 2 }, "type", "from 3 to 96 pt"},
		{func(o *picture.ExportOptions) { o.Type = math.NaN() }, "type", "pt"},
		{func(o *picture.ExportOptions) { o.Kind, o.DPI = "png", 5000 }, "dpi", "from 36 to 2400"},
		{func(o *picture.ExportOptions) { o.DPI = 0 }, "", ""}, // an SVG does not use DPI
		{func(o *picture.ExportOptions) { o.Width = 0 }, "width", "from 28 to 2317 mm for type of 8 pt"},
		{func(o *picture.ExportOptions) { o.Width = 3000 }, "width", "mm for type of 8 pt"},
		{func(o *picture.ExportOptions) { o.Unit, o.Width = "px", 1e5 }, "width", "px for type of 8 pt"},
		{func(o *picture.ExportOptions) { o.Width = math.Inf(1) }, "width", ""},
	} {
		o := picture.DefaultExport()
		c.set(&o)
		field, want, _ := o.Wrong()
		if field != c.field || !strings.Contains(want, c.want) {
			t.Errorf("%+v: %q wants %q; should be %q, %q", o, field, want, c.field, c.want)
		}
	}
	for _, name := range picture.PaletteNames() {
		o := picture.DefaultExport()
		o.Palette, o.Legend, o.Panels, o.Background = name, false, true, picture.Transparent
		b, err := json.Marshal(o)
		if err != nil {
			t.Fatal(err)
		}
		var back picture.ExportOptions
		if err := json.Unmarshal(b, &back); err != nil || back != o {
			t.Errorf("%+v came back as %+v, %v", o, back, err)
		}
	}
}

// Every valid figure has a valid preview.
func TestPreview(t *testing.T) {
	for _, width := range []float64{28, 120, 600, 2317} {
		o := picture.DefaultExport()
		o.Width = width
		p := o.Preview(720)
		if field, want, got := p.Wrong(); field != "" {
			t.Errorf("the preview of %g mm: %s must be %s; is %v", width, field, want, got)
		}
		if w, scale := p.Lay(); width == 120 && math.Round(float64(w)*scale) != 720 {
			t.Errorf("the preview is %g pixels wide", float64(w)*scale)
		}
	}
}

// DPI affects PNGs only: vector graphics are the same for any value.
func TestVectorsHaveTheirOwnResolution(t *testing.T) {
	o := picture.DefaultExport()
	w, scale := o.Lay()
	for _, dpi := range []float64{0, -1, 1e9, math.NaN()} {
		o.DPI = dpi
		if w2, scale2 := o.Lay(); w2 != w || scale2 != scale {
			t.Errorf("with %g pixels per inch an SVG is laid out as %d, %g; else %d, %g", dpi, w2, scale2, w, scale)
		}
	}
}

// In small figures points are smaller relative to the text, never larger than on the page; the text size does not
// change.
func TestMarksOfSmallFigures(t *testing.T) {
	last := 0.0
	for _, c := range []struct{ width, typ float64 }{{30, 8}, {60, 8}, {85, 9}, {160, 10}, {300, 8}, {2000, 8}} {
		o := picture.DefaultExport()
		o.Width, o.Type = c.width, c.typ
		pal := o.Look()
		plain, _ := picture.PaletteByName(o.Palette)
		share := pal.PointRadius(1, 1) / plain.PointRadius(1, 1)
		if share < last || share < 0.59 || share > 1 || c.width >= 300 && share != 1 || c.width <= 85 && share > 0.7 {
			t.Errorf("%+v: points have %.2f of their size", c, share)
		}
		last = share
		if pal.Text() != plain.Text() || pal.Style(picture.RoleBoundary).Width != plain.Style(picture.RoleBoundary).Width {
			t.Errorf("%+v: type of %g, lines of %g", c, pal.Text(), pal.Style(picture.RoleBoundary).Width)
		}
	}
}

// A PNG states its physical size, has as many pixels as its width requires, and is transparent if it is bare.
func TestSheetAsPNG(t *testing.T) {
	o := picture.DefaultExport()
	o.Kind, o.Width, o.DPI = picture.KindPNG, 90, 300
	pal := o.Look()
	w, scale := o.Lay()
	p := &picture.Picture{View: picture.Viewport{X1: 1, Y1: 1, W: w, H: w / 2}}
	p.Add(&picture.Path{Role: picture.RoleBoundary, Class: picture.NoClass, XY: []float64{0, 0, 1, 1}})
	for _, bare := range []bool{false, true} {
		s := picture.SheetOf(p, pal)
		s.Scale, s.DPI, s.Bare = scale, o.DPI, bare
		var b bytes.Buffer
		if err := bitmap.WriteSheet(&b, s); err != nil {
			t.Fatal(err)
		}
		at := bytes.Index(b.Bytes(), []byte("pHYs"))
		if at < 0 {
			t.Fatal("no pHYs chunk")
		}
		chunk := b.Bytes()[at+4:]
		x, y := binary.BigEndian.Uint32(chunk), binary.BigEndian.Uint32(chunk[4:])
		if x != 11811 || y != x || chunk[8] != 1 { // 300 / 0.0254
			t.Errorf("%d × %d pixels per metre, unit %d", x, y, chunk[8])
		}
		im, err := png.Decode(&b) // Decode verifies the checksums
		if err != nil {
			t.Fatal(err)
		}
		if got := im.Bounds().Dx(); got != 1063 { // 90 mm
			t.Errorf("%d pixels wide", got)
		}
		if _, _, _, a := im.At(20, 5).RGBA(); (a == 0) != bare {
			t.Errorf("bare %v: the ground has the opacity %d", bare, a)
		}
	}
}

// Videos is true for all browsers except WebKit on Linux.
func TestVideos(t *testing.T) {
	const x11, like = "Mozilla/5.0 (X11; Linux x86_64", ") AppleWebKit/605.1.15 (KHTML, like Gecko) "
	for agent, want := range map[string]bool{
		x11 + like + "Version/17.4 Safari/605.1.15":                                         false,
		x11 + ") AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36":     true,
		x11 + "; rv:140.0) Gecko/20100101 Firefox/140.0":                                    true,
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7" + like + "Version/18 Safari/605.1": true,
		"": true,
	} {
		if got := picture.Videos(agent); got != want {
			t.Errorf("%q: %v", agent, got)
		}
	}
}
