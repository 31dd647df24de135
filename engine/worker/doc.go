// Package worker is what the engines have in common, which differ by their methods (the first one, in the page's
// program: app; the whole one: whole): it joins package session to postMessage. All of it runs on one
// goroutine, which serves one request after the other, newest first; the browser's
// messages arrive while the methods ask job.Err().
package worker
