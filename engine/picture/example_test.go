package picture_test

import (
	"fmt"
	"strings"

	"pointscape/engine/picture"
)

// A picture holds no colour: a palette has a look for every role.
func ExampleWriteSVG() {
	p := &picture.Picture{
		View:  picture.Viewport{X0: 0, X1: 1, Y0: 0, Y1: 1, W: 100, H: 100, Scale: 1},
		Title: "A boundary",
		Alt:   "A straight boundary.",
	}
	p.Add(&picture.Path{Role: picture.RoleBoundary, Class: picture.NoClass, XY: []float64{0, 0, 1, 1}})
	pal, _ := picture.PaletteByName("print")
	var b strings.Builder
	if err := picture.WriteSVG(&b, p, pal); err != nil {
		fmt.Println(err)
		return
	}
	for line := range strings.Lines(b.String()) {
		if !strings.HasPrefix(line, "<svg") { // the line with the fonts
			fmt.Print(line)
		}
	}
	// Output:
	// <title>A boundary</title>
	// <desc>A straight boundary.</desc>
	// <rect width="100" height="100" fill="#ffffff"/>
	// <g data-role="boundary">
	// <path d="M0 100l100-100" fill="none" stroke="#ffffff" stroke-opacity="0.549" stroke-width="3.6" stroke-linejoin="round" stroke-linecap="round"/>
	// <path d="M0 100l100-100" fill="none" stroke="#000000" stroke-width="1.8" stroke-linejoin="round" stroke-linecap="round"/>
	// </g>
	// </svg>
}

// Contours finds the level set of values on a grid.
func ExampleContours() {
	v := picture.Viewport{X0: 0, X1: 4, Y0: 0, Y1: 4, W: 4, H: 4, Scale: 1}
	g := v.Grid(4, 4)
	values := make([]float32, g.W*g.H)
	for j := range g.H {
		for i := range g.W {
			values[j*g.W+i] = float32(g.X(i)) // grows to the right
		}
	}
	xy, starts, closed := picture.Contours(values, g, 2)
	fmt.Println(len(starts), closed, xy[0], xy[len(xy)-2])
	// Output: 1 [false] 2 2
}

// A viewport converts data coordinates to CSS pixels, y down, and back.
func ExampleViewport() {
	v := picture.FitViewport([2]float64{0, 1}, [2]float64{0, 1}, true, 300, 200, 2)
	fmt.Println(v.X0, v.X1, v.Y0, v.Y1)
	fmt.Println(v.PX(0.5), v.PY(1), v.DX(150), v.DY(200))
	// Output:
	// -0.25 1.25 0 1
	// 150 0 0.5 0
}

// NiceTicks chooses round numbers.
func ExampleNiceTicks() {
	ticks, step := picture.NiceTicks(-0.13, 0.91, 5)
	for _, x := range ticks {
		fmt.Print(picture.FormatTick(x, step), " ")
	}
	fmt.Println(step)
	// Output: 0 0.2 0.4 0.6 0.8 0.2
}
