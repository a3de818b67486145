// Median, fastest and slowest of a list of milliseconds.
export function stats(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const median = sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  return { median, min: sorted[0], max: sorted.at(-1), runs: sorted.length };
}
