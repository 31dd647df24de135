package kernelparam

import "pointscape/engine/kernel"

// Seen is what a model shows of its kernel in the kernel view: its matrix, and the functions it found.
type Seen struct {
	Kernel kernel.Kernel
	// Sum holds the fitted functions as sums of kernels; nil if there are none. Outputs names them if there are
	// several.
	Sum     *kernel.Expansion
	Outputs []string
	// Noise is added to the diagonal of the matrix before it is inverted; 0 if nothing is added. NoiseName is its name.
	Noise     float64
	NoiseName string
	// Groups has a group of each row, from 0, by which the rows are ordered; nil if they are ordered by class.
	Groups    []int
	GroupName string // name of a group: "cluster"
}

// Seer is a model that describes its kernel. For other models of a method with the parameters of Params, the kernel is
// the one that For returns.
type Seer interface{ SeeKernel() Seen }
