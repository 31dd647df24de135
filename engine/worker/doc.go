// Package worker contains what the engines have in common, which differ in their methods (the first engine is part of
// the page's program: app; the whole engine is whole). It connects package session to postMessage. Everything runs on
// one goroutine, which handles one request after the other, in the order in which they arrive; a newer request to draw,
// explain or compute rows replaces a waiting one of its kind. Messages from the browser are received while the worker
// is idle and when methods call job.Err.
package worker
