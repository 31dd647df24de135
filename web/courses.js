// The script of courses.html: it marks completed pages, and links to the page at which the reader stopped. Both are
// stored in this browser by the pages of a course (app/room/lecture).

"use strict";

const says = document.currentScript.dataset;

function show() {
	let kept = null;
	try {
		kept = JSON.parse(localStorage.getItem("pointscape.courses"));
	} catch { } // refused, or no JSON
	for (const section of document.querySelectorAll("section")) {
		const begin = section.querySelector(".begin");
		const pages = kept?.[new URLSearchParams(begin.search).get("course")] ?? {};
		const cards = [...section.querySelectorAll(".card")];
		let last = -1; // of which something is done
		cards.forEach((card, i) => {
			const link = card.querySelector("a");
			const had = pages[new URLSearchParams(link.search).get("course").split("/")[1]];
			const steps = +(card.dataset.steps ?? 0);
			const done = had?.done === true && had.step >= steps - 1;
			if (done || had?.done || had?.step > 0) {
				last = i;
			}
			card.querySelector(".done")?.remove();
			card.dataset.done = done;
			if (done) {
				const mark = document.createElement("p");
				mark.className = "done";
				mark.textContent = "✓ " + says.done;
				card.append(mark);
			}
		});
		const to = cards.findIndex((card, i) => i >= last && card.dataset.done === "false");
		const on = last >= 0 && to >= 0; // who has done the last page begins anew
		section.dataset.begin ??= begin.getAttribute("href");
		section.dataset.says ??= begin.textContent;
		begin.setAttribute("href", on ? cards[to].querySelector("a").getAttribute("href") : section.dataset.begin);
		begin.textContent = on ? says.goOn + " (" + (to + 1) + ")" : section.dataset.says;
	}
}

addEventListener("pageshow", show); // also when the browser comes back to the list
