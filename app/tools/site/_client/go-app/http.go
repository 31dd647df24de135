package app

import "strings"

// In place of go-app's http.go, its web server: what its client takes from there.

// isRemoteLocation reports whether a location is an address on a host.
func isRemoteLocation(location string) bool {
	return strings.HasPrefix(location, "http://") || strings.HasPrefix(location, "https://")
}

// isStaticResourcePath reports whether a path leads into the folder web, which
// is no page of the program.
func isStaticResourcePath(path string) bool {
	return strings.HasPrefix(strings.TrimPrefix(path, "/"), "web/")
}
