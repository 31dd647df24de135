package e2e

import (
	"math"
	"strings"
	"testing"

	"pointscape/engine/kernelview"
	"pointscape/engine/method"
)

// The documents of TestHandsOnWhyItWorks, each with a view that explains a method. (onAPad, gaussianPair and eightDone
// are others.)
const (
	vectored = `{"version":1,"method":"gaussian","params":{"picture":"vector","n_values":13,"kernel":"rbf(1)","samples":0},
	"points":[[0,1,0]],"view":{"x":[-3.4,3.4],"y":[-3,3],"show":["mean","band","two_values","matrix"]}}`
	liftedFew = `{"version":1,"method":"feature_map","params":{"map":"paraboloid","C":10},"view":{"x":[-1,1],"y":[-1,1]},
	"points":[[0.1,0.2,0],[-0.2,0.1,0],[0.1,-0.2,0],[0.8,0.1,1],[-0.7,0.5,1],[0.1,-0.8,1]]}`
	kernelFew = `{"version":1,"method":"svm","params":{"kernel":"rbf","gamma":3,"C":1},"view":{"x":[0,1],"y":[0,1],"kernel":true},
	"points":[[0.2,0.3,0],[0.3,0.6,0],[0.7,0.3,1],[0.8,0.7,1]]}`
	metric = `{"version":1,"method":"nca","params":{"n_neighbors":1,"max_iter":20},"view":{"x":[0,1],"y":[0,1]},
	"points":[[0.2,0.3,0],[0.3,0.35,0],[0.7,0.3,0],[0.2,0.7,1],[0.4,0.65,1],[0.8,0.7,1]]}`
	pipedFew = `{"version":1,"method":"pipeline","params":{"codes":{"method":"kmeans","params":{"n_clusters":3}},
	"classifier":{"method":"logistic","params":{"alpha":0.01}}},"view":{"x":[0,1],"y":[0,1]},"seed":1,
	"points":[[0.2,0.3,0],[0.3,0.35,0],[0.7,0.3,0],[0.2,0.7,1],[0.4,0.65,1],[0.8,0.7,1]]}`
	irisRows = `{"version":1,"method":"logistic","params":{"inputs":"all"},"table":{"name":"iris"}}`
)

// live waits until a text is announced to screen readers.
func (p *Page) live(words string) {
	p.t.Helper()
	p.Wait(`document.getElementById("live").textContent.includes(` + quote(words) + `)`)
}

// walkTo selects a point or handle of the plane by keys, until its card is labelled says, grabs it, moves it by
// pressing an arrow key a number of times, and drops it.
func (p *Page) walkTo(says, arrow string, times int) {
	p.t.Helper()
	p.Do(`document.getElementById("stage").focus()`)
	const card = `(document.querySelector(".card")?.getAttribute("aria-label") || "")`
	for n := 0; ; n++ {
		was := Eval[string](p, card)
		if strings.EqualFold(was, says) {
			break
		}
		if n > 12 {
			p.t.Fatalf("no walk comes to %s; the last is %s", says, was)
		}
		p.Key("n")
		p.Wait(card + ` !== ` + quote(was))
	}
	p.Key("Enter")
	p.live("rabbed")
	for range times {
		p.Key(arrow)
	}
	p.Changed(func() { p.Key("Enter") })
}

// walkIn moves by keys in a plot to the element whose text begins with says.
func (p *Page) walkIn(id, says string) {
	p.t.Helper()
	p.fits(id)
	p.Do(`document.getElementById("walk-` + id + `").focus()`)
	p.Key("Home")
	at := `document.getElementById("walk-at-` + id + `").textContent`
	for range 40 {
		p.Wait(`!` + at + `.startsWith("Arrow keys")`)
		was := Eval[string](p, at)
		if strings.HasPrefix(was, says) {
			return
		}
		p.Key("ArrowRight")
		p.Wait(at + ` !== ` + quote(was))
	}
	p.t.Fatalf("no walk comes to %s; the last is %s", says, Eval[string](p, at))
}

// results opens the tab of the results, as on a phone, and scrolls a plot into view.
func (p *Page) results(id string) {
	p.t.Helper()
	p.Do(`document.getElementById("tab-results").click()`) // ClickOn could miss a tab that moves
	p.Wait(`document.getElementById("panel-` + id + `")?.checkVisibility()`)
	p.Do(`document.getElementById("panel-` + id + `").scrollIntoView({block: "center"})`)
	p.fits(id)
	p.Rests("#panel-" + id) // content that appears above moves it
}

