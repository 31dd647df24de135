package clusterer

import (
	"testing"

	"pointscape/engine/methodtest"
)

// What a new method begins with passes the suite.
func TestSuite(t *testing.T) { methodtest.Run(t, Skeleton()) }
