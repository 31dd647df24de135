package python

import "pointscape/engine/method"

// Has reports whether scikit-learn has a counterpart of a method.
func Has(m *method.Method) bool { return of(m).None == "" }
