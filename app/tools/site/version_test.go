package site

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// Version is the newest release in CHANGELOG.md.
func TestVersion(t *testing.T) {
	log := readChangelog(t)
	if len(log.releases) == 0 {
		t.Fatal("CHANGELOG.md lists no release")
	}
	if newest := log.releases[0]; newest != Version {
		t.Errorf("Version is %s, and the newest release in CHANGELOG.md is %s", Version, newest)
	}
}

// CHANGELOG.md has the form of keepachangelog.com, and each version fits on one screen.
func TestChangelog(t *testing.T) {
	for _, fault := range readChangelog(t).faults {
		t.Error(fault)
	}
}

type changelog struct {
	releases []string // the versions, in the order of the file
	faults   []string
}

func readChangelog(t *testing.T) changelog {
	t.Helper()
	root, err := Root(".")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "CHANGELOG.md"))
	if err != nil {
		t.Fatal(err)
	}
	return parseChangelog(string(text))
}

var (
	release = regexp.MustCompile(`^## (\d+\.\d+\.\d+) - (.+)$`)
	kinds   = []string{"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
)

// parseChangelog returns the releases of a changelog and what is wrong with its form.
func parseChangelog(text string) (c changelog) {
	fault := func(line int, format string, args ...any) {
		c.faults = append(c.faults, fmt.Sprintf("CHANGELOG.md:%d: ", line)+fmt.Sprintf(format, args...))
	}
	const screen, wide = 50, 120
	var last time.Time // date of the preceding release
	versions, begun, kind := 0, 0, -1
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i, line := range append(lines, "## the end") {
		at := i + 1
		if n := utf8.RuneCountInString(line); n > wide {
			fault(at, "the line has %d characters, and at most %d are allowed", n, wide)
		}
		switch {
		case strings.HasPrefix(line, "## "):
			if n := i - begun; versions > 0 && n > screen {
				fault(begun+1, "the version has %d lines, and at most %d are allowed", n, screen)
			}
			if i == len(lines) {
				break
			}
			versions, begun, kind = versions+1, i, -1
			if versions == 1 && line == "## Unreleased" {
				break
			}
			m := release.FindStringSubmatch(line)
			if versions == 1 || m == nil {
				fault(at, "the heading is %q, not \"## Unreleased\" and then \"## 1.2.3 - 2006-01-02\"", line)
				break
			}
			day, err := time.Parse(time.DateOnly, m[2])
			if err != nil || !last.IsZero() && day.After(last) {
				fault(at, "%s is no date like 2006-01-02, or later than that of the release above", m[2])
			}
			c.releases, last = append(c.releases, m[1]), day
		case strings.HasPrefix(line, "### "):
			k := slices.Index(kinds, line[len("### "):])
			if k < 0 || k <= kind {
				fault(at, "%q is none of %s, each at most once and in this order", line, strings.Join(kinds, ", "))
			}
			kind = k
		}
	}
	return c
}

// Each of these changelogs has one fault, which is reported.
func TestChangelogFaults(t *testing.T) {
	const good = "# Changelog\n\n## Unreleased\n\n### Added\n\n- A.\n\n### Fixed\n\n- B.\n\n## 1.10.0 - 2026-03-01\n\n" +
		"### Changed\n\n- C.\n\n## 1.9.0 - 2026-02-28\n\nThe first.\n"
	c := parseChangelog(good)
	if !slices.Equal(c.releases, []string{"1.10.0", "1.9.0"}) || c.faults != nil {
		t.Fatalf("the releases are %q, with the faults %q", c.releases, c.faults)
	}
	for _, f := range []struct{ old, new, fault string }{
		{"## Unreleased\n", "", "\"## 1.10.0 - 2026-03-01\", not"},
		{"## Unreleased", "## [Unreleased]", "[Unreleased]"},
		{" - 2026-03-01", "", "## 1.10.0"},
		{"2026-03-01", "2026-3-1", "2026-3-1 is no date"},
		{"2026-02-28", "2026-03-02", "later"},
		{"2026-02-28", "2026-02-30", "2026-02-30 is no date"},
		{"### Changed", "### Improved", "Improved"},
		{"### Fixed", "### Added", "at most once"},
		{"- C.", "- " + strings.Repeat("é", 119), "121 characters"},
		{"- C.\n", strings.Repeat("- C.\n", 46), "the version has 51 lines"},
		{"The first.\n", strings.Repeat("The first.\n", 49), "the version has 51 lines"},
	} {
		text := strings.Replace(good, f.old, f.new, 1)
		if c := parseChangelog(text); len(c.faults) != 1 || !strings.Contains(c.faults[0], f.fault) {
			t.Errorf("%.30q instead of %q: faults %q, not one with %q", f.new, f.old, c.faults, f.fault)
		}
	}
}
