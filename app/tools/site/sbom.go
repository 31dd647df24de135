package site

import (
	"context"
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"
)

// A build tells what it is made of (WriteTo): sbom.json is a bill of materials in CycloneDX 1.5, of what the programs
// have in them that is not ours, and of the programs by their hashes. It says nothing of when or where it was made, so
// that the same sources make the same bytes.

// billFile is no part of the site: no page asks for it.
const billFile = "sbom.json"

// Module is one that a program is made of.
type Module struct {
	Path, Version string
	Sum           string   // as in go.sum
	In            []string // programs
}

// modules are those of the programs, as the go command finds them, and Go's own library first.
func modules(ctx context.Context, root string, of Sources) ([]Module, error) {
	version, err := goCommand(ctx, root, wasmEnv, "env", "GOVERSION")
	if err != nil {
		return nil, err
	}
	std := Module{Path: "std", Version: strings.TrimPrefix(strings.TrimSpace(version), "go")}
	found := map[string]*Module{}
	programs := [...]struct{ file, source string }{{appFile, of.App}, {engineFile, of.Engine}}
	for _, p := range programs {
		out, err := goCommand(ctx, root, wasmEnv, "list", "-deps", "-f",
			"{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Sum}}{{end}}{{end}}", p.source)
		if err != nil {
			return nil, err
		}
		std.In = append(std.In, p.file)
		for line := range strings.Lines(out) {
			f := strings.Fields(line)
			if len(f) != 3 || f[0] == uuid {
				continue // a package of ours, or one that ours takes the place of (overlay.go)
			}
			m := found[f[0]]
			if m == nil {
				m = &Module{Path: f[0], Version: f[1], Sum: f[2]}
				found[f[0]] = m
			}
			if !slices.Contains(m.In, p.file) {
				m.In = append(m.In, p.file)
			}
		}
	}
	list := []Module{std}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		list = append(list, *found[name])
	}
	return list, nil
}

// component is that of CycloneDX (ECMA-424, section 5.4).
type component struct {
	Type       string     `json:"type"`
	Ref        string     `json:"bom-ref,omitempty"`
	Name       string     `json:"name"`
	Version    string     `json:"version,omitempty"`
	PURL       string     `json:"purl,omitempty"`
	Hashes     []billHash `json:"hashes,omitempty"`
	Properties []billOf   `json:"properties,omitempty"`
}

type billHash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

type billOf struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type dependency struct {
	Ref string   `json:"ref"`
	On  []string `json:"dependsOn,omitempty"`
}

// bill is the bill of materials.
func (s *Site) bill() (string, error) {
	made := struct {
		Format   string `json:"bomFormat"`
		Spec     string `json:"specVersion"`
		Version  int    `json:"version"`
		Metadata struct {
			Component component `json:"component"`
		} `json:"metadata"`
		Components   []component  `json:"components"`
		Dependencies []dependency `json:"dependencies"`
	}{Format: "CycloneDX", Spec: "1.5", Version: 1}
	made.Metadata.Component = component{Type: "application", Ref: "pointscape", Name: "pointscape", Version: s.Version}
	on := map[string][]string{}
	for _, m := range s.modules {
		purl := "pkg:golang/" + m.Path + "@" + m.Version
		c := component{Type: "library", Ref: purl, Name: m.Path, Version: m.Version, PURL: purl}
		if m.Sum != "" {
			c.Properties = append(c.Properties, billOf{"go.sum", m.Sum})
		}
		if m.Path == goApp {
			c.Properties = append(c.Properties, billOf{"pointscape:replaced",
				strings.Join(slices.Sorted(maps.Keys(replaced)), " ")})
		}
		made.Components = append(made.Components, c)
		for _, p := range m.In {
			on[p] = append(on[p], purl)
		}
	}
	all := dependency{Ref: "pointscape"}
	for _, f := range s.sorted() {
		if ext := path.Ext(f.path); ext != ".psm" && ext != ".js" {
			continue
		}
		made.Components = append(made.Components, component{Type: "file", Ref: f.path, Name: f.path,
			Hashes: []billHash{{"SHA-256", f.sum}}})
		all.On = append(all.On, f.path)
		made.Dependencies = append(made.Dependencies, dependency{f.path, on[f.path]})
	}
	made.Dependencies = append([]dependency{all}, made.Dependencies...)
	b, err := json.MarshalIndent(made, "", "\t")
	return string(b) + "\n", err
}
