package results

import (
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/class"
	"pointscape/engine/class/fits"
	"pointscape/engine/course"
	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

// figureW and figureH are the size of the plane in pictures.
const figureW, figureH = 480, 340

// asked returns an Engine that answers as JSON, as from another worker.
func asked(s *session.Session) Engine {
	answer := fits.Answer(s)
	return func(job method.Job, ask *wire.AskFits) (*wire.Fits, error) {
		b, err := json.Marshal(ask)
		if err != nil {
			return nil, err
		}
		text, err := answer(job, "fits", string(b))
		if err != nil {
			return nil, err
		}
		of, err := wire.Parse[wire.Fits](text)
		return &of, err
	}
}

// newAnswers returns an Answer with its own session.
func newAnswers() func(job method.Job, kind, text string) (string, error) {
	return Answer(asked(session.New(catalog.All())))
}

func ask(t testing.TB, answer func(method.Job, string, string) (string, error), kind string, p *class.Panel) string {
	t.Helper()
	b, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	text, err := answer(method.Unstopped, kind, string(b))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func shown(t testing.TB, p *class.Panel) string {
	t.Helper()
	text := ask(t, newAnswers(), "class", p)
	wellFormed(t, text)
	return text
}

// panel returns a panel for a step with n members. value returns the JSON of member i's answer; "" = none.
func panel(kind string, n int, value func(i int) string) *class.Panel {
	p := &class.Panel{Step: class.Step{Page: "one", Step: 2}, Kind: kind, Revealed: true, Here: n}
	for i := range n {
		p.Members = append(p.Members, class.Member{ID: i + 1, Here: true})
		if v := value(i); v != "" {
			p.Answers = append(p.Answers, class.Answer{Member: i + 1, Step: p.Step, Kind: kinds[kind],
				Value: json.RawMessage(v), At: int64(1000 * i)})
		}
	}
	return p
}

// has checks that all texts of list are in the HTML, hasNot that none is.
func has(t *testing.T, text string, list ...string) {
	t.Helper()
	for _, s := range list {
		if !strings.Contains(text, s) {
			t.Errorf("%q is not in\n%s", s, without(text))
		}
	}
}

func hasNot(t *testing.T, text string, list ...string) {
	t.Helper()
	for _, s := range list {
		if strings.Contains(text, s) {
			t.Errorf("%q is in\n%s", s, without(text))
		}
	}
}

var data = regexp.MustCompile(`data:[^"]*`)

// without returns HTML without the data of pictures, for messages.
func without(text string) string { return data.ReplaceAllString(text, "data:…") }

// Elements and attributes that the HTML may have.
var (
	elements = strings.Fields("div h3 p strong span progress details summary table caption thead tbody tr th td button " +
		"figure figcaption svg path rect circle text image g em math mi")
	attributes = strings.Fields("class id type role aria-label aria-hidden tabindex scope data-look max value " +
		"viewBox x y width height d cx cy r fill fill-opacity fill-rule stroke stroke-width stroke-opacity " +
		"stroke-dasharray stroke-linecap stroke-linejoin text-anchor transform font-size preserveAspectRatio overflow href")
)

// wellFormed checks that HTML is well-formed and has only the allowed elements and attributes. The page's security
// policy allows no style attributes, and no pictures except data: URLs.
func wellFormed(t testing.TB, text string) {
	t.Helper()
	if regexp.MustCompile(`<th[^>]*></th>`).MatchString(text) {
		t.Errorf("a head of a table has no words in\n%s", without(text))
	}
	ids := map[string]bool{}
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, without(text))
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if !slices.Contains(elements, e.Name.Local) {
			t.Errorf("element %s", e.Name.Local)
		}
		for _, a := range e.Attr {
			if !slices.Contains(attributes, a.Name.Local) || a.Name.Local == "href" &&
				!strings.HasPrefix(a.Value, "data:image/svg+xml;base64,") {
				t.Errorf("attribute %s=%.60q of %s", a.Name.Local, a.Value, e.Name.Local)
			}
			if a.Name.Local == "id" {
				if ids[a.Value] {
					t.Errorf("id %q twice", a.Value)
				}
				ids[a.Value] = true
			}
			if a.Name.Local != "aria-label" && a.Name.Local != "href" && (strings.Contains(a.Value, "NaN") ||
				strings.Contains(a.Value, "Inf")) {
				t.Errorf("%s=%q", a.Name.Local, a.Value)
			}
		}
		if e.Name.Local == "svg" && len(e.Attr) > 0 && e.Attr[0].Value == "tally-plot" {
			if !slices.ContainsFunc(e.Attr, func(a xml.Attr) bool { return a.Name.Local == "aria-label" && a.Value != "" }) {
				t.Error("a chart says nothing")
			}
		}
	}
}

