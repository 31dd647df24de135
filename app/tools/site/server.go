package site

import (
	"log"
	"net/http"
	"time"
)

// How long the server waits for whom. A client that is slow on purpose holds a connection for so long, and some
// kilobytes.
const (
	waitHeader = 5 * time.Second
	waitBody   = 10 * time.Second // with the header; what is sent here has no body
	waitReader = 5 * time.Minute  // a slow line, and megabytes
	waitNext   = 2 * time.Minute  // between two requests
	maxHeader  = 32 << 10         // bytes, about
	maxRanges  = 16               // of one request; with more it is given all of the file
)

// Server serves the site with limits on what its clients may take of the machine.
func (s *Site) Server(errors *log.Logger) *http.Server {
	return &http.Server{
		Handler:           s.Handler(),
		ReadHeaderTimeout: waitHeader,
		ReadTimeout:       waitBody,
		WriteTimeout:      waitReader,
		IdleTimeout:       waitNext,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          errors,
	}
}
