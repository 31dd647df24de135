package cli

import (
	"bytes"
	"encoding/binary"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const kmeansDoc = `{"version":1,"method":"kmeans","params":{"n_clusters":3},"dataset":{"name":"clusters","n":60,"seed":2},"title":"Three clusters","seed":1}`
const networkDoc = `{"version":1,"method":"mlp","params":{"hidden_layer_sizes":[3]},"dataset":{"name":"moons","n":40,"seed":2},"seed":1}`

// controls returns the delays of the frames of an animated PNG.
func controls(b []byte) (delays []time.Duration) {
	for rest := b[8:]; len(rest) > 12; {
		n := int(binary.BigEndian.Uint32(rest))
		if string(rest[4:8]) == "fcTL" {
			delays = append(delays, time.Duration(binary.BigEndian.Uint16(rest[28:]))*time.Second/time.Duration(
				binary.BigEndian.Uint16(rest[30:])))
		}
		rest = rest[12+n:]
	}
	return delays
}

// The steps of a fit are animated: with and without an end.
func TestDrawSteps(t *testing.T) {
	file := filepath.Join(t.TempDir(), "run.png")
	for _, c := range []struct {
		doc  string
		args []string
		want int // number of frames
		says string
	}{
		{networkDoc, []string{"-steps", "0:9"}, 10, ""},
		{networkDoc, []string{"-steps", "3:12", "-every", "4", "-colors", "32"}, 4, ""}, // 3, 7, 11 and the last step
		{networkDoc, []string{"-steps", "0:200"}, 51, ""},                               // every fourth step
		{networkDoc, []string{"-steps", "0:9", "-every", "3", "-max-steps", "6"}, 3,
			"ends at epoch 6. This is epoch 6, before the requested 9"},
		{kmeansDoc, []string{"-steps", "0:2", "-legend", "-panels", "-background", "transparent"}, 3, ""},
		{kmeansDoc, []string{"-steps", ":2", "-count=false"}, 3, ""},
		{kmeansDoc, []string{"-steps", "1:5000", "-every", "5000"}, 2, "the last one"},
	} {
		code, out, errs := run(Draw, c.doc, append([]string{"-", "-o", file, "-size", "160x120", "-scale", "1", "-fps", "5",
			"-pause", "3"}, c.args...)...)
		if code != Done || out != "" || !strings.Contains(errs, c.says) || c.says == "" && errs != "" &&
			!strings.HasPrefix(errs, "fitting") {
			t.Errorf("%q: status %d, %q", c.args, code, errs)
			continue
		}
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		delays := controls(b)
		if len(delays) != c.want || delays[0] != 200*time.Millisecond || delays[len(delays)-1] != 3200*time.Millisecond {
			t.Errorf("%q: frames of %v, want %d", c.args, delays, c.want)
		}
		im, err := png.Decode(bytes.NewReader(b))
		if err != nil || im.Bounds().Dx() != 160 {
			t.Errorf("%q: %v", c.args, err)
		}
	}
}

// Rows that move with the steps are visible in all frames.
func TestDrawStepsOfRows(t *testing.T) {
	file := filepath.Join(t.TempDir(), "run.png")
	code, _, errs := run(Draw, `{"version":1,"method":"tsne","table":{"name":"wine"}}`, "-", "-o", file, "-size",
		"160x120", "-scale", "1", "-steps", "0:60", "-every", "30")
	if code != Done {
		t.Fatal(errs)
	}
	b, err := os.ReadFile(file)
	if err != nil || len(controls(b)) != 3 {
		t.Errorf("%v, %v", controls(b), err)
	}
}

func TestNoSteps(t *testing.T) {
	file := filepath.Join(t.TempDir(), "run.png")
	for _, c := range []struct {
		doc  string
		args []string
		code int
		says string
	}{
		{svmDoc, []string{"-steps", "0:40", "-o", file}, Fault,
			`-steps must be left out for Support vector machine, which is not fitted in steps; got "0:40"`},
		{networkDoc, []string{"-steps", "0:", "-o", file}, Fault, "-steps must be given an end, such as 0:100, since "},
		{networkDoc, []string{"-steps", "0:10000", "-every", "5", "-o", file}, Fault,
			"-every must be at least 17 for at most 600 frames of the steps 0:10000; got 5"},
		{kmeansDoc, []string{"-steps", "5000:", "-o", file}, Fault, "-steps must be such that the animation begins " +
			"before the " +
			"last step, "},
		{"", []string{"-steps", "0:40", "-o", "run.svg"}, Usage,
			`-o must be a file name that ends in .png or .gif, with -steps; got "SVG"`},
		{"", []string{"-steps", "0:40"}, Usage, `-o must be a file name that ends in .png or .gif, with -steps`},
		{"", []string{"-steps", "40", "-o", file}, Usage, `-steps must be FROM:TO, two whole numbers from 0 to 1000000000`},
		{"", []string{"-steps", "40:2", "-o", file}, Usage, `the first one smaller; either may be left out; got "40:2"`},
		{"", []string{"-steps", "4:4", "-o", file}, Usage, `the first one smaller; either may be left out; got "4:4"`},
		{"", []string{"-steps", "a:b", "-o", file}, Usage, `-steps must be FROM:TO`},
		{"", []string{"-steps", "", "-o", file}, Usage, `-steps must be FROM:TO`},
		{"", []string{"-steps", "-1:2", "-o", file}, Usage, `-steps must be FROM:TO`},
		{"", []string{"-steps", "0:9", "-every", "0", "-o", file}, Usage, "-every must be a whole number from 1 to"},
		{"", []string{"-steps", "0:9", "-fps", "0", "-o", file}, Usage, "-fps must be a number from 0.1 to 50; got 0"},
		{"", []string{"-steps", "0:9", "-pause", "51", "-o", file}, Usage, "-pause must be a number of seconds from 0 " +
			"to 50; got 51"},
		{"", []string{"-steps", "0:9", "-colors", "7", "-o", file}, Usage, "-colors must be a whole number from 8 " +
			"to 256; got 7"},
		{"", []string{"-steps", "0:9", "-colors", "16", "-background", "transparent", "-o", file}, Usage,
			"-background must be filled, with -colors"},
		{"", []string{"-every", "2", "-o", file}, Usage, "-steps must be given with -every"},
		{"", []string{"-fps", "2"}, Usage, "-steps must be given with -fps"},
	} {
		code, out, errs := run(Draw, c.doc, append([]string{"-"}, c.args...)...)
		if code != c.code || out != "" || !strings.Contains(errs, c.says) {
			t.Errorf("%q: status %d, %q should say %q", c.args, code, errs, c.says)
		}
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("a file was written nevertheless")
	}
}

// The animation on the project's front page has 40 to 60 frames, starts quickly, and its document draws its first
// frame.
func TestRunOfTheReadme(t *testing.T) {
	b, err := os.ReadFile("run.png")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(controls(b)); n < 40 || n > 60 || len(b) > 400_000 {
		t.Errorf("%d frames in %d bytes", n, len(b))
	}
	im, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "run.png")
	code, _, errs := run(Draw, "", "run.json", "-o", file, "-palette", "light", "-size", "640x400", "-scale", "1",
		"-steps", "0:1")
	if code != Done {
		t.Fatal(errs)
	}
	again, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	now, err := png.Decode(bytes.NewReader(again))
	if err != nil || now.Bounds() != im.Bounds() {
		t.Fatalf("%v, %v and %v", err, now.Bounds(), im.Bounds())
	}
	other := 0 // pixels that a palette can't explain
	for y := range im.Bounds().Dy() {
		for x := range im.Bounds().Dx() {
			r, g, b, _ := im.At(x, y).RGBA()
			r2, g2, b2, _ := now.At(x, y).RGBA()
			for _, d := range [...]int{int(r) - int(r2), int(g) - int(g2), int(b) - int(b2)} {
				if d > 0x2800 || d < -0x2800 {
					other++
					break
				}
			}
		}
	}
	if share := float64(other) / float64(im.Bounds().Dx()*im.Bounds().Dy()); share > 0.02 {
		t.Errorf("%.1f %% of the first frame are not what the document draws", 100*share)
	}
}