// Each member counts once, with the newest answer, in whichever order answers and members arrive. Answers of other
// steps and kinds don't count, nor do choices that don't exist.
func TestChoices(t *testing.T) {
	p := panel(course.Choose, 5, func(i int) string { return []string{"0", "1", "1", "1", ""}[i] })
	p.Choices, p.Right = []string{"<em>This</em>", "That", "Neither"}, []int{2}
	p.Members = append(p.Members, p.Members[2], p.Members[2]) // the same member several times
	more := func(member, step int, kind, value string, at int64) {
		p.Answers = append(p.Answers, class.Answer{Member: member, Step: class.Step{Page: "one", Step: step}, Kind: kind,
			Value: json.RawMessage(value), At: at})
	}
	more(2, 2, class.Choice, "2", 5000)
	more(3, 2, class.Choice, "0", 1) // an older answer that is later in the list
	more(1, 1, class.Choice, "2", 9000)
	more(1, 2, class.Number, "2", 9000)
	more(5, 2, class.Choice, "7", 9000)
	text := shown(t, p)
	has(t, text, "<strong>Answered: 4 of 5</strong>", "Connected: 5", "Correct: 1 of 4 (25\u00a0%)",
		`<em>This</em><svg`, `<td>1</td><td>25`+"\u00a0%", `<rect width="50" height="4"/></svg></th><td>2</td><td>50`,
		`<tr class="tally-is-right"><th scope="row">Neither <span class="tally-good">✓ correct</span>`,
		`max="5" value="4"`, "Students: 5")
	if n := strings.Count(text, `class="tally-is-right"`); n != 1 {
		t.Errorf("%d choices are marked", n)
	}
	// A member who has answered counts, even if not yet in the list or no longer connected.
	more(9, 2, class.Choice, "2", 1)
	p.Members[0].Here, p.Here = false, 4
	has(t, shown(t, p), "Answered: 5 of 6", "Student 9", "Connected: 4", "Correct: 2 of 5 (40\u00a0%)")
	// Connected members who are not yet in the list count, too.
	p.Here = 6
	has(t, shown(t, p), "Answered: 5 of 8", "Connected: 6")
}

// Until a step is revealed, the HTML contains neither the answers nor what is right.
func TestHidden(t *testing.T) {
	moons := `{"method":"svm","dataset":{"name":"moons","n":40,"noise":0.2,"seed":2}}`
	for kind, value := range map[string]string{course.Choose: "1", course.Number: "3.25", course.Place: "[0.25, 0.75]",
		course.Draw: "[[0.25, 0.75], [0.5, 0.25]]", course.Task: "true"} {
		p := panel(kind, 4, func(i int) string { return []string{value, value, value, ""}[i] })
		p.Revealed, p.Page, p.Choices, p.Right = false, moons, []string{"This", "That"}, []int{1}
		p.Answer, p.Check = "3.25", "true"
		if kind == course.Choose {
			p.Answer = ""
		}
		text := shown(t, p)
		has(t, text, " 3 of 4</strong>", "Students: 4")
		hasNot(t, text, "That", "3.25", "0.25", "Correct", "correct", "<figure", "<image", "tally-good", "tally-bars")
		p.Revealed = true
		if revealed := shown(t, p); len(revealed) < len(text)+200 {
			t.Errorf("%s: nothing is revealed:\n%s", kind, revealed)
		}
	}
	// A step without answers, a step that asks nothing, and no step.
	has(t, shown(t, panel(course.Draw, 3, func(int) string { return "" })), "Answered: 0 of 3")
	p := panel(course.Note, 3, func(int) string { return "" })
	p.Answers = []class.Answer{{Member: 2, Kind: class.Document, Value: json.RawMessage("true")}}
	text := shown(t, p)
	has(t, text, "Pictures sent: 1 of 3", `<button type="button" class="button" data-look="2" `+
		`aria-label="Open the picture of Student 2">Open</button>`)
	if n := strings.Count(text, "data-look"); n != 1 {
		t.Errorf("%d buttons", n)
	}
	has(t, shown(t, &class.Panel{}), "Pictures sent: 0 of 0")
}

var bars = regexp.MustCompile(`<rect class="tally-fill" x="([-\d.]+)" y="([-\d.]+)" width="([-\d.]+)" ` +
	`height="([-\d.]+)"/>`)

// barsOf returns the bars of the charts in HTML: x, y, width, height.
func barsOf(t *testing.T, text string) (list [][4]float64) {
	t.Helper()
	for _, m := range bars.FindAllStringSubmatch(text, -1) {
		var r [4]float64
		for i := range r {
			x, err := strconv.ParseFloat(m[i+1], 64)
			if err != nil {
				t.Fatal(err)
			}
			r[i] = x
		}
		list = append(list, r)
	}
	return list
}

func close2(a, b float64) bool { return math.Abs(a-b) < 0.11 }