// swipe drags with a finger from one position of the plane to another.
func (p *Page) swipe(x0, y0, x1, y1 float64) {
	p.t.Helper()
	p.Do(`scrollTo(0, 0)`)
	p.Still()
	ax, ay := p.At(x0, y0)
	bx, by := p.At(x1, y1)
	p.Changed(func() { p.Swipe(ax, ay, bx, by) })
}

// places returns the positions in a parameter.
func (p *Page) places(name string) [][]float64 { return method.PlacesOf(p.Doc().Params[name]) }

// The views that explain methods can be operated by keys and by fingers. One page shows one document after another.
func TestHandsOnWhyItWorks(t *testing.T) {
	long(t)
	views := []struct {
		name, doc    string
		keys, finger func(p *Page)
	}{
		{"constraints", onAPad, func(p *Page) {
			p.walkTo("first handle of constraint 1", "Shift+ArrowUp", 6)
			if at := p.places("g1_at"); at[0][1] < 0.75 || math.Abs(at[1][0]-at[0][0]+0.6) > 1e-6 {
				p.t.Errorf("by keys the line is at %v", at)
			}
			if got := factValue(p, "active"); got != "g₂" {
				p.t.Errorf("active is %q", got)
			}
		}, func(p *Page) {
			p.swipe(0.8, 0.2, 1.1, 0.5)
			if at := p.places("g1_at"); at[0][0] < 1.05 || math.Abs(at[1][0]-at[0][0]+0.6) > 1e-6 {
				p.t.Errorf("by a finger the line is at %v", at)
			}
			if got := factValue(p, "active"); got != "g₂" {
				p.t.Errorf("active is %q", got)
			}
		}},
		{"ellipse", gaussianPair, func(p *Page) {
			p.walkTo("axis 1 of the ellipse", "ArrowUp", 10)
			at := p.places("ellipse")
			u, v := at[1], at[2]
			want := (u[0]*u[1] + v[0]*v[1]) / math.Hypot(u[0], v[0]) / math.Hypot(u[1], v[1])
			if r := p.factOf("correlation"); u[1] < 0.5 || math.Abs(r-want) > 0.001 {
				p.t.Errorf("by keys the axes end at %v, and the correlation is %v, not %v", at, r, want)
			}
		}, func(p *Page) {
			p.swipe(1, 0, 1.5, 1.5)
			at := p.places("ellipse")
			if r := p.factOf("correlation"); math.Abs(at[1][1]-1.5) > 0.1 || math.Abs(r-1.75/2.75) > 0.05 {
				p.t.Errorf("by a finger the axes end at %v, and the correlation is %v", at, r)
			}
		}},
		{"vector", vectored, func(p *Page) {
			was := p.hash()
			p.walkTo("point 1", "ArrowDown", 8)
			if q := p.Doc().Points[0]; q.Y > 0.5 || p.hash() == was {
				p.t.Errorf("by keys the value is %v, and the others stay: %v", q, p.hash() == was)
			}
		}, func(p *Page) {
			was := p.hash()
			p.swipe(0, 1, 0, -2)
			if q := p.Doc().Points[0]; math.Abs(q.Y+2) > 0.1 || p.hash() == was {
				p.t.Errorf("by a finger the value is %v, and the others stay: %v", q, p.hash() == was)
			}
		}},
		{"dual", eightDone, func(p *Page) {
			p.walkIn("alpha", "Point 6")
			p.saysThere("Point 6 of class 2")
			p.Changed(func() { p.Key("PageUp") })
			list, _ := p.Doc().Params["dual_coef"].([]float64)
			if len(list) != 8 || !(list[5] > 32.5) || math.Abs(list[3]+32) > 0.1 {
				p.t.Errorf("by keys the weights are %v", list)
			}
			p.Wait(`document.querySelector("p.status").textContent.includes("instead of 0")`)
		}, func(p *Page) {
			p.results("alpha")
			x, y := p.inPlot(eightDone, "alpha", "a5")
			p.Tap(x, y)
			p.saysThere("Point 6 of class 2")
			p.Changed(func() { p.Swipe(x, y, x, y-60) })
			if list, _ := p.Doc().Params["dual_coef"].([]float64); len(list) != 8 || !(list[5] > 20) {
				p.t.Errorf("by a finger the weights are %v", list)
			}
		}},
		{"space", liftedFew, func(p *Page) {
			was := p.plotPixels("space")
			p.walkIn("space", "")
			for range 3 {
				p.Changed(func() { p.Key("Shift+ArrowRight") })
			}
			p.Changed(func() { p.Key("Shift+ArrowUp") })
			p.live("Turned: azimuth 45°, elevation 15°")
			if d := p.Doc().Params; d["azimuth"] != 45.0 || d["elevation"] != 15.0 || p.plotPixels("space") == was {
				p.t.Errorf("by keys it is turned to %v, %v", d["azimuth"], d["elevation"])
			}
		}, func(p *Page) {
			p.results("space")
			x, y := p.Box("#panel-space").Center()
			p.Changed(func() { p.Swipe(x, y, x+60, y-5) })
			if a, _ := p.Doc().Params["azimuth"].(float64); math.Abs(a-60) > 2 {
				p.t.Errorf("by a finger it is turned to %v", a)
			}
		}},
		{"kernel", kernelFew, func(p *Page) {
			p.fits("kernel_matrix")
			p.Do(`document.getElementById("walk-kernel_matrix").focus()`)
			p.Key("ArrowRight")
			p.live("k = ")
			p.Key("Enter")
			p.live("selected")
			p.Key("Escape")
			was := p.plotPixels("kernel_matrix")
			p.walkTo("point 1", "ArrowUp", 6)
			if p.plotPixels("kernel_matrix") == was {
				p.t.Error("the matrix does not follow a point that keys move")
			}
		}, func(p *Page) {
			p.results("kernel_matrix")
			x, y := p.inCell(kernelFew, kernelview.MatrixPanel, kernelview.Box, 0, 2)
			p.Tap(x, y)
			p.saysThere("Tap again: select its 2 points")
			p.Rests("#panel-kernel_matrix")
			if said := Eval[string](p, `document.getElementById("live").textContent`); strings.Contains(said, "picked") {
				p.t.Errorf("the first tap says %q", said)
			}
			p.Tap(x, y)
			p.live("2 points selected")
		}},
		{"rows", irisRows, func(p *Page) {
			p.Do(`document.getElementById("stage").focus()`)
			p.Key("n")
			p.live("oint 1 of 150")
			p.Key("Escape")
			p.Key("ArrowRight")
			p.Key("ArrowLeft")
			p.saysThere("Setosa, probability")
			p.walkIn("weights", "")
		}, func(p *Page) {
			p.Do(`scrollTo(0, 0)`)
			p.Still()
			at := Eval[[]float64](p, `pointscape.points()[0].slice(0, 2)`)
			p.Tap(p.At(at[0], at[1]))
			p.Wait(`document.querySelector(".card .row-values, .card [aria-label='Done']")`)
		}},
		{"pipeline", pipedFew, moved, draggedByFinger},
		{"metric", metric, moved, draggedByFinger},
	}
	p := Start(t, Options{Path: link(t, views[0].doc)})
	each := func(how string, do func(k int)) {
		for k, v := range views {
			t.Run(how+"/"+v.name, func(t *testing.T) {
				defer func() { p.t = t }()
				p.t = t
				p.Set(v.doc)
				p.Still()
				do(k)
				p.Screenshot(how + "-" + v.name)
			})
		}
		p.t = t
	}
	p.WaitReady()
	each("keys", func(k int) { views[k].keys(p) })
	small := Phone
	small.Scale = 1
	p.Become(small)
	each("finger", func(k int) {
		views[k].finger(p)
	})
}

// moved moves the first point by keys: the picture changes.
func moved(p *Page) {
	was := p.hash()
	p.walkTo("point 1", "ArrowUp", 15)
	if q := p.Doc().Points[0]; q.Y < 0.5 || p.hash() == was {
		p.t.Errorf("by keys the point is at %v, and the picture the one before: %v", q, p.hash() == was)
	}
}

// draggedByFinger moves the first point by a finger: the picture changes.
func draggedByFinger(p *Page) {
	was := p.hash()
	p.swipe(0.2, 0.3, 0.25, 0.85)
	if q := p.Doc().Points[0]; math.Abs(q.Y-0.85) > 0.03 || p.hash() == was {
		p.t.Errorf("by a finger the point is at %v, and the picture the one before: %v", q, p.hash() == was)
	}
}
