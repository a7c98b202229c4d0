import type { Clock } from '@gridloom/async/clock'
import type { ServeReport } from '@gridloom/contract/agent/models'
import type { ModelEndpointId } from '@gridloom/contract/core/ids'
import { afterwards, type Breaker, byNow, closedBreaker } from '@gridloom/domain/models/breaker'
import type { AnswerOutput, Attempt, Measurement } from './attempt.ts'
import type { EndpointStats } from './endpoint-stats.ts'

/** The current health of an endpoint, as routing weighs it. */
export interface EndpointHealth {
  /** Answers that are in progress or queued. */
  readonly load: number
  /** `open`: it failed several times in a row, or its one trial request is under way. */
  readonly breaker: 'closed' | 'open'
}

/** In-flight answers and the circuit breaker of each endpoint. */
export interface InFlight {
  healthOf(id: ModelEndpointId, reported: ReceivedReport | undefined): EndpointHealth
  begin(id: ModelEndpointId): Attempt
  forget(id: ModelEndpointId): void
}

/** A machine's latest report of an endpoint, and its arrival time by the server's monotonic clock. */
export interface ReceivedReport {
  readonly report: ServeReport
  readonly atMs: number
}

interface EndpointCalls {
  count: number
  changedAtMs: number
  breaker: Breaker
}

/** Faster than any engine: the text arrived all at once, so there is no speed to measure. */
const tokensPerSMax = 100_000

export function createInFlight({
  clock,
  stats,
}: {
  clock: Clock
  stats: Pick<EndpointStats, 'record'>
}): InFlight {
  const inFlight = new Map<ModelEndpointId, EndpointCalls>()
  const callsOf = (id: ModelEndpointId): EndpointCalls => {
    const known = inFlight.get(id) ?? { count: 0, changedAtMs: -1, breaker: closedBreaker }
    inFlight.set(id, known)
    return known
  }
  const change = (calls: EndpointCalls, by: 1 | -1) => {
    calls.count += by
    calls.changedAtMs = clock.monotonicMs()
  }
  return {
    healthOf(id, received) {
      const calls = callsOf(id)
      const breaker = byNow(calls.breaker, clock.monotonicMs())
      const isTried = breaker.kind === 'trying' && calls.count > 0
      return {
        load: loadWith(calls, received),
        breaker: breaker.kind === 'open' || isTried ? 'open' : 'closed',
      }
    },
    begin(id) {
      const calls = callsOf(id)
      calls.breaker = byNow(calls.breaker, clock.monotonicMs())
      change(calls, 1)
      return attemptOf(clock, (outcome, measured) => {
        change(calls, -1)
        if (outcome === 'not_counted') return
        const happened = outcome === 'failed' ? 'failed' : 'succeeded'
        calls.breaker = afterwards(calls.breaker, happened, clock.monotonicMs())
        stats.record(id, outcome === 'failed' ? null : comparable(measured))
      })
    },
    forget: (id) => void inFlight.delete(id),
  }
}

/** Returns the load. A report includes the work of other replicas; it counts until the server's own count changes. */
function loadWith(
  { count, changedAtMs }: EndpointCalls,
  received: ReceivedReport | undefined,
): number {
  if (received === undefined || received.atMs <= changedAtMs) return count
  return Math.max(count, received.report.busy + received.report.queued)
}

type Outcome = Parameters<Attempt['end']>[0]

function attemptOf(clock: Clock, over: (outcome: Outcome, measured: Measurement) => void): Attempt {
  const startMs = clock.monotonicMs()
  let firstMs: number | undefined
  let measured: Measurement | undefined
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
  made: AnswerOutput
}

/**
 * Measures a call. A machine's own timing only divides the time that the server measured: a faster first token makes
 * the rest slower, and the other way round.
 */
function measure({ startMs, firstMs, endMs, made }: Times): Measurement {
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

/** Drops a speed that includes the wait for the first token, as it is not comparable with others. */
function comparable(measured: Measurement): Measurement {
  return measured.firstTokenMs === null ? { firstTokenMs: null, tokensPerS: null } : measured
}
