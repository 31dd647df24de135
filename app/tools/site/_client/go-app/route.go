package app

import "sync"

// In place of go-app's route.go: routes by their path, and none by a regular
// expression, which would bring package regexp along.

var routes router

// RouteFunc has a page at the given path made by newComponent.
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
