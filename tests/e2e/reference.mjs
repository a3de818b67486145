// The equations of the page once more, in plain JavaScript and double precision, from the papers and not from the
// page's source: what `locus.data` gives is compared with these.

/** A row-major view of `{shape, values}`: at(i, j) or at(h, i, j). */
export function tensor({ shape, values }) {
  const [rows, cols] = shape.slice(-2);
  return shape.length === 3
    ? (h, i, j) => values[(h * rows + i) * cols + j]
    : (i, j) => values[i * cols + j];
}

/** θ_i = b^(−2i/d) for i < d/2. */
export const invFreq = (dim, base) => Array.from({ length: dim / 2 }, (_, i) => base ** ((-2 * i) / dim));

/**
 * YaRN (Peng et al. 2023, arXiv 2309.00071) as the authors' code and Hugging Face do it: the ramp runs over the
 * dimension index between floor and ceil of the two correction dimensions.
 */
export function yarn(dim, { base, factor, original_max_position_embeddings: length, beta_fast, beta_slow, attention_factor }) {
  const correction = (rotations) => (dim * Math.log(length / (rotations * 2 * Math.PI))) / (2 * Math.log(base));
  const low = Math.max(Math.floor(correction(beta_fast)), 0);
  let high = Math.min(Math.ceil(correction(beta_slow)), dim - 1);
  if (low === high) high += 0.001;
  const inv_freq = invFreq(dim, base).map((theta, i) => {
    const ramp = Math.min(Math.max((i - low) / (high - low), 0), 1);
    return (theta / factor) * ramp + theta * (1 - ramp);
  });
  const own = factor <= 1 ? 1 : 0.1 * Math.log(factor) + 1;
  return { inv_freq, scale: attention_factor === 'auto' ? own : attention_factor };
}

/** Row p of x turned by p·θ: pairs (i, i + d/2) for half_split, (2i, 2i + 1) for interleaved. */
export function rotate(row, p, { inv_freq, scale }, pairing) {
  const out = [...row];
  inv_freq.forEach((theta, i) => {
    const [a, b] = pairing === 'half_split' ? [i, i + inv_freq.length] : [2 * i, 2 * i + 1];
    const [cos, sin] = [Math.cos(p * theta) * scale, Math.sin(p * theta) * scale];
    out[a] = row[a] * cos - row[b] * sin;
    out[b] = row[a] * sin + row[b] * cos;
  });
  return out;
}

/** PE[p, 2i] = sin(p ω_i), PE[p, 2i+1] = cos(p ω_i), ω_i = 10000^(−2i/d) (Vaswani et al. 2017, §3.5). */
export function sinusoid(p, c, dim) {
  const angle = p * 10_000 ** ((-2 * Math.floor(c / 2)) / dim);
  return c % 2 ? Math.cos(angle) : Math.sin(angle);
}

/** ALiBi's slopes for any number of heads by the authors' rule (Press et al. 2021, arXiv 2108.12409). */
export function alibiSlopes(heads) {
  const power = 2 ** Math.floor(Math.log2(heads));
  const of = (n) => Array.from({ length: n }, (_, h) => 2 ** ((-8 * (h + 1)) / n));
  return [...of(power), ...of(2 * power).filter((_, at) => at % 2 === 0).slice(0, heads - power)];
}

/** exp(z − max z) / Σ. */
export function softmax(logits) {
  const top = Math.max(...logits);
  const exps = logits.map((z) => Math.exp(z - top));
  const sum = exps.reduce((a, b) => a + b, 0);
  return exps.map((e) => e / sum);
}

const dot = (a, b) => a.reduce((sum, x, c) => sum + x * b[c], 0);

/** All heads' weights [h][i][j] from q and k (heads × n × head_dim) under `state`. */
export function weights(q, k, state) {
  const [heads, n, dim] = q.shape;
  const [qAt, kAt] = [tensor(q), tensor(k)];
  const frequencies = state.rope_type === 'yarn' ? yarn(dim, state) : { inv_freq: invFreq(dim, state.base), scale: 1 };
  const row = (at, h, p) => {
    const plain = Array.from({ length: dim }, (_, c) => at(h, p, c));
    return state.scheme === 'rope' ? rotate(plain, p, frequencies, state.rope_pairing) : plain;
  };
  const slopes = alibiSlopes(heads).map((m) => m * state.slope_scale);
  return Array.from({ length: heads }, (_, h) => {
    const rows = (at) => Array.from({ length: n }, (_, p) => row(at, h, p));
    const [qs, ks] = [rows(qAt), rows(kAt)];
    return qs.map((qi, i) => {
      const logits = ks.map((kj, j) => {
        if (state.mask === 'causal' && j > i) return -Infinity;
        const bias = state.scheme === 'alibi' ? -slopes[h] * Math.abs(i - j) : 0;
        return dot(qi, kj) / Math.sqrt(dim) + bias;
      });
      return softmax(logits);
    });
  });
}

