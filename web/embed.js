// The script of web/embed.html: it controls a frame by messages and shows the frame's messages. It is JavaScript
// because pages that embed a frame use JavaScript.

"use strict";

const frame = document.getElementById("talking");
const log = document.getElementById("log");
let asked = 0;

const write = (mark, message) => {
	const { pointscape, ...rest } = message;
	const text = JSON.stringify(rest);
	log.textContent += `${mark} ${text.length > 1200 ? `${text.slice(0, 1200)}…` : text}\n`;
	log.scrollTop = log.scrollHeight;
};

const say = (message) => {
	const whole = { pointscape: 1, id: ++asked, ...message };
	write("→", whole);
	frame.contentWindow.postMessage(whole, location.origin);
};

addEventListener("message", (e) => {
	if (e.source !== frame.contentWindow || e.origin !== location.origin || e.data?.pointscape !== 1) {
		return;
	}
	write("←", e.data);
	const c = e.data.params?.C;
	const slider = document.getElementById("c");
	if (c > 0 && document.activeElement !== slider) {
		slider.value = Math.log10(c);
	}
	if (c > 0) {
		const { lang } = document.documentElement;
		document.getElementById("c-value").textContent = c.toLocaleString(lang, { maximumSignificantDigits: 3, useGrouping: false });
	}
});

const on = (id, type, what) => document.getElementById(id).addEventListener(type, what);
on("c", "input", (e) => say({ type: "set", params: { C: Number((10 ** e.target.value).toPrecision(3)) } }));
on("get", "click", () => say({ type: "get" }));
on("step", "click", () => say({ type: "step", by: 1 }));
on("wrong", "click", () => say({ type: "set", params: { C: -1 } }));
on("moons", "click", (e) => say({
	type: "set",
	document: JSON.stringify({ version: 1, method: "svm", params: { kernel: "rbf", C: 1 }, dataset: { name: "moons", n: 120, noise: 0.2, seed: 1 }, title: e.target.textContent }),
}));
on("descent", "click", (e) => say({
	type: "set",
	document: JSON.stringify({ version: 1, method: "perceptron", dataset: { name: "linear", n: 60, seed: 4 }, view: { step: 0 }, title: e.target.dataset.title }),
}));