// Each whole number has its own bar, at its position and as high as its count. Outliers are listed.
func TestNumbers(t *testing.T) {
	values := []string{"1", "1", "1", "2", "2", "5", "2", "1", "1000000", "-4e9"}
	p := panel(course.Number, len(values), func(i int) string { return values[i] })
	p.Answer, p.Within = "4 - 2", 0.5
	p.Page = `{"method":"knn","points":[[0,0,0],[1,1,1]]}`
	text := shown(t, p)
	// The axis goes from 0.5 to 5.5 over 460 − 52 − 18 = 390 units from 52 on; counts go up to 1.04 · 4 over
	// 260 − 54 − (12 + 2 · 19) = 156.
	unit, up := 390.0/5, 156/4.16
	want := [][4]float64{{52.5, 206 - 4*up, unit - 1, 4 * up}, {52.5 + unit, 206 - 3*up, unit - 1, 3 * up},
		{52.5 + 4*unit, 206 - up, unit - 1, up}}
	got := barsOf(t, text)
	if len(got) != len(want) {
		t.Fatalf("bars %v, want %v", got, want)
	}
	for i := range want {
		for k := range 4 {
			if !close2(got[i][k], want[i][k]) {
				t.Errorf("bar %d is %v, want %v", i, got[i], want[i])
			}
		}
	}
	at := func(x float64) string { return short(52 + (x-0.5)*unit) }
	has(t, text, `<path class="tally-mark tally-right-line" d="M`+at(2)+" ", ">Correct: 2<",
		`<path class="tally-mark tally-middle" d="M`+at(1.5)+" ", ">Median: 1.5<",
		"Outside the chart: 2 (−4×10⁹; 10⁶)", "Correct: 3 of 10 (30\u00a0%)",
		"4 of 8 in the tallest bar, 1.", `<th scope="row">5</th><td>1</td>`)
	// Without a right answer, none is marked.
	p.Answer = ""
	hasNot(t, shown(t, p), "Correct", "tally-right-line")
	// A number within the tolerance is right: 2 is near enough to 1.6, but 1 is not.
	p.Answer = "4 - 2.4"
	has(t, shown(t, p), "Correct: 3 of 10")
	// An unknown name gives no right answer; a fact of the fit does.
	p.Answer = "nosuch"
	hasNot(t, shown(t, p), "Correct")
	p.Answer = "n_points"
	has(t, shown(t, p), ">Correct: 2<")
	// A number that the member's own page has accepted, for the document that it shows, is right.
	p.Answers = append(p.Answers, class.Answer{Member: 6, Step: p.Step, Kind: class.Solved,
		Value: json.RawMessage("true")})
	has(t, shown(t, p), "Correct: 4 of 10")
}

// A histogram counts each value once (compared with brute force), except those in out.
func TestHistogram(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		n := 1 + r.IntN(60)
		scale := math.Pow(10, float64(r.IntN(16)-8))
		values := make([]float64, n)
		for i := range values {
			switch r.IntN(4) {
			case 0:
				values[i] = scale * float64(r.IntN(5))
			case 1:
				values[i] = scale * (r.NormFloat64() + 3)
			case 2:
				values[i] = scale
			default:
				values[i] = scale * math.Exp(3*r.NormFloat64())
			}
		}
		further := scale * 10 * r.Float64()
		h := histogramOf(slices.Clone(values), false, further)
		counted := make([]int, len(h.counts))
		for _, x := range values {
			if slices.Contains(h.out, x) {
				continue
			}
			if !(x >= h.lo-1e-6*h.step && x <= h.begins(len(h.counts))+1e-6*h.step) {
				t.Fatalf("%v is outside %v", x, h)
			}
			for k := range counted {
				if a, b := h.begins(k)-1e-9*h.step, h.begins(k+1)-1e-9*h.step; x >= a && x < b {
					counted[k]++
				}
			}
		}
		if !slices.Equal(counted, h.counts) {
			t.Fatalf("%v: counts %v, want %v of %v", h, h.counts, counted, values)
		}
		if len(h.counts) > 4*mostBins || further < h.lo || further > h.begins(len(h.counts)) {
			t.Fatalf("%d bins from %v to %v, further %v", len(h.counts), h.lo, h.begins(len(h.counts)), further)
		}
		if 2*len(h.out) > n {
			t.Fatalf("%d of %d are outside", len(h.out), n)
		}
	}
	for _, x := range [][]float64{{0}, {5e-324, 1e-323}, {1e12, 1e12 - 1e-4}, {1e308, -1e308}, {1e308}, {3, 3, 3},
		{0.1, 0.1, 0.1, 7}, {1e12, -1e12}, {-0.5, 0.5}} {
		h := histogramOf(x, false, 0.3)
		n := len(h.out)
		for _, k := range h.counts {
			n += k
		}
		if n != len(x) || len(h.counts) > 100 {
			t.Errorf("of %v: %+v", x, h)
		}
	}
	// The last bin of shares ends at 1 and includes it.
	if h := histogramOf([]float64{0, 1, 1, 0.5}, true); h.begins(len(h.counts)) > 1+1e-9 ||
		h.counts[len(h.counts)-1] != 2 {
		t.Errorf("shares are counted as %+v", h)
	}
	// A share at the edge of a bin is in the bin that begins there, in spite of rounding: 0.3 < 3·0.1.
	h := histogramOf([]float64{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7}, true, 0.7)
	for i, n := range h.counts {
		if math.Abs(h.step-0.1) < 1e-12 && n != 1 {
			t.Errorf("bin %d counts %d: %+v", i, n, h)
		}
	}
}

// planeOf returns the position and size of the plane in the only picture of the HTML.
func planeOf(t *testing.T, text string) (x, y, w, h float64) {
	t.Helper()
	m := regexp.MustCompile(`/><svg x="([\d.]+)" y="([\d.]+)" width="(\d+)" height="(\d+)"`).FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("there is no plane in\n%s", without(text))
	}
	var list [4]float64
	for i := range list {
		list[i], _ = strconv.ParseFloat(m[i+1], 64)
	}
	return list[0], list[1], list[2], list[3]
}

