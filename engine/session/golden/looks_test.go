package golden_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pointscape/engine/picture"
	"pointscape/engine/session/golden"
)

var update = flag.Bool("update", false, "write the golden looks anew")

// (These tests are not beside package picture, which has tests inside: all packages between it and this one would be
// compiled once more.)

// TestLooks compares the look of every role with testdata/looks.txt: its style in each palette, and its SVG in the
// light palette, with and without a class.
func TestLooks(t *testing.T) {
	var all []golden.Section
	for _, name := range picture.PaletteNames() {
		pal, _ := picture.PaletteByName(name)
		s := golden.Section{Name: "palette " + name, Whole: true}
		say := func(format string, args ...any) {
			s.Lines = append(s.Lines, golden.Line{Text: fmt.Sprintf(format, args...)})
		}
		for k, c := range pal.Class {
			say("class %d %s: mark %s, soft %s, deep %s, shape %d", k, c.Name, hex(c.Mark), hex(c.Soft), hex(c.Deep), c.Shape)
		}
		for _, diverging := range []bool{false, true} {
			line := fmt.Sprintf("values, diverging %v:", diverging)
			for i := range 7 {
				line += " " + hex(pal.Value(float64(i)/6, diverging))
			}
			say("%s", line)
		}
		say("samples: %s %s %s", hex(pal.SampleColor(0)), hex(pal.SampleColor(1)), hex(pal.SampleColor(2)))
		for _, r := range roles(t) {
			x := pal.Style(r)
			line := fmt.Sprintf("%s: line %s of %.3g, dashes %.3g", r, hex(x.Stroke), x.Width, x.Dash)
			line += fmt.Sprintf(", casing %s of %.3g, fill %s, by class %v, sample %v", hex(x.Casing), x.Case, hex(x.Fill),
				x.ByClass, x.Sample)
			line += fmt.Sprintf("; mark %d of %.3g, ink %s of %.3g; text %s of %.3g, bold %v", x.Shape, x.Radius, hex(x.MarkInk),
				x.MarkLn, hex(x.TextInk), x.Text, x.TextBold)
			say("%s", line)
		}
		all = append(all, s)
	}
	light, _ := picture.PaletteByName("light")
	for _, r := range roles(t) {
		s := golden.Section{Name: "painted, " + string(r)}
		line := func(class int, closed bool, level, weight float64) *picture.Path {
			return &picture.Path{Role: r, Class: class, Closed: closed, Level: level, Weight: weight,
				XY: []float64{10, 10, 50, 40, 10, 40}}
		}
		for _, c := range []struct {
			what  string
			layer picture.Layer
		}{
			{"line", line(picture.NoClass, false, 0, 0)},
			{"line of class 1", line(1, false, 0, 0)},
			{"faint line of class 1", line(1, false, 0, 0.2)},
			{"area", line(picture.NoClass, true, 1, 0)},
			{"area of class 2, level 2", line(2, true, 2, 0)},
			{"marks", &picture.Marks{Role: r, XY: []float64{20, 20, 40, 40}, Size: []float64{1, 0.5}}},
			{"marks of classes 0, 3, none", &picture.Marks{Role: r, XY: []float64{20, 20, 40, 40, 60, 60},
				Class: []int{0, 3, picture.NoClass}}},
			{"marks with values", &picture.Marks{Role: r, XY: []float64{20, 20, 40, 40}, Value: []float64{-1, 0.5}, Lo: -1,
				Hi: 1}},
			{"label", &picture.Label{Role: r, X: 30, Y: 30, Text: "text", Anchor: picture.AnchorStart}},
		} {
			p := &picture.Picture{View: picture.Viewport{X1: 80, Y1: 80, W: 80, H: 80, Scale: 1}}
			p.Add(c.layer)
			var b strings.Builder
			if err := picture.WriteSVG(&b, p, light); err != nil {
				t.Fatal(err)
			}
			block := []golden.Line{{Text: c.what}}
			for l := range strings.Lines(b.String()) {
				l = strings.TrimSpace(l)
				skip := false
				for _, dull := range []string{"<svg", "</svg", "<title", "<desc", "<rect width=\"80\"", "<g", "</g"} {
					skip = skip || strings.HasPrefix(l, dull)
				}
				if !skip {
					block = append(block, golden.Line{Text: "    " + decimal(l), Detail: true})
				}
			}
			// Blocks whose attributes differ from the previous one's are kept in full.
			kind := c.what
			for _, l := range block {
				kind += fmt.Sprint(attribute.FindAllString(l.Text, -1))
			}
			for i := range block {
				block[i].Kind = kind
			}
			s.Lines = append(s.Lines, block...)
		}
		all = append(all, s)
	}
	golden.File{Path: "testdata/looks.txt", Update: *update,
		Again: golden.Command("./engine/session/golden", "TestLooks")}.Check(t, all)
}

var attribute = regexp.MustCompile(`[a-z-]+=`)

var hexadecimal = regexp.MustCompile(`#[0-9a-f]{6}\b`)

// decimal writes colours as hex does: parts of hexadecimal ones would be taken for numbers.
func decimal(line string) string {
	return hexadecimal.ReplaceAllStringFunc(line, func(s string) string {
		n, err := strconv.ParseUint(s[1:], 16, 32)
		if err != nil {
			return s
		}
		return fmt.Sprintf("%d/%d/%d", n>>16, n>>8&255, n&255)
	})
}

// hex formats a colour in such a way that no part of it is taken for a number.
func hex(c picture.Color) string {
	if c.A == 0 {
		return "none"
	}
	return fmt.Sprintf("%d/%d/%d/%d", c.R, c.G, c.B, c.A)
}

var declared = regexp.MustCompile(`(?m)^\s+Role\w* +Role += "(.+?)"`)

// roles returns all roles that package picture declares.
func roles(t *testing.T) (list []picture.Role) {
	t.Helper()
	text, err := os.ReadFile("../../picture/picture.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range declared.FindAllSubmatch(text, -1) {
		list = append(list, picture.Role(m[1]))
	}
	if len(list) < 20 {
		t.Fatalf("only %d roles were found", len(list))
	}
	return list
}
