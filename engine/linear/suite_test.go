package linear

import (
	"testing"

	"pointscape/engine/method/methodtest"
)

func TestSuiteLogistic(t *testing.T) { methodtest.Run(t, Logistic()) }

func TestSuiteLab(t *testing.T) { methodtest.Run(t, Lab()) }

func TestSuitePrimal(t *testing.T) { methodtest.Run(t, Primal()) }

func TestSuitePerceptron(t *testing.T) { methodtest.Run(t, Perceptron()) }

func TestSuiteKernelPerceptron(t *testing.T) { methodtest.Run(t, KernelPerceptron()) }