// pointsOf returns the centres of the points in the picture of the HTML, in pixels of the plane.
func pointsOf(t *testing.T, text string) (list [][2]float64) {
	t.Helper()
	m := regexp.MustCompile(`base64,([^"]*)`).FindStringSubmatch(text)
	if m == nil {
		t.Fatal("there is no picture")
	}
	svg, err := base64.StdEncoding.DecodeString(m[1])
	if err != nil {
		t.Fatal(err)
	}
	_, group, _ := strings.Cut(string(svg), `<g data-role="point"`)
	group, _, _ = strings.Cut(group, "</g>")
	for _, p := range regexp.MustCompile(`d="([^"]*)" fill="#`).FindAllStringSubmatch(group, -1) {
		for sub := range strings.SplitSeq(strings.Trim(p[1], "z"), "z") {
			var xs, ys []float64 // ends of the segments
			x, y := 0.0, 0.0
			for _, piece := range regexp.MustCompile(`([Mlc])([^Mlc]*)`).FindAllStringSubmatch(sub, -1) {
				var list []float64
				for _, f := range regexp.MustCompile(`-?[\d.]+`).FindAllString(piece[2], -1) {
					v, _ := strconv.ParseFloat(f, 64)
					list = append(list, v)
				}
				each := map[string]int{"M": 2, "l": 2, "c": 6}[piece[1]]
				for ; len(list) >= each; list = list[each:] {
					x, y = x+list[each-2], y+list[each-1]
					xs, ys = append(xs, x), append(ys, y)
				}
			}
			list = append(list, [2]float64{(slices.Min(xs) + slices.Max(xs)) / 2, (slices.Min(ys) + slices.Max(ys)) / 2})
		}
	}
	return list
}

var circles = regexp.MustCompile(`<circle class="tally-place" cx="([-\d.]+)" cy="([-\d.]+)"`)

// A marked position is drawn where the document's point with the same coordinates is painted, and where the viewport
// maps it.
func TestPlaces(t *testing.T) {
	at := [][2]float64{{0.9, 0.2}, {0.1, 0.35}, {0.5, 0.5}, {0.3, 0.05}}
	p := panel(course.Place, 6, func(i int) string {
		switch i {
		case 4:
			return "[0.25, 9]" // outside the picture
		case 5:
			return "[0.5, 0.4]"
		}
		return fmt.Sprintf("[%g, %g]", at[i][0], at[i][1])
	})
	p.Page = `{"method":"knn","points":[[0.9,0.2,0],[0.1,0.35,0],[0.5,0.5,1],[0.3,0.05,1]],"view":{"x":[0,1],"y":[0,1]}}`
	text := shown(t, p)
	_, _, w, h := planeOf(t, text)
	found := circles.FindAllStringSubmatch(text, -1)
	if len(found) != 5 {
		t.Fatalf("%d places in\n%s", len(found), without(text))
	}
	painted := pointsOf(t, text)
	for i, q := range at {
		x, _ := strconv.ParseFloat(found[i][1], 64)
		y, _ := strconv.ParseFloat(found[i][2], 64)
		if wx, wy := w/2+(q[0]-0.5)*w*figureH/figureW, h/2-(q[1]-0.5)*h; !close2(x, wx) || !close2(y, wy) {
			t.Errorf("%v is drawn at %v, %v of %v x %v; want %v, %v", q, x, y, w, h, wx, wy)
		}
		if !slices.ContainsFunc(painted, func(p [2]float64) bool {
			return math.Hypot(p[0]-x, p[1]-y) < 0.3
		}) {
			t.Errorf("no point is painted at %v, %v: %v", x, y, painted)
		}
	}
	has(t, text, "Outside the picture: 1", "Positions marked: 6.", `aria-label="Positions marked: 6. `, "(0.4, 0.375)")
	hasNot(t, text, "orrect")
	if n := strings.Count(text, `class="tally-density"`); n != len(densityShares) {
		t.Errorf("%d regions", n)
	}
	// Wrong positions look different. The condition can use facts of the fit.
	p.Check = "x > 0.4 && n_points == 4"
	text = shown(t, p)
	has(t, text, "Correct: 3 of 6 (50\u00a0%)")
	if a, b := len(circles.FindAllString(text, -1)), strings.Count(text, "tally-wrong-place"); a != 3 || b != 2 {
		t.Errorf("%d are right and %d wrong", a, b)
	}
	// The region of right positions is x > 0.4.
	area := regexp.MustCompile(`class="tally-right-area" d="([^"]*)"`).FindStringSubmatch(text)
	if area == nil {
		t.Fatal("there is no area of right places")
	}
	left, most := math.Inf(1), math.Inf(-1)
	for i, s := range regexp.MustCompile(`-?[\d.]+`).FindAllString(area[1], -1) {
		if x, _ := strconv.ParseFloat(s, 64); i%2 == 0 {
			left, most = min(left, x), max(most, x)
		}
	}
	if want := w/2 - 0.1*w*figureH/figureW; math.Abs(left-want) > 1.5 || math.Abs(most-w) > 1.5 {
		t.Errorf("the right places lie between %v and %v, want %v and %v", left, most, want, w)
	}
	ink := regexp.MustCompile(`class="tally-place"[^>]* fill="([^"]*)"`).FindStringSubmatch(text)[1]
	if m := regexp.MustCompile(`class="tally-wrong-place" d="([^"]*)"[^>]*/><path d="([^"]*)" stroke="([^"]*)"`).
		FindStringSubmatch(text); m == nil || m[1] != m[2] || m[3] != ink {
		t.Errorf("a wrong place is %q, others are %s", m, ink)
	}
	// Each palette has its own picture, in whichever order they are requested.
	answer := newAnswers()
	light := ask(t, answer, "class", p)
	p.Palette = "dark"
	dark := ask(t, answer, "class", p)
	p.Palette = ""
	if again := ask(t, answer, "class", p); again != light || light == dark {
		t.Error("pictures of one palette are those of another")
	}
}

