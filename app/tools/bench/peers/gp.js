// The part of a Gaussian process that is written by hand for tfjs and jax-js,
// which have no fast factorisation: fit in float64, one triangle at a time.
//
// What the libraries compute, at m places: E = A·B with k(x, z) = exp(E), the
// mean K·alpha, and the variance 1 - |K·LinvT|² row by row.

export const fit = ({ length, alpha: noise, d }, points) => {
	const n = points.length / 3;
	const s = 1 / length;
	const x = new Float64Array(n), y = new Float64Array(n), t = new Float64Array(n);
	for (let i = 0; i < n; i++) {
		x[i] = points[3 * i] * s;
		y[i] = d === 2 ? points[3 * i + 1] * s : 0;
		t[i] = d === 2 ? points[3 * i + 2] : points[3 * i + 1];
	}
	const L = new Float64Array(n * n);
	for (let i = 0; i < n; i++) {
		for (let j = 0; j <= i; j++) {
			const dx = x[i] - x[j], dy = y[i] - y[j];
			let k = Math.exp(-0.5 * (dx * dx + dy * dy));
			if (i === j) {
				k += noise;
			}
			const a = i * n, b = j * n;
			for (let c = 0; c < j; c++) {
				k -= L[a + c] * L[b + c];
			}
			L[a + j] = i === j ? Math.sqrt(k) : k / L[b + j];
		}
	}
	// The inverse of L, transposed: row j of R holds column j of L⁻¹.
	const R = new Float64Array(n * n);
	for (let j = 0; j < n; j++) {
		const r = j * n;
		R[r + j] = 1 / L[j * n + j];
		for (let i = j + 1; i < n; i++) {
			const a = i * n;
			let v = 0;
			for (let c = j; c < i; c++) {
				v -= L[a + c] * R[r + c];
			}
			R[r + i] = v / L[a + i];
		}
	}
	// beta = L⁻¹t, alpha = L⁻ᵀbeta
	const beta = new Float64Array(n), alpha = new Float32Array(n);
	for (let i = 0; i < n; i++) {
		let v = t[i];
		for (let c = 0; c < i; c++) {
			v -= L[i * n + c] * beta[c];
		}
		beta[i] = v / L[i * n + i];
	}
	for (let j = 0; j < n; j++) {
		let v = 0;
		for (let i = j; i < n; i++) {
			v += R[j * n + i] * beta[i];
		}
		alpha[j] = v;
	}
	// About the middle of the data, where squares cancel least.
	const B = new Float32Array(4 * n);
	const cx = mean(x), cy = mean(y);
	for (let i = 0; i < n; i++) {
		const u = x[i] - cx, v = y[i] - cy;
		B[i] = u;
		B[n + i] = v;
		B[2 * n + i] = -0.5 * (u * u + v * v);
		B[3 * n + i] = 1;
	}
	return { n, LinvT: Float32Array.from(R), alpha, B, s, cx, cy };
};

const mean = (a) => a.reduce((p, q) => p + q, 0) / a.length;

// places makes the rows of A from first to before last.
export const places = ({ s, cx, cy }, xs, ys, first, last) => {
	const A = new Float32Array(4 * (last - first));
	const w = xs.length;
	for (let p = first, k = 0; p < last; p++) {
		const u = xs[p % w] * s - cx, v = ys ? ys[Math.floor(p / w)] * s - cy : 0;
		A[k++] = u;
		A[k++] = v;
		A[k++] = 1;
		A[k++] = -0.5 * (u * u + v * v);
	}
	return A;
};
