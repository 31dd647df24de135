package site

import (
	"context"
	"os"
	"testing"
)

func TestZZOut(t *testing.T) {
	root, _ := Root(".")
	p, err := Compile(context.Background(), root, Pointscape)
	if err != nil {
		t.Fatal(err)
	}
	os.WriteFile("/tmp/zz-app.wasm", p.App, 0o644)
	os.WriteFile("/tmp/zz-engine.wasm", p.Engine, 0o644)
	os.WriteFile("/tmp/zz-whole.wasm", p.Whole, 0o644)
}
