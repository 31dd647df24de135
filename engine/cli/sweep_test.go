package cli

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The values of a parameter are animated: as given, as in the document, or along the slider.
func TestDrawSweep(t *testing.T) {
	swept := func(sweep string) string {
		return strings.Replace(svmDoc, "{", `{"view":{"sweep":`+sweep+`},`, 1)
	}
	file := filepath.Join(t.TempDir(), "sweep.png")
	for _, c := range []struct {
		doc  string
		args []string
		want int // number of frames
		last time.Duration
	}{
		{svmDoc, []string{"-sweep", "C=0.01:100"}, 51, 3200 * time.Millisecond}, // every fourth of 200
		{svmDoc, []string{"-sweep", "C=0.01:100", "-every", "50", "-colors", "32"}, 5, 3200 * time.Millisecond},
		{svmDoc, []string{"-sweep", "C=100:0.01", "-every", "150", "-back"}, 4, 3200 * time.Millisecond},
		{swept(`{"param":"C","from":0.1,"to":10,"steps":3,"back":true}`), []string{"-sweep", "C"}, 6,
			3200 * time.Millisecond},
		{swept(`{"param":"C","from":0.1,"to":10,"steps":3}`), []string{"-sweep", "gamma", "-every", "100", "-count=false"}, 3,
			3200 * time.Millisecond},
		{kmeansDoc, []string{"-sweep", "n_clusters=1:4", "-legend"}, 4, 3200 * time.Millisecond},
	} {
		code, out, errs := run(Draw, c.doc, append([]string{"-", "-o", file, "-size", "160x120", "-scale", "1", "-fps", "5",
			"-pause", "3"}, c.args...)...)
		if code != Done || out != "" {
			t.Errorf("%q: status %d, %q", c.args, code, errs)
			continue
		}
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		delays := controls(b)
		if len(delays) != c.want || delays[0] != 200*time.Millisecond || delays[len(delays)-1] != c.last {
			t.Errorf("%q: frames of %v, want %d", c.args, delays, c.want)
		}
		if _, err := png.Decode(bytes.NewReader(b)); err != nil {
			t.Errorf("%q: %v", c.args, err)
		}
	}
	// Back and forth, it repeats without a pause.
	if code, _, errs := run(Draw, svmDoc, "-", "-o", file, "-size", "160x120", "-scale", "1", "-sweep", "C=1:2", "-every",
		"100", "-back"); code != Done {
		t.Fatal(errs)
	}
	if b, _ := os.ReadFile(file); len(controls(b)) != 4 || controls(b)[3] != 100*time.Millisecond {
		t.Errorf("to and fro: %v", controls(b))
	}
}

// The first frame of a sweep equals the document's figure with that value.
func TestSweepShowsTheValue(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sweep.png")
	draw := func(doc string, args ...string) []byte {
		t.Helper()
		code, _, errs := run(Draw, doc, append([]string{"-", "-o", file, "-size", "160x120", "-scale", "1"}, args...)...)
		if code != Done {
			t.Fatal(errs)
		}
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		im, err := png.Decode(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		var pixels []byte
		for y := range im.Bounds().Dy() {
			for x := range im.Bounds().Dx() {
				r, g, b, _ := im.At(x, y).RGBA()
				pixels = append(pixels, byte(r>>8), byte(g>>8), byte(b>>8))
			}
		}
		return pixels
	}
	with := func(C string) string { return strings.Replace(svmDoc, `"C":10`, `"C":`+C, 1) }
	if with("0.02") == svmDoc {
		t.Fatal("the document has no C")
	}
	moving := draw(svmDoc, "-sweep", "C=0.02:50", "-every", "200", "-count=false")
	if !bytes.Equal(moving, draw(with("0.02"))) {
		t.Error("the first frame is not of the first value")
	}
	if bytes.Equal(moving, draw(with("50"))) {
		t.Error("the last value looks like the first")
	}
}

func TestNoSweep(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sweep.png")
	for _, c := range []struct {
		doc  string
		args []string
		code int
		says string
	}{
		{svmDoc, []string{"-sweep", "c=1:2", "-o", file}, Fault, "view.sweep.param must be one of "},
		{svmDoc, []string{"-sweep", "kernel", "-o", file}, Fault, "view.sweep.param must be one of "},
		{svmDoc, []string{"-sweep", "C=0:2", "-o", file}, Fault, "view.sweep.from must be a number greater than 0"},
		{svmDoc, []string{"-sweep", "C=1:2", "-every", "500", "-o", file}, Fault,
			"-every must be at most 200, the number of steps of this sweep; got 500"},
		{"", []string{"-sweep", "C=1:2", "-o", "run.svg"}, Usage,
			`-o must be a file name that ends in .png or .gif, with -sweep`},
		{"", []string{"-sweep", "C=1", "-o", file}, Usage, "-sweep must be NAME=FROM:TO"},
		{"", []string{"-sweep", "C=1:1", "-o", file}, Usage, "-sweep must be NAME=FROM:TO"},
		{"", []string{"-sweep", "C=a:b", "-o", file}, Usage, "-sweep must be NAME=FROM:TO"},
		{"", []string{"-sweep", "", "-o", file}, Usage, "-sweep must be NAME=FROM:TO"},
		{"", []string{"-sweep", "C=1:2", "-steps", "0:4", "-o", file}, Usage, "-sweep must be given without -steps"},
		{"", []string{"-back", "-o", file}, Usage, "-sweep must be given with -back"},
		{"", []string{"-sweep", "C=1:2", "-fps", "0", "-o", file}, Usage, "-fps must be a number from 0.1 to 50; got 0"},
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
