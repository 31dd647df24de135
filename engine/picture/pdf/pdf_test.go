package pdf

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// file is a decoded PDF: its objects by number, by which they refer to each other.
type file struct {
	objects map[int][]byte
	trailer string
}

// readPDF decodes a file using its table of offsets, and checks that every object is at its offset.
func readPDF(b []byte) (f file, err error) {
	at := regexp.MustCompile(`startxref\n(\d+)\n%%EOF\n$`).FindSubmatch(b)
	if !bytes.HasPrefix(b, []byte("%PDF-1.")) || at == nil {
		return f, errors.New("no beginning, or no end")
	}
	from, _ := strconv.Atoi(string(at[1]))
	head := regexp.MustCompile(`^xref\n0 (\d+)\n0000000000 65535 f \n`).FindSubmatch(b[min(from, len(b)):])
	if head == nil {
		return f, errors.New("no table of places where it should be")
	}
	f.objects = map[int][]byte{}
	n, _ := strconv.Atoi(string(head[1]))
	table := b[from+len(head[0]):]
	for i := 1; i < n; i++ {
		place, err := strconv.Atoi(string(table[:10]))
		table = table[20:]
		begin := fmt.Sprintf("%d 0 obj\n", i)
		if err != nil || place > len(b) || !bytes.HasPrefix(b[place:], []byte(begin)) {
			return f, fmt.Errorf("object %d is not where the table says", i)
		}
		body := b[place+len(begin):]
		if m := regexp.MustCompile(`^<< [^\n]*/Length (\d+)[^\n]* >>\nstream\n`).FindSubmatch(body); m != nil {
			size, _ := strconv.Atoi(string(m[1]))
			if end := len(m[0]) + size; !bytes.HasPrefix(body[end:], []byte("\nendstream\nendobj\n")) {
				return f, fmt.Errorf("the stream of object %d is not as long as it says", i)
			}
			f.objects[i] = body[:len(m[0])+size]
			continue
		}
		end := bytes.Index(body, []byte("\nendobj\n"))
		f.objects[i] = body[:end]
	}
	f.trailer = string(table)
	return f, nil
}

// refers returns the object that another one refers to by a key.
func (f file) refers(o []byte, key string) []byte {
	m := regexp.MustCompile(regexp.QuoteMeta(key) + ` \[?(\d+) 0 R`).FindSubmatch(o)
	if m == nil {
		return nil
	}
	n, _ := strconv.Atoi(string(m[1]))
	return f.objects[n]
}

