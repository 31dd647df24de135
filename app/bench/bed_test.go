//go:build !js

package main

import (
	"regexp"
	"strings"
	"testing"

	"pointscape/app/site"
)

// The engine answers the bench: the page with the contestants starts it as the
// site's own page does, and has what was asked for. (Its peers come from npm, which
// tests need not reach.)
func TestEngineAnswers(t *testing.T) {
	root, err := site.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	b, err := openBed(options{root: root, quick: true}, false)
	if err != nil {
		t.Fatal(err)
	}
	defer b.close()
	if err := b.fresh(); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{"kNN": true} // its check reads k from what peers are asked
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

// Every slider of the page can be dragged, those of the numbers in a kernel's text, too,
// and pictures follow.
func TestSlidersAreFollowed(t *testing.T) {
	root, err := site.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	_, rows, err := dragSliders(options{root: root, quick: true, only: regexp.MustCompile("^gp$")}, 1)
	if err != nil {
		t.Fatal(err)
	}
	texts := 0
	for _, r := range rows {
		if r.Pictures == 0 {
			t.Errorf("no picture follows %s", r.Slider)
		}
		if strings.HasPrefix(r.Slider, "ns-kernel-") {
			texts++
		}
	}
	if texts == 0 || texts == len(rows) {
		t.Errorf("%d sliders, %d of them of a kernel's numbers", len(rows), texts)
	}
}
