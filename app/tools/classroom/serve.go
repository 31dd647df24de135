package classroom

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"pointscape/engine/class"
)

// How long the server waits, and for whom.
const (
	waitFirst = 10 * time.Second // for the first message, which says who it is
	waitWrite = 10 * time.Second // for a page to take what it is sent
	pingEvery = 25 * time.Second // proxies close what is silent for a minute
	maxConns  = 5000
)

// Handler serves the hub's connections by WebSocket, messages as JSON texts. Pages of other origins are refused.
func (h *Hub) Handler() http.Handler {
	var conns atomic.Int64
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Origin") == "" { // no browser: whoever writes a client says where it belongs to
			http.Error(w, "a class is joined by its page: the header Origin is missing", http.StatusForbidden)
			return
		}
		defer conns.Add(-1)
		if conns.Add(1) > maxConns {
			http.Error(w, "the server has too many connections", http.StatusServiceUnavailable)
			return
		}
		ws, err := websocket.Accept(w, r, nil) // which compares the origin with the host, and answers
		if err != nil {
			return
		}
		defer ws.CloseNow()
		ws.SetReadLimit(class.MaxMessage)
		from, _, err := net.SplitHostPort(r.RemoteAddr)
		if err != nil {
			from = r.RemoteAddr
		}
		c := h.Connect(from)
		defer c.Close()
		ctx, cancel := context.WithCancel(context.Background()) // of the connection: the request's own ends with the upgrade
		defer cancel()
		go c.write(ctx, ws, cancel)
		c.read(ctx, ws)
	})
}

// read accepts messages until the connection ends.
func (c *Conn) read(ctx context.Context, ws *websocket.Conn) {
	first, cancel := context.WithTimeout(ctx, waitFirst)
	defer cancel()
	for {
		_, text, err := ws.Read(first)
		if err != nil {
			return
		}
		first = ctx
		var m class.Message
		if err := json.Unmarshal(text, &m); err != nil {
			ws.Close(websocket.StatusUnsupportedData, "a message must be an object in JSON")
			return
		}
		if !c.Accept(&m) {
			ws.Close(websocket.StatusPolicyViolation, "too many messages")
			return
		}
	}
}

// write sends what there is to be sent, and asks now and then whether the page is still there.
func (c *Conn) write(ctx context.Context, ws *websocket.Conn, cancel func()) {
	defer cancel()
	ping := time.NewTicker(pingEvery)
	defer ping.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ping.C:
			if within(ctx, ws.Ping) != nil {
				return
			}
		case <-c.Ready():
			list, last := c.Take()
			for i := range list {
				text, err := json.Marshal(&list[i])
				if err != nil {
					return
				}
				err = within(ctx, func(ctx context.Context) error { return ws.Write(ctx, websocket.MessageText, text) })
				if err != nil {
					return
				}
			}
			if last {
				ws.Close(websocket.StatusNormalClosure, "the room is closed")
				return
			}
		}
	}
}

// within gives something the time that a page has to answer.
func within(ctx context.Context, do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, waitWrite)
	defer cancel()
	return do(ctx)
}
