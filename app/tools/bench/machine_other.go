//go:build !linux && !js

package main

import (
	"errors"
	"os/exec"
)

func usage(int) (map[thread]spent, error) {
	return nil, errors.New("the time of threads is read from Linux's /proc")
}

func hold(*exec.Cmd, int) error { return errors.New("a machine is made poor by Linux's taskset") }
