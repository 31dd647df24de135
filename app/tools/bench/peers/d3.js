// d3-delaunay: Voronoi cells, and the nearest point by walking the triangulation.

import { Delaunay } from "d3-delaunay";
import { columns, flat, rows, serve } from "./serve.js";

let cells, delaunay; // of the last diagram

const voronoi = ({ x0, y0, x1, y1 }, points) => {
	const xy = flat(points);
	const start = performance.now();
	delaunay = new Delaunay(xy);
	const diagram = delaunay.voronoi([x0, y0, x1, y1]);
	cells = [];
	let corners = 0;
	for (let i = 0; i < xy.length / 2; i++) {
		const cell = diagram.cellPolygon(i);
		cells.push(cell);
		corners += cell ? cell.length : 0; // the first comes again as the last
	}
	const ms = performance.now() - start;
	const values = new Float32Array(2 * corners);
	let k = 0;
	for (const cell of cells) {
		if (cell) {
			for (let c = 0; c + 1 < cell.length; c++) {
				values[k++] = cell[c][0];
				values[k++] = cell[c][1];
			}
			values[k++] = NaN;
			values[k++] = NaN;
		}
	}
	return { ms, values };
};

const examine = () => {
	const areas = cells.map((cell) => {
		let twice = 0;
		for (let c = 0; cell && c + 1 < cell.length; c++) {
			const [px, py] = cell[c], [qx, qy] = cell[c + 1], [ox, oy] = cell[0];
			twice += (px - ox) * (qy - oy) - (qx - ox) * (py - oy);
		}
		return Math.abs(twice / 2);
	});
	return { ms: 0, info: { areas, triangles: delaunay.triangles.length / 3, hull: delaunay.hull.length } };
};

const nearest = (grid, points) => {
	const xy = flat(points);
	const label = Float32Array.from({ length: points.length / 3 }, (_, i) => points[3 * i + 2]);
	const start = performance.now();
	const tree = new Delaunay(xy);
	const xs = columns(grid), ys = rows(grid);
	const values = new Float32Array(grid.w * grid.h);
	let k = 0, first = 0;
	for (const y of ys) {
		let i = first;
		first = -1;
		for (const x of xs) {
			i = tree.find(x, y, i);
			if (first < 0) {
				first = i;
			}
			values[k++] = label[i];
		}
	}
	return { ms: performance.now() - start, values };
};

// lloyd moves all points to the centroids of their cells, step by step.
const lloyd = ({ steps }, points) => {
	const xy = Float64Array.from(flat(points));
	const start = performance.now();
	const diagram = new Delaunay(xy).voronoi([0, 0, 1, 1]);
	for (let step = 0; step < steps; step++) {
		if (step > 0) {
			diagram.update();
		}
		const centroids = new Float64Array(xy.length);
		for (let i = 0; i < xy.length / 2; i++) {
			const cell = diagram.cellPolygon(i), ox = xy[2 * i], oy = xy[2 * i + 1];
			let area = 0, mx = 0, my = 0;
			for (let c = 0; c + 1 < cell.length; c++) {
				const px = cell[c][0] - ox, py = cell[c][1] - oy, qx = cell[c + 1][0] - ox, qy = cell[c + 1][1] - oy;
				const a = px * qy - qx * py;
				area += a;
				mx += a * (px + qx);
				my += a * (py + qy);
			}
			centroids[2 * i] = ox + mx / (3 * area);
			centroids[2 * i + 1] = oy + my / (3 * area);
		}
		xy.set(centroids);
	}
	return { ms: performance.now() - start, values: Float32Array.from(xy) };
};

serve({ voronoi, examine, nearest, lloyd });
