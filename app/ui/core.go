package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/catalogue"
	"pointscape/app/room/client"
	"pointscape/app/room/clock"
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
	"pointscape/engine/wire"
)

// Core is the page: its rooms, and the controllers that join them. Everything runs on the
// browser's one thread.
type Core struct {
	Embedded bool
	rooms
	controllers
}

// rooms are the page's state; see app/README.md.
type rooms struct {
	catalogue    catalogue.Catalogue
	editor       editor.Editor
	client       client.Client
	study        study.Room
	runs         runs.Room
	player       player.Player
	sweep        sweep.Room
	lecture      lecture.Room  // a course that is followed
	deck         deck.Room     // a deck that is made
	ink          ink.Room      // what is drawn over a page by hand
	printing     printing.Room // a handout of either
	thumbs       printing.Figures
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
	conversation frame.Conversation // with the page around a frame
	present      present.Present
	sound        sound.Room // what is heard of the picture
	tuning       tuning.Tuning
	wall         wall.Room

	board      notifications.Board
	fields     notifications.Fields // of the parameters and of the card
	dataFields notifications.Fields // of the data panel
	speaker    notifications.Speaker

	screen  stage.Screen
	gesture stage.Gesture
}

// controllers join the rooms: each has pointers to what it works with, and little state of its own.
type controllers struct {
	// What an event leads to: an edit, or a question.
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
	handouts    handouts
	sounds      sounds
	answers     answers

	// What follows from an edit, and from an answer.
	effects  effects
	requests requests

	// What shows it.
	painter      painter
	rows         wideRows
	names        names
	inputs       inputs
	plots        plots
	legend       legend
	playerBar    playerBar
	readout      readout
	presentation presentation
	appearance   appearance
	layout       layout
	menus        menus
	choosing     choosing
	page         rendered
	versions     versions
	walls        walls
}

// NewCore makes the page's state. theme is "auto" or a palette's name, embedded
// tells that the stage stands alone in somebody's frame.
func NewCore(theme string, embedded bool) *Core { return newCore(theme, embedded, system{}) }

// newCore tells the rooms what they work with.
func newCore(chosen string, embedded bool, time clock.Clock) *Core {
	c := &Core{Embedded: embedded}
	c.join()
	c.effects.pace = clock.Pace{Clock: time, Every: tellEvery, Show: c.effects.factsNow}
	c.gesture.Needs = c.host.needs()
	c.screen.Init(embedded)

	c.editor = editor.New(editor.Needs{
		Catalogue: &c.catalogue, Effects: &c.effects, Engine: &c.opener, Notifier: &c.board, Lock: &c.embedder,
	})
	c.editor.Typed(local.Get(TitleKey))
	c.client.Needs = client.Needs{Clock: time, Requests: &c.requests, Stage: &c.screen.Picture, Effects: &c.effects}
	c.study.Needs = study.Needs{Clock: time, Page: &c.studies}
	c.wall.Needs = wall.Needs{Clock: time, Page: &c.walls}
	c.runs = runs.New(runs.Needs{Shelf: local, Page: &c.runLog, Embedded: embedded})
	c.player.Needs = player.Needs{Clock: time, Page: &c.playerBar}
	c.sweep.Needs = sweep.Needs{Clock: time, Page: &c.sweeps}
	c.lecture.Needs = lecture.Needs{Shelf: local, Page: &c.lectures}
	c.deck.Needs = deck.Needs{Shelf: local, Page: &c.lectures.decks}
	c.lectures.decks.clock = time
	c.ink.Page = &c.lectures.decks
	c.printing.Needs = printing.Needs{Clock: time, Page: &c.handouts}
	c.handouts.clock = time
	c.thumbs.Clock, c.thumbs.Page = time, &c.lectures.decks
	c.inspector.Needs = inspector.Needs{Clock: time, Page: &c.readout, Readout: &c.readout}
	c.hits.Needs = hittest.Needs{Page: &c.keyActions}
	c.panels.Needs = panels.Needs{Clock: time, Embedded: embedded, Page: &c.plots}
	c.store.Needs = persistence.Needs{
		Clock: time, Local: local, Session: session, Address: bar{}, Notifier: &c.board, Embedded: embedded,
		Loader: &c.importer, Page: &c.opener,
	}
	c.importer.Needs = importer.Needs{Engine: &c.client, Editor: &c.editor, Page: &c.opener, Chooser: &c.chooser}
	c.chooser = importer.Chooser{Importer: &c.importer, Changed: c.choosing.changed}
	c.recipes = importer.Recipes{
		Importer: &c.importer, Prepare: c.editor.WithRecipe, Failed: c.board.Alarm, Changed: c.page.data,
	}
	c.board = notifications.Board{Clock: time, Changed: c.page.dock}
	c.speaker = notifications.Speaker{Clock: time, Live: sayLive, Result: sayResult}
	c.theme.Needs = theme.Needs{PrefersDark: prefersDark, Wear: wear}
	c.theme.Choose(chosen)
	c.present.Needs = present.Needs{Shelf: local, Page: &c.presentation}
	c.conversation.Needs = frame.Needs{Clock: time, Build: build(), Page: &c.embedder}
	c.sound.Needs = sound.Needs{Clock: time, Shelf: local, Page: &c.sounds}
	c.exporting.Needs = export.Needs{Clock: time, Shelf: local, Page: &c.exporter}
	c.search = methodsearch.Search{Methods: c.catalogue.Methods, Chosen: c.editor.Method}
	return c
}

