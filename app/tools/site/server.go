package site

import (
	"log"
	"net/http"
	"time"
)

// Limits of the server. They bound how long a deliberately slow client can hold a connection and a few kilobytes of
// memory.
const (
	waitHeader = 5 * time.Second
	waitBody   = 10 * time.Second // including the header; requests here have no body
	waitReader = 5 * time.Minute  // for megabytes over a slow connection
	waitNext   = 2 * time.Minute  // idle time between two requests
	maxHeader  = 32 << 10         // approximate size in bytes
	maxRanges  = 16               // ranges in one request; with more the whole file is sent
)

// Server returns a server of the site that limits what each client can use of the machine's resources.
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
