package ui

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// icon returns a line icon of 20 × 20 units. It is decoration: the button around it has the accessible name.
func icon(name string) app.UI { return app.Raw(iconHTML(name)) }

func iconHTML(name string) string {
	return `<svg class="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">` +
		icons[name] + `</svg>`
}

var icons = map[string]string{
	"undo":    `<path d="M7 4.5 3.5 8 7 11.5M4 8h7.5a4.5 4.5 0 0 1 0 9H9"/>`,
	"redo":    `<path d="M13 4.5 16.5 8 13 11.5M16 8H8.5a4.5 4.5 0 0 0 0 9H11"/>`,
	"share":   `<path d="M8.5 11.5a3.5 3.5 0 0 0 5 0l2.5-2.5a3.5 3.5 0 0 0-5-5L9.8 5.2M11.500 8.500a3.500 3.500 0 0 0-5 0L4 11a3.500 3.500 0 0 0 5 5l1.200-1.200"/>`,
	"slides":  `<rect x="3" y="7" width="14" height="9.500" rx="1.200"/><path d="M4.500 4.500h11M6.500 2.500h7"/>`,
	"up":      `<path d="M10 16V4.500M5.500 9 10 4.500 14.500 9"/>`,
	"lower":   `<path d="M10 4v11.500M5.500 11l4.500 4.500 4.500-4.500"/>`,
	"pen":     `<path d="m4 16 .8-3.600L13.500 3.700l2.800 2.800-8.700 8.700ZM11.500 5.700l2.800 2.800"/>`,
	"arrow":   `<path d="M4 16 15.500 4.500M8 4.500h7.500V12"/>`,
	"text":    `<path d="M4.500 6V4h11v2M10 4v12M7.500 16h5"/>`,
	"region":  `<path d="M5 6.500C8 2 15 3.500 16.500 8s-2 8.500-7 8S2.500 11 5 6.500Z" stroke-dasharray="2.600 2.300"/>`,
	"export":  `<path d="M10 3v9.500M6 9l4 4 4-4M3.500 16.500h13"/>`,
	"sun":     `<circle cx="10" cy="10" r="3.500"/><path d="M10 2v1.500M10 16.500V18M2 10h1.500M16.500 10H18M4.300 4.300l1.100 1.100M14.600 14.600l1.100 1.100M4.300 15.700l1.100-1.100M14.600 5.400l1.100-1.100"/>`,
	"moon":    `<path d="M16.500 12A7 7 0 0 1 8 3.500a7 7 0 1 0 8.500 8.500Z"/>`,
	"auto":    `<circle cx="10" cy="10" r="6.500"/><path d="M10 3.500a6.500 6.500 0 0 1 0 13Z" fill="currentColor"/>`,
	"beam":    `<rect x="2.500" y="3.500" width="15" height="10" rx="1"/><path d="M10 13.500V17M7 17h6"/>`,
	"help":    `<circle cx="10" cy="10" r="7.500"/><path d="M7.800 7.800a2.200 2.200 0 1 1 3.300 1.900c-.7.4-1.100.9-1.100 1.800M10 14.100v.1"/>`,
	"data":    `<circle cx="5" cy="13.500" r="1.600"/><circle cx="9" cy="6.500" r="1.600"/><circle cx="14.500" cy="9.500" r="1.600"/><circle cx="11.500" cy="15" r="1.600"/>`,
	"book":    `<path d="M10 5.500C8.500 4 6 3.500 3 3.500v12c3 0 5.500.5 7 2 1.500-1.500 4-2 7-2v-12c-3 0-5.500.5-7 2Zm0 0v12"/>`,
	"course":  `<path d="m10 4 8 3.500-8 3.500-8-3.500ZM5 9.500v4c2.500 2 7.500 2 10 0v-4M18 7.500v5"/>`,
	"hand":    `<path d="M6.500 10.500v-5a1.200 1.200 0 0 1 2.400 0V9M8.900 8.500v-4a1.200 1.200 0 0 1 2.400 0v4M11.300 8.500V5a1.200 1.200 0 0 1 2.400 0v6.500c0 3.500-1.500 5.500-4.200 5.500-2.500 0-3.500-1.200-4.500-3l-1.600-3a1.100 1.100 0 0 1 1.900-1.200l1.200 1.700"/>`,
	"code":    `<path d="M3.500 3.500h4.500v4.500H3.500zM12 3.500h4.500v4.500H12zM3.500 12h4.500v4.500H3.500zM12 12h1.500M16 12v.1M12 16.500v-1.500M15 15h1.500v1.500"/>`,
	"dot":     `<circle cx="10" cy="10" r="6"/>`,
	"close":   `<path d="m5 5 10 10M15 5 5 15"/>`,
	"reset":   `<path d="M4 5v4h4M4.300 8.800A6.200 6.200 0 1 1 4 12"/>`,
	"trash":   `<path d="M3.500 5.500h13M8 5.500V3.500h4v2M5 5.500l.8 11h8.400l.8-11M8.300 8.500v5M11.700 8.500v5"/>`,
	"held":    `<circle cx="10" cy="10" r="6.200"/><circle cx="10" cy="10" r="1.200"/>`,
	"dice":    `<rect x="3.500" y="3.500" width="13" height="13" rx="2.500"/><path d="M7.200 7.200v.1M12.800 7.200v.1M10 10v.1M7.200 12.800v.1M12.800 12.800v.1" stroke-width="2.200"/>`,
	"plus":    `<path d="M10 4v12M4 10h12"/>`,
	"minus":   `<path d="M4 10h12"/>`,
	"fit":     `<rect x="3" y="3.500" width="14" height="13" rx="1.500" stroke-dasharray="2.200 2.300"/><path d="M7 12.500v.1M10 7.500v.1M13.200 11v.1" stroke-width="2.400"/>`,
	"sliders": `<path d="M3.500 6.500h6M14 6.500h2.500M3.500 13.500H6M10.500 13.500h6"/><circle cx="11.800" cy="6.500" r="2.200"/><circle cx="8.200" cy="13.500" r="2.200"/>`,
	"plot":    `<path d="M3.500 3.500v13h13M6 13c2-6 4-7 5.500-4S14.500 9 16.500 5"/>`,
	"keys":    `<path d="M9.500 5.500h7M9.500 10h7M9.500 14.500h7M3 10h3.500M3 14.500h3.500" /><circle cx="4.700" cy="5.500" r="1.700"/>`,
	"smaller": `<path d="M3 14.500 6.500 6l3.500 8.500M4.200 12h4.600M13 10h4.500"/>`,
	"larger":  `<path d="M2.500 15.500 7 4.500l4.500 11M4.100 12h5.800M13 9.500h5M15.500 7v5"/>`,
	"frame":   `<path d="M3.500 7V3.500H7M13 3.500h3.500V7M16.500 13v3.500H13M7 16.500H3.500V13"/>`,
	"check":   `<path d="m4 10.500 4 4 8-9"/>`,
	"warn":    `<path d="M10 3 18 17H2L10 3Zm0 5v4.500M10 14.600v.1"/>`,
	"run":     `<path d="M5 10v.1M10 10v.1M15 10v.1" stroke-width="2.600"/>`,
	"stop":    `<rect x="4.500" y="4.500" width="11" height="11" rx="1.500"/>`,
	"down":    `<path d="m5.500 8 4.500 4.500L14.500 8"/>`,
	"open":    `<path d="M8 4H4v12h12v-4M11.500 4H16v4.500M16 4l-7 7"/>`,
	"copy":    `<rect x="7" y="7" width="9.500" height="9.500" rx="1.500"/><path d="M13 7V3.500H3.500V13H7"/>`,
	"sheet":   `<path d="M3.500 4.500h13v11h-13zM3.500 8.200h13M3.500 11.900h13M8 4.500v11"/>`,
	"first":   `<path d="M5 4.500v11"/><path d="M15.500 4.500v11L7.500 10Z" fill="currentColor"/>`,
	"back":    `<path d="M14.500 4.500v11L9 10Z" fill="currentColor"/><path d="M6 4.500v11"/>`,
	"play":    `<path d="M6 4v12l10.500-6Z" fill="currentColor"/>`,
	"pause":   `<path d="M6.800 4.500v11M13.200 4.500v11" stroke-width="3"/>`,
	"forth":   `<path d="M5.500 4.500v11L11 10Z" fill="currentColor"/><path d="M14 4.500v11"/>`,
	"last":    `<path d="M4.500 4.500v11l8-5.500Z" fill="currentColor"/><path d="M15 4.500v11"/>`,
	"search":  `<circle cx="8.800" cy="8.800" r="5"/><path d="m12.500 12.500 4 4"/>`,
	"swap":    `<path d="M4 6.500h11.500M12.500 3.500l3 3-3 3M16 13.500H4.500M7.500 10.500l-3 3 3 3"/>`,
	"globe":   `<circle cx="10" cy="10" r="7"/><path d="M3 10h14M10 3c-5 4.500-5 9.500 0 14M10 3c5 4.500 5 9.500 0 14"/>`,
	"gear":    `<circle cx="10" cy="10" r="5.200"/><circle cx="10" cy="10" r="2"/><path d="M10 4.500v-2M10 15.500v2M4.500 10h-2M15.500 10h2M6.100 6.100 4.700 4.700M13.900 13.900l1.400 1.400M13.900 6.100l1.400-1.400M6.100 13.900l-1.400 1.400" stroke-width="2.400"/>`,
	"sound":   `<path d="M3 8v4h3l4 3.500v-11L6 8ZM12.500 7.500a3.500 3.500 0 0 1 0 5M14.500 5a7 7 0 0 1 0 10"/>`,
	"sigma":   `<path d="M14.500 6V4H5.500l5 6-5 6h9v-2"/>`,
}

// logo returns the product's logo, which is also the site's icon.
func logo() app.UI {
	return el("img.logo src=$ alt='' width=26 height=26", siteFile("web/icon.svg"))
}
