/** What routing knows of one endpoint that could answer. */
export interface Candidate<Id> {
  readonly id: Id
  /** What this very answer would cost there, about, in micro-dollars. */
  readonly microUsd: number
  /** Measured over the last half hour; `null` before there is anything. */
  readonly firstTokenMs: number | null
  readonly tokensPerS: number | null
  /** Share of answers that did not fail, 0–1; `null` before there is anything. */
  readonly uptime: number | null
  /** Slots that are free just now, and those it has. */
  readonly free: number
  readonly slots: number
}

/** How dear time is against money: a second that somebody waits is worth so many micro-dollars. */
const microUsdPerSecond = 20
/** An answer of a usual length, for comparing speeds. */
const usualTokens = 200
/** Before it was measured, an endpoint counts as a middling one, so that it is tried. */
const unmeasured = { firstTokenMs: 500, tokensPerS: 50, uptime: 0.98 } as const
/** Every endpoint gets at least this of the average share, so that it goes on being measured. */
const exploring = 0.05
/** Endpoints within this of the best share the traffic; beyond it shares fall off fast. */
const edge = 1.5
const steepness = 4

/**
 * The share of each endpoint in a model's traffic: its price adjusted by how long it lets people wait and how often it
 * fails, against the best. They sum to 1 where there are any. Endpoints without a free slot get no more than exploration.
 */
export function sharesOf<Id>(candidates: readonly Candidate<Id>[]): Map<Id, number> {
  const costs = candidates.map(adjustedCost)
  const best = Math.min(...costs)
  const weights = candidates.map(({ free }, at) =>
    free > 0 ? weightOf(costs[at] ?? best, best) : 0,
  )
  const average = weights.reduce((sum, weight) => sum + weight, 0) / Math.max(1, weights.length)
  const floor = average === 0 ? 1 : average * exploring
  const raised = weights.map((weight) => Math.max(weight, floor))
  const total = raised.reduce((sum, weight) => sum + weight, 0)
  return new Map(candidates.map(({ id }, at) => [id, (raised[at] ?? 0) / total]))
}

/** In micro-dollars: money, waiting, and what it costs when it fails and is asked again elsewhere. */
export function adjustedCost<Id>(candidate: Candidate<Id>): number {
  const firstTokenMs = candidate.firstTokenMs ?? unmeasured.firstTokenMs
  const tokensPerS = Math.max(0.1, candidate.tokensPerS ?? unmeasured.tokensPerS)
  const uptime = Math.max(0.05, candidate.uptime ?? unmeasured.uptime)
  const waitS = firstTokenMs / 1_000 + usualTokens / tokensPerS
  return (candidate.microUsd + waitS * microUsdPerSecond) / uptime
}

function weightOf(cost: number, best: number): number {
  const ratio = cost / Math.max(1e-9, best)
  return ratio <= edge ? 1 / ratio : (1 / edge) * (edge / ratio) ** steepness
}

/** One of them by its share; `chance` in [0, 1). `undefined` where there are none. */
export function chosenBy<Id>(shares: ReadonlyMap<Id, number>, chance: number): Id | undefined {
  let left = chance
  let last: Id | undefined
  for (const [id, share] of shares) {
    last = id
    left -= share
    if (left < 0) return id
  }
  return last
}