// With all answers at one position, the region with a share of the density is the ellipse that contains that share of
// the Gaussian kernel.
func TestDensity(t *testing.T) {
	answer := newAnswers()
	p := panel(course.Place, 3, func(int) string { return "[0.7, 0.2]" })
	p.Page = `{"method":"knn","points":[[0.9,0.2,0],[0.1,0.4,1]],"view":{"x":[0,1],"y":[0,1]}}`
	text := ask(t, answer, "class", p)
	_, _, w, h := planeOf(t, text)
	for i, m := range regexp.MustCompile(`class="tally-density" d="([^"]*)"`).FindAllStringSubmatch(text, -1) {
		var xs, ys []float64
		for k, f := range regexp.MustCompile(`-?[\d.]+`).FindAllString(m[1], -1) {
			x, _ := strconv.ParseFloat(f, 64)
			if k%2 == 0 {
				xs = append(xs, x)
			} else {
				ys = append(ys, x)
			}
		}
		area := 0.0
		for k := range xs {
			n := (k + 1) % len(xs)
			area += (xs[k]*ys[n] - xs[n]*ys[k]) / 2
		}
		// The bandwidth of each axis is the smallest one.
		want := math.Pi * 2 * math.Log(1/(1-densityShares[i])) * leastBand * w * leastBand * h
		if math.Abs(math.Abs(area)/want-1) > 0.12 {
			t.Errorf("region %d has the area %v, want %v", i, math.Abs(area), want)
		}
		mx, my := (slices.Min(xs)+slices.Max(xs))/2, (slices.Min(ys)+slices.Max(ys))/2
		if wx, wy := w/2+0.2*w*figureH/figureW, h/2+0.3*h; math.Abs(mx-wx) > 2 || math.Abs(my-wy) > 2 {
			t.Errorf("region %d lies about %v, %v; want %v, %v", i, mx, my, wx, wy)
		}
	}
}

const parted = `{"method":"knn","params":{"n_neighbors":1},"view":{"x":[0,1],"y":[0,1]},"points":[[0.1,0.1,0],` +
	`[0.2,0.3,0],[0.1,0.7,0],[0.8,0.2,1],[0.9,0.8,1]]}`

// upright returns the JSON of a vertical line at x.
func upright(x float64) string { return fmt.Sprintf("[[%g,1],[%[1]g,0.5],[%[1]g,0]]", x) }

// Lines are drawn at their positions, the best one is the thickest, and the errors are right.
func TestLines(t *testing.T) {
	at := []float64{0.5, 0.85, 0.15, 0.4, 0.96}
	p := panel(course.Draw, len(at), func(i int) string { return upright(at[i]) })
	p.Page, p.Check = parted, "mine.training_error < 0.1"
	text := shown(t, p)
	_, _, w, h := planeOf(t, text)
	line := func(x float64) string {
		x = w/2 + (x-0.5)*w*figureH/figureW
		return fmt.Sprintf("M%[1]s 0L%[1]s %[2]sL%[1]s %[3]s", short(x), short(h/2), short(h))
	}
	// The errors are 0, 1/5, 1/5, 0, 2/5: the first line without an error is the best one, and the third in order the
	// median.
	has(t, text, `<path class="tally-best" d="`+line(0.5)+`"`, `<path class="tally-worst" d="`+line(0.96)+`"`,
		`<path class="tally-median" d="`+line(0.85)+`"`, `<path d="`+line(0.15)+`"/><path d="`+line(0.4)+`"/></g>`,
		"Lines drawn: 5.", "Correct: 2 of 5 (40\u00a0%)", "Median: 20\u00a0%", "Method: 0\u00a0%",
		`<th scope="row">Best line</th><td>0`+"\u00a0%</td>", `<th scope="row">Median line</th><td>20`+"\u00a0%</td>",
		`<th scope="row">Worst line</th><td>40`+"\u00a0%</td>", `<th scope="row">Method</th><td>0`+"\u00a0%</td>",
		"Error on the training points")
	wide := regexp.MustCompile(`class="tally-(best|median|worst)"[^>]* stroke-width="([\d.]+)"`)
	widths := map[string]float64{}
	for _, m := range wide.FindAllStringSubmatch(text, -1) {
		widths[m[1]], _ = strconv.ParseFloat(m[2], 64)
	}
	if !(widths["best"] > widths["median"] && widths["best"] > widths["worst"] && widths["worst"] > 1.4) {
		t.Errorf("widths %v", widths)
	}
	// From the left: two lines with the error 0, two with 1/5, one with 2/5.
	got := barsOf(t, text)
	if len(got) != 3 || !close2(got[0][3], got[1][3]) || !(got[2][3] < got[0][3]) || !(got[0][0] < got[1][0] &&
		got[1][0] < got[2][0]) {
		t.Errorf("bars %v", got)
	}
	// A single line is only the best one.
	p.Answers = p.Answers[:1]
	hasNot(t, shown(t, p), "tally-median", "tally-worst")
}

