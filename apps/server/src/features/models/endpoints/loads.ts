import type { Clock } from '@gridloom/async/clock'
import type { ServeReport } from '@gridloom/contract/agent/models'
import type { ModelEndpointId } from '@gridloom/contract/core/ids'
import { afterwards, type Breaker, byNow, closedBreaker } from '@gridloom/domain/models/breaker'
import type { Attempt, Made, Measured } from '../ports.ts'
import type { Figures } from './figures.ts'

/** How an endpoint is doing just now. */
export interface Standing {
  /** Answers at work and waiting there. */
  readonly load: number
  /** `resting`: it failed several times in a row, or is being tried again by somebody else. */
  readonly breaker: 'well' | 'resting'
}

/** Calls under way at each endpoint, and what its breaker makes of how they end. */
export interface Loads {
  standingOf(id: ModelEndpointId, reported: Heard | undefined): Standing
  begin(id: ModelEndpointId): Attempt
  forget(id: ModelEndpointId): void
}

/** What a machine said, and when we heard it. */
export interface Heard {
  readonly report: ServeReport
  readonly atMs: number
}

interface Load {
  underWay: number
  changedAtMs: number
  breaker: Breaker
}

/** Faster than any engine: the text came in one piece, and nothing was measured. */
const tokensPerSMax = 100_000

export function createLoads({
  clock,
  metrics,
}: {
  clock: Clock
  metrics: Pick<Figures, 'note'>
}): Loads {
  const loads = new Map<ModelEndpointId, Load>()
  const loadOf = (id: ModelEndpointId): Load => {
    const known = loads.get(id) ?? { underWay: 0, changedAtMs: -1, breaker: closedBreaker }
    loads.set(id, known)
    return known
  }
  const change = (load: Load, by: 1 | -1) => {
    load.underWay += by
    load.changedAtMs = clock.monotonicMs()
  }
  return {
    standingOf(id, heard) {
      const load = loadOf(id)
      const breaker = byNow(load.breaker, clock.monotonicMs())
      const isTried = breaker.kind === 'trying' && load.underWay > 0
      return {
        load: loadWith(load, heard),
        breaker: breaker.kind === 'open' || isTried ? 'resting' : 'well',
      }
    },
    begin(id) {
      const load = loadOf(id)
      load.breaker = byNow(load.breaker, clock.monotonicMs())
      change(load, 1)
      return attemptOf(clock, (outcome, measured) => {
        change(load, -1)
        if (outcome === 'not_counted') return
        const happened = outcome === 'failed' ? 'failed' : 'succeeded'
        load.breaker = afterwards(load.breaker, happened, clock.monotonicMs())
        metrics.note(id, outcome === 'failed' ? null : figureOf(measured))
      })
    },
    forget: (id) => void loads.delete(id),
  }
}

/** A report knows of others' work too, until we know better. */
function loadWith({ underWay, changedAtMs }: Load, heard: Heard | undefined): number {
  if (heard === undefined || heard.atMs <= changedAtMs) return underWay
  return Math.max(underWay, heard.report.busy + heard.report.queued)
}

type Outcome = Parameters<Attempt['end']>[0]

function attemptOf(clock: Clock, over: (outcome: Outcome, measured: Measured) => void): Attempt {
  const startMs = clock.monotonicMs()
  let firstMs: number | undefined
  let measured: Measured | undefined
  return {
    firstToken() {
      firstMs ??= clock.monotonicMs()
    },
    end(outcome, made) {
      if (measured !== undefined) return measured
      measured = measure({ startMs, firstMs, endMs: made.endMs ?? clock.monotonicMs(), made })
      over(outcome, measured)
      return measured
    },
  }
}

interface Times {
  startMs: number
  firstMs: number | undefined
  endMs: number
  made: Made
}

/**
 * What a machine says of its time only divides the time that we saw: who claims to have been quick at the one is slow at
 * the other.
 */
function measure({ startMs, firstMs, endMs, made }: Times): Measured {
  const { tokens, ms } = made
  const firstAtMs = firstMs ?? (ms === undefined ? undefined : Math.max(startMs, endMs - ms))
  if (firstAtMs === undefined)
    return { firstTokenMs: null, tokensPerS: speedOf(tokens, endMs - startMs) }
  return { firstTokenMs: firstAtMs - startMs, tokensPerS: speedOf(tokens - 1, endMs - firstAtMs) }
}

function speedOf(tokens: number, ms: number): number | null {
  const tokensPerS = (tokens * 1_000) / ms
  return tokens > 0 && tokensPerS < tokensPerSMax ? tokensPerS : null
}

/** A speed with the wait for the first token in it is none that others could be compared with. */
function figureOf(measured: Measured): Measured {
  return measured.firstTokenMs === null ? { firstTokenMs: null, tokensPerS: null } : measured
}
