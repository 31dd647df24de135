package results

import (
	"math"
	"slices"
	"strconv"

	"pointscape/engine/doc"
	"pointscape/engine/html"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Sizes of a chart, in units of its viewBox. The size of its text is 15.
const (
	plotW, plotH              = 460.0, 260.0
	plotLeft, plotRight       = 52.0, 18.0
	plotTop, plotBottom       = 12.0, 54.0
	markRow                   = 19.0 // height of the row with a mark's name
	tickAway, titleAway, half = 18.0, 42.0, 5.0
)

// mark is a vertical line in a chart, with a name above it.
type mark struct {
	at   float64 // x
	name string  // translated
	look string  // class attribute
}

// plot is a chart with two axes.
type plot struct {
	w              *writer
	x0, x1, y0, y1 float64 // ends of the axes
	top            float64 // upper edge of the plotting area, below the names of the marks
	whole          bool    // x-values are whole numbers
}

func (p *plot) px(x float64) float64 {
	return plotLeft + (x-p.x0)/(p.x1-p.x0)*(plotW-plotLeft-plotRight)
}

func (p *plot) py(y float64) float64 {
	return plotH - plotBottom - (y-p.y0)/(p.y1-p.y0)*(plotH-plotBottom-p.top)
}

// begin writes the start of a chart. alt is its alternative text, marks the number of marks.
func (p *plot) begin(alt string, marks int) {
	p.top = plotTop + float64(marks)*markRow
	p.w.Put(`<svg class="tally-plot" viewBox="0 0 $ $" role="img" aria-label="$" font-size="15">`, short(plotW),
		short(plotH), html.EscapeString(alt))
}

func (p *plot) text(x, y float64, anchor, text string) {
	p.w.Put(`<text x="$" y="$" text-anchor="$">$</text>`, short(x), short(y), anchor, html.EscapeString(text))
}

// axes writes both axes with their numbers. xShare and yShare mean that the values of an axis are shares, written in
// percent. The names are translated already; yName may be "".
func (p *plot) axes(xName, yName string, xShare, yShare bool) {
	unit := func(share bool) (times float64, sign string) {
		if share {
			return 100, " %"
		}
		return 1, ""
	}
	bottom := plotH - plotBottom
	times, sign := unit(yShare)
	n := 5
	if !yShare {
		n = min(n, max(int(p.y1), 1)) // y counts members: no fractions
	}
	list, step := picture.NiceTicks(p.y0*times, p.y1*times, n)
	for _, y := range list {
		at := p.py(y / times)
		p.w.Put(`<path class="tally-grid" d="M$ $H$"/>`, short(plotLeft), short(at), short(plotW-plotRight))
		p.text(plotLeft-8, at+half, "end", words.Readable(picture.FormatTick(y, step)+sign))
	}
	times, sign = unit(xShare)
	n = 5
	if p.whole {
		n = min(n, max(int(p.x1-p.x0), 1))
	}
	t := picture.LinearTicks(p.x0*times, p.x1*times, n, 5)
	for i, x := range t.At {
		p.text(p.px(x/times), bottom+tickAway, "middle", words.Readable(t.Text[i]+sign))
	}
	p.w.Put(`<path class="tally-axis" d="M$ $H$"/>`, short(plotLeft), short(bottom), short(plotW-plotRight))
	if t.Note != "" {
		xName += " (" + t.Note + ")"
	}
	p.text((plotLeft+plotW-plotRight)/2, bottom+titleAway, "middle", xName)
	if yName != "" {
		at := short((p.top + bottom) / 2)
		p.w.Put(`<text x="14" y="$" text-anchor="middle" transform="rotate(-90 14 $)">$</text>`, at, at,
			html.EscapeString(yName))
	}
}

// marks writes the marks with their names above them, each name in its own row.
func (p *plot) marks(list []mark) {
	for i, m := range list {
		if m.at < p.x0 || m.at > p.x1 { // beyond doc.MaxCoord: see chart
			continue
		}
		x, y := p.px(m.at), plotTop+float64(i)*markRow+markRow-half
		p.w.Put(`<path class="tally-mark $" d="M$ $V$"/>`, m.look, short(x), short(y-half), short(plotH-plotBottom))
		left := x > plotW*0.62
		if i > 0 { // the line of the first mark runs past this name, which stays on its mark's side of the line
			left = left && !(m.at > list[0].at && x < plotW*0.7) || m.at < list[0].at && x > plotW*0.37
		}
		anchor, away := "start", 6.0
		if left {
			anchor, away = "end", -6
		}
		p.text(x+away, y, anchor, m.name)
	}
}

func (p *plot) end() { p.w.Put(`</svg>`) }

// histogram counts values in bins of the same width, step. Bin i begins at lo + i step.
type histogram struct {
	lo, step float64
	counts   []int
	out      []float64 // values far from the others, which are in no bin, in ascending order
}

// bin returns the index of the bin of a value. The right edge of the last bin belongs to it.
func (h *histogram) bin(x float64) int {
	return min(max(int(math.Floor((x-h.lo)/h.step+1e-9)), 0), len(h.counts)-1)
}

func (h *histogram) begins(i int) float64 { return h.lo + float64(i)*h.step }

const mostBins = 30

// histogramOf returns the histogram of values, of which there must be at least one. The bins also cover the values of
// further within ±doc.MaxCoord, which are not counted. The width of the bins is about that of Freedman and Diaconis
// (1981), 2 IQR/n^(1/3), as 1, 2 or 5 times a power of ten, so that there are about 5 to mostBins of them; whole
// numbers in a range of less than mostBins have one bin each. Values outside the fences or ±doc.MaxCoord are not in a
// bin. share means that values are shares: they never count as whole numbers, and 1 belongs to the bin that ends there.
func histogramOf(values []float64, share bool, further ...float64) *histogram {
	sorted := slices.Sorted(slices.Values(values))
	h := &histogram{}
	a, b := fences(sorted)
	a, b = max(a, -doc.MaxCoord), min(b, doc.MaxCoord)
	further = slices.DeleteFunc(further, func(x float64) bool { return !(math.Abs(x) <= doc.MaxCoord) })
	var in []float64
	for _, x := range sorted {
		if x < a || x > b {
			h.out = append(h.out, x)
		} else {
			in = append(in, x)
		}
	}
	if len(in) == 0 {
		return h
	}
	all := append(slices.Clone(in), further...)
	lo, hi := slices.Min(all), slices.Max(all)
	whole := !slices.ContainsFunc(in, func(x float64) bool { return x != math.Trunc(x) })
	switch {
	case whole && !share && hi-lo < mostBins:
		h.lo, h.step = math.Floor(lo+0.5)-0.5, 1
	case lo == hi:
		_, h.step = picture.NiceTicks(0, max(math.Abs(lo), 1e-300), 10)
		h.lo = lo - h.step/2
	default:
		width := 2 * (quantile(in, 0.75) - quantile(in, 0.25)) / math.Cbrt(float64(len(in)))
		n := 10.0
		if width > 0 {
			n = math.Ceil((hi - lo) / width)
		}
		_, h.step = picture.NiceTicks(lo, hi, int(min(max(n, 5), mostBins)))
		h.lo = math.Floor(lo/h.step+1e-9) * h.step
	}
	if !(h.step > 0) || h.lo+h.step == h.lo { // the values are too close together for float64: one bin
		h.lo, h.step = lo-math.Abs(lo)/2-1, math.Abs(lo)+2
	}
	bins := max(int(math.Floor((hi-h.lo)/h.step+1e-9))+1, 1)
	if share && bins > 1 && h.begins(bins-1) > 1-1e-9 {
		bins--
	}
	h.counts = make([]int, bins)
	for _, x := range in {
		h.counts[h.bin(x)]++
	}
	return h
}

// quantile returns the q-quantile of sorted values by linear interpolation.
func quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	i := min(int(at), len(sorted)-1)
	if i+1 == len(sorted) {
		return sorted[i]
	}
	part := at - float64(i)
	return sorted[i]*(1-part) + sorted[i+1]*part
}