// The errors on the training points and on fresh points are those of session.Judge, and the best line has the smallest
// error on fresh points.
func TestLinesByUnseen(t *testing.T) {
	document := `{"method":"svm","dataset":{"name":"moons","n":60,"noise":0.2,"seed":3}}`
	r := rand.New(rand.NewPCG(3, 4))
	lines := make([][][2]float64, 25)
	for i := range lines {
		for k := range 30 {
			x := float64(k) / 29
			lines[i] = append(lines[i], [2]float64{x, 0.5 - 0.2*math.Sin(7*x) + 0.15*r.NormFloat64()*math.Abs(x-0.5)})
		}
	}
	p := panel(course.Draw, len(lines), func(i int) string {
		b, err := json.Marshal(lines[i])
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	})
	p.Page = document
	s := session.New(catalog.All())
	d, err := doc.Decode([]byte(document))
	if err != nil {
		t.Fatal(err)
	}
	if d, err = s.Resolve(method.Unstopped, d); err != nil {
		t.Fatal(err)
	}
	text := ask(t, newAnswers(), "class-json", p)
	var list []Result
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		t.Fatal(err)
	}
	best := 0
	for i := range lines {
		j, err := s.Judge(method.Unstopped, session.Request{Doc: d}, lines[i])
		if err != nil {
			t.Fatal(err)
		}
		if *list[i].TrainingError != j.Mine[0] || *list[i].Error != j.Mine[1] || list[i].On != "fresh" {
			t.Errorf("line %d: %+v, want %+v", i, list[i], j)
		}
		if *list[i].Error < *list[best].Error {
			best = i
		}
		if i == 0 {
			html := shown(t, p)
			has(t, html, ">Method: "+errorText(j.Method[1], true)+"<", ">Method: "+errorText(j.Method[0], true)+"<",
				"Error on fresh points", "Error on the training points")
			if n := strings.Count(html, `class="tally-plot"`); n != 2 {
				t.Errorf("%d histograms", n)
			}
		}
	}
	m := &maker{engine: asked(s)}
	rows, err := m.rows(method.Unstopped, p)
	if err != nil {
		t.Fatal(err)
	}
	pick, judged := specialOf(answered(rows))
	if len(judged) != len(lines) || pick.best.ID != best+1 {
		t.Errorf("the best is %d of %d, want %d", pick.best.ID, len(judged), best+1)
	}
}

// With held-out points, lines are compared by their errors on these, and each histogram marks the method's error on the
// same points.
func TestLinesByHeldOut(t *testing.T) {
	at := []float64{0.5, 0.85, 0.6}
	p := panel(course.Draw, len(at), func(i int) string { return upright(at[i]) })
	p.Page = strings.Replace(parted, `"points":[`, `"split":{"roles":"v....."},"points":[[0.7,0.3,0],`, 1)
	text := shown(t, p)
	// Only the line at 0.85 is right about the validation point, but it has an error on the training points.
	has(t, text, "Error on the validation points", `<th scope="row">Best line</th><td>0`+"\u00a0%</td><td>20\u00a0%</td>",
		`<th scope="row">Worst line</th><td>100`+"\u00a0%</td><td>0\u00a0%</td>",
		`<th scope="row">Method</th><td>100`+"\u00a0%</td><td>0\u00a0%</td>")
	marks := regexp.MustCompile(`tally-method" d="M([\d.]+) `).FindAllStringSubmatch(text, -1)
	if len(marks) != 2 || marks[0][1] != "442" || marks[1][1] != "52" { // the ends of the axes, at 100 % and 0

		t.Errorf("the method's errors are marked at %v", marks)
	}
}

// Curves have mean squared errors. Lines that can't be judged are shown, with the reason.
func TestLinesOfOthers(t *testing.T) {
	p := panel(course.Draw, 2, func(i int) string { return []string{"[[0,0],[2,2]]", "[[0,1],[2,3]]"}[i] })
	p.Page = `{"method":"least_squares","points":[[0,0],[1,1],[2,2]]}`
	has(t, shown(t, p), "Mean squared error on the training points", `<th scope="row">Worst line</th><td>1</td>`)
	p.Page = `{"method":"kmeans","points":[[0,0],[1,1],[2,3]]}`
	has(t, shown(t, p), "The lines cannot be judged: line must be drawn over classes", "Lines drawn: 2.", "<image")
	p.Page = `{"method":"svm","points":[[0,0,0]]}`
	has(t, shown(t, p), "There is no picture: ")
	p.Page = ""
	has(t, shown(t, p), "There is no picture: ")
}

// Cached errors and right answers belong to the panel's document and line.
func TestKept(t *testing.T) {
	answer := newAnswers()
	p := panel(course.Draw, 3, func(i int) string { return upright([]float64{0.5, 0.95, 0.85}[i]) })
	p.Page = parted
	first := ask(t, answer, "class", p)
	has(t, first, `<th scope="row">Worst line</th><td>40`)
	p.Page = strings.Replace(parted, "[0.9,0.8,1]", "[0.9,0.8,0]", 1)
	has(t, ask(t, answer, "class", p), `<th scope="row">Best line</th><td>20`, `<th scope="row">Worst line</th><td>20`)
	p.Page = parted
	if again := ask(t, answer, "class", p); again != first {
		t.Errorf("the same panel later is\n%s\nwas\n%s", without(again), without(first))
	}
	p.Answers[1].Value = json.RawMessage(upright(0.5))
	has(t, ask(t, answer, "class", p), `<th scope="row">Worst line</th><td>20`)
	// After panels with many other documents, the results of the first one are computed again.
	for i := range 2 * mostKept {
		p.Page = strings.Replace(parted, "0.9,0.8,1", fmt.Sprintf("0.9,0.7%d,1", i), 1)
		ask(t, answer, "class", p)
	}
	p.Page, p.Answers[1].Value = parted, json.RawMessage(upright(0.95))
	if again := ask(t, answer, "class", p); again != first {
		t.Error("a panel that was forgotten is another one")
	}
	// The right answer depends on the document, too.
	n := panel(course.Number, 2, func(i int) string { return []string{"5", "6"}[i] })
	n.Page, n.Answer = parted, "n_points"
	has(t, ask(t, answer, "class", n), ">Correct: 5<", "Correct: 1 of 2")
	n.Page = strings.Replace(parted, "[0.9,0.8,1]", "[0.9,0.8,1],[0.95,0.8,1]", 1)
	has(t, ask(t, answer, "class", n), ">Correct: 6<")
}

