package python

// Has reports whether scikit-learn has a counterpart of a method.
func Has(id string) bool { return find(id).none == "" }
