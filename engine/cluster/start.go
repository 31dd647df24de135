package cluster

import (
	"pointscape/engine/flats"
	"pointscape/engine/method"
)

// Seeds returns the rows at which k centres of k-means start, in the order of choice.
func Seeds(job method.Job, p *method.Problem, k int, rule flats.Init) ([]int, error) {
	l := &lloyd{p: p, k: k, d: p.D, init: initPlusPlus}
	if rule == flats.Random {
		l.init = initRandom
	}
	if err := l.seed(job); err != nil {
		return nil, err
	}
	return l.seeds, nil
}

// Lloyd runs k-means from centres at rows, one for each seed, for at most 300 iterations. The centre of an empty
// cluster jumps to the farthest point. It returns the cluster of each row, and the coordinates of the centres.
func Lloyd(job method.Job, p *method.Problem, seeds []int) (labels []int32, centers []float64, err error) {
	l := &lloyd{p: p, k: len(seeds), d: p.D, seeds: seeds, limit: 300, farthest: true}
	if err := l.run(job, l.starts()); err != nil {
		return nil, nil, err
	}
	return l.labels, l.at(l.moves()), nil
}
