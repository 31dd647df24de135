package results

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/class"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Result is a row of the files that a lecturer saves: an answer.
type Result struct {
	Member   int    `json:"member"`
	Nickname string `json:"nickname"`
	Page     string `json:"page"`
	Step     int    `json:"step"` // from 1
	Kind     string `json:"kind"`
	// Value is class.Answer.Value, except that choices are counted from 1.
	Value json.RawMessage `json:"value"`
	Right *bool           `json:"right"` // null = unknown
	// TrainingError and Error are the errors of a line on the training points and on the points that On names. They are
	// null if the line was not judged or the error is not finite; Error also if there are no unseen points.
	TrainingError *float64 `json:"training_error"`
	Error         *float64 `json:"error"`
	On            string   `json:"error_on"`
	Time          float64  `json:"time"` // seconds since the room was opened
}

// columns are the headers of the CSV file: the JSON names of Result's fields.
var columns = []string{"member", "nickname", "page", "step", "kind", "value", "right", "training_error", "error",
	"error_on", "time"}

// results returns all answers of the panel, in its order. Right is unknown for answers at steps that are neither the
// panel's nor in p.Steps.
func (m *maker) results(job method.Job, p *class.Panel) ([]Result, error) {
	asked := map[class.Step]*class.Panel{}
	for i := range p.Steps {
		asked[p.Steps[i].Step] = &p.Steps[i]
	}
	asked[p.Step] = p
	nicks := map[int]string{}
	for _, x := range p.Members {
		nicks[x.ID] = x.Nick
	}
	type key struct {
		class.Step
		member int
	}
	solved := map[key]bool{}
	for _, a := range p.Answers {
		if a.Kind == class.Solved {
			solved[key{a.Step, a.Member}] = true
		}
	}
	// Step by step, because only a few documents are cached (maker.kept).
	order := make([]int, len(p.Answers))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := p.Answers[i].Step, p.Answers[j].Step
		return cmp.Or(strings.Compare(a.Page, b.Page), cmp.Compare(a.Step, b.Step))
	})
	list := make([]Result, len(p.Answers))
	for k, i := range order {
		a := &p.Answers[i]
		if q := asked[a.Step]; q != nil && kinds[q.Kind] == class.Line && (k == 0 || p.Answers[order[k-1]].Step != a.Step) {
			var same []*class.Answer // all answers to this step
			for _, i := range order[k:] {
				if p.Answers[i].Step != a.Step {
					break
				}
				same = append(same, &p.Answers[i])
			}
			if err := m.judge(job, m.step(q.Page), same); err != nil {
				return nil, err
			}
		}
		x := Result{Member: a.Member, Nickname: nicks[a.Member], Page: a.Page, Step: a.Step.Step + 1, Kind: a.Kind,
			Value: a.Value, Time: float64(a.At) / 1000}
		q := asked[a.Step]
		if q == nil || kinds[q.Kind] != a.Kind {
			if a.Kind != class.Document { // whose value the page does not have
				if err := a.Check(); err != nil {
					return nil, in(err, i)
				}
			} else if string(a.Value) != "true" {
				return nil, &class.Fault{Field: "answers[" + count(i) + "].value", Text: "must be true"}
			}
		} else {
			r := row{answer: a}
			if err := m.read(job, q, &r, solved[key{a.Step, a.Member}]); err != nil {
				return nil, in(err, i)
			}
			x.Right = r.right
			if r.judged != nil {
				x.TrainingError = finite(r.judged.Mine[0])
				if x.On = r.judged.On; x.On != "" {
					x.Error = finite(r.judged.Mine[1])
				}
			}
		}
		if a.Kind == class.Choice {
			var k int
			if err := json.Unmarshal(a.Value, &k); err != nil {
				return nil, err
			}
			x.Value = json.RawMessage(strconv.Itoa(k + 1))
		}
		list[i] = x
	}
	return list, nil
}

func finite(x float64) *float64 {
	if !method.Finite(x) {
		return nil
	}
	return &x
}

// json returns all answers as a JSON list, one per line.
func (m *maker) json(job method.Job, p *class.Panel) (string, error) {
	list, err := m.results(job, p)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("[")
	for i := range list {
		one, err := json.Marshal(&list[i])
		if err != nil {
			return "", err
		}
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString("\n")
		b.Write(one)
	}
	b.WriteString("\n]\n")
	return b.String(), nil
}

// csv returns all answers as a table (RFC 4180). A nickname or page that spreadsheets would read as a formula gets an
// apostrophe before it.
func (m *maker) csv(job method.Job, p *class.Panel) (string, error) {
	list, err := m.results(job, p)
	if err != nil {
		return "", err
	}
	b := words.AppendCSV(nil, columns...)
	number := func(x *float64) string {
		if x == nil {
			return ""
		}
		return strconv.FormatFloat(*x, 'g', -1, 64)
	}
	for _, x := range list {
		right := ""
		if x.Right != nil {
			right = strconv.FormatBool(*x.Right)
		}
		b = words.AppendCSV(b, strconv.Itoa(x.Member), words.Harmless(x.Nickname), words.Harmless(x.Page),
			strconv.Itoa(x.Step), x.Kind, string(x.Value), right, number(x.TrainingError), number(x.Error), x.On,
			strconv.FormatFloat(x.Time, 'f', -1, 64))
	}
	return string(b), nil
}
