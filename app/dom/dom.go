// Package dom lets the browser call Go: listeners, timers, animation frames. A panic in such a call is written to the
// console and ends that call only. Without that it would end the program: the page would stay drawn, but dead.
package dom
