package ui

import (
	"pointscape/app/room/annotate"
	"pointscape/app/room/catalogue"
	"pointscape/app/room/client"
	"pointscape/app/room/clock"
	"pointscape/app/room/collecting"
	"pointscape/app/room/deck"
	"pointscape/app/room/editor"
	"pointscape/app/room/export"
	"pointscape/app/room/frame"
	"pointscape/app/room/hittest"
	"pointscape/app/room/importer"
	"pointscape/app/room/ink"
	"pointscape/app/room/inspector"
	"pointscape/app/room/lecture"
	"pointscape/app/room/methodsearch"
	"pointscape/app/room/notifications"
	"pointscape/app/room/panels"
	"pointscape/app/room/persistence"
	"pointscape/app/room/player"
	"pointscape/app/room/present"
	"pointscape/app/room/printing"
	"pointscape/app/room/runs"
	"pointscape/app/room/sound"
	"pointscape/app/room/study"
	"pointscape/app/room/sweep"
	"pointscape/app/room/theme"
	"pointscape/app/room/tuning"
	"pointscape/app/room/wall"
	"pointscape/app/stage"
	"pointscape/app/workers"
	"pointscape/engine/doc"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// Core is the whole page: its rooms, and the controllers that connect them. Everything runs on the browser's one
// thread.
type Core struct {
	Embedded bool
	clock    clock.Clock
	rooms
	controllers
}

// rooms have the state of the page, one part each; see app/README.md.
type rooms struct {
	catalogue    catalogue.Catalogue
	editor       editor.Editor
	client       client.Client
	study        study.Room
	runs         runs.Room
	player       player.Player
	sweep        sweep.Room
	lecture      lecture.Room     // the course or deck that is open, and the progress in it
	deck         deck.Room        // the deck that is edited in this browser
	ink          ink.Room         // freehand drawing over a page
	notes        annotate.Room    // tool that draws annotations
	printing     printing.Room    // handout of the open course or deck
	thumbs       printing.Figures // small figures of pages
	packing      printing.Package // package of the open course or deck for a learning platform
	collecting   collecting.Room  // collected answers to an assignment
	inspector    inspector.Inspector
	hits         hittest.Index
	panels       panels.Panels
	store        persistence.Store
	importer     importer.Importer
	recipes      importer.Recipes
	chooser      importer.Chooser
	theme        theme.Theme
	search       methodsearch.Search
	exporting    export.Dialog
	conversation frame.Conversation // messages with the embedding page
	present      present.Present
	sound        sound.Room // the picture as sound
	tuning       tuning.Tuning
	wall         wall.Room

	board      notifications.Board
	fields     notifications.Fields // refused inputs of the parameters and of the card of a point
	dataFields notifications.Fields // refused inputs of the data panel
	speaker    notifications.Speaker

	screen  stage.Screen
	gesture stage.Gesture
}

// controllers connect the rooms. Each embeds *Core, which gives it the rooms and the other controllers, and has little
// state of its own.
type controllers struct {
	// They turn an event into an edit, or ask for something.
	host        planeHost
	interaction interaction
	params      params
	mender      mender
	edits       edits
	placing     placing
	classes     classes
	holdout     holdout
	picked      pickedPoints
	keyActions  keyActions
	opener      opener
	exporter    exporter
	embedder    embedder
	studies     studies
	runLog      runLog
	sweeps      sweeps
	lectures    lectures
	decks       decks
	collects    collects
	handouts    handouts
	live        live
	sounds      sounds
	predictions predictions
	annotations annotations

	// They handle what follows from an edit or from an answer of the engine.
	effects  effects
	requests requests

	// They show the state.
	painter      painter
	rows         wideRows
	paramRows    paramRows
	shows        shows
	names        names
	inputs       inputs
	plots        plots
	legend       legend
	playerBar    playerBar
	readout      readout
	presentation presentation
	layout       layout
	menus        menus
	choosing     choosing
	page         rendered
	walls        walls
}

// NewCore returns the page's state. theme is "auto" or the name of a palette; embedded means that the page is shown in
// a frame of another page.
func NewCore(theme string, embedded bool) *Core { return newCore(theme, embedded, system{}) }

// newCore connects the rooms and the controllers: it sets the Needs of each room. chosen is NewCore's theme.
func newCore(chosen string, embedded bool, time clock.Clock) *Core {
	c := &Core{Embedded: embedded, clock: time}
	c.menus = newMenus()
	for _, x := range []**Core{
		&c.host.Core, &c.interaction.Core, &c.params.Core, &c.mender.Core, &c.edits.Core, &c.placing.Core,
		&c.classes.Core, &c.holdout.Core, &c.picked.Core, &c.keyActions.Core, &c.opener.Core, &c.exporter.Core,
		&c.embedder.Core, &c.studies.Core, &c.runLog.Core, &c.sweeps.Core, &c.lectures.Core, &c.decks.Core,
		&c.collects.Core,
		&c.handouts.Core, &c.live.Core, &c.sounds.Core, &c.predictions.Core, &c.annotations.Core, &c.effects.Core,
		&c.requests.Core, &c.painter.Core, &c.paramRows.Core, &c.shows.Core,
		&c.rows.Core, &c.names.Core, &c.inputs.Core, &c.plots.Core, &c.legend.Core, &c.playerBar.Core,
		&c.readout.Core, &c.presentation.Core, &c.layout.Core, &c.menus.Core,
		&c.choosing.Core, &c.page.Core, &c.walls.Core,
	} {
		*x = c
	}
	c.effects.pace = clock.Pace{Clock: time, Every: tellEvery, Show: c.effects.factsNow}
	c.gesture.Init(c.host.needs())
	c.screen.Init(embedded)

	c.editor.Init(editor.Needs{
		Catalogue: &c.catalogue, Lock: &c.embedder, Changed: c.effects.Changed, Selected: c.effects.Selected,
		Toast: c.board.Toast, Begun: c.opener.Begun, Make: c.opener.Make, Unroll: c.opener.Unroll,
	})
	c.editor.Typed(local.Get(TitleKey))
	c.client.Needs = client.Needs{
		Clock:    time,
		Requests: client.Requests{Busy: c.interaction.Busy, Compose: c.requests.Compose},
		Stage: client.Stage{
			Canvas: c.screen.Picture.Lend, Where: c.screen.Picture.Where, Staged: c.screen.Picture.Staged,
		},
		Effects: client.Effects{
			Hello: c.effects.Hello, Picture: c.effects.Picture, Painted: c.effects.Painted, Facts: c.effects.Facts,
			Refused: c.effects.Refused, Further: c.effects.Further, Notice: c.board.News, Condition: c.page.tells(theEngine),
			Versions: c.page.writeVersions,
		},
	}
	c.study.Needs = study.Needs{Clock: time,
		Present: c.studies.Present, Suits: c.studies.Suits, Compose: c.studies.Compose, Changed: c.studies.Changed,
		More: c.studies.More, Found: c.runLog.found, Share: showShare, Say: c.speaker.Say, Tell: c.board.News,
	}
	c.wall.Needs = wall.Needs{Clock: time,
		Cells: c.walls.Cells, Compose: c.walls.Compose, Busy: c.interaction.Busy, Paint: c.walls.Paint,
		Said: c.walls.Said, Settled: c.walls.Settled,
	}
	c.runs = runs.New(runs.Needs{Shelf: local, Embedded: embedded,
		Asked: c.runLog.Asked, Changed: c.runLog.Changed, Tell: c.board.News})
	toast := func(text string) { c.board.Toast(text, false) }
	c.player.Needs = player.Needs{Clock: time,
		Step: func() *int { return c.editor.Now().View.Step }, ShowStep: c.editor.View.ShowStep,
		Again: c.client.Changed, State: c.client.State, Painted: c.client.PaintedState, Source: c.editor.Source,
		Render: c.page.tells(thePlayer), Write: c.playerBar.Write, Tell: toast, Say: c.speaker.Say,
		Settled: c.effects.settled, Still: reducedMotion, Dragging: c.interaction.dragging,
	}
	c.sweep.Needs = sweep.Needs{Clock: time,
		Sweep: c.sweeps.Sweep, Values: c.sweeps.Values, Value: c.sweeps.Value, Move: c.sweeps.Move, Rest: c.sweeps.Rest,
		State: c.client.State, Painted: c.client.PaintedState, Still: reducedMotion, Render: c.page.tells(theSweep),
		Write: c.sweeps.Write, Say: c.sweeps.Say,
	}
	c.lecture.Init(lecture.Needs{Shelf: local, Page: &c.lectures})
	c.deck.Needs = deck.Needs{Shelf: local,
		Changed: func() { c.decks.copied = false }, Unkept: c.decks.Unkept, Unread: c.decks.Unread}
	c.ink.Pixel, c.ink.Inked = c.decks.Pixel, c.painter.highlights
	c.notes.Init(c.annotations.needs())
	c.printing.Needs = printing.Needs{Clock: time,
		Put: c.handouts.Put, Figure: c.handouts.Figure, Without: c.handouts.Without, Print: c.handouts.Print,
		Away: c.handouts.Away, Changed: c.page.tells(theLesson),
		Fail: func(why string) { c.board.Alarm(words.Text("There is no handout: %s", why)) },
	}
	c.thumbs.Clock, c.thumbs.Drawn = time, c.decks.Drawn
	c.live.goTo = goTo
	c.packing = printing.Package{Helper: workers.Helper{Clock: time}, Save: c.exporter.Save,
		Changed: c.page.tells(theLesson),
		Fail:    func(why string) { c.board.Alarm(words.Text("There is no package: %s", why)) }}
	c.collecting.Needs = collecting.Needs{Clock: time, Deck: func() string { return c.decks.source },
		Changed: c.collects.Changed, Say: c.speaker.Say}
	c.inspector.Needs = inspector.Needs{Clock: time, Readout: &c.readout,
		Points: func() []doc.Point { return c.editor.Now().Points }, View: c.editor.View.Now, Rows: c.editor.Points.Rows,
		Dragged: c.editor.Draft.Dragged, Selected: c.editor.Selection.Now, Touch: func() bool { return c.gesture.Touch },
		Open: c.readout.Open, Computing: c.client.Computing, Ask: c.readout.Ask, Hovered: c.readout.Hovered,
		Key: c.hits.Key, OtherCorner: c.present.Legend, Text: c.names.place, Rings: c.painter.rings,
	}
	c.hits.Needs = hittest.Needs{Page: &c.keyActions}
	c.panels.Needs = panels.Needs{Clock: time, Embedded: embedded,
		Offered: c.plots.Offered, Called: func() bool { return c.present.On() }, Paint: c.plots.Paint, Box: c.plots.Box,
		Moved: c.page.tells(thePlots), Redraw: c.client.Redraw,
	}
	c.store.Needs = persistence.Needs{
		Clock: time, Local: local, Session: session, Address: bar{}, Notifier: &c.board, Embedded: embedded,
		Loader: &c.importer, Present: c.editor.Settled, Linked: c.opener.Linked, Before: c.opener.Before,
		Begin:   func(d doc.Document) { c.editor.Replace(d, "start", "") },
		Offered: c.page.tells(theNotices),
	}
	c.importer.Needs = importer.Needs{Engine: &c.client, Editor: &c.editor, Chooser: &c.chooser,
		Note: c.opener.Note, Opening: c.opener.Opening}
	c.chooser = importer.Chooser{Importer: &c.importer, Changed: c.choosing.changed}
	c.recipes = importer.Recipes{
		Importer: &c.importer, Prepare: c.editor.Data.WithRecipe, Failed: c.board.Alarm, Changed: c.page.tells(theData),
	}
	c.fields.Changed, c.dataFields.Changed = c.page.tells(theFields), c.page.tells(theData)
	c.board = notifications.Board{Clock: time, Changed: c.page.tells(theNotices)}
	c.speaker = notifications.Speaker{Clock: time, Live: sayLive, Result: sayResult}
	c.theme.Needs = theme.Needs{PrefersDark: prefersDark, Wear: wear}
	c.theme.Choose(chosen)
	c.present.Needs = present.Needs{Shelf: local,
		On:  func() bool { return !embedded && c.editor.Now().View.Present },
		Set: c.editor.View.Present, Window: func() (w, h int) { return c.layout.window.W, c.layout.window.H },
		Stage: func() int { return c.panels.Layout().Stage(c.layout.window.W) }, Fill: fillScreen, Leave: leaveScreen,
		Changed: c.presentation.Changed, Redraw: c.client.Redraw, Say: c.speaker.Say,
	}
	c.conversation.Needs = frame.Needs{Clock: time, Build: build(), Post: post,
		Now: c.embedder.Now, Picture: c.embedder.Picture, Load: c.embedder.Load, Change: c.embedder.Change,
		Hidden: func(fact string) bool { return c.lecture.Veiled() || c.lecture.Hidden(fact) },
		Check:  c.importer.Check, Steps: c.embedder.Steps, Drawn: c.embedder.Drawn, Walk: c.player.Walk,
		Play: c.embedder.Play, Size: c.embedder.Size,
	}
	c.sound.Needs = sound.Needs{Clock: time, Shelf: local,
		Open: c.sounds.audio.open, View: c.sounds.View, Ask: c.sounds.Ask, Play: c.sounds.audio.play,
		Hush: c.sounds.audio.hush, Tell: toast, Says: c.speaker.Say, Render: c.page.tells(theSound),
	}
	c.exporting.Needs = export.Needs{Clock: time, Shelf: local,
		Make: c.exporter.Make, Motions: c.exporter.Motions, Save: c.exporter.Save, Show: c.exporter.Show,
		Changed: c.page.tells(theExport),
	}
	c.search = methodsearch.Search{Methods: c.catalogue.Methods, Chosen: c.editor.Method}
	return c
}

// Connect starts the page's engine by dial, and opens the document that the page starts with unless the engine must
// check it first. aside starts the engines for long work when they are needed, and class the program of live
// classes. offer has the declarations of all methods and data sets.
func (c *Core) Connect(offer *wire.Offer, dial, aside, class workers.Dial) {
	c.effects.offer = offer
	c.study.Dial, c.wall.Dial, c.printing.Dial, c.thumbs.Dial = aside, aside, aside, aside
	c.live.dial = class
	c.live.engine = workers.Helper{Clock: c.clock, Dial: aside, Died: func(why string) {
		c.live.answer("", &wire.Error{Message: why})
	}}
	c.packing.Dial = aside
	c.collecting.Dial = aside
	c.client.Connect(dial)
	c.effects.begin()
}
