/**
 * Returns how much the gaps between clicks vary: their standard deviation by their mean. About 1 for people who know
 * nothing of each other, more when a post spreads, and well below for a program that clicks in even steps. `null` below
 * `clicksMin` clicks, and where all came at once. Pure.
 */
export function gapVariation(timesMs: readonly number[], clicksMin: number): number | null {
  if (timesMs.length < clicksMin) return null
  const sorted = timesMs.toSorted((one, other) => one - other)
  const gaps = sorted.slice(1).map((at, nth) => at - (sorted[nth] ?? at))
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
  if (mean === 0) return null
  const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length
  return Math.sqrt(variance) / mean
}

/**
 * Whether clicks came more evenly than people ever do. Of people who know nothing of each other, the variation of `n`
 * gaps is 1 with a standard error of about 1/√n: 3.3 of them below is chance once in 2,000, and people are less even. Pure.
 */
export function isEven(variation: number | null, clicks: number): boolean {
  return variation !== null && variation < Math.min(evenMax, 1 - 3.3 / Math.sqrt(clicks))
}

/** However many clicks there are: queues and caches smooth those of people a little. */
const evenMax = 0.75