/** softmax over the keys that the mask allows, for logits(h, i, j). */
function attend([heads, n], mask, logit) {
  const row = (h, i) => softmax(Array.from({ length: n }, (_, j) => (mask === 'causal' && j > i ? -Infinity : logit(h, i, j))));
  return Array.from({ length: heads }, (_, h) => Array.from({ length: n }, (_, i) => row(h, i)));
}

/**
 * Weights of the schemes that look at distances: scale · (q·k + q·Q[r] + k·K[r] + u·k) + B[r], r = j − i. `query`, `key` and
 * `bias` say at which distance the tables are read for r, so that only the rule of the paper decides which pairs are alike;
 * a rule that is not given is a term that the scheme has not.
 */
export function relativeWeights(d, { mask, scale, query, key, bias }) {
  const [, n, dim] = d.q.shape;
  const row = (at, h, p) => Array.from({ length: dim }, (_, c) => at(h, p, c));
  const [q, k] = [tensor(d.q), tensor(d.k)];
  // entry r + n − 1; a table that all heads share has one head
  const of = (table) => (h, r) => row(tensor(table), table.shape[0] === 1 ? 0 : h, r + n - 1);
  const [ofQuery, ofKey] = [query && of(d.q_by_distance), key && of(d.k_by_distance)];
  return attend(d.q.shape, mask, (h, i, j) => {
    const [qi, kj, r] = [row(q, h, i), row(k, h, j), j - i];
    let score = dot(qi, kj);
    if (query) score += dot(qi, ofQuery(h, query(r)));
    if (key) score += dot(kj, ofKey(h, key(r)));
    if (d.u) score += dot(kj, Array.from({ length: dim }, (_, c) => d.u.values[h * dim + c]));
    return score * scale + (bias ? d.position.values[h * (2 * n - 1) + bias(r) + n - 1] : 0);
  });
}

/**
 * RoPE's weights for any angles(p) of the pairs, the first 2 · pairs dimensions turning; without `angles`, ReRoPE (bojone/rerope):
 * distances from the window on count as the window.
 */
export function rotatedWeights(d, angles, state) {
  const [, , dim] = d.q.shape;
  const [q, k] = [tensor(d.q), tensor(d.k)];
  const turned = (at, h, row, turn) => {
    const x = Array.from({ length: dim }, (_, c) => at(h, row, c));
    return rotate(x, 1, { inv_freq: turn, scale: 1 }, state.rope_pairing);
  };
  const theta = invFreq(dim, state.base);
  const window = state.rerope_window;
  return attend(d.q.shape, state.mask, (h, i, j) => {
    if (angles) return dot(turned(q, h, i, angles(i)), turned(k, h, j, angles(j))) / Math.sqrt(dim);
    const relative = Math.sign(i - j) * Math.min(Math.abs(i - j), window);
    return dot(turned(q, h, i, theta.map((t) => relative * t)), turned(k, h, j, theta.map(() => 0))) / Math.sqrt(dim);
  });
}

/** concat_h(A_h V_h) W_O: n × d_model. */
export function output(attention, v, w_o) {
  const [heads, n, dim] = v.shape;
  const [vAt, oAt] = [tensor(v), tensor(w_o)];
  return Array.from({ length: n }, (_, i) => {
    const concat = Array.from({ length: heads * dim }, (_, at) => {
      const [h, c] = [Math.floor(at / dim), at % dim];
      return attention[h][i].reduce((sum, a, j) => sum + a * vAt(h, j, c), 0);
    });
    return Array.from({ length: w_o.shape[1] }, (_, d) => concat.reduce((sum, x, at) => sum + x * oAt(at, d), 0));
  });
}

/** The largest absolute difference; NaN if anything is not a number. */
export function gap(actual, expected) {
  const flat = expected.flat(Infinity);
  if (flat.length !== actual.length) return NaN;
  return actual.reduce((worst, x, at) => {
    const difference = Math.abs(x - flat[at]);
    return Number.isNaN(worst) || difference <= worst ? worst : difference;
  }, 0);
}