// Connect starts the engine; aside starts the one for long work, when it is asked for.
// offer is what both can do.
func (c *Core) Connect(offer *wire.Offer, dial, aside workers.Dial) {
	c.effects.offer = offer
	c.study.Dial, c.wall.Dial, c.printing.Dial, c.thumbs.Dial = aside, aside, aside, aside
	c.client.Connect(dial)
	c.effects.begin()
}

// join gives each controller what it works with.
func (c *Core) join() {
	c.page = rendered{parts: map[Part]app.Composer{}, present: &c.present, versions: &c.versions}
	c.versions = versions{
		client: &c.client, editor: &c.editor, importer: &c.importer, lecture: &c.lecture, player: &c.player,
		store: &c.store, page: &c.page,
	}
	c.interaction = interaction{gesture: &c.gesture, player: &c.player, sweep: &c.sweep}
	c.params = params{
		client: &c.client, editor: &c.editor, fields: &c.fields, importer: &c.importer, player: &c.player,
		tuning: &c.tuning, effects: &c.effects, interaction: &c.interaction, inputs: &c.inputs, page: &c.page,
	}
	c.inputs = inputs{
		client: &c.client, editor: &c.editor, fields: &c.fields, interaction: &c.interaction, params: &c.params,
	}
	c.names = names{editor: &c.editor, gesture: &c.gesture, theme: &c.theme, painter: &c.painter, rows: &c.rows}
	c.classes = classes{
		editor: &c.editor, present: &c.present, speaker: &c.speaker, names: &c.names, page: &c.page,
	}
	c.edits = edits{board: &c.board, editor: &c.editor, gesture: &c.gesture, speaker: &c.speaker, page: &c.page}
	c.rows = wideRows{
		board: &c.board, editor: &c.editor, inspector: &c.inspector, screen: &c.screen, theme: &c.theme,
		names: &c.names,
	}
	c.placing = placing{editor: &c.editor, speaker: &c.speaker, page: &c.page}
	c.painter = painter{
		client: &c.client, editor: &c.editor, hits: &c.hits, inspector: &c.inspector, screen: &c.screen,
		theme: &c.theme, page: &c.page, picked: &c.picked, rows: &c.rows, ink: &c.ink,
	}
	c.picked = pickedPoints{
		board: &c.board, editor: &c.editor, inspector: &c.inspector, speaker: &c.speaker, menus: &c.menus,
		names: &c.names, page: &c.page, painter: &c.painter, rows: &c.rows,
	}
	c.keyActions = keyActions{
		editor: &c.editor, gesture: &c.gesture, hits: &c.hits, inspector: &c.inspector,
		panels: &c.panels, player: &c.player, speaker: &c.speaker, effects: &c.effects, interaction: &c.interaction,
		menus: &c.menus, page: &c.page, painter: &c.painter, params: &c.params, picked: &c.picked, plots: &c.plots,
		studies: &c.studies,
	}
	c.plots = plots{
		client: &c.client, editor: &c.editor, hits: &c.hits, panels: &c.panels, present: &c.present,
		screen: &c.screen, speaker: &c.speaker, legend: &c.legend, page: &c.page, walls: &c.walls,
	}
	c.embedder = embedder{
		embedded: c.Embedded, client: &c.client, editor: &c.editor, conversation: &c.conversation, importer: &c.importer,
		player: &c.player, layout: &c.layout, menus: &c.menus, params: &c.params, lecture: &c.lecture,
	}
	c.studies = studies{
		board: &c.board, client: &c.client, editor: &c.editor, speaker: &c.speaker, study: &c.study, menus: &c.menus,
		page: &c.page, picked: &c.picked, requests: &c.requests, runLog: &c.runLog,
	}
	c.mender = mender{
		client: &c.client, editor: &c.editor, present: &c.present, host: &c.host, params: &c.params,
	}
	c.sweeps = sweeps{
		embedded: c.Embedded, client: &c.client, conversation: &c.conversation, editor: &c.editor, fields: &c.fields,
		player: &c.player, speaker: &c.speaker, sweep: &c.sweep, effects: &c.effects, inputs: &c.inputs,
		interaction: &c.interaction, params: &c.params, page: &c.page,
	}
	c.lectures = lectures{
		board: &c.board, client: &c.client, conversation: &c.conversation, editor: &c.editor, importer: &c.importer,
		lecture: &c.lecture, speaker: &c.speaker, store: &c.store, effects: &c.effects, page: &c.page,
		painter: &c.painter, embedder: &c.embedder,
	}
	c.lectures.decks = decks{
		lectures: &c.lectures, catalogue: &c.catalogue, deck: &c.deck, presenter: &c.present, thumbs: &c.thumbs,
		ink: &c.ink,
	}
	c.sounds = sounds{
		embedded: c.Embedded, board: &c.board, client: &c.client, editor: &c.editor, gesture: &c.gesture, lecture: &c.lecture,
		sound: &c.sound, speaker: &c.speaker, names: &c.names, page: &c.page,
	}
	c.answers = answers{
		client: &c.client, interaction: &c.interaction, lecture: &c.lecture, menus: &c.menus, speaker: &c.speaker,
		page: &c.page,
	}
	c.handouts = handouts{board: &c.board, lectures: &c.lectures, printing: &c.printing, page: &c.page}
	c.runLog = runLog{
		board: &c.board, client: &c.client, editor: &c.editor, importer: &c.importer, runs: &c.runs, study: &c.study,
		page: &c.page,
	}
	c.holdout = holdout{
		board: &c.board, editor: &c.editor, gesture: &c.gesture, inspector: &c.inspector, speaker: &c.speaker,
		names: &c.names, page: &c.page,
	}
	c.legend = legend{client: &c.client, editor: &c.editor, screen: &c.screen, theme: &c.theme, picked: &c.picked,
		painter: &c.painter, embedder: &c.embedder}
	c.exporter = exporter{board: &c.board, client: &c.client, editor: &c.editor, exporting: &c.exporting,
		embedder: &c.embedder, player: &c.player, page: &c.page}
	c.presentation = presentation{
		embedded: c.Embedded, client: &c.client, editor: &c.editor, panels: &c.panels, present: &c.present,
		screen: &c.screen, speaker: &c.speaker, layout: &c.layout, menus: &c.menus, page: &c.page, plots: &c.plots,
		walls: &c.walls,
	}
	c.opener = opener{
		embedded: c.Embedded, board: &c.board, client: &c.client, dataFields: &c.dataFields, editor: &c.editor,
		importer: &c.importer, menus: &c.menus, page: &c.page,
	}
	c.appearance = appearance{client: &c.client, theme: &c.theme, page: &c.page, painter: &c.painter, walls: &c.walls}
	c.menus = newMenus()
	c.menus.embedded, c.menus.present, c.menus.page = c.Embedded, &c.present, &c.page
	c.choosing = choosing{chooser: &c.chooser, page: &c.page}
	c.layout = layout{
		embedded: c.Embedded, client: &c.client, editor: &c.editor, conversation: &c.conversation, panels: &c.panels,
		player: &c.player, screen: &c.screen, presentation: &c.presentation, walls: &c.walls,
	}
	c.requests = requests{
		editor: &c.editor, hits: &c.hits, panels: &c.panels, player: &c.player, theme: &c.theme,
		study: &c.study, runs: &c.runs, tuning: &c.tuning, interaction: &c.interaction, page: &c.page,
	}
	c.effects = effects{
		board: &c.board, catalogue: &c.catalogue, chooser: &c.chooser, client: &c.client, dataFields: &c.dataFields,
		editor: &c.editor, fields: &c.fields, gesture: &c.gesture, conversation: &c.conversation, hits: &c.hits,
		importer: &c.importer, inspector: &c.inspector, panels: &c.panels, player: &c.player, recipes: &c.recipes,
		screen: &c.screen, speaker: &c.speaker, store: &c.store, study: &c.study, runs: &c.runs, tuning: &c.tuning,
		printing:    &c.printing,
		interaction: &c.interaction,
		holdout:     &c.holdout, inputs: &c.inputs, legend: &c.legend, names: &c.names, page: &c.page,
		painter: &c.painter, params: &c.params, picked: &c.picked, presentation: &c.presentation, studies: &c.studies,
		versions: &c.versions, walls: &c.walls, sweep: &c.sweep, sweeps: &c.sweeps, lecture: &c.lecture,
		lectures: &c.lectures, sound: &c.sound, answers: &c.answers,
	}
	c.walls = walls{
		catalogue: &c.catalogue, client: &c.client, editor: &c.editor,
		interaction: &c.interaction, present: &c.present, presentation: &c.presentation, requests: &c.requests,
		screen: &c.screen, wall: &c.wall,
		page: &c.page, fields: &c.fields, speaker: &c.speaker, lecture: &c.lecture,
	}
	c.host = planeHost{
		client: &c.client, editor: &c.editor, hits: &c.hits, inspector: &c.inspector, screen: &c.screen,
		speaker: &c.speaker, classes: &c.classes, effects: &c.effects, interaction: &c.interaction, holdout: &c.holdout,
		names: &c.names, page: &c.page, painter: &c.painter, picked: &c.picked, placing: &c.placing, rows: &c.rows,
		walls: &c.walls, lecture: &c.lecture, sounds: &c.sounds, ink: &c.ink,
	}
	c.playerBar = playerBar{
		board: &c.board, client: &c.client, editor: &c.editor, player: &c.player, screen: &c.screen,
		speaker: &c.speaker, theme: &c.theme, effects: &c.effects, interaction: &c.interaction, page: &c.page,
	}
	c.readout = readout{
		client: &c.client, editor: &c.editor, hits: &c.hits, lecture: &c.lecture, present: &c.present, screen: &c.screen,
		theme: &c.theme, legend: &c.legend, names: &c.names, painter: &c.painter,
	}
}
