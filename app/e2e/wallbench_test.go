package e2e

import (
	"fmt"
	"testing"
	"time"

	"pointscape/engine/catalog"
	"pointscape/engine/session"
)

func TestWallBench(t *testing.T) {
	p := Start(t, Options{})
	p.Open(link(t, `{"version":1,"method":"svm","params":{"kernel":"rbf","gamma":10,"C":1},"dataset":{"name":"moons","n":200,"noise":0.25,"seed":1},"wall":{"over":"gamma","values":[0.1,0.5,1,2,5,10,20,50,100]}}`))
	p.WaitReady()
	p.wallDone()
	p.Do(`window.gaps = {}; window.moves=0; addEventListener("pointermove", () => moves++, true);
	  for (const el of document.querySelectorAll(".wall-plane")) { gaps[el.id]=[]; let last=0;
	  new MutationObserver(() => { const now = performance.now(); if (last) gaps[el.id].push(now-last); last = now; }).observe(el, {attributes:true, attributeFilter:["width"]}); }`)
	d, _ := session.New(catalog.All()).Resolve(p.Doc())
	x, y := p.At(d.Points[0].X, d.Points[0].Y)
	p.Press(x, y)
	start := time.Now()
	n := 0
	for time.Since(start) < 5*time.Second {
		n++
		p.DragTo(x+float64(n%60), y+float64(n%40))
	}
	p.Lift()
	fmt.Println("moves", n)
	fmt.Println(Eval[string](p, `(() => { const all=[]; const out=[]; for (const k in gaps) { const g = gaps[k].slice().sort((a,b)=>a-b); all.push(...g); out.push(k+": n="+g.length+" p50="+g[Math.floor(g.length/2)].toFixed(1)+" p95="+g[Math.floor(g.length*.95)].toFixed(1)); } all.sort((a,b)=>a-b); return out.join("\n")+"\nall p50="+all[Math.floor(all.length/2)].toFixed(1)+" p95="+all[Math.floor(all.length*.95)].toFixed(1)+" moves="+moves; })()`))
	p.Screenshot("x")
}
