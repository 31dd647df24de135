package cli

import (
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

// ranFit is the output of fit for a run; unknown values are null.
type ranFit struct {
	*wire.Run
	Steps   any `json:"steps"`
	Passes  any `json:"passes"`
	Seconds any `json:"seconds"`
}

// ran returns the runs that a document asks for, or, if it asks for none, its own fit as a run.
func ran(s *session.Session, job method.Job, d doc.Document) ([]ranFit, error) {
	list, err := s.Runs(job, d)
	if err != nil {
		return nil, err
	}
	names, out := wire.NameRuns(list), make([]ranFit, len(list))
	for i, r := range list {
		out[i].Run = r
		out[i].Name, out[i].Doc = names[i], ""
		if r.Steps >= 0 {
			out[i].Steps = r.Steps
		}
		if r.Passes >= 0 {
			out[i].Passes = r.Passes
		}
		if r.Seconds >= 0 {
			out[i].Seconds = r.Seconds
		}
	}
	return out, nil
}

// runTable returns runs as a CSV table, with the line ends of a terminal.
func runTable(list []ranFit) string {
	plain := make([]*wire.Run, len(list))
	for i := range list {
		plain[i] = list[i].Run
	}
	return strings.ReplaceAll(wire.RunsCSV(plain), "\r\n", "\n")
}
