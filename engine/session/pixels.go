package session

import (
	"math"
	"strconv"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// This file paints a picture whose pixels are the rows of a table, next to a version in which each pixel has the color
// of its group.

// pixelsPanel is the id of the panel with both pictures.
const pixelsPanel = "pixels"

// repaints reports whether the rows are the pixels of a picture, and the model has groups of them.
func (f *Fit) repaints() bool {
	if f.Problem.Pixels == 0 {
		return false
	}
	g := f.groups()
	return g != nil && !g.Classes && g.K > 0
}

// codebook returns the color of each group, in the units of the table: the model's center, or else the mean of its
// rows; NaN if it has none.
func (f *Fit) codebook() [][]float64 {
	g, p := f.groups(), f.Problem
	book := make([][]float64, g.K)
	copy(book, g.Centers)
	count := make([]float64, g.K)
	for _, of := range g.Of {
		if of != method.NoGroup {
			count[of]++
		}
	}
	for k := range book {
		given := len(book[k]) == p.D
		mine := make([]float64, p.D)
		for j := range mine {
			switch {
			case given:
				mine[j] = book[k][j]
			case count[k] == 0:
				mine[j] = math.NaN()
			}
		}
		if !given && count[k] > 0 {
			for i, of := range g.Of {
				if of != k {
					continue
				}
				for j, x := range p.At(i) {
					mine[j] += x / count[k]
				}
			}
		}
		for j := range mine {
			mine[j], _ = p.Own(j, mine[j])
		}
		book[k] = mine
	}
	return book
}

// pixelKey returns the key of a pixel, which is also that of its row.
func pixelKey(i int) string { return pixelKind.Key(i) }

var pixelKind = picture.KeyKind{Begins: "pixel"}

// Heights in the panel, in pixels: of a line of text, and of a color.
const textLine, swatch = 15.0, 16.0

// repainted draws the panel, in pixels.
func (f *Fit) repainted(w, h int) *picture.Picture {
	const gap = 8.0
	g, p := f.groups(), f.Problem
	across := p.Pixels
	down := p.N / across
	pic := &picture.Picture{View: picture.Viewport{X1: float64(w), Y1: float64(h), W: w, H: h, Scale: 1}}
	low := swatch + 2*textLine + gap // height of the colors with their labels
	beside := min((float64(w)-gap)/float64(2*across), (float64(h)-low-textLine)/float64(down))
	below := min(float64(w)/float64(across), (float64(h)-low-2*textLine-gap)/float64(2*down))
	size := max(beside, below, 0.1)
	own, again, use := f.recolored()
	colors := use.colors
	title := "No colours yet"
	if colors > 0 {
		title = words.Text("%s: %s", words.Count(colors, "colour"), bits(colors))
	}
	put := func(x, y float64, planes [][]float32, name, title string) {
		pic.Add(&picture.Label{Role: picture.RoleGuide, X: x, Y: y - textLine/2, Anchor: picture.AnchorStart, Text: title},
			&picture.Raster{Kind: picture.Colors, Name: name, Planes: planes,
				Grid: picture.Grid{X0: x + size/2, Y0: y - textLine - size/2, DX: size, DY: -size, W: across, H: down}})
		for i := range p.N {
			x0, y0 := x+size*float64(i%across), y-textLine-size*float64(i/across)
			pic.Hits.Box(pixelKey(i), x0, y0, x0+size, y0-size)
		}
	}
	top := float64(h)
	put(0, top, own, "the picture", "The picture: 24 bits per pixel")
	x, y := size*float64(across)+gap, top
	if below > beside {
		x, y = 0, top-textLine-size*float64(down)-gap
	}
	put(x, y, again, words.Text("the picture in the colours of the %s", words.Plural(g.Name)), title)
	y -= textLine + size*float64(down) + gap
	if colors > 0 {
		use.draw(pic, y, g.Name)
	}
	pic.Alt = words.Sprintf("A picture of %d × %d pixels, and the same picture in %s.", across, down, words.Count(colors,
		"colour"))
	return pic
}

// usage is how a picture uses the colors of its groups.
type usage struct {
	book   [][]float64 // the color of each group
	used   []bool      // the groups with pixels
	colors int         // number of used groups
	sum    float64     // squared errors of all pixels that have a group
	known  int         // number of these pixels
}

// recolored returns the planes of the picture, and of that in the colors of the groups.
func (f *Fit) recolored() (own, again [][]float32, use *usage) {
	g, p := f.groups(), f.Problem
	use = &usage{book: f.codebook(), used: make([]bool, g.K)}
	planes := func() [][]float32 {
		return [][]float32{make([]float32, p.N), make([]float32, p.N), make([]float32, p.N)}
	}
	own, again = planes(), planes()
	for i := range p.N {
		k := g.Of[i]
		grouped := k != method.NoGroup && use.book[k][0] == use.book[k][0]
		if grouped {
			if !use.used[k] {
				use.used[k] = true
				use.colors++
			}
			use.known++
		}
		for j, x := range p.At(i) {
			v, _ := p.Own(j, x)
			own[j][i], again[j][i] = float32(v), float32(math.NaN())
			if grouped {
				again[j][i] = float32(use.book[k][j])
				use.sum += (v - use.book[k][j]) * (v - use.book[k][j])
			}
		}
	}
	return own, again, use
}

// draw draws the colors with the numbers of their groups, below y.
func (u *usage) draw(pic *picture.Picture, y float64, name string) {
	wide := min(2*swatch, float64(pic.View.W)/float64(u.colors))
	strip := &picture.Raster{Kind: picture.Colors, Name: words.Text("colour of a %s", name), Planes: make([][]float32, 3),
		Grid: picture.Grid{X0: wide / 2, Y0: y - swatch/2, DX: wide, DY: -swatch, W: u.colors, H: 1}}
	at := 0
	for k, c := range u.book {
		if !u.used[k] {
			continue
		}
		for j := range strip.Planes {
			strip.Planes[j] = append(strip.Planes[j], float32(c[j]))
		}
		pic.Add(&picture.Label{Role: picture.RoleGuide, X: wide * (float64(at) + 0.5), Y: y - swatch - textLine/2,
			Text: strconv.Itoa(k + 1), Says: words.Text("number of a %s", name)})
		at++
	}
	pic.Add(strip, &picture.Label{Role: picture.RoleGuide, X: 0, Y: y - swatch - 1.5*textLine, Anchor: picture.AnchorStart,
		Text: words.Text("Mean squared error of a pixel: %s", words.Number(u.sum/float64(u.known)))})
}

// bits says how many bits a pixel needs with a number of colors.
func bits(colors int) string {
	b := math.Log2(float64(colors))
	if b == 1 {
		return "1 bit per pixel"
	}
	return words.Text("%s bits per pixel", words.Number(b))
}

// tellPixel describes the pixel with a key, and returns its row; nil = there is none.
func (f *Fit) tellPixel(key string) (t method.Told, points []int) {
	i, ok := pixelKind.Number(key, f.Problem.N)
	if !ok || f.Problem.Pixels == 0 || !f.repaints() {
		return t, nil
	}
	p, g := f.Problem, f.groups()
	t.Answer = words.Sprintf("pixel %d of line %d", i%p.Pixels+1, i/p.Pixels+1)
	if k := g.Of[i]; k != method.NoGroup {
		t.Answer = words.Say(t.Answer) + words.Text(", %s", g.Called(k))
	}
	for j, name := range p.OwnNames() {
		x, _ := p.Own(j, p.At(i)[j])
		t.Lines = append(t.Lines, words.Text("%s = %s", name, words.Number(x)))
	}
	return t, []int{i}
}
