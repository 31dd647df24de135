//go:build !(js && wasm)

package ui

import (
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// BenchmarkRender measures the time in which components make their elements.
func BenchmarkRender(b *testing.B) {
	c, _ := open(&testing.T{})
	for _, x := range []struct {
		name string
		app.Composer
	}{{"controls", &Controls{core: c}}, {"facts", &Facts{core: c}}, {"data", &Data{core: c}}} {
		b.Run(x.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				x.Render()
			}
		})
	}
}
