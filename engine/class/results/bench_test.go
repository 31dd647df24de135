package results

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"pointscape/engine/class"
	"pointscape/engine/course"
	"pointscape/engine/json"
	"pointscape/engine/method"
)

// drawing returns a panel with n random lines over 200 points, each with the given number of vertices.
func drawing(n, vertices int) *class.Panel {
	r := rand.New(rand.NewPCG(5, 6))
	p := panel(course.Draw, n, func(int) string {
		line := make([][2]float64, vertices)
		off, up := 0.1*r.NormFloat64(), 0.15*r.NormFloat64()
		for k := range line {
			x := float64(k) / float64(vertices-1)
			line[k] = [2]float64{math.Round(1e4*x) / 1e4, math.Round(1e4*(0.5+0.5*up+0.16*math.Sin(6.3*(x-off))+
				0.004*r.NormFloat64())) / 1e4}
		}
		b, _ := json.Marshal(line)
		return string(b)
	})
	p.Page = `{"method":"svm","dataset":{"name":"moons","n":200,"noise":0.2,"seed":3}}`
	p.Check = "mine.test_error < 0.1"
	return p
}

// BenchmarkLines measures the HTML of the lines of 500 members, of which all are new, or only the last one.
func BenchmarkLines(b *testing.B) {
	for _, vertices := range []int{100, class.MaxVertices} {
		p := drawing(500, vertices)
		text, err := json.Marshal(p)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("%d vertices, all new", vertices), func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				answer := newAnswers()
				q := *p
				q.Answers = q.Answers[:1] // draws the picture before the measurement
				ask(b, answer, "class", &q)
				b.StartTimer()
				if _, err := answer(method.Unstopped, "class", string(text)); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("%d vertices, one new", vertices), func(b *testing.B) {
			answer := newAnswers()
			q := *p
			q.Answers = q.Answers[:499]
			ask(b, answer, "class", &q)
			made := ""
			for b.Loop() {
				if made, err = answer(method.Unstopped, "class", string(text)); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(made))/1024, "KB")
		})
	}
}
