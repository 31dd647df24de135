package ui

// interaction owns what people hold at the moment beside what is on the plane (see
// stage.Gesture) and the player's slider (see player.Player).
type interaction struct {
	param  bool // a parameter's slider
	recipe bool // a slider of the data panel

	*Core
}

func (h *interaction) slider() bool { return h.param || h.recipe }

// dragging tells that it is a hand, or a sweep, which is to look like one, and not the player.
func (h *interaction) dragging() bool {
	return h.gesture.Busy() || h.slider() || h.gesture.Looking() || h.sweep.Moves()
}

// holds tells that a parameter is changed continuously.
func (h *interaction) holds() bool { return h.param || h.sweep.Moves() }

// Busy tells that a hand is changing something continuously.
func (h *interaction) Busy() bool {
	return h.dragging() || h.player.Moves()
}
