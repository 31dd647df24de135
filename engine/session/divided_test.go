package session_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"pointscape/engine/assess"
	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

// pool is other sessions that help with a study of a document. Their results are computed in advance, and delivered as
// the test wants.
type pool struct {
	t      *testing.T
	doc    doc.Document
	of     int
	late   int // number of calls until it is ready
	lose   int // every lose-th batch is lost; 0 = none
	asked  int
	from   int
	waits  [][]byte
	passed int
	ended  int
}

func (m *pool) Share(from int) int {
	if m.asked++; m.asked <= m.late {
		return 1
	}
	m.from = from
	for part := 1; part < m.of; part++ {
		s := session.New(catalog.All())
		n := 0
		err := s.Share(m.t.Context(), m.doc, from, part, m.of, func(list []session.Tried) error {
			b, err := json.Marshal(list)
			if n++; m.lose == 0 || n%m.lose != 0 {
				m.waits = append(m.waits, b)
			}
			return err
		})
		if err != nil {
			m.t.Error(err)
		}
	}
	return m.of
}

func (m *pool) Found() (list []session.Tried) {
	if len(m.waits) == 0 {
		return nil
	}
	if err := json.Unmarshal(m.waits[0], &list); err != nil {
		m.t.Error(err)
	}
	m.waits = m.waits[1:]
	m.passed += len(list)
	return list
}

func (m *pool) End() { m.ended++ }

// slow lets a session's clock advance by a second with each reading.
func slow(s *session.Session) *session.Session {
	now := time.Unix(0, 0)
	s.SetClock(func() time.Time { now = now.Add(time.Second); return now })
	return s
}

var dividedStudies = []string{
	`{"method":"svm","params":{"kernel":"rbf"},"dataset":{"name":"moons","n":40,"noise":0.3,"seed":4},"study":{"over":"C","and":"gamma","folds":5,"values":[0.1,1,10,30,100],"and_values":[1,8,64,512]}}`,
	`{"method":"tree","dataset":{"name":"moons","n":60,"noise":0.3,"seed":4},"study":{"over":"ccp_alpha","values":[0,0.01,0.02,0.05],"folds":4,"repeats":2}}`,
	`{"method":"knn","dataset":{"name":"moons","n":60,"noise":0.3,"seed":4},"study":{"over":"n_neighbors","values":[1,3,5,7,9],"folds":5}}`,
	`{"method":"least_squares","dataset":{"name":"sine","n":12,"noise":0.3,"seed":1},"study":{"over":"degree","values":[1,2,3,4,5],"draws":6}}`,
	`{"method":"svm","params":{"kernel":"linear"},"dataset":{"name":"blobs","n":12,"noise":0.2,"seed":1},"study":{"over":"C","values":[1,2,4],"draws":3,"bounds":true}}`,
	`{"method":"logistic","dataset":{"name":"moons","n":40,"seed":1},"study":{"over":"n","values":[10,20,30],"draws":4}}`,
	// These have a single value, or compare moments: they are not shared.
	`{"method":"lda","points":[[0,0,1],[1,0,1],[0,1,2],[1,1.5,2]],"study":{"folds":2}}`,
	`{"method":"pca","dataset":{"name":"elongated","n":40,"noise":0.3,"seed":2},"study":{"over":"n","values":[10,20,30],"draws":4}}`,
}

