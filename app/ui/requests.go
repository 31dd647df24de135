package ui

import (
	"pointscape/app/room/client"
	"pointscape/app/room/editor"
	"pointscape/app/room/hittest"
	"pointscape/app/room/panels"
	"pointscape/app/room/player"
	"pointscape/app/room/theme"
	"pointscape/app/room/tuning"
	"pointscape/engine/doc"
	"pointscape/engine/wire"
)

// requests makes the requests for pictures, of the newest state.
type requests struct {
	client *client.Client
	editor *editor.Editor
	hits   *hittest.Index
	panels *panels.Panels
	player *player.Player
	theme  *theme.Theme
	tuning *tuning.Tuning
	hand   *interaction
	page   *rendered
}

// Compose makes a request of the newest state; see client.Requests.
func (rq *requests) Compose(fine bool) (q client.Request, ok bool, err error) {
	if !rq.editor.Loaded() || rq.editor.View().W <= 0 {
		return q, false, nil
	}
	now := rq.editor.Now()
	head, err := doc.EncodeHead(now)
	if err != nil {
		rq.page.refresh(PartControls)
		return q, false, err
	}
	q.Draw = wire.Draw{
		Doc: head, PointsVersion: rq.editor.Version(), View: rq.editor.View(), Palette: rq.theme.Palette().Name, Run: rq.player.Known(), Tuned: rq.tuning.Known(),
		Panels: rq.panels.Asks(fine, rq.player.Moves() || rq.hits.Drawing(), rq.hand.held() && !rq.hits.Drawing()),
		Grow:   rq.player.RunsOn(), Keep: rq.player.Lineage(),
	}
	q.Method = now.Method
	q.Points = func() []float64 { return flat(now.Pack()) }
	return q, true, nil
}

func flat(pts []doc.Point) []float64 {
	f := make([]float64, 0, 3*len(pts))
	for _, p := range pts {
		f = append(f, p.X, p.Y, p.Z)
	}
	return f
}

// Busy tells that a hand, or the player, is changing something continuously.
func (rq *requests) Busy() bool { return rq.hand.busy() }
