// What web/builder.html does, in each language: it gives its preview, a <point-scape>, the attributes that
// are chosen, and writes down what a page needs for the same. JavaScript because the
// page's program is in the preview, and such a page is written in it.

"use strict";

const find = (id) => document.getElementById(id);
const form = find("form"), preview = find("preview");
const { dataset: texts } = find("controls"); // in the page's language
const locks = ["points", "method", "steps", "all"];

const escape = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
const checked = (name) => [...form.querySelectorAll(`[name=${name}]:checked`)].map((e) => e.value);

// chosen are the attributes of the element.
const chosen = () => {
	const list = {};
	for (const name of ["controls", "lock", "hide"]) {
		const names = checked(name);
		if (names.length > 0) {
			list[name] = names.join(",");
		}
	}
	for (const name of ["title", "legend", "sweep", "keys"]) {
		if (form.elements[name].checked) {
			list[name] = "1";
		}
	}
	for (const name of ["theme", "lang", "height"]) {
		if (form.elements[name].value) {
			list[name] = form.elements[name].value;
		}
	}
	return list;
};

// choose has the preview show it. Unless a language is chosen, its frame speaks the page's.
const choose = () => {
	const list = { lang: document.documentElement.lang, ...chosen() };
	for (const name of ["controls", "lock", "hide", "title", "legend", "sweep", "keys", "theme", "lang", "height"]) {
		if (!(name in list)) {
			preview.removeAttribute(name);
		} else if (preview.getAttribute(name) !== list[name]) {
			preview.setAttribute(name, list[name]);
		}
	}
	preview.style.width = form.elements.width.value ? `${form.elements.width.value}px` : "";
	quietly();
};

// titled begins a text with a capital, but no letter of a formula, such as k or γ.
const titled = (text) => /^\p{Script=Latin}{2}/u.test(text) ? text[0].toUpperCase() + text.slice(1) : text;

// rows are the controls of the present method; what was ticked stays so.
let listed;
const rows = () => {
	const names = preview.available.map(({ name }) => name).join();
	const body = find("controls");
	if (listed === names) {
		return;
	}
	listed = names;
	const on = { controls: checked("controls"), lock: checked("lock") };
	const tick = (name, value, label) => {
		const cell = document.createElement("td");
		const input = Object.assign(document.createElement("input"), { type: "checkbox", name, value, checked: on[name].includes(value) });
		input.setAttribute("aria-label", texts[name === "lock" ? "locked" : "shown"].replace("{}", () => label));
		cell.append(input);
		return cell;
	};
	const row = (value, label, shown) => {
		const line = document.createElement("tr");
		const head = Object.assign(document.createElement("th"), { scope: "row", textContent: label });
		line.append(head, shown ? tick("controls", value, label) : document.createElement("td"), tick("lock", value, label));
		return line;
	};
	body.replaceChildren(
		...preview.available.map(({ name, label }) => row(name, titled(label), true)),
		...locks.map((name) => row(name, texts[name], false)));
};

// write writes both forms of the frame as it is now.
let writes = 0;
const write = async () => {
	const mine = ++writes;
	const address = new URL(await preview.address());
	if (mine !== writes) {
		return;
	}
	rows();
	const { width } = form.elements;
	const { height = "440", ...list } = chosen();
	const script = new URL("point-scape.js", location.href).href;
	const home = new URL("..", location.href);
	home.hash = address.hash;
	if (!form.elements.lang.value) {
		address.searchParams.delete("lang"); // its readers' browsers decide
	}
	for (const other of document.querySelectorAll("a[hreflang]")) {
		other.hash = address.hash;
	}
	const attributes = Object.entries({ ...list, ...form.elements.height.value && { height } }).map(([k, v]) => ` ${k}="${escape(v)}"`).join("");
	const style = width.value ? ` style="width: ${Number(width.value)}px"` : "";
	find("element").textContent = `<script src="${escape(script)}" async></script>\n<point-scape${attributes}${style}\n  src="${escape(home.href)}"></point-scape>`;
	find("iframe").textContent = `<iframe src="${escape(address.href)}"\n  title="Pointscape" width="${width.value ? Number(width.value) : "100%"}" height="${escape(height)}" style="border:0" loading="lazy" allowfullscreen></iframe>`;
};
const quietly = () => write().catch(() => { }); // another frame has begun, and will say so

// begin has the preview show a link.
const begin = (link) => {
	const at = link.indexOf("#");
	preview.setAttribute("src", new URL(at < 0 ? ".." : `..${link.slice(at)}`, location.href).href);
};

let later;
const soon = () => {
	clearTimeout(later);
	later = setTimeout(quietly, 300);
};
preview.addEventListener("ready", quietly);
preview.addEventListener("change", soon);
preview.addEventListener("error", ({ detail }) => { find("wrong").textContent = detail.message; });
preview.addEventListener("ready", () => { find("wrong").textContent = ""; });
form.addEventListener("change", ({ target }) => {
	if (target.id === "link") {
		begin(target.value);
	} else {
		choose();
	}
});
form.addEventListener("submit", (e) => e.preventDefault());
for (const button of document.querySelectorAll("[data-copy]")) {
	button.addEventListener("click", async () => {
		const from = find(button.dataset.copy);
		try {
			await navigator.clipboard.writeText(from.textContent);
			find("copied").textContent = find("copied").dataset.copied;
		} catch {
			getSelection().selectAllChildren(from);
			find("copied").textContent = find("copied").dataset.marked;
		}
	});
}

begin(location.hash);
