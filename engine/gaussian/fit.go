package gaussian

import (
	"math"

	"pointscape/engine/kernel"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

func check(v method.Values) error {
	_, err := parse(v)
	return err
}

// heights returns the vertical range for a vector: three of the largest standard deviations of the prior around 0. ok
// is false for other pictures.
func heights(_ *method.Problem, v method.Values, _ [2]float64) (y [2]float64, ok bool) {
	k, err := parse(v)
	if err != nil || v.String("picture") != ofVector {
		return y, false
	}
	n, top := v.Int("n_values"), 0.0
	for i := range n {
		t := float64(i) / float64(n-1)
		at := v.Float("first")*(1-t) + v.Float("last")*t
		top = max(top, kernel.DiagLatent(k, []float64{at}, 1, 1, nil)[0])
	}
	reach := 3 * math.Sqrt(top)
	return [2]float64{-reach, reach}, reach > 0 && !math.IsInf(reach, 0)
}

func fit(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	switch v.String("picture") {
	case ofBayes:
		m := newBayes(p, v, p.N)
		if p.N == 0 {
			return m, job.Err()
		}
		return learnBayes(job, p, v, m)
	case ofVector:
		b, err := newBase(job, p, v)
		if err != nil {
			return nil, err
		}
		if !b.sound {
			return &unsound{b}, nil
		}
		m, err := b.given(job, p.N)
		if err != nil || p.N == 0 {
			return m, err
		}
		return learnVector(job, b, m)
	}
	return fitPlane(p, v), job.Err()
}

// learned is the run of a model that learns from one point after the other.
type learned struct {
	steps int
	stage func(k int) method.Model
	trace []method.Series
}

func (l *learned) Steps() int { return l.steps }

func (l *learned) Stage(k int) method.Model { return l.stage(k) }

func (l *learned) Trace() []method.Series { return l.trace }

func (l *learned) StepName() string { return "observation" }

func learnBayes(job method.Job, p *method.Problem, v method.Values, m *bayes) (method.Model, error) {
	sd := make([]float64, p.N+1)
	for k := range sd {
		sd[k] = newBayes(p, v, k).now.sd
	}
	m.run = &learned{p.N, func(k int) method.Model { return newBayes(p, v, k) },
		[]method.Series{{Name: words.Text("standard deviation of %s", m.names[0]), Values: sd}}}
	return m, job.Err()
}

// learnVector returns the stages of learning, which are computed on demand. The factor of an earlier stage is part of
// the last one's.
func learnVector(job method.Job, b *base, m *vector) (method.Model, error) {
	n := b.p.N
	info := make([]float64, n+1)
	for k := range n {
		info[k+1] = info[k] + math.Log(m.l[k*n+k]) - math.Log(m.noise[k])/2
	}
	stage := func(k int) method.Model {
		if k == n {
			return m
		}
		at, err := b.given(method.Unstopped, k)
		if err != nil { // its factor is part of m's, which exists
			return m
		}
		return at
	}
	m.run = &learned{n, stage, []method.Series{{Name: "information gained (nats)", Values: info}}}
	return m, job.Err()
}
