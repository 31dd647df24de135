// The script of web/404.html: it names the path, and shows one of the page's languages, chosen as in web/index.html;
// without this script, all of them are shown. It is JavaScript because a host sends that page without knowing the
// reader's language.

"use strict";

{
	const languages = document.currentScript.dataset.languages.trim().split(" ");
	let chosen = null;
	try {
		chosen = localStorage.getItem("pointscape.lang");
	} catch {
		// refused
	}
	const wanted = [new URLSearchParams(location.search).get("lang"), chosen, ...navigator.languages];
	const tag = wanted.map((one) => one?.toLowerCase().split("-")[0]).find((one) => languages.includes(one)) ?? "en";
	const page = document.documentElement;
	page.lang = page.dataset.language = tag;
	addEventListener("DOMContentLoaded", () => {
		for (const path of document.querySelectorAll(".path")) {
			path.textContent = location.pathname;
		}
		for (const cut of document.querySelectorAll(".cut")) {
			cut.hidden = !location.hash; // of a path, # is no matter
		}
		document.title = document.querySelector(`section[lang=${tag}]`).dataset.title;
	});
}
