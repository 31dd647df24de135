// The script of web/builder.html, in each language: it sets the chosen attributes on the preview, a <point-scape>, and
// writes the code for the same frame in a page.

"use strict";

const find = (id) => document.getElementById(id);
const form = find("form"), preview = find("preview");
const { dataset: texts } = find("controls"); // in the page's language

const escape = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
const checked = (name) => [...form.querySelectorAll(`[name=${name}]:checked`)].map((e) => e.value);

// chosen returns the chosen attributes of the element.
const chosen = () => {
	const list = {};
	const hide = [...form.querySelectorAll("[name=part]:not(:checked)")].map((e) => e.value);
	for (const [name, names] of Object.entries({ controls: checked("controls"), lock: checked("lock"), hide })) {
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

// choose sets the chosen attributes on the preview. Unless a language is chosen, the frame has the page's.
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

// titled capitalises the first letter of a text, unless it is a symbol of a formula, such as k or γ.
const titled = (text) => /^\p{Script=Latin}{2}/u.test(text) ? text[0].toUpperCase() + text.slice(1) : text;

// rows lists the controls of the current method; ticked boxes stay ticked.
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
	const row = (value, label) => {
		const line = document.createElement("tr");
		const head = Object.assign(document.createElement("th"), { scope: "row", textContent: label });
		line.append(head, tick("controls", value, label), tick("lock", value, label));
		return line;
	};
	body.replaceChildren(...preview.available.map(({ name, label }) => row(name, titled(label))));
};

// together keeps two columns consistent: a locked control is shown.
const together = ({ name, value, checked }) => {
	const other = { lock: "controls", controls: "lock" }[name];
	const twin = other && find("controls").querySelector(`[name=${other}][value="${CSS.escape(value)}"]`);
	if (twin && checked === (name === "lock")) {
		twin.checked = checked;
	}
};

// heights returns a script that sets iframes to the heights that they request. As in point-scape.js, small differences
// are ignored, such as those caused by a scroll bar that appears or disappears.
const heights = (origin) => `  addEventListener("message", ({ source, origin, data }) => {
    if (origin !== ${JSON.stringify(origin)} || data?.pointscape !== 1 || !data.ideal) return;
    for (const frame of document.querySelectorAll("iframe")) {
      if (frame.contentWindow === source && Math.abs(frame.clientHeight - data.ideal) > 16) {
        frame.style.height = data.ideal + "px";
      }
    }
  });`;

// put shows a piece of code, and clears the note that another one was copied.
const put = (id, text) => {
	if (find(id).textContent !== text) {
		find(id).textContent = text;
		find("copied").textContent = "";
	}
};

// write shows both forms of the code for the current frame.
let writes = 0;
const write = async () => {
	const mine = ++writes;
	const address = new URL(await preview.address());
	if (mine !== writes) {
		return;
	}
	rows();
	const { width } = form.elements;
	const { height, ...list } = chosen();
	const tall = height ?? String(Math.round(preview.clientHeight)); // as in the preview
	const script = new URL("point-scape.js", location.href).href;
	const home = new URL("..", location.href);
	home.hash = address.hash;
	if (!form.elements.lang.value) {
		address.searchParams.delete("lang"); // its readers' browsers decide
	}
	for (const other of document.querySelectorAll("a[hreflang]")) {
		other.hash = address.hash;
	}
	const attributes = Object.entries({ ...list, ...height && { height } }).map(([k, v]) => ` ${k}="${escape(v)}"`).join("");
	const style = width.value ? ` style="width: ${Number(width.value)}px"` : "";
	put("element", `<script src="${escape(script)}" async></script>\n<point-scape${attributes}${style}\n  src="${escape(home.href)}"></point-scape>`);
	const grows = find("script").checked ? `\n<script>\n${heights(address.origin)}\n</script>` : "";
	put("iframe", `<iframe src="${escape(address.href)}"\n  title="Pointscape" width="${width.value ? Number(width.value) : "100%"}" height="${escape(tall)}" style="border:0" loading="lazy" allowfullscreen></iframe>${grows}`);
};
const quietly = () => write().catch(() => { }); // it fails when another frame starts, which is followed by an event

// begin opens a link in the preview; begun resolves when it is shown or refused.
let begun;
const begin = (link) => {
	begun = new Promise((done) => {
		preview.addEventListener("ready", done, { once: true });
		preview.addEventListener("error", done, { once: true });
	});
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
new ResizeObserver(soon).observe(preview);
form.addEventListener("change", ({ target }) => {
	if (target.id === "link") {
		begin(target.value);
	} else {
		together(target);
		choose();
	}
});
form.addEventListener("submit", (e) => e.preventDefault());
const kind = () => document.querySelector("[name=kind]:checked").value;
const section = document.querySelector("section");
section.addEventListener("change", () => {
	for (const part of section.querySelectorAll("[data-kind]")) {
		part.hidden = part.dataset.kind !== kind();
	}
	find("grows").hidden = kind() !== "iframe";
	section.querySelector("[data-kind=iframe].help").hidden ||= find("script").checked;
	quietly();
});
find("copy").addEventListener("click", async () => {
	const from = find(kind());
	await Promise.race([begun, new Promise((done) => { setTimeout(done, 4000); })]); // a link that was just pasted
	await quietly();
	try {
		await navigator.clipboard.writeText(from.textContent);
		find("copied").textContent = find("copied").dataset.copied;
	} catch {
		getSelection().selectAllChildren(from);
		find("copied").textContent = find("copied").dataset.marked;
	}
});
begin(location.hash);
