// Counts what the page does to itself: by canvas, frames in which it was painted on and calls that did it;
// by element, changes of attributes, texts and children.

"use strict";

window.touching = (() => {
	const called = (e) => {
		if (e.nodeType === Node.TEXT_NODE) {
			return e.parentElement ? called(e.parentElement) : "a text";
		}
		const kind = typeof e.className === "string" && e.className ? "." + e.className.replaceAll(" ", ".") : "";
		return e.nodeName.toLowerCase() + (e.id ? "#" + e.id : kind);
	};
	const count = (of, name) => { of[name] = (of[name] ?? 0) + 1; };
	const canvases = {}, calls = {}, changed = {}, now = new Set();
	for (const method of ["clearRect", "fillRect", "strokeRect", "fill", "stroke", "drawImage", "putImageData", "fillText", "strokeText"]) {
		const own = CanvasRenderingContext2D.prototype[method];
		CanvasRenderingContext2D.prototype[method] = function (...args) {
			const name = this.canvas.isConnected ? called(this.canvas) : "a canvas beside the page";
			count(calls, name + " " + method);
			now.add(name);
			return own.apply(this, args);
		};
	}
	const frame = () => {
		for (const name of now) {
			count(canvases, name);
		}
		now.clear();
		requestAnimationFrame(frame);
	};
	requestAnimationFrame(frame);
	new MutationObserver((list) => {
		for (const r of list) {
			count(changed, called(r.target) + " " + (r.attributeName ?? r.type));
		}
	}).observe(document, { subtree: true, attributes: true, characterData: true, childList: true });
	return { canvases, calls, changed };
})();
