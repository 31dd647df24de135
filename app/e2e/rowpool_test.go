package e2e

import (
	"fmt"
	"testing"
)

// cores makes the page's workers see a machine with n processors, and records in window.engines how many engines
// computed the newest picture.
func cores(n int) string {
	return workerWith(fmt.Sprintf("Object.defineProperty(navigator, 'hardwareConcurrency', { value: %d });", n),
		`this.addEventListener("message", ({ data: { type, head } }) => {
				if (type === "picture") {
					window.engines = JSON.parse(head).engines;
				}
			});`)
}

// TestEnginesTogether: on a machine with enough processors, helper engines compute parts of a slow picture, and the
// picture is identical.
func TestEnginesTogether(t *testing.T) {
	long(t)
	const document = `{"version": 1, "method": "kernel_knn", "params": {"kernel": "rbf", "gamma": 10, "n_neighbors": %d},
		"dataset": {"name": "moons", "n": 1000, "noise": 0.3, "seed": 1}}`
	show := func(p *Page, k int) (engines int) {
		p.Set(fmt.Sprintf(document, k))
		p.WaitReady()
		return Eval[int](p, `engines`)
	}
	many := Start(t, Options{Closed: true})
	many.Inject(cores(4))
	many.Open("")
	many.WaitReady()
	k := 1
	// The first pictures show that it is slow, and the engines take time to start.
	for ; show(many, k) == 1; k++ {
		if k == 40 {
			t.Fatal("no picture was computed by several engines")
		}
	}
	t.Logf("%d engines", Eval[int](many, `engines`))
	one := Start(t, Options{Closed: true})
	one.Inject(cores(1))
	one.Open("")
	one.WaitReady()
	for range 3 {
		a, b := show(one, k), show(many, k)
		if a != 1 {
			t.Fatalf("%d engines on one processor", a)
		}
		if one.hash() != many.hash() {
			t.Fatalf("with k = %d, %d engines made another picture than one", k, b)
		}
		k++
	}
}
