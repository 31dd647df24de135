//go:build !js

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
	"unicode/utf8"

	"pointscape/app/tools/browser"
)

// machineInfo describes where figures come from.
type machineInfo struct {
	Date     string `json:"date"`
	Browser  string `json:"browser"`
	Go       string `json:"go"`
	Cores    int    `json:"cores"`
	Isolated bool   `json:"isolated"` // cross-origin isolation: precise clocks, threads for peers
}

func (m machineInfo) String() string {
	s := fmt.Sprintf("%s, %s, %d cores, %s", m.Browser, m.Go, m.Cores, m.Date)
	if m.Isolated {
		s += ", cross-origin isolated"
	}
	return s
}

func readMachineInfo(p *browser.Page) (machineInfo, error) {
	type agent struct {
		Agent    string
		Isolated bool
		Cores    int
	}
	a, err := browser.Eval[agent](p, time.Minute,
		`({Agent: navigator.userAgent.match(/\w*Chrom\w*\/[\d.]+/)[0], Isolated: crossOriginIsolated, Cores: navigator.hardwareConcurrency})`)
	return machineInfo{
		Date: time.Now().UTC().Format("2006-01-02 15:04 MST"), Browser: a.Agent, Go: runtime.Version(),
		Cores: a.Cores, Isolated: a.Isolated,
	}, err
}

// table is text in columns. The first column and those in left are aligned left, the others right.
type table struct {
	head []string
	left map[int]bool
	rows [][]string
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// String returns readable Markdown.
func (t *table) String() string {
	width := make([]int, len(t.head))
	for _, r := range append([][]string{t.head}, t.rows...) {
		for i, c := range r {
			width[i] = max(width[i], utf8.RuneCountInString(c), 3)
		}
	}
	var b strings.Builder
	line := func(cells []string) {
		for i, c := range cells {
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(c))
			if i == 0 || t.left[i] {
				b.WriteString("| " + c + pad + " ")
			} else {
				b.WriteString("| " + pad + c + " ")
			}
		}
		b.WriteString("|\n")
	}
	line(t.head)
	for i, w := range width {
		dashes := strings.Repeat("-", w-1)
		if i == 0 || t.left[i] {
			b.WriteString("|:" + dashes + "- ")
		} else {
			b.WriteString("| " + dashes + "-:")
		}
	}
	b.WriteString("|\n")
	for _, r := range t.rows {
		line(r)
	}
	return b.String()
}

// ms formats milliseconds with three digits.
func ms(x float64) string {
	switch {
	case x >= 1000:
		return fmt.Sprintf("%.2f s", x/1000)
	case x >= 100:
		return fmt.Sprintf("%.0f ms", x)
	case x >= 10:
		return fmt.Sprintf("%.1f ms", x)
	}
	return fmt.Sprintf("%.2f ms", x)
}

func times(x float64) string {
	if x >= 9.95 {
		return fmt.Sprintf("%.0fx", x)
	}
	return fmt.Sprintf("%.2gx", x)
}

func save(o options, figures any, md string) error {
	b, err := json.MarshalIndent(figures, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(o.json, append(b, '\n'), 0o666); err != nil {
		return err
	}
	if err := os.WriteFile(o.md, []byte(md), 0o666); err != nil {
		return err
	}
	fmt.Printf("\nWritten to %s and %s\n", o.json, o.md)
	return nil
}
