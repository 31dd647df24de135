package ui

import (
	"pointscape/app/room/panels"
)

// layout follows the size of the window.
type layout struct {
	*Core

	window panels.Size // as it was measured last: to ask for it may take a layout
}

// resize gives the stage another size.
func (ly *layout) resize(w, h int, scale float64) {
	ly.arrange()
	ly.editor.View.Resize(w, h, scale)
	ly.screen.SetView(ly.editor.View.Now())
	ly.presentation.Changed()
	ly.player.Show()
	ly.client.Resized()
	ly.walls.changed(false)
	ly.conversation.Resized()
}

// arrange finds places for what depends on the size of the window.
func (ly *layout) arrange() {
	row := shownSize("stage-row")
	ly.window = windowSize()
	ly.panels.Arrange(ly.window, row)
	ly.player.Fit(chartsRoom(ly.window, row, ly.Embedded))
}
