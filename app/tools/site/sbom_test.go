package site

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A build's bill of materials lists each module linked into a program, with the version and the hash in go.sum, and the
// programs with their hashes.
func TestBillOfMaterials(t *testing.T) {
	root, err := Root(".")
	if err != nil {
		t.Fatal(err)
	}
	list, err := modules(context.Background(), root, Pointscape)
	if err != nil {
		t.Fatal(err)
	}
	s := newSite(t, Options{Plain: true})
	s.modules = list
	dir := t.TempDir()
	if err := s.WriteTo(dir); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, billFile))
	if err != nil {
		t.Fatal(err)
	}
	var bill struct {
		BomFormat, SpecVersion string
		Components             []struct {
			Type, Name, Version, Purl string
			Hashes                    []struct{ Alg, Content string }
			Properties                []struct{ Name, Value string }
		}
		Dependencies []struct {
			Ref       string
			DependsOn []string
		}
	}
	if err := json.Unmarshal(text, &bill); err != nil {
		t.Fatal(err)
	}
	if bill.BomFormat != "CycloneDX" || bill.SpecVersion != "1.5" {
		t.Errorf("%s %s", bill.BomFormat, bill.SpecVersion)
	}
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	on := map[string][]string{}
	for _, d := range bill.Dependencies {
		on[d.Ref] = d.DependsOn
	}
	libraries := 0
	for _, c := range bill.Components {
		switch c.Type {
		case "library":
			libraries++
			if c.Purl != "pkg:golang/"+c.Name+"@"+c.Version {
				t.Errorf("%s %s is %s", c.Name, c.Version, c.Purl)
			}
			if c.Name == "std" {
				continue
			}
			if len(c.Properties) == 0 || !strings.Contains(string(sums), c.Name+" "+c.Version+" "+c.Properties[0].Value+"\n") {
				t.Errorf("%s %s: %v is not what go.sum has", c.Name, c.Version, c.Properties)
			}
			replaced := len(c.Properties) > 1 && strings.Contains(c.Properties[1].Name, "replaced")
			if replaced != (c.Name == goApp) {
				t.Errorf("%s: parts of it are replaced, or not: %v", c.Name, c.Properties)
			}
		case "file":
			f := s.files[c.Name]
			if f == nil || len(c.Hashes) != 1 || c.Hashes[0].Alg != "SHA-256" || c.Hashes[0].Content != f.sum {
				t.Errorf("%s: %v", c.Name, c.Hashes)
			}
		}
	}
	has := func(program, module string) bool {
		return slices.ContainsFunc(on[program],
			func(ref string) bool { return strings.HasPrefix(ref, "pkg:golang/"+module+"@") })
	}
	for _, c := range []struct{ program, module string }{{appFile, goApp}, {appFile, "gonum.org/v1/gonum"},
		{engineFile, "gonum.org/v1/gonum"}, {engineFile, "rsc.io/qr"}} {
		if !has(c.program, c.module) || !has(c.program, "std") {
			t.Errorf("%s is made of %v, without %s", c.program, on[c.program], c.module)
		}
	}
	if has(engineFile, goApp) || libraries != 5 {
		t.Errorf("%d libraries; the engine is made of %v", libraries, on[engineFile])
	}
	// No other module is older than go.mod requires.
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range list[1:] {
		if !strings.Contains(string(mod), m.Path+" "+m.Version) {
			t.Errorf("go.mod does not name %s %s", m.Path, m.Version)
		}
	}
}