// A stopped job leaves no wrong results in the cache.
func TestStopped(t *testing.T) {
	answer := newAnswers()
	p := panel(course.Draw, 2, func(int) string { return upright(0.5) })
	p.Page = `{"method":"mlp","dataset":{"name":"moons","n":50},"view":{"step":300}}`
	p.Check = "mine.training_error < 2*theirs.training_error + 1"
	b, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := answer(stopped{}, "class", string(b)); !method.Stopped(err) {
		t.Errorf("a panel that is given up: %v", err)
	}
	has(t, ask(t, answer, "class", p), "Correct: 2 of 2", "<image", "Error on fresh points")
}

// stopped is a job that has been stopped.
type stopped struct{ method.Job }

func (stopped) Err() error { return method.ErrStopped }

// The curve of the share of members who have solved a task rises at the times of their answers.
func TestSolved(t *testing.T) {
	p := panel(course.Task, 4, func(i int) string { return []string{"true", "true", "", "true"}[i] })
	for i, at := range []int64{600_000, 1_200_000, 900_000} {
		p.Answers[i].At = at
	}
	text := shown(t, p)
	// The x-axis goes from 9.5 minutes, rounded down to 9, to 20.5, over 390 units from 52; a quarter of the height is
	// (260 − 54 − 12)/4.
	x := func(min float64) string { return short(52 + (min-9)/(20.5-9)*390) }
	y := func(k float64) string { return short(206 - 194*k/4) }
	has(t, text, "<strong>Solved: 3 of 4</strong>", `<path class="tally-curve" d="M52 206H`+x(10)+"V"+y(1)+"H"+x(15)+"V"+
		y(2)+"H"+x(20)+"V"+y(3)+"H442\"", "3 of 4 (75\u00a0%) after 20 min; half of those who have solved it after 15 min.",
		"<th scope=\"row\">50\u00a0%</th><td>2</td><td>15</td>")
	hasNot(t, text, "Correct")
}

// Files contain each answer with what is known about it. Spreadsheets find no formula in the CSV file.
func TestTables(t *testing.T) {
	p := panel(course.Draw, 3, func(i int) string { return upright([]float64{0.5, 0.95, 0.85}[i]) })
	p.Page, p.Check = parted, "mine.training_error == 0"
	p.Members[0].Nick, p.Members[1].Nick, p.Members[2].Nick = `=HYPERLINK("http://a"; 1)`, `Ann, "A."`, "Zoé"
	other := class.Step{Page: "-2+3", Step: 0}
	p.Answers = append(p.Answers, class.Answer{Member: 3, Step: other, Kind: class.Choice, Value: json.RawMessage("1"),
		At: 61_500}, class.Answer{Member: 3, Step: class.Step{Page: "x", Step: 4}, Kind: class.Number,
		Value: json.RawMessage("-2.5")}, class.Answer{Member: 2, Kind: class.Document, Value: json.RawMessage("true")})
	p.Steps = []class.Panel{{Step: other, Kind: course.Choose, Choices: []string{"a", "b"}, Right: []int{1}}}
	want := "member,nickname,page,step,kind,value,right,training_error,error,error_on,time\r\n" +
		`1,"'=HYPERLINK(""http://a""; 1)",one,3,line,"[[0.5,1],[0.5,0.5],[0.5,0]]",true,0,,,0` + "\r\n" +
		`2,"Ann, ""A.""",one,3,line,"[[0.95,1],[0.95,0.5],[0.95,0]]",false,0.4,,,1` + "\r\n" +
		`3,Zoé,one,3,line,"[[0.85,1],[0.85,0.5],[0.85,0]]",false,0.2,,,2` + "\r\n" +
		`3,Zoé,'-2+3,1,choice,2,true,,,,61.5` + "\r\n" +
		`3,Zoé,x,5,number,-2.5,,,,,0` + "\r\n" +
		`2,"Ann, ""A.""",,1,document,true,,,,,0` + "\r\n"
	if got := ask(t, newAnswers(), "class-csv", p); got != want {
		t.Errorf("the table is\n%s\nwant\n%s", got, want)
	}
	got := ask(t, newAnswers(), "class-json", p)
	has(t, got, `{"member":3,"nickname":"Zoé","page":"-2+3","step":1,"kind":"choice","value":2,"right":true,`+
		`"training_error":null,"error":null,"error_on":"","time":61.5}`, `"value":-2.5,"right":null`)
	var list []Result
	if err := json.Unmarshal([]byte(got), &list); err != nil || len(list) != len(p.Answers) {
		t.Errorf("%d answers, %v", len(list), err)
	}
}

