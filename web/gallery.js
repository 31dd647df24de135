// The script of gallery.html searches the cards and changes their order. It is JavaScript because the page loads no
// program.

"use strict";

const search = document.getElementById("search");
const find = document.getElementById("find");
const count = document.getElementById("count");
const sections = [...document.querySelectorAll("#shelves > section")];
const parts = [...document.querySelectorAll(".places > div")];

// fold normalises a text for comparison, as the page's lists do: k-NN becomes knn, and accents are removed.
const fold = (text) => text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f\-_'’]/g, "").replace(/œ/g, "oe");
const split = (text) => text.split(/\s+/).filter(Boolean);
// beginnings returns the texts with which a search may begin for a word: the word itself, and the word without an
// article, as in l'erreur.
const beginnings = (word) => [word, word.replace(/^\p{L}+['’](?=\p{L}{3})/u, "")]
	.map((text) => fold(text).replace(/^[^\p{L}\p{N}]+/u, ""));

const cards = [...document.querySelectorAll(".card")].map((el) => ({
	el, home: el.closest("section"), method: el.dataset.method,
	says: fold(el.textContent), // the text on the card: any part of it is found
	begins: split(el.textContent).flatMap(beginnings), // its words, for one or two letters: their beginnings are found
	text: [], // the page behind it: its words are found by their beginnings
	known: [], // the names of its method, likewise
}));
const familyOf = {}; // of a method: the section with its examples
for (const c of cards) {
	if (c.home.dataset.kind === "family") {
		familyOf[c.method] ??= c.home;
	}
}

// --- texts: fetched when a search begins ---

let texts;
let missing = "";
const again = document.getElementById("again");
const load = () => texts ??= (async () => {
	const abort = new AbortController();
	let give;
	const listen = () => { // the download ends if nothing arrives for this long
		clearTimeout(give);
		give = setTimeout(() => abort.abort(), 12_000);
	};
	try {
		listen();
		const answer = await fetch(count.dataset.texts, { signal: abort.signal });
		if (!answer.ok) {
			throw new Error(answer.status);
		}
		const list = [];
		const reader = answer.body.getReader();
		for (let part; !(part = await reader.read()).done;) {
			list.push(part.value);
			listen();
		}
		const { methods, pages } = JSON.parse(await new Blob(list).text());
		for (const c of cards) {
			c.text = split(pages[c.el.id] ?? "");
			c.words = c.text.map(beginnings);
			c.known = split(methods[c.method] ?? "").flatMap(beginnings);
		}
	} catch {
		missing = ` ${count.dataset.missing}`;
		texts = undefined; // to be fetched again
		again.hidden = false;
		show();
		return;
	} finally {
		clearTimeout(give);
	}
	missing = "";
	show();
})();
again.addEventListener("click", () => {
	again.hidden = true;
	search.focus();
	load();
});

// --- order ---

const by = () => find.elements.by.value;

// sectionOf returns the section of a card in an order.
const sectionOf = (c, order) => {
	switch (order) {
	case "method":
		return familyOf[c.method] ?? c.home;
	case "question":
		return document.getElementById(`question-${c.el.dataset.asks || "other"}`);
	}
	return c.home;
};

const arrange = () => {
	const order = by();
	document.getElementById("shelves").className = `by-${order}`;
	const into = new Map(sections.map((section) => [section, []]));
	// A method's examples precede the course pages that show it.
	const list = order === "method" ? cards.toSorted((a, b) => (a.home.dataset.kind === "course") - (b.home.dataset.kind === "course")) : cards;
	for (const c of list) {
		const there = into.get(sectionOf(c, order));
		const last = order === "method" ? there.findLastIndex((other) => other.method === c.method) : -1;
		there.splice(last < 0 ? there.length : last + 1, 0, c);
	}
	for (const [section, list] of into) {
		section.querySelector(".cards").replaceChildren(...list.map((c) => c.el));
	}
};

// --- search ---

// sought parses a word of the search. Two or three capitals are a name, such as EM, and match whole words only.
const sought = (text) => {
	const w = fold(text);
	const name = /^\p{Lu}{2,3}$/u.test(text);
	const is = (word) => name ? word.replace(/[^\p{L}\p{N}]+$/u, "") === w : word.startsWith(w);
	return { w, is, part: w.length > 2 && !name };
};

// found reports where all words were found: "" if on the card or in the names of its method, else an excerpt of its
// page's text; null if not all were found.
const found = (c, words) => {
	let piece = "";
	for (const { w, is, part } of words) {
		if (part && c.says.includes(w) || c.begins.some(is) || c.known.some(is)) {
			continue;
		}
		const at = c.words?.findIndex((list) => list.some(is)) ?? -1;
		if (at < 0) {
			return null;
		}
		piece ||= { before: c.text.slice(Math.max(0, at - 5), at).join(" "), word: c.text[at], after: c.text.slice(at + 1, at + 6).join(" ") };
	}
	return piece;
};

let telling;
const tell = (text) => { // after a pause, so that screen readers say one number instead of one for each letter
	clearTimeout(telling);
	telling = setTimeout(() => { count.textContent = text; }, 300);
};

const show = () => {
	const words = split(search.value).map(sought);
	let n = 0;
	for (const c of cards) {
		const piece = found(c, words);
		c.el.hidden = piece === null;
		n += piece === null ? 0 : 1;
		c.el.querySelector(".in")?.remove();
		if (piece) {
			const p = document.createElement("p");
			const mark = document.createElement("mark");
			p.className = "in";
			mark.textContent = piece.word;
			p.append(`… ${piece.before} `, mark, ` ${piece.after} …`);
			c.el.append(p);
		}
	}
	for (const section of sections) {
		section.hidden = !section.querySelector(".card:not([hidden])");
		const link = document.querySelector(`.places a[href="#${section.id}"]`);
		link.hidden = section.hidden;
	}
	for (const part of parts) {
		part.hidden = !part.querySelector("a:not([hidden])");
	}
	const { all, some, none } = count.dataset;
	tell((words.length === 0 ? all : n === 0 ? none : some.replace("{}", n)) + missing);
	const at = new URLSearchParams();
	if (by() !== "lecture") {
		at.set("by", by());
	}
	if (search.value.trim() !== "") {
		at.set("q", search.value.trim());
	}
	const query = at.toString();
	try {
		history.replaceState(null, "", location.pathname + (query && `?${query}`) + location.hash);
	} catch { /* the browser refuses it for a while after many changes: the address follows with the next one */ }
};

// --- events ---

search.addEventListener("focus", load);
search.addEventListener("input", () => {
	again.hidden = true;
	load();
	show();
});
find.addEventListener("change", (e) => {
	if (e.target.name === "by") {
		arrange();
		show();
	}
});
const first = () => document.querySelector("#shelves section:not([hidden]) .card:not([hidden]) a");
find.addEventListener("submit", (e) => { // Enter focuses the first link that is found; Enter again follows it
	e.preventDefault();
	first()?.focus();
});
search.addEventListener("keydown", (e) => {
	if (e.key === "ArrowDown") {
		e.preventDefault();
		first()?.focus();
	}
});
addEventListener("keydown", (e) => {
	if (e.key === "/" && !e.ctrlKey && !e.metaKey && !e.altKey && document.activeElement !== search) {
		e.preventDefault();
		search.focus();
		search.select();
	}
});

const asked = new URLSearchParams(location.search);
search.value = asked.get("q") ?? "";
for (const radio of find.elements.by) {
	radio.checked = radio.value === (asked.get("by") ?? "lecture");
}
if (!find.querySelector(":checked")) {
	find.elements.by[0].checked = true;
}
find.hidden = count.hidden = false;
arrange();
show();
if (search.value !== "") {
	load();
}
