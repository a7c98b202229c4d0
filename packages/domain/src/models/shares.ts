/** An endpoint that could answer, as routing sees it. */
export interface Candidate<Id> {
  readonly id: Id
  /** The approximate price of this answer there, in micro-dollars. */
  readonly microUsd: number
  /** Measured over the last half hour; `null` before any measurement, as below. */
  readonly firstTokenMs: number | null
  readonly tokensPerS: number | null
  /** The share of answers that did not fail, 0–1. */
  readonly uptime: number | null
}

/** The price of time: one second of waiting costs this many micro-dollars. */
const microUsdPerSecond = 20
/** The length of a typical answer, for comparing speeds. */
const usualTokens = 200
/** Until it is measured, an endpoint counts as average, so that it is tried. */
export const unmeasured = { firstTokenMs: 500, tokensPerS: 50, uptime: 0.98 } as const
/** The minimum share of every endpoint, relative to an even share, so that it continues to be measured. */
const exploring = 0.05
/** Up to this multiple of the least cost a share falls as the cost grows; beyond that it falls steeply. */
const edge = 1.5
const steepness = 4

/**
 * The share of each endpoint in a model's traffic: its price adjusted by its latency and failure rate, relative to the
 * best. They sum to 1 if there are any. See docs/decisions/0071.
 */
export function sharesOf<Id>(candidates: readonly Candidate<Id>[]): Map<Id, number> {
  const costs = candidates.map((candidate) => ({ id: candidate.id, cost: adjustedCost(candidate) }))
  const least = Math.min(...costs.map(({ cost }) => cost))
  const weights = costs.map(({ id, cost }) => ({ id, weight: weightOf(cost / least) }))
  const total = weights.reduce((sum, { weight }) => sum + weight, 0)
  const even = exploring / candidates.length
  return new Map(weights.map(({ id, weight }) => [id, even + (1 - exploring) * (weight / total)]))
}

/** In micro-dollars: price, waiting, and the cost of a failure and its retry elsewhere. Above zero. */
export function adjustedCost<Id>(candidate: Candidate<Id>): number {
  const firstTokenMs = Math.max(1, candidate.firstTokenMs ?? unmeasured.firstTokenMs)
  const tokensPerS = Math.max(0.1, candidate.tokensPerS ?? unmeasured.tokensPerS)
  const uptime = Math.max(0.05, candidate.uptime ?? unmeasured.uptime)
  const waitS = firstTokenMs / 1_000 + usualTokens / tokensPerS
  return (candidate.microUsd + waitS * microUsdPerSecond) / uptime
}

/** `times`: the cost relative to the least, from 1 on. */
function weightOf(times: number): number {
  return times <= edge ? 1 / times : (1 / edge) * (edge / times) ** steepness
}

/** Picks one of them by its share; `random` in [0, 1). `undefined` if there are none. */
export function chosenBy<Id>(shares: ReadonlyMap<Id, number>, random: number): Id | undefined {
  let left = random
  let last: Id | undefined
  for (const [id, share] of shares) {
    last = id
    left -= share
    if (left < 0) return id
  }
  return last
}