// Titles and nicknames are escaped.
func TestHostile(t *testing.T) {
	evil := `<img src=x onerror=a>"'&{}`
	p := panel(course.Number, 3, func(i int) string { return strconv.Itoa(i) })
	p.Title, p.Members[0].Nick = evil, evil
	p.Members[1].Nick = "Zoé\u00a0: oui\u202f! 👩\u200d🔬" // as French and emoji are written
	p.Answers = append(p.Answers, class.Answer{Member: 1, Kind: class.Document, Value: json.RawMessage("true")})
	text := shown(t, p)
	has(t, text, "&lt;img src=x onerror=a&gt;&#34;&#39;&amp;{}", `aria-label="Open the picture of &lt;img`)
	hasNot(t, text, "<img")
}

// A panel beyond a limit is refused with an error that names the field.
func TestLimits(t *testing.T) {
	long := strings.Repeat("x", 1<<20+1)
	for want, change := range map[string]func(p *class.Panel){
		"members must be at most 5000":             func(p *class.Panel) { p.Members = make([]class.Member, 5001) },
		"members[1].id must be a number from 1":    func(p *class.Panel) { p.Members[1].ID = 0 },
		"members[2].nick must have at most 30":     func(p *class.Panel) { p.Members[2].Nick = long[:31] },
		"members[2].nick must be printable":        func(p *class.Panel) { p.Members[2].Nick = "a\u202e" },
		"answers must be at most 400000":           func(p *class.Panel) { p.Answers = make([]class.Answer, 400_001) },
		"answers[1].member must be a number":       func(p *class.Panel) { p.Answers[1].Member = 0 },
		"answers[2].value must be a number":        func(p *class.Panel) { p.Answers[2].Value = json.RawMessage("[1]") },
		"here must be 0 or more":                   func(p *class.Panel) { p.Here = -1 },
		"title must have at most 200":              func(p *class.Panel) { p.Title = long[:201] },
		"step.page must have at most 200":          func(p *class.Panel) { p.Step.Page = long[:201] },
		"step.step must be a number from 0 to 999": func(p *class.Panel) { p.Step.Step = 1000 },
		"kind must be the kind of":                 func(p *class.Panel) { p.Kind = "quiz" },
		"page must be at most 16 MB":               func(p *class.Panel) { p.Page = strings.Repeat(long, 17) },
		"text must be at most 16 MB":               func(p *class.Panel) { p.Text = strings.Repeat(long, 17) },
		"choices must be at most 100":              func(p *class.Panel) { p.Choices = make([]string, 101) },
		"right[0] must be the number of a choice":  func(p *class.Panel) { p.Right = []int{0} },
		"within must be 0 or more":                 func(p *class.Panel) { p.Within = -1 },
		"palette must be one of light, dark":       func(p *class.Panel) { p.Palette = "red" },
		"answer: ":                                 func(p *class.Panel) { p.Answer = "1 +" },
		"check: ":                                  func(p *class.Panel) { p.Check = strings.Repeat("1+", 600) + "1" },
		"steps must be at most 2000":               func(p *class.Panel) { p.Steps = make([]class.Panel, 2001) },
		"steps[1].kind must be":                    func(p *class.Panel) { p.Steps = []class.Panel{{}, {Kind: "x"}} },
	} {
		p := panel(course.Number, 3, func(int) string { return "1" })
		change(p)
		b, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range []string{"class", "class-csv", "class-json"} {
			if _, err := newAnswers()(method.Unstopped, kind, string(b)); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %.200v; want %q", kind, err, want)
			}
		}
	}
	if _, err := newAnswers()(method.Unstopped, "class", "{"); err == nil {
		t.Error("half a panel")
	}
	line := panel(course.Draw, 1, func(int) string { return "[[0,1]]" })
	b, _ := json.Marshal(line)
	if _, err := newAnswers()(method.Unstopped, "class", string(b)); err == nil || !strings.Contains(err.Error(),
		"answers[0].value must be 2 to 500 positions") {
		t.Errorf("a line of one place: %v", err)
	}
}

// Other kinds are refused.
func TestOthers(t *testing.T) {
	if _, err := newAnswers()(method.Unstopped, "thumb", `{"method": "knn", "points": [[0,0,0],[1,1,1]]}`); err == nil {
		t.Error("results make a thumbnail")
	}
}

// If the engine does not answer, there are no results, and the next request asks it again.
func TestEngineFails(t *testing.T) {
	with := asked(session.New(catalog.All()))
	fails, questions := true, 0
	answer := Answer(func(job method.Job, ask *wire.AskFits) (*wire.Fits, error) {
		if questions++; fails {
			return nil, errors.New("the engine stopped")
		}
		return with(job, ask)
	})
	for kind, value := range map[string]string{course.Draw: upright(0.5), course.Place: "[0.5,0.5]", course.Number: "5"} {
		p := panel(kind, 2, func(int) string { return value })
		p.Page = strings.Replace(parted, "0.9,0.8,1", "0.9,0.7"+strconv.Itoa(len(kind))+",1", 1)
		p.Check, p.Answer = "n_points == 5", "n_points"
		b, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		fails = true
		if _, err := answer(method.Unstopped, "class", string(b)); err == nil || err.Error() != "the engine stopped" {
			t.Errorf("%s: %v", kind, err)
		}
		fails = false
		has(t, ask(t, answer, "class", p), "Correct: 2 of 2")
		questions = 0
		if ask(t, answer, "class", p); questions != 0 {
			t.Errorf("%s: %d questions are asked again", kind, questions)
		}
	}
}
