//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

// usage reads the processor time of each thread of a browser, in milliseconds: of the process and its descendants.
func usage(browser int) (map[thread]spent, error) {
	families, err := processes(browser)
	if err != nil {
		return nil, err
	}
	all := map[thread]spent{}
	for _, pid := range families {
		dir := fmt.Sprintf("/proc/%d/", pid)
		line, _ := os.ReadFile(dir + "cmdline")
		tasks, err := os.ReadDir(dir + "task")
		if err != nil {
			continue // it has ended
		}
		for _, t := range tasks {
			tid, _ := strconv.Atoi(t.Name())
			name, err := os.ReadFile(dir + "task/" + t.Name() + "/comm")
			if err != nil {
				continue
			}
			stat, err := os.ReadFile(dir + "task/" + t.Name() + "/schedstat")
			if os.IsNotExist(err) {
				if _, gone := os.Stat(dir + "task/" + t.Name()); gone == nil {
					return nil, fmt.Errorf("this kernel does not tell the time of a thread: %w", err)
				}
				continue
			}
			first, _, _ := strings.Cut(string(stat), " ")
			ns, err := strconv.ParseInt(first, 10, 64)
			if err != nil {
				continue
			}
			all[thread{pid, tid}] = spent{kind(string(line), strings.TrimSpace(string(name)), tid == pid), float64(ns) / 1e6}
		}
	}
	return all, nil
}

// processes lists a process and its descendants.
func processes(root int) ([]int, error) {
	dir, err := os.ReadDir("/proc")
	if err != nil {
		return nil, err
	}
	children := map[int][]int{}
	for _, e := range dir {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		stat, err := os.ReadFile("/proc/" + e.Name() + "/stat")
		if err != nil {
			continue
		}
		// The name is in parentheses and may contain some; state and parent follow.
		after := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
		if len(after) > 1 {
			parent, _ := strconv.Atoi(after[1])
			children[parent] = append(children[parent], pid)
		}
	}
	list := []int{root}
	for i := 0; i < len(list); i++ {
		list = append(list, children[list[i]]...)
	}
	return list, nil
}

// hold restricts a command that is about to be started, and everything that it starts, to one processor, and makes it
// end with this program.
func hold(cmd *exec.Cmd, processor int) error {
	taskset, err := exec.LookPath("taskset")
	if err != nil {
		return fmt.Errorf("a machine is made poor by taskset (apt-get install util-linux): %w", err)
	}
	cmd.Args = append([]string{"taskset", "-c", strconv.Itoa(processor), cmd.Path}, cmd.Args[1:]...)
	cmd.Path = taskset
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	return nil
}
