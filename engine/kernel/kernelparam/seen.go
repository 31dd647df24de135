package kernelparam

import "pointscape/engine/kernel"

// Seen is what a model tells of its kernel, so that it can be looked at: its matrix, its functions, its sums.
type Seen struct {
	Kernel kernel.Kernel
	// Sum are the functions that were found, as sums of kernels; nil = there are none. Outputs name them where there are
	// several.
	Sum     *kernel.Expansion
	Outputs []string
	// Noise is what is added to the diagonal of the matrix before it is inverted; 0 = nothing is. NoiseName is its name.
	Noise     float64
	NoiseName string
	// Groups are the kinds of the rows, from 0, by which they are ordered, where they are not classes; nil = they are.
	Groups    []int
	GroupName string // what one is called: "cluster"
}

// Seer is a model that tells of its kernel. Of a method with the parameters of Params that tells nothing, the kernel is
// that of For.
type Seer interface{ SeeKernel() Seen }