// fences returns Tukey's outer fences of sorted values, 3 IQR below and above the quartiles. If the quartiles are
// equal, it uses the quantiles 0.1 and 0.9, then 0.05 and 0.95, then the minimum and maximum; if these are equal, too,
// the fences are infinite.
func fences(sorted []float64) (lo, hi float64) {
	for _, q := range []float64{0.25, 0.1, 0.05, 0} {
		a, b := quantile(sorted, q), quantile(sorted, 1-q)
		if a < b && !math.IsInf(b-a, 0) {
			return a - 3*(b-a), b + 3*(b-a)
		}
	}
	return math.Inf(-1), math.Inf(1)
}

// bars writes the bars of a histogram.
func (p *plot) bars(h *histogram) {
	for i, n := range h.counts {
		if n == 0 {
			continue
		}
		a, b := p.px(h.begins(i)), p.px(h.begins(i+1))
		top := p.py(float64(n))
		p.w.Put(`<rect class="tally-fill" x="$" y="$" width="$" height="$"/>`, short(a+0.5), short(top),
			short(max(b-a-1, 1)), short(plotH-plotBottom-top))
	}
}

// whole reports whether each bin counts one whole number, which is at its middle.
func (h *histogram) whole() bool { return h.step == 1 && h.lo != math.Trunc(h.lo) }

