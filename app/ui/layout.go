package ui

import (
	"pointscape/app/room/panels"
)

// layout adapts the page to the size of the window.
type layout struct {
	*Core

	window panels.Size // size measured last: measuring may cost a layout of the page
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

// arrange measures the window and arranges what depends on its size: the plots and the player's charts.
func (ly *layout) arrange() {
	row := shownSize("stage-row")
	ly.window = windowSize()
	ly.panels.Arrange(ly.window, row)
	n := narrow(ly.window, row, ly.Embedded)
	markRoot("narrow", n)
	markRoot("tight", n && row.W < leastSlider)
	ly.player.Fit(chartsRoom(ly.window, row, ly.Embedded))
}