// stream returns the contents of an object's stream.
func stream(t *testing.T, o []byte) []byte {
	t.Helper()
	_, data, ok := bytes.Cut(o, []byte("stream\n"))
	if !ok {
		t.Fatalf("no stream in %.80q", o)
	}
	z, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// sheet returns a figure with regions, a line, points, letters of all fonts, and a raster that is not drawn as shapes.
func sheet(raster picture.RasterKind) *picture.Sheet {
	pal, _ := picture.PaletteByName("print")
	v := picture.Viewport{X0: 0, X1: 1, Y0: 0, Y1: 1, W: 200, H: 100, Scale: 1}
	g := v.Grid(40, 20)
	r := &picture.Raster{Kind: raster, Grid: g, Planes: [][]float32{make([]float32, 800)}, Classes: []int{0, 1}, Lo: -1,
		Hi: 1}
	for i := range r.Planes[0] {
		r.Planes[0][i] = float32(g.X(i%40) - 0.5)
	}
	p := &picture.Picture{View: v, Title: "γ = 10"}
	p.Add(r, &picture.Path{Role: picture.RoleBoundary, Class: picture.NoClass, XY: []float64{0.5, 0, 0.25, 1}},
		picture.PointMarks([]float64{0.1, 0.2, 0.8, 0.9}, []int{0, 1}, nil),
		&picture.Label{Role: picture.RoleAxis, X: 0.5, Y: 0.5, Text: "‖w‖² ≤ ξᵢ of Ряд"},
		&picture.Label{Role: picture.RoleHeading, X: 0.5, Y: 0.2, Text: "Bold α ∈ ℝ", Turned: true})
	s := picture.SheetOf(p, pal)
	s.Wide, s.Unit = 90, picture.Millimetres
	return s
}

func written(t *testing.T, s *picture.Sheet) (file, string) {
	t.Helper()
	var b bytes.Buffer
	if err := WriteSheet(&b, s); err != nil {
		t.Fatal(err)
	}
	f, err := readPDF(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return f, string(stream(t, f.refers(f.objects[3], "/Contents")))
}

// A page has the size of the figure, everything on it is within it, and lines are vectors.
func TestPage(t *testing.T) {
	f, page := written(t, sheet(picture.Decision))
	m := regexp.MustCompile(`/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]`).FindSubmatch(f.objects[3])
	if m == nil {
		t.Fatalf("no size in %s", f.objects[3])
	}
	for i, want := range []float64{90 / 25.4 * 72, 45 / 25.4 * 72} {
		if got, _ := strconv.ParseFloat(string(m[1+i]), 64); math.Abs(got-want) > 0.001 {
			t.Errorf("the page is %v pt; want %v", got, want)
		}
	}
	// The boundary: from the middle of the lower edge to a quarter of the upper one.
	if !strings.Contains(page, "100 100 m 50 0 l S\n") {
		t.Error("no vector path of the boundary")
	}
	if n := strings.Count(page, "f*\n"); n < 12 {
		t.Errorf("%d areas: the regions should be shapes", n)
	}
	if strings.Contains(page, " Do ") {
		t.Error("there is an image of what is made of shapes")
	}
	if strings.Count(page, "q ") != strings.Count(page, "Q\n") {
		t.Error("states are not put back")
	}
	for _, name := range regexp.MustCompile(`/A\d+ gs|/F\d `).FindAllString(page, -1) {
		if !strings.Contains(string(f.objects[3]), strings.Fields(name)[0]+" ") {
			t.Errorf("the page has no resource %s", name)
		}
	}
	if !strings.Contains(string(f.refers([]byte(f.trailer), "/Info")), text("γ = 10")) {
		t.Error("the title is not told")
	}
}

// Every character is in an embedded font with its outline, and can be copied.
func TestLetters(t *testing.T) {
	f, page := written(t, sheet(picture.Decision))
	said, face := "", ""
	of := map[string]map[uint16]string{}
	for _, m := range regexp.MustCompile(`0 Tr |1 Tr |/(F\d) |<([0-9a-f]*)> Tj`).FindAllStringSubmatch(page, -1) {
		switch {
		case m[0] == "1 Tr ":
			face = "" // a halo
		case m[0] == "0 Tr ":
			face = "0"
		case m[1] != "" && face != "":
			face = m[1]
			if of[face] == nil {
				of[face] = characters(t, f, face)
			}
		case m[2] != "" && face != "":
			b, _ := hex.DecodeString(m[2])
			for ; len(b) > 1; b = b[2:] {
				said += of[face][binary.BigEndian.Uint16(b)]
			}
		}
	}
	for _, want := range []string{"‖w‖2 ≤ ξᵢ of Ряд", "Bold α ∈ ℝ"} {
		if !strings.Contains(said, want) {
			t.Errorf("the page says %q; want %q in it", said, want)
		}
	}
	if len(of) != 3 {
		t.Errorf("letters of %d fonts; want 3", len(of))
	}
}

// characters decodes a font in a file: the character of each glyph that has an outline or is a blank.
func characters(t *testing.T, f file, name string) map[uint16]string {
	t.Helper()
	font := f.refers(f.objects[3], "/"+name)
	inner := f.refers(font, "/DescendantFonts")
	outlines, err := parseFont(stream(t, f.refers(f.refers(inner, "/FontDescriptor"), "/FontFile2")))
	if err != nil {
		t.Fatal(err)
	}
	widths := strings.Fields(string(regexp.MustCompile(`/W \[0 \[(.*?)\]\]`).FindSubmatch(inner)[1]))
	list := map[uint16]string{}
	for _, m := range regexp.MustCompile(`<(\w{4})> <(\w+)>\n`).FindAllSubmatch(stream(t, f.refers(font, "/ToUnicode")),
		-1) {
		g, _ := strconv.ParseUint(string(m[1]), 16, 16)
		r, _ := strconv.ParseUint(string(m[2]), 16, 32)
		if s := string(rune(r)); s != "\uFFFF" && s != "\x00" {
			list[uint16(g)] = s
		}
		if len(outlines.glyphs[g]) == 0 && rune(r) != ' ' {
			t.Errorf("font %s has no outline of %q", name, rune(r))
		}
		if w, _ := strconv.ParseFloat(widths[g], 64); math.Abs(
			w-float64(outlines.advance[g])*1000/float64(outlines.units)) > 1 {
			t.Errorf("%q is said to be %v wide", rune(r), w)
		}
	}
	return list
}

// A raster that can't be drawn as shapes is an image, with the same pixels as elsewhere.
func TestImage(t *testing.T) {
	s := sheet(picture.Diverging)
	f, page := written(t, s)
	if n := strings.Count(page, " Do Q\n"); n != 1 {
		t.Fatalf("%d images", n)
	}
	// The page's y axis points down, that of an image up: its height is negative, and it begins at its lower edge.
	matrix := regexp.MustCompile(`q ([\d.]+) 0 0 -([\d.]+) \S+ ([\d.]+) cm /I0 Do`).FindStringSubmatch(page)
	if matrix == nil {
		t.Fatal("the image is not upright")
	}
	high, _ := strconv.ParseFloat(matrix[2], 64)
	if lower, _ := strconv.ParseFloat(matrix[3], 64); lower < high {
		t.Errorf("the image ends at %v, and is %v high", lower, high)
	}
	o := f.refers(f.objects[3], "/I0")
	m := regexp.MustCompile(`/Width (\d+) /Height (\d+)`).FindSubmatch(o)
	w, _ := strconv.Atoi(string(m[1]))
	h, _ := strconv.Atoi(string(m[2]))
	rows := stream(t, o)
	if len(rows) != h*(1+3*w) {
		t.Fatalf("%d bytes of %d x %d pixels", len(rows), w, h)
	}
	above := make([]byte, 3*w)
	want := s.Parts[0].Layers[0].(*picture.Raster).RGBA(s.Palette, w, h, nil)
	for y := range h {
		row := rows[y*(1+3*w):][:1+3*w]
		for i, v := range row[1:] {
			if above[i] += v; row[0] != 2 || above[i] != want[4*(y*w+i/3)+i%3] {
				t.Fatalf("pixel %d, %d is another", i/3, y)
			}
		}
	}
}

// The same figure gives the same bytes.
func TestSameBytes(t *testing.T) {
	var a, b bytes.Buffer
	if WriteSheet(&a, sheet(picture.Decision)) != nil || WriteSheet(&b, sheet(picture.Decision)) != nil ||
		!bytes.Equal(a.Bytes(),
			b.Bytes()) {
		t.Error("two files of the same figure differ")
	}
}

// The decoder of this test detects truncated files, and wrong offsets.
func TestFaultsAreFound(t *testing.T) {
	var b bytes.Buffer
	if err := WriteSheet(&b, sheet(picture.Decision)); err != nil {
		t.Fatal(err)
	}
	if _, err := readPDF(b.Bytes()[:b.Len()-40]); err == nil {
		t.Error("a file that is cut off passes")
	}
	moved := slices.Concat(b.Bytes()[:9], []byte("%%"), b.Bytes()[9:])
	if _, err := readPDF(moved); err == nil {
		t.Error("a file whose objects lie elsewhere passes")
	}
	if _, err := parseFont(regular[:2000]); err == nil {
		t.Error("a font that is cut off is read")
	}
	if err := WriteSheet(io.Discard, sheet(picture.Decision), []byte("no font")); err == nil {
		t.Error("what is no font is taken for one")
	}
}

// The fonts have every character of formulas, or picture.Small replaces it by one that they have.
func TestEverySignOfAFormula(t *testing.T) {
	faces, err := facesOf(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range words.Raised + words.Lowered + "ŵŷȳỹ\u0302\u0303\u0304\u0307\u0308ℝℕℤℚℂ⟶≲≳⋆⋮⋯⋱≺≻ħ∖∬⋃⊤∅" {
		large, _, _ := picture.Small(r)
		if !slices.ContainsFunc(faces[0], func(f *face) bool { return f.font.of[large] > 0 }) {
			t.Errorf("no font has %q (%U)", r, r)
		}
	}
}
