package app

import "sync"

// This file replaces go-app's route.go: it has routes by path only, none by a regular expression, which would need
// package regexp.

var routes router

// RouteFunc makes newComponent create the page at the given path.
func RouteFunc(path string, newComponent func() Composer) {
	routes.route(path, newComponent)
}

type router struct {
	mu     sync.RWMutex
	byPath map[string]func() Composer
}

func (r *router) route(path string, newComponent func() Composer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.byPath == nil {
		r.byPath = map[string]func() Composer{}
	}
	r.byPath[path] = newComponent
}

func (r *router) createComponent(path string) (Composer, bool) {
	r.mu.RLock()
	newComponent, ok := r.byPath[path]
	r.mu.RUnlock()
	if !ok {
		return nil, false
	}
	return newComponent(), true
}