// The results with other engines are those of one engine alone, to the bit: however many help, whenever they start, and
// also if one of them is lost.
func TestDividedStudies(t *testing.T) {
	for k, text := range dividedStudies {
		want, said := survey(t, text)
		whole := func(c *assess.Curve, r *wire.Studied) string {
			b, err := json.Marshal(c)
			if err != nil {
				t.Error(err)
			}
			return string(b) + fmt.Sprint(r.Says, r.Notes, r.Facts)
		}
		for _, m := range []*pool{{of: 2}, {of: 3, late: 1}, {of: 2, lose: 2}, {of: 4, lose: 1}} {
			s := slow(session.New(catalog.All()))
			m.t, m.doc = t, open(t, s, text)
			s.SetStudyPool(m)
			fits := 0
			job := &watchedJob{fits: &fits}
			got, says, err := s.Survey(job, m.doc)
			if err != nil {
				t.Fatal(err)
			}
			if job.back || job.far < 1 {
				t.Errorf("%s: progress went back (%t), and ended at %g", text, job.back, job.far)
			}
			if whole(got, says) != whole(want, said) {
				t.Errorf("%s\nwith %d others %v\nalone %v", text, m.of-1, got.Lines, want.Lines)
			}
			shared := k < len(dividedStudies)-2
			if shared != (m.ended == 1) || shared && m.lose == 0 && m.passed == 0 {
				t.Errorf("%s: %d fits of others, asked %d times, ended %d times", text, m.passed, m.asked, m.ended)
			}
		}
	}
}

// watchedJob checks that progress never decreases.
type watchedJob struct {
	fits *int
	far  float64
	back bool
	stop int
}

func (j *watchedJob) Err() error {
	if *j.fits++; j.stop > 0 && *j.fits > j.stop {
		return errors.New("nobody waits")
	}
	return nil
}

func (j *watchedJob) Progress(share float64) {
	j.back = j.back || share < j.far
	j.far = max(j.far, share)
}

var _ method.Job = (*watchedJob)(nil)

// When a study is stopped, the work of other engines for it ends.
func TestDividedStudyIsGivenUp(t *testing.T) {
	s := slow(session.New(catalog.All()))
	m := &pool{t: t, of: 2, doc: open(t, s, dividedStudies[0]), lose: 1}
	s.SetStudyPool(m)
	fits := 0
	all := &watchedJob{fits: &fits}
	if _, _, err := s.Survey(all, m.doc); err != nil || m.ended != 1 {
		t.Fatalf("%v, ended %d times", err, m.ended)
	}
	fits = 0 // the recipe's distribution is computed by now
	if _, _, err := s.Survey(all, m.doc); err != nil || m.ended != 2 {
		t.Fatalf("%v, ended %d times", err, m.ended)
	}
	half := fits / 2
	fits = 0
	if _, _, err := s.Survey(&watchedJob{fits: &fits, stop: half}, m.doc); err == nil || m.ended != 3 {
		t.Errorf("%v, ended %d times", err, m.ended)
	}
}

// A short study is not shared.
func TestShortStudiesAreNotDivided(t *testing.T) {
	s := session.New(catalog.All())
	now := time.Unix(0, 0)
	s.SetClock(func() time.Time { return now })
	m := &pool{t: t, of: 2, doc: open(t, s, dividedStudies[0])}
	s.SetStudyPool(m)
	if _, _, err := s.Survey(t.Context(), m.doc); err != nil || m.asked > 0 {
		t.Errorf("%v, asked %d times", err, m.asked)
	}
}

// What a study has computed for its recipe is not used for another recipe: successive studies in one session give the
// same results as separate ones.
func TestStudiesOneAfterTheOther(t *testing.T) {
	s := session.New(catalog.All())
	for _, recipe := range []string{
		`"name":"moons","n":40,"noise":0.3,"seed":4`, `"name":"moons","n":60,"noise":0.3,"seed":5`,
		`"name":"moons","n":60,"noise":0.2,"seed":5`, `"name":"blobs2","n":60,"noise":0.2,"seed":5`,
		`"name":"blobs5","n":60,"noise":0.2,"seed":5`, `"name":"blobs5","n":60,"noise":0.2,"seed":6`,
	} {
		text := `{"method":"knn","dataset":{` + recipe + `},"study":{"over":"n_neighbors","values":[1,9]}}`
		got, _, err := s.Survey(t.Context(), open(t, s, text))
		if err != nil {
			t.Fatal(err)
		}
		if want, _ := survey(t, text); got.Bayes != want.Bayes || fmt.Sprint(got.Lines) != fmt.Sprint(want.Lines) {
			t.Errorf("%s: Bayes error %v, alone %v", recipe, got.Bayes, want.Bayes)
		}
	}
}
