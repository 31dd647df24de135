//go:build !js

package main

import (
	"reflect"
	"runtime"
	"strings"
	"testing"

	"pointscape/engine/catalog"
)

// The package of each method is found without compiling it.
func TestHomeOf(t *testing.T) {
	for _, m := range catalog.All() {
		name := runtime.FuncForPC(reflect.ValueOf(m.Fit).Pointer()).Name() // pointscape/engine/svm.fit
		want, _, _ := strings.Cut(strings.TrimPrefix(name, "pointscape/"), ".")
		if got, err := homeOf("../../..", m.ID); err != nil || got != want {
			t.Errorf("%s is in %q, %v, want %s", m.ID, got, err, want)
		}
	}
	if _, err := homeOf("../../..", "no_such"); err == nil || !strings.Contains(err.Error(), "there is no method") {
		t.Errorf("of a method that does not exist: %v", err)
	}
}

// Panels and other things that have an id are no methods; a file that does not compile may declare one.
func TestDeclares(t *testing.T) {
	for src, want := range map[string]bool{
		`package x; var a = method.Info{ID: "knn"}`:                 true,
		`package x; func f() { m.ID, m.Name = "knn", "x" }`:         true,
		`package x; func f() { m.Info.ID = "knn" }`:                 true,
		`package x; var a = method.Info{ID: "knn"}; func f() { if `: true,
		`package x; var a = method.PanelInfo{ID: "knn"}`:            false,
		`package x; var a = method.Info{ID: "svm", Name: "knn"}`:    false,
		`package x; func f() { m.Name, m.ID = "knn", "x" }`:         false,
	} {
		if got := declares("x.go", []byte(src), "knn"); got != want {
			t.Errorf("%s: %v", src, got)
		}
	}
}
