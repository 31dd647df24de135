package site

import (
	"context"
	"maps"
	"path"
	"slices"
	"strings"

	cyclonedx "github.com/CycloneDX/cyclonedx-go"
)

// WriteTo adds a software bill of materials to a build: sbom.json, in CycloneDX 1.5, lists the third-party modules
// linked into the programs, and the programs and scripts with their hashes. It contains no time or place of the build,
// so that the same sources yield the same bytes.

// billFile is not part of the site: no page requests it.
const billFile = "sbom.json"

// Module is a Go module linked into a program.
type Module struct {
	Path, Version string
	Sum           string   // hash as in go.sum
	In            []string // paths of the programs that contain it
}

// modules returns the modules linked into the programs, as the go command lists them, after Go's standard library.
func modules(ctx context.Context, root string, of Sources) ([]Module, error) {
	version, err := goCommand(ctx, root, wasmEnv, "env", "GOVERSION")
	if err != nil {
		return nil, err
	}
	std := Module{Path: "std", Version: strings.TrimPrefix(strings.TrimSpace(version), "go")}
	found := map[string]*Module{}
	programs := [...]struct{ file, source string }{{appFile, of.App}, {engineFile, of.Engine}, {classFile, of.Class}}
	for _, p := range programs {
		if p.source == "" {
			continue
		}
		out, err := goCommand(ctx, root, wasmEnv, "list", "-deps", "-f",
			"{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Sum}}{{end}}{{end}}", p.source)
		if err != nil {
			return nil, err
		}
		std.In = append(std.In, p.file)
		for line := range strings.Lines(out) {
			f := strings.Fields(line)
			if len(f) != 3 || f[0] == uuid {
				continue // one of our packages, or one that is replaced by ours (overlay.go)
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

// bill returns the software bill of materials as JSON.
func (s *Site) bill() (string, error) {
	b := cyclonedx.NewBOM()
	b.Metadata = &cyclonedx.Metadata{Component: &cyclonedx.Component{Type: cyclonedx.ComponentTypeApplication,
		BOMRef: "pointscape", Name: "pointscape", Version: s.Version}}
	var parts []cyclonedx.Component
	on := map[string][]string{}
	for _, m := range s.modules {
		purl := "pkg:golang/" + m.Path + "@" + m.Version
		var about []cyclonedx.Property
		if m.Sum != "" {
			about = append(about, cyclonedx.Property{Name: "go.sum", Value: m.Sum})
		}
		if m.Path == goApp {
			about = append(about, cyclonedx.Property{Name: "pointscape:replaced",
				Value: strings.Join(slices.Sorted(maps.Keys(replaced)), " ")})
		}
		c := cyclonedx.Component{Type: cyclonedx.ComponentTypeLibrary, BOMRef: purl, Name: m.Path, Version: m.Version,
			PackageURL: purl}
		if about != nil {
			c.Properties = &about
		}
		parts = append(parts, c)
		for _, p := range m.In {
			on[p] = append(on[p], purl)
		}
	}
	var all []string
	dependencies := []cyclonedx.Dependency{{Ref: "pointscape", Dependencies: &all}}
	for _, f := range s.sorted() {
		if ext := path.Ext(f.path); ext != ".psm" && ext != ".js" {
			continue
		}
		parts = append(parts, cyclonedx.Component{Type: cyclonedx.ComponentTypeFile, BOMRef: f.path, Name: f.path,
			Hashes: &[]cyclonedx.Hash{{Algorithm: cyclonedx.HashAlgoSHA256, Value: f.sum}}})
		all = append(all, f.path)
		d := cyclonedx.Dependency{Ref: f.path}
		if of := on[f.path]; of != nil {
			d.Dependencies = &of
		}
		dependencies = append(dependencies, d)
	}
	b.Components, b.Dependencies = &parts, &dependencies
	var text strings.Builder
	err := cyclonedx.NewBOMEncoder(&text, cyclonedx.BOMFileFormatJSON).SetPretty(true).
		EncodeVersion(b, cyclonedx.SpecVersion1_5)
	return text.String(), err
}
