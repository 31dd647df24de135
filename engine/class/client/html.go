package client

import (
	"strconv"
	"strings"

	msg "pointscape/engine/class"
	"pointscape/engine/html"
	"pointscape/engine/words"
)

// fill returns text with each $ replaced by the next part, which must be HTML.
func fill(text string, parts ...string) string {
	var w html.Writer
	w.Put(text, parts...)
	return w.String()
}

// said translates a text and escapes it for HTML.
func said(text string) string { return html.EscapeString(words.Say(text)) }

// refuses returns the message that the server has refused a message's field. text says what the field must be; it may
// begin with the field's name.
func refuses(field, text string) string {
	return words.Text("The class refuses this: %s %s.", field, words.Say(strings.TrimPrefix(text, field+" ")))
}

// status describes the state of the class in a sentence.
func (c *Client) status() string {
	r := &c.room
	switch r.state {
	case Connecting:
		return "Connecting …"
	case In:
		if r.now.Follow {
			return "Your page follows the lecturer."
		}
		return "Connected"
	case Away:
		if r.leads {
			return "No connection. It is tried again."
		}
		return "No connection. Your answers are sent when it is back."
	case Replaced:
		return "The class goes on in another tab."
	case Over:
		if len(r.answers) > 0 {
			return "The class has ended. You can still save the answers."
		}
		return "The class has ended. What you did here stays."
	case Refused:
		switch r.why.Field {
		case "code":
			return "There is no class with this code. Check it, or go on alone."
		case "join":
			return "The class is full. You can go on alone."
		default:
			return refuses(r.why.Field, r.why.Text)
		}
	}
	return ""
}

// tool returns a button with only an icon. more are further attributes.
func (c *Client) tool(id, label, icon, more string) string {
	return fill(`<button class="tool" id="$" type="button" aria-label="$" title="$" $>$</button>`, id, said(label),
		said(label), more, c.at.Icons[icon])
}

// button returns a button with a text. kind is the class primary or small, or ""; more are further attributes.
func button(kind, id, label, more string) string {
	return fill(`<button class="button $" id="$" type="button" $>$</button>`, kind, id, more, said(label))
}

// disabled returns the attribute of a disabled control, or "".
func disabled(off bool) string {
	if off {
		return `disabled=""`
	}
	return ""
}

// bar returns the HTML of a student's bar.
func (c *Client) bar() string {
	r := &c.room
	var b html.Writer
	b.Put(`<span class="class-dot" aria-hidden="true"></span><span class="class-name">$</span>`+
		`<span class="class-status" role="status">$</span>`, said(words.Text("Class %s", r.me.Code)), said(c.status()))
	switch r.state {
	case Away, Replaced, Refused:
		b.WriteString(button("small", "class-again", "Try again", ""))
	case In:
		label := said("Nickname (optional)")
		b.Put(`<input class="num" id="class-nick" type="text" aria-label="$" placeholder="$" `+
			`autocomplete="nickname" maxlength="$" value="$">`, label, label, strconv.Itoa(msg.MaxNick),
			html.EscapeString(r.me.Nick))
	}
	leave := "Leave the class"
	if !r.On() {
		leave = "Close"
	}
	b.WriteString(c.tool("class-leave", leave, "close", ""))
	return b.String()
}

// panel returns the HTML of a lecturer's panel.
func (c *Client) panel() string {
	r := &c.room
	in, on := r.state == In, r.On()
	off := disabled(!in)
	var b html.Writer
	b.Put(`<div class="drawer-head"><h2 id="class-title" tabindex="-1">$</h2>$</div>`, said("Live class"),
		c.tool("class-hide", "Hide", "close", ""))
	if on && r.me.Code != "" {
		copied := "Copy the link"
		if c.copied {
			copied = "Copied"
		}
		b.Put(`<div class="class-join"><span class="class-code" id="class-code">$</span>`+
			`<div class="lesson-buttons"><button class="button" id="menu-door" type="button">$<span>$</span></button>$</div></div>`,
			html.EscapeString(r.me.Code), c.at.Icons["code"], said("Show to all"), button("", "class-copy", copied, ""))
	}
	if in { // without role="status", so that screen readers don't announce each student
		b.Put(`<p id="class-here">$</p>`, said(words.Text("%s here", words.Count(r.Here(), "student"))))
	} else {
		b.Put(`<p id="class-here" role="status">$</p>`, said(c.status()))
	}
	if on {
		b.Put(`<label class="tick" for="class-follow"><input type="checkbox" id="class-follow" data-on="$" $><span>$</span>`+
			`</label>`, strconv.FormatBool(r.now.Follow), off, said("All follow my page"))
		b.WriteString(c.answered(off))
	} else if r.state == Refused {
		b.WriteString(button("primary", "class-again", "Try again", ""))
	}
	if on || len(r.answers) > 0 {
		b.Put(`<div class="lesson-buttons">$$</div>`, button("", "class-csv", "Save as CSV", ""),
			button("", "class-json", "Save as JSON", ""))
	}
	end := button("", "class-close", "Close", "")
	if on {
		end = button("", "class-end", "End the class …", off)
	}
	b.Put(`<div class="lesson-buttons">$</div>`, end)
	if on && c.ending {
		b.Put(`<div class="class-sure" role="group" aria-labelledby="class-sure"><p id="class-sure">$</p>`+
			`<div class="lesson-buttons">$$</div></div>`,
			said("The class ends for all. You can save its answers until you close this panel."),
			button("primary", "class-end-now", "End the class", off), button("", "class-end-not", "Cancel", ""))
	}
	if on && c.door {
		b.Put(`<div class="class-door" role="dialog" aria-modal="true" aria-labelledby="door-title"><h2 id="door-title">$</h2>`+
			`<div id="door-qr" data-own=""></div><p class="class-code">$</p><p class="class-link">$</p>$</div>`,
			said("Join the class"), html.EscapeString(r.me.Code), html.EscapeString(c.link()),
			c.tool("door-close", "Close", "close", ""))
	}
	return b.String()
}

// answered returns the part of the panel about the answers to a step. off is the attribute disabled, or "".
func (c *Client) answered(off string) string {
	at, of := c.steps()
	var steps, reveal, why string
	if of > 1 {
		steps = c.tool("class-back", "Previous step", "up", disabled(at == 0)) +
			fill(`<span>$</span>`, said(words.Text("Step %s of %s", strconv.Itoa(at+1), strconv.Itoa(of)))) +
			c.tool("class-forth", "Next step", "up", disabled(at+1 == of))
	}
	if c.revealable(at) {
		shown := c.room.Revealed(c.here(at))
		label := "Show the answers"
		if shown {
			label = "Hide the answers"
		}
		reveal = button("", "class-reveal", label, `aria-pressed="`+strconv.FormatBool(shown)+`" `+off)
	}
	if c.why != "" {
		why = fill(`<p class="lesson-wrong" role="alert">$</p>`, said(c.why))
	}
	return fill(`<div class="class-answers"><div class="class-step">$$</div>$<div id="class-made" data-own=""></div></div>`,
		steps, reveal, why)
}
