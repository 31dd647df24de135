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

// Options that are out of range are told by their field, with what is wanted there;
// the default's are right.
func TestExportOptions(t *testing.T) {
	for _, c := range []struct {
		set         func(o *picture.ExportOptions)
		field, want string
	}{
		{func(*picture.ExportOptions) {}, "", ""},
		{func(o *picture.ExportOptions) { o.Kind = "pdf" }, "kind", "svg or png"},
		{func(o *picture.ExportOptions) { o.Unit = "cm" }, "unit", "mm or px"},
		{func(o *picture.ExportOptions) { o.Palette = "pink" }, "palette", "light, dark, projector, print"},
		{func(o *picture.ExportOptions) { o.Background = "red" }, "background", "filled or transparent"},
		{func(o *picture.ExportOptions) { o.Type = 2 }, "type", "from 3 to 96 pt"},
		{func(o *picture.ExportOptions) { o.Type = math.NaN() }, "type", "pt"},
		{func(o *picture.ExportOptions) { o.Kind, o.DPI = "png", 5000 }, "dpi", "from 36 to 2400"},
		{func(o *picture.ExportOptions) { o.DPI = 0 }, "", ""}, // of an SVG
		{func(o *picture.ExportOptions) { o.Width = 0 }, "width", "from 5 to 2317 mm for type of 8 pt"},
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

// A PNG says how large it is in print, has as many pixels as its width asks for, and
// lets the ground through where it is bare.
func TestSheetAsPNG(t *testing.T) {
	o := picture.DefaultExport()
	o.Kind, o.Width, o.DPI = picture.KindPNG, 90, 300
	pal, _ := picture.PaletteByName(o.Palette)
	w, scale := o.Lay()
	p := &picture.Picture{View: picture.Viewport{X1: 1, Y1: 1, W: w, H: w / 2}}
	p.Add(&picture.Path{Role: picture.RoleBoundary, Class: picture.NoClass, XY: []float64{0, 0, 1, 1}})
	for _, bare := range []bool{false, true} {
		s := picture.SheetOf(p)
		s.Scale, s.DPI, s.Bare = scale, o.DPI, bare
		var b bytes.Buffer
		if err := bitmap.WriteSheet(&b, s, pal); err != nil {
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
		im, err := png.Decode(&b) // checks the sums
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
