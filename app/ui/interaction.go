package ui

// interaction records what the user is dragging, except on the plane (see stage.Gesture) and the player's slider (see
// player.Player).
type interaction struct {
	param  bool // a parameter, by its slider or in a plot
	recipe bool // a slider of the data panel

	*Core
}

func (h *interaction) slider() bool { return h.param || h.recipe }

// dragging reports whether the user is changing something continuously, or a sweep, which is to look like a drag. The
// player does not count.
func (h *interaction) dragging() bool {
	return h.gesture.Busy() || h.slider() || h.gesture.Looking() || h.sweep.Moves()
}

// holds reports whether a parameter is changed continuously, by the user or by a sweep.
func (h *interaction) holds() bool { return h.param || h.sweep.Moves() }

// Busy reports whether something changes continuously: by the user, a sweep or the player.
func (h *interaction) Busy() bool {
	return h.dragging() || h.player.Moves()
}
