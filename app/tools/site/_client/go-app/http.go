package app

import "strings"

// This file replaces go-app's http.go, its web server, and has the functions of it that the client uses.

// isRemoteLocation reports whether a location is an address on a host.
func isRemoteLocation(location string) bool {
	return strings.HasPrefix(location, "http://") || strings.HasPrefix(location, "https://")
}

// isStaticResourcePath reports whether a path leads into the folder web, which contains no page of the program.
func isStaticResourcePath(path string) bool {
	return strings.HasPrefix(strings.TrimPrefix(path, "/"), "web/")
}
