package classroom

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"pointscape/engine/class"
)

const (
	waitFirst = 10 * time.Second // time for coming into a room
	waitWrite = 10 * time.Second // time for a page to receive a message, or to answer a ping
	pingEvery = 25 * time.Second // many proxies close connections that are silent for a minute
	maxConns  = 5000             // connections at a time
)

// Handler returns a handler of the hub's WebSocket connections. Messages are JSON texts. It refuses pages of other
// origins, and requests without the header Origin.
func (h *Hub) Handler() http.Handler {
	var conns atomic.Int64
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Origin") == "" { // not a browser; other programs must set it to the site's origin
			http.Error(w, "a class is joined by its page: the header Origin is missing", http.StatusForbidden)
			return
		}
		defer conns.Add(-1)
		if conns.Add(1) > maxConns {
			http.Error(w, "the server has too many connections", http.StatusServiceUnavailable)
			return
		}
		ws, err := websocket.Accept(w, r, nil) // compares Origin with Host; answers if it fails
		if err != nil {
			return
		}
		defer ws.CloseNow()
		ws.SetReadLimit(class.MaxMessage)
		c := h.Connect(clientOf(r))
		defer c.Close()
		ctx, cancel := context.WithCancel(context.Background()) // not r.Context(): see websocket.Accept
		defer cancel()
		go c.write(ctx, ws, cancel)
		c.read(ctx, ws)
	})
}

// clientOf returns the IP address of the client. If the request comes from this machine, a proxy may have passed it on:
// then it is the last address of X-Forwarded-For, which that proxy has added.
func clientOf(r *http.Request) string {
	from, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		from = r.RemoteAddr
	}
	if ip := net.ParseIP(from); ip != nil && ip.IsLoopback() {
		list := r.Header.Values("X-Forwarded-For")
		if len(list) > 0 {
			all := strings.Split(list[len(list)-1], ",")
			if ip := net.ParseIP(strings.TrimSpace(all[len(all)-1])); ip != nil {
				return ip.String()
			}
		}
	}
	return from
}

// read accepts messages until the connection ends, a message is not JSON, or there are too many.
func (c *Conn) read(ctx context.Context, ws *websocket.Conn) {
	first, cancel := context.WithTimeout(ctx, waitFirst)
	defer cancel()
	for {
		_, text, err := ws.Read(first)
		if err != nil {
			return
		}
		var m class.Message
		if err := json.Unmarshal(text, &m); err != nil {
			ws.Close(websocket.StatusUnsupportedData, "a message must be an object in JSON")
			return
		}
		if !c.Accept(&m) {
			ws.Close(websocket.StatusPolicyViolation, "too many messages")
			return
		}
		if c.inRoom() {
			first = ctx
		}
	}
}

// write sends what Take returns, and pings the page every pingEvery. It ends, and cancels ctx by cancel, when the page
// does not respond, or after the last message.
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

// within calls do with a context that ends after waitWrite.
func within(ctx context.Context, do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, waitWrite)
	defer cancel()
	return do(ctx)
}
