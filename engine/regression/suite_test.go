package regression

import (
	"testing"

	"pointscape/engine/method/methodtest"
)

func TestSuiteLeastSquares(t *testing.T) { methodtest.Run(t, LeastSquares()) }
func TestSuiteRidge(t *testing.T)        { methodtest.Run(t, Ridge()) }
func TestSuiteLasso(t *testing.T)        { methodtest.Run(t, Lasso()) }
func TestSuiteKernelRidge(t *testing.T)  { methodtest.Run(t, KernelRidge()) }
func TestSuiteBayesian(t *testing.T)     { methodtest.Run(t, BayesianLinear()) }