// span returns the range of bin i as a text: "0.1 … 0.2", or its whole number.
func (h *histogram) span(i int, share bool) string {
	times, sign := 1.0, ""
	if share {
		times, sign = 100, " %"
	}
	if h.whole() && !share {
		return words.Readable(picture.FormatTick(h.begins(i)+0.5, 1))
	}
	return words.Readable(picture.FormatTick(times*h.begins(i), times*h.step)+sign) + " … " +
		words.Readable(picture.FormatTick(times*h.begins(i+1), times*h.step)+sign)
}

// table returns the rows of a histogram's table: the span and the count of each bin that is not empty.
func (h *histogram) table(share bool) (lines [][]string) {
	for i, n := range h.counts {
		if n > 0 {
			lines = append(lines, []string{h.span(i, share), strconv.Itoa(n)})
		}
	}
	return lines
}

// tallest returns the index of the bin with the largest count, the first one of several.
func (h *histogram) tallest() int {
	best := 0
	for i, n := range h.counts {
		if n > h.counts[best] {
			best = i
		}
	}
	return best
}

// counted writes a histogram: a chart with marks, the values outside it, and a table with the given id. name, which is
// translated already, says what the values are.
func (w *writer) counted(h *histogram, id, name string, share bool, marks []mark) {
	w.Put(`<figure class="tally-figure">`)
	if len(h.counts) > 0 {
		w.chart(h, name, share, marks)
	}
	if len(h.out) > 0 {
		list := make([]string, 0, mostTold+1)
		for i, x := range h.out {
			if i == mostTold {
				list = append(list, "…")
				break
			}
			if list = append(list, figure4(x)); share {
				list[i] = words.Readable(words.Percent(x))
			}
		}
		w.Put(`<figcaption>$</figcaption>`, said("Outside the chart: %s (%s)", count(len(h.out)), join(list)))
	}
	w.table(id, []string{name, say("Students")}, h.table(share))
	w.Put(`</figure>`)
}

// chart writes the chart of a histogram. The x-axis includes the marks within ±doc.MaxCoord; others are left out.
func (w *writer) chart(h *histogram, name string, share bool, marks []mark) {
	p := &plot{w: w, x0: h.lo, x1: h.begins(len(h.counts)), y1: float64(slices.Max(h.counts))}
	for _, m := range marks {
		if !(math.Abs(m.at) <= doc.MaxCoord) {
			continue
		}
		p.x0, p.x1 = min(p.x0, m.at), max(p.x1, m.at)
	}
	p.y1 = max(p.y1*1.04, 1)
	n := 0
	for _, k := range h.counts {
		n += k
	}
	best := h.tallest()
	alt := say("Histogram, %s: %s of %s in the tallest bar, %s.", name, count(h.counts[best]), count(n),
		h.span(best, share))
	for _, m := range marks {
		alt += " " + m.name + "."
	}
	p.whole = h.whole()
	p.begin(alt, len(marks))
	p.axes(name, say("Students"), share, false)
	p.bars(h)
	p.marks(marks)
	p.end()
}

// mostTold is the maximum number of values outside a chart that are listed.
const mostTold = 8

// join joins numbers with semicolons, because they may contain decimal commas.
func join(list []string) string {
	s := ""
	for i, x := range list {
		if i > 0 {
			s += "; "
		}
		s += x
	}
	return s
}
