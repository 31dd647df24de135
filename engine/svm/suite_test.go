package svm

import (
	"testing"

	"pointscape/engine/method/methodtest"
)

func TestSuite(t *testing.T) { methodtest.Run(t, Method()) }
