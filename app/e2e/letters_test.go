package e2e

import "testing"

// Pointing at a letter of a formula says what it stands for and highlights that: a fact, or lines in the picture. The
// highlight ends at the next letter with another meaning, and when the pointer leaves the letters.
func TestLetters(t *testing.T) {
	p := Start(t, Options{Closed: true, Window: Window{Width: 1366, Height: 820}})
	p.Open("?course=kernels/margin")
	p.WaitReady()
	p.Wait(`document.querySelector("#lesson-text [data-term]") !== null`)
	point := func(letter string) {
		t.Helper()
		p.Do(`{
			const e = [...document.querySelectorAll("#lesson-text [data-term]")].find((e) => e.textContent === ` + quote(letter) + `);
			e.scrollIntoView({block: "center"});
			e.dispatchEvent(new PointerEvent("pointerover", {bubbles: true}));
		}`)
	}
	// Whether something is highlighted on a margin, and on the boundary.
	lit := func(f string) string {
		return `(() => {
			const c = document.querySelector("#stage-over"), v = pointscape.view(), g = c.getContext("2d");
			const any = (x, y) => g.getImageData((x - v.x[0]) / (v.x[1] - v.x[0]) * c.width - 2, (v.y[1] - y) / (v.y[1] - v.y[0]) * c.height - 2, 5, 5).data.some((a, i) => i % 4 === 3 && a > 0);
			const [w1, w2, b] = [0.8, -0.4, 0]; // the difference of the two points that have weights
			const at = (f) => { // the first place of the line in view
				for (let k = 1; k < 40; k++) {
					const x = v.x[0] + k * (v.x[1] - v.x[0]) / 40, y = (f - b - w1 * x) / w2;
					if (y > v.y[0] + 0.1 && y < v.y[1] - 0.1) return [x, y];
				}
			};
			return any(...at(` + f + `));
		})()`
	}
	p.Wait(`!` + lit("1") + ` && !` + lit("0"))
	point("ρ")
	p.Wait(`!document.querySelector("#term-tip").hidden && document.querySelector("#term-tip").textContent.startsWith("Margin: distance of the nearest point")`)
	p.Wait(`document.querySelector("[data-fact=geometric_margin].lit") !== null`)
	p.Wait(lit("1") + ` && ` + lit("-1") + ` && !` + lit("0"))
	if tip, lesson := p.Box("#term-tip"), p.Box("#lesson"); tip.X < lesson.X || tip.X+tip.W > lesson.X+lesson.W {
		t.Errorf("the meaning %+v lies over the picture", tip)
	}
	point("w")
	p.Wait(`document.querySelector("#term-tip").textContent.startsWith("Weights and intercept") && document.querySelector(".lit") === null`)
	p.Wait(lit("0") + ` && !` + lit("1"))
	p.Do(`document.querySelector("#lesson-title").dispatchEvent(new PointerEvent("pointerover", {bubbles: true}))`)
	p.Wait(`document.querySelector("#term-tip").hidden`)
	p.Wait(`!` + lit("1") + ` && !` + lit("0"))
	// By keyboard, in the table of symbols; a change of the document ends the highlight.
	p.ClickOn("[aria-controls=lesson-contents]")
	p.Wait(`[...document.querySelectorAll("dt[data-term][tabindex]")].some((e) => e.textContent.startsWith("ρ"))`)
	p.Do(`[...document.querySelectorAll("dt[data-term]")].find((e) => e.textContent.startsWith("ρ")).focus()`)
	p.Wait(lit("1"))
	p.Do(`pointscape.set(JSON.stringify({...JSON.parse(JSON.stringify(pointscape.get())), params: {kernel: "linear", C: 40}}))`)
	p.WaitReady()
	p.Wait(`!` + lit("1"))
}
