//go:build !js

package main

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"pointscape/app/tools/site"
)

var built = sync.OnceValues(func() (site.Programs, error) {
	root, err := site.Root(".")
	if err != nil {
		return site.Programs{}, err
	}
	return options{root: root}.programs()
})

// Every benchmark runs once.
func TestBenches(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-all runs it")
	}
	root, err := site.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range benches {
		t.Run(b.name, func(t *testing.T) {
			dir := t.TempDir()
			o := options{root: root, made: built, quick: true, json: filepath.Join(dir, "json"), md: filepath.Join(dir, "md")}
			if err := b.measure(o); err != nil {
				t.Fatal(err)
			}
			if table, err := os.ReadFile(o.md); err != nil || len(table) == 0 {
				t.Errorf("it has written no table: %v", err)
			}
		})
	}
}

// The engine works in the benchmark: the page with the contestants starts it as the site's own page does, and gets
// answers. (Its peers come from npm, which tests need not reach.)
func TestEngineAnswers(t *testing.T) {
	root, err := site.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	b, err := openBed(options{root: root, made: built, quick: true}, false)
	if err != nil {
		t.Fatal(err)
	}
	defer b.close()
	if err := b.fresh(); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{"kNN": true} // its check reads k from the peers' requests
	for _, w := range workloads() {
		if seen[w.group] {
			continue
		}
		seen[w.group] = true
		options{quick: true}.hurry(&w)
		w.Who = w.Who[:1]
		f, err := b.measure(&w)
		if err != nil {
			t.Fatal(err)
		}
		if us := f.Who[0]; us.Name != engine || us.Wrong || us.Trip.N != 2 {
			t.Errorf("%s: the engine's score is %+v", w.ID, us)
		}
	}
}

// Every slider of the page can be dragged, including those of the numbers in a kernel's text, and pictures follow.
func TestSlidersAreFollowed(t *testing.T) {
	root, err := site.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	m, err := dragSliders(options{root: root, made: built, quick: true, rounds: 1, only: only("^gp$")})
	if err != nil {
		t.Fatal(err)
	}
	texts := 0
	for _, r := range m.Sliders {
		if r.Pictures == 0 {
			t.Errorf("no picture follows %s", r.Slider)
		}
		if strings.HasPrefix(r.Slider, "ns-kernel-") {
			texts++
		}
	}
	if texts == 0 || texts == len(m.Sliders) {
		t.Errorf("%d sliders, %d of them of a kernel's numbers", len(m.Sliders), texts)
	}
}

// A drag in two builds, in a browser that is restricted to one processor: its threads' processor times are counted
// separately, and a picture has all figures.
func TestCostsAreCounted(t *testing.T) {
	root, err := site.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	kept := t.TempDir()
	o := options{root: root, made: built, quick: true, only: only("^knn k=15 50$"), poor: poorOne,
		keep: kept, before: kept, rounds: 1}
	m, err := dragPoints(o)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Drags) != 2 || m.Drags[0].Build != before || m.Drags[1].Build != after {
		t.Fatalf("%d drags", len(m.Drags))
	}
	for _, d := range m.Drags {
		for i, x := range d.Loops.parts() {
			// The pool may have no work.
			if *x < 0 || *x == 0 && x != &d.Loops.Pool || math.IsNaN(*x) {
				t.Errorf("%s: part %d of the cost is %g", d.Build, i, *x)
			}
		}
		// One processor has no more than its time.
		rate := d.Rate / float64(d.Pictures) * float64(d.Moves)
		if all := d.CPU.Worker*d.Rate + (d.CPU.Page+d.CPU.Pool+d.CPU.Paint+d.CPU.Browser)*rate; all > 1100 {
			t.Errorf("%s: %.0f ms of a processor in a second", d.Build, all)
		}
		if d.Staged < d.Pictures { // those at the beginning, too
			t.Errorf("%s: frames of the worker have shown %d pictures, and the page tells of %d", d.Build, d.Staged, d.Pictures)
		}
		if d.Tile < 1 || d.FirstMost < d.FirstP95 || d.FirstP95 <= 0 || d.Loop <= 0 || d.limit != 0 {
			t.Errorf("%+v", d)
		}
	}
	for _, want := range []string{"held to one processor", "knn k=15, n=50", "geometric mean"} {
		if got := m.report(o); !strings.Contains(got, want) {
			t.Errorf("%q is not in the report:\n%s", want, got)
		}
	}
}
