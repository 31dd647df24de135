//go:build !js

package main

import (
	"fmt"

	"pointscape/engine/doc"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// The grid of every field, and the number of positions on a line: those of the peers' published figures.
const (
	gridW = 480
	gridH = 320
)

// Parameters of the workloads.
const (
	gamma      = 10.0
	moonsNoise = 0.25
	length     = 0.2  // length scale of the Gaussian processes' kernel
	noise      = 0.04 // variance, equal to that of the data
)

// unit is the part of the plane that fields cover.
var unit = picture.Viewport{X0: 0, X1: 1, Y0: 0, Y1: 1, W: gridW, H: gridH, Scale: 1}

const engine = "engine"

// call is one request to a contestant: for a peer, an operation of its worker (peers/) with arguments; for the engine,
// a wire.Tabulate.
type call struct {
	Op   string `json:"op,omitempty"`
	Args any    `json:"args"`
	Send bool   `json:"send"` // send the points anew
}

// entrant is a contestant in a workload.
type entrant struct {
	Name    string `json:"name"`
	Label   string `json:"-"`
	Prepare *call  `json:"prepare,omitempty"` // once before the rounds, not measured
	Call    call   `json:"call"`
	Between *call  `json:"between,omitempty"` // before every call, not measured: removes the answer from the caches
	Examine *call  `json:"examine,omitempty"` // once after the rounds, not measured: data for the checks
	Max     int    `json:"max,omitempty"`     // greatest number of rounds of a slow contestant
	// check compares the entrant's answer with a reference and describes the result in words; the error says that the
	// answer is wrong.
	check func(c *checker) (string, error)
	// prepareWith makes Prepare from the engine's answer to an earlier workload.
	prepareWith string
}

// workload is a task that is measured on several contestants.
type workload struct {
	ID     string    `json:"id"`
	Edit   bool      `json:"edit"` // one point moves before every round
	Warm   int       `json:"warm"` // number of rounds before the measured ones
	WarmMS float64   `json:"warmFor"`
	Min    int       `json:"min"`
	Max    int       `json:"max"`
	Budget float64   `json:"budget"` // ms; after that no new round starts, beyond Min
	Who    []entrant `json:"who"`

	group  string
	title  string
	points []doc.Point
	target float64 // least ratio of the best peer's time to ours; 0 = none
	aim    float64
	// limit is the target for our own time, in milliseconds; 0 = none.
	limit float64
	// against names the peer of the target; "" = the best.
	against string
}

func must(b []byte, err error) []byte {
	if err != nil {
		panic(err) // the benchmark's own documents
	}
	return b
}

func (d document) field(w, h int, cold, facts bool) wire.Tabulate {
	return wire.Tabulate{
		Draw: wire.Draw{Doc: must(doc.EncodeHead(doc.Document(d))), View: unit},
		W:    w, H: h, Cold: cold, Facts: facts,
	}
}

type document doc.Document

func svmDoc(c float64) document {
	return document{Method: "svm", Params: map[string]any{"kernel": "rbf", "gamma": gamma, "C": c}, Seed: 1}
}

func gpDoc(domain string) document {
	return document{Method: "gp", Params: map[string]any{"domain": domain, "kernel": fmt.Sprintf("rbf(%g)", length),
		"alpha": noise}, Seed: 1}
}

func knnDoc(k int) document {
	return document{Method: "knn", Params: map[string]any{"n_neighbors": float64(k)}, Seed: 1}
}

func voronoiDoc() document {
	return document{Method: "voronoi", View: doc.View{Show: []string{"cells"}}, Seed: 1}
}

// heapsAndStarts returns 5,000 points in eight overlapping clusters, and the first eight points as the positions at
// which k-means starts, so that all contestants make the same steps.
func heapsAndStarts() (pts []doc.Point, starts [][]float64) {
	pts = heaps(5000, 8, 6)
	for _, p := range pts[:8] {
		starts = append(starts, []float64{p.X, p.Y})
	}
	return pts, starts
}

func kmeansDoc(starts [][]float64) document {
	return document{Method: "kmeans", Params: map[string]any{"init": "given", "starts": starts, "max_iter": 1000.0},
		Seed: 1}
}

// grid is a peer's description of a field.
type grid struct {
	X0 float64 `json:"x0"`
	X1 float64 `json:"x1"`
	Y0 float64 `json:"y0"`
	Y1 float64 `json:"y1"`
	W  int     `json:"w"`
	H  int     `json:"h"`

	K      int     `json:"k,omitempty"`
	D      int     `json:"d,omitempty"`
	Length float64 `json:"length,omitempty"`
	Alpha  float64 `json:"alpha,omitempty"`
}

func nodes() grid { return grid{X0: 0, X1: 1, Y0: 0, Y1: 1, W: gridW, H: gridH} }

// workloads returns all workloads, in the order of the table.
func workloads() []workload {
	var all []workload
	for _, n := range []int{200, 1000} {
		pts := moons(n, moonsNoise, 1)
		for _, c := range []float64{1, 100} {
			d := svmDoc(c)
			facts := &call{Args: d.field(0, 0, false, true)}
			train := call{Op: "train", Args: map[string]any{"gamma": gamma, "C": c}, Send: true}
			all = append(all,
				workload{
					ID: fmt.Sprintf("svm-train-%d-%g", n, c), group: "SVM", title: fmt.Sprintf("RBF train, n=%d, C=%g", n, c),
					points: pts, Warm: 6, WarmMS: 1500, Min: 15, Max: 120, Budget: 2000, target: 1, against: "libsvm",
					Who: []entrant{
						{Name: engine, Call: call{Args: d.field(0, 0, true, false), Send: true}, Examine: facts,
							check: (*checker).svmOptimal},
						{Name: "libsvm", Label: "libsvm-wasm", Call: train, Examine: &call{Op: "field", Args: nodes()},
							check: (*checker).svmLabels},
					},
				},
				workload{
					ID: fmt.Sprintf("svm-edit-%d-%g", n, c), group: "SVM", title: fmt.Sprintf("train after a point "+
						"moved, n=%d, C=%g", n, c),
					points: pts, Edit: true, Warm: 6, WarmMS: 1500, Min: 15, Max: 120, Budget: 2000, target: 5, against: "libsvm",
					Who: []entrant{
						{Name: engine, Prepare: &call{Args: d.field(0, 0, true, false), Send: true},
							Call: call{Args: d.field(0, 0, false, false), Send: true}, Examine: facts, check: (*checker).svmOptimal},
						{Name: "libsvm", Label: "libsvm-wasm", Call: train, Examine: &call{Op: "field", Args: nodes()},
							check: (*checker).svmLabels},
					},
				},
				workload{
					ID: fmt.Sprintf("svm-field-%d-%g", n, c), group: "SVM",
					title:  fmt.Sprintf("RBF field %dx%d, n=%d, C=%g", gridW, gridH, n, c),
					points: pts, Warm: 2, WarmMS: 500, Min: 5, Max: 15, Budget: 8000, target: 15, aim: 20,
					Who: []entrant{
						{Name: engine, Prepare: &call{Args: d.field(0, 0, true, true), Send: true},
							// The engine caches the field that it has drawn last.
							Between: &call{Args: d.field(2, 2, false, false)},
							Call:    call{Args: d.field(gridW, gridH, false, false)}, Examine: facts, check: (*checker).svmField},
						{Name: "libsvm", Label: "libsvm-wasm (labels)", Prepare: &train, Call: call{Op: "field", Args: nodes()}, Max: 7,
							check: (*checker).svmLabels},
						{Name: "svm", Label: "svm (given our model)", prepareWith: fmt.Sprintf("svm-train-%d-%g", n, c),
							Call: call{Op: "field", Args: nodes()}, Max: 7, check: (*checker).svmField},
					},
				})
		}
	}
	for _, w := range []struct {
		domain, id, title string
		d                 int
		sizes             []int
	}{
		{"line", "gp-line", "line, fit + mean + sd at 480", 1, []int{50, 300}},
		{"plane", "gp-plane", fmt.Sprintf("plane, fit + mean + sd on %dx%d", gridW, gridH), 2, []int{100, 300}},
	} {
		for _, n := range w.sizes {
			d := gpDoc(w.domain)
			pts, h := sine(n, 2), 1
			if w.d == 2 {
				pts, h = waves(n, 3), gridH
			}
			args := nodes()
			args.D, args.Length, args.Alpha = w.d, length, noise
			peer := func(name, label string) entrant {
				e := entrant{Name: name, Label: label, Call: call{Op: "gp", Args: args, Send: true}, check: (*checker).gpPeer}
				if w.d == 2 {
					e.Max = 5
				}
				return e
			}
			cold := workload{
				ID: fmt.Sprintf("%s-%d", w.id, n), group: "GP", title: fmt.Sprintf("%s, n=%d", w.title, n),
				points: pts, Warm: 4, WarmMS: 1500, Min: 11, Max: 60, Budget: 3000,
				Who: []entrant{
					{Name: engine, Call: call{Args: d.field(gridW, h, true, false), Send: true}, check: (*checker).gpField},
					peer("tfjs", "by hand on tfjs-wasm (f32)"), peer("jax", "by hand on jax-js (f32)"),
				},
			}
			switch {
			case w.d == 1 && n == 300:
				cold.target, cold.aim = 1, 3
			case w.d == 2 && n == 300:
				cold.target, cold.aim = 10, 15
			}
			if w.d == 2 {
				cold.Warm, cold.WarmMS, cold.Min, cold.Budget = 2, 1000, 5, 12000
			}
			edit := cold
			edit.ID, edit.title = cold.ID+"-edit", cold.title+", after a point moved"
			edit.Edit, edit.Warm, edit.WarmMS, edit.Max, edit.Min, edit.Budget = true, 4, 1000, 60, 15, 2000
			edit.target, edit.aim = 0, 0
			if w.d == 1 && n == 300 {
				edit.limit = 5
			}
			edit.Who = []entrant{{Name: engine, Prepare: &call{Args: d.field(gridW, h, true, false), Send: true},
				Call: call{Args: d.field(gridW, h, false, false), Send: true}, check: (*checker).gpField}}
			if w.d == 1 {
				edit.Who = append(edit.Who, cold.Who[1:]...)
			}
			all = append(all, cold, edit)
		}
	}
	for _, k := range []int{1, 5, 15} {
		for _, n := range []int{200, 2000} {
			args := nodes()
			args.K = k
			w := workload{
				ID: fmt.Sprintf("knn-%d-%d", k, n), group: "kNN", title: fmt.Sprintf("regions %dx%d, k=%d, n=%d", gridW, gridH, k,
					n),
				points: moons(n, moonsNoise, 4), Warm: 2, WarmMS: 700, Min: 7, Max: 20, Budget: 4000,
				Who: []entrant{
					{Name: engine, Call: call{Args: knnDoc(k).field(gridW, gridH, true, false), Send: true}, check: (*checker).knn},
					{Name: "flatbush", Label: "flatbush", Call: call{Op: "knn", Args: args, Send: true}, Max: 7,
						check: (*checker).knn},
				},
			}
			if k == 1 {
				w.Who = append(w.Who, entrant{Name: "d3", Label: "d3-delaunay", Call: call{Op: "nearest", Args: args, Send: true},
					check: (*checker).knn})
				w.target = 1
			}
			if k == 15 && n == 2000 {
				w.target, w.aim = 10, 15
			}
			all = append(all, w)
		}
	}
	for _, n := range []int{1000, 10_000, 100_000} {
		d := voronoiDoc()
		w := workload{
			ID: fmt.Sprintf("voronoi-%d", n), group: "Voronoi", title: fmt.Sprintf("all cells clipped, n=%d", n),
			points: scatter(n, 5), Warm: 4, WarmMS: 1000, Min: 9, Max: 40, Budget: 6000,
			Who: []entrant{
				{Name: engine, Call: call{Args: d.field(1, 1, true, false), Send: true},
					Examine: &call{Args: d.field(0, 0, false, true)}, check: (*checker).voronoi},
				{Name: "d3", Label: "d3-delaunay", Call: call{Op: "voronoi", Args: nodes(), Send: true},
					Examine: &call{Op: "examine", Args: nil}, check: (*checker).voronoi},
			},
		}
		if n >= 10_000 {
			w.target, w.aim = 1/1.3, 1
		}
		all = append(all, w)
	}
	return append(append(all, networkWork(), kmeansWork(), lloydWork()), forestWork()...)
}

// kmeansWork compares k-means with ml-kmeans.
func kmeansWork() workload {
	pts, starts := heapsAndStarts()
	km := kmeansDoc(starts)
	return workload{
		ID: "kmeans-5000", group: "k-means", title: "to convergence from given starts, n=5000, k=8",
		points: pts, Warm: 6, WarmMS: 1500, Min: 15, Max: 80, Budget: 4000, target: 2,
		Who: []entrant{
			{Name: engine, Call: call{Args: km.field(0, 0, true, false), Send: true},
				Examine: &call{Args: km.field(0, 0, false, true)}, check: (*checker).clusters},
			{Name: "kmeans", Label: "ml-kmeans", Call: call{Op: "cluster", Args: map[string]any{"starts": starts}, Send: true},
				check: (*checker).clusters},
		},
	}
}
