package e2e

import (
	"bytes"
	"encoding/base64"
	"flag"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "draw the icons' PNGs anew from web/icon.svg")

// The icons for home screens are web/icon.svg in two sizes.
func TestIcons(t *testing.T) {
	long(t)
	p := Start(t, Options{StandIn: true})
	for _, size := range []int{192, 512} {
		data := Eval[string](p, fmt.Sprintf(`(async () => {
			const image = new Image(%[1]d, %[1]d);
			image.src = "web/icon.svg";
			await image.decode();
			const canvas = Object.assign(document.createElement("canvas"), {width: %[1]d, height: %[1]d});
			canvas.getContext("2d", {alpha: false}).drawImage(image, 0, 0, %[1]d, %[1]d);
			return canvas.toDataURL();
		})()`, size))
		drawn, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(data, "data:image/png;base64,"))
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("..", "..", "web", fmt.Sprintf("icon-%d.png", size))
		if *update {
			if err := os.WriteFile(path, drawn, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		kept, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if d := difference(t, drawn, kept); d > 0.005 {
			t.Errorf("%s differs from the SVG by %.2g; draw it anew with -update", path, d)
		}
	}
}

// difference returns the mean difference of the channels of two PNG images, 0 to 1; 1 if their sizes differ.
func difference(t *testing.T, a, b []byte) float64 {
	t.Helper()
	x, err := png.Decode(bytes.NewReader(a))
	if err != nil {
		t.Fatal(err)
	}
	y, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if x.Bounds() != y.Bounds() {
		return 1
	}
	sum := 0.0
	at := func(m image.Image, i, j int) [3]float64 {
		r, g, b, _ := m.At(i, j).RGBA()
		return [3]float64{float64(r), float64(g), float64(b)}
	}
	box := x.Bounds()
	for j := box.Min.Y; j < box.Max.Y; j++ {
		for i := box.Min.X; i < box.Max.X; i++ {
			p, q := at(x, i, j), at(y, i, j)
			for k := range p {
				sum += max(p[k]-q[k], q[k]-p[k]) / 0xffff
			}
		}
	}
	return sum / float64(3*box.Dx()*box.Dy())
}
