//go:build unix

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"
)

// commandsIn returns a function that runs a command in a directory and returns what it has printed. A command, and all
// that it starts, ends with this program, however that ends: all of them are in one process group, which a guard kills
// when the pipe to it is closed, even by the system.
func commandsIn(dir string) (func(args []string) ([]byte, error), error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	guard := exec.Command(self, guardArg)
	guard.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if _, err := guard.StdinPipe(); err != nil { // open as long as guard is in use, which is below
		return nil, err
	}
	if err := guard.Start(); err != nil {
		return nil, err
	}
	go endWithParent(os.Getppid())
	return func(args []string) ([]byte, error) {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = dir
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pgid: guard.Process.Pid}
		return cmd.CombinedOutput()
	}, nil
}

// guard waits until its program has ended, and ends its own process group: first by an interrupt, after which the go
// command removes its temporary files, and a second later for certain.
func guard() {
	signal.Ignore(os.Interrupt)
	_, err := io.Copy(io.Discard, os.Stdin)
	err = errors.Join(err, syscall.Kill(0, syscall.SIGINT))
	time.Sleep(time.Second)
	if err = errors.Join(err, syscall.Kill(0, syscall.SIGKILL)); err != nil {
		fmt.Fprintln(os.Stderr, "check:", err)
		os.Exit(1)
	}
}

// endWithParent ends the program when its parent, with a process id, has ended: a make that was killed tells its
// commands nothing.
func endWithParent(parent int) {
	for os.Getppid() == parent {
		time.Sleep(time.Second)
	}
	os.Exit(1)
}
