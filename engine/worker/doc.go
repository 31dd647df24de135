// Package worker is what the engines have in common, which differ in their methods (the first engine is part of the
// page's program: app; the whole engine is whole). It connects package session to postMessage. Everything runs on one
// goroutine, which handles one request after the other, the newest first; messages from the browser are received when
// methods call job.Err.
package worker
