import { createTestClock } from '@gridloom/async/test-clock'
import { expect, it } from 'vitest'
import { aServeReport } from '../../../../test/fake-agents.ts'
import { systemIds } from '../../../platform/ids.ts'
import type { Measurement } from './attempt.ts'
import type { EndpointStats } from './endpoint-stats.ts'
import { createInFlight } from './in-flight.ts'

it('measures the first token from the start, and the speed from the first token to the last', async () => {
  const { inFlight, id, clock, noted } = setup()
  const attempt = inFlight.begin(id)
  await clock.advance(250)
  attempt.firstToken()
  await clock.advance(1_000)
  attempt.firstToken()
  expect(attempt.end('answered', { tokens: 51 })).toEqual({ firstTokenMs: 250, tokensPerS: 50 })
  expect(noted).toEqual([{ firstTokenMs: 250, tokensPerS: 50 }])
})

it('measures no speed of a single delta, nor of one token', async () => {
  const { inFlight, id, clock } = setup()
  const whole = inFlight.begin(id)
  await clock.advance(100)
  whole.firstToken()
  expect(whole.end('answered', { tokens: 500 })).toEqual({ firstTokenMs: 100, tokensPerS: null })
  const short = inFlight.begin(id)
  short.firstToken()
  await clock.advance(100)
  expect(short.end('answered', { tokens: 1 })).toMatchObject({ tokensPerS: null })
})

it('splits the time of a whole answer as its machine reports, within the measured time', async () => {
  const { inFlight, id, clock, noted } = setup()
  const reported = inFlight.begin(id)
  const boaster = inFlight.begin(id)
  await clock.advance(1_250)
  const measured = { firstTokenMs: 250, tokensPerS: 50 }
  expect(reported.end('answered', { tokens: 51, ms: 1_000 })).toEqual(measured)
  const slow = { firstTokenMs: 0, tokensPerS: 40 }
  expect(boaster.end('answered', { tokens: 51, ms: 99_000 })).toEqual(slow)
  expect(noted).toEqual([measured, slow])
})

it('reports an overall speed for a whole answer, and leaves it out of the stats', async () => {
  const { inFlight, id, clock, noted } = setup()
  const attempt = inFlight.begin(id)
  await clock.advance(2_000)
  const overall = { firstTokenMs: null, tokensPerS: 50 }
  expect(attempt.end('answered', { tokens: 100 })).toEqual(overall)
  expect(noted).toEqual([{ firstTokenMs: null, tokensPerS: null }])
})

it('counts calls in flight, and each end once', () => {
  const { inFlight, id, noted } = setup()
  const attempts = [inFlight.begin(id), inFlight.begin(id)]
  expect(inFlight.healthOf(id, undefined).load).toBe(2)
  for (const attempt of attempts) {
    attempt.end('answered', { tokens: 3 })
    attempt.end('failed', { tokens: 0 })
  }
  expect(inFlight.healthOf(id, undefined)).toEqual({ load: 0, breaker: 'closed' })
  expect(noted).toHaveLength(2)
})

it('uses a higher load that the machine reports until its own count changes', async () => {
  const { inFlight, id, clock } = setup()
  inFlight.begin(id).end('answered', { tokens: 1 })
  await clock.advance(1)
  const received = { report: aServeReport(id, { busy: 2, queued: 3 }), atMs: clock.monotonicMs() }
  expect(inFlight.healthOf(id, received).load).toBe(5)
  await clock.advance(1)
  inFlight.begin(id).end('answered', { tokens: 1 })
  expect(inFlight.healthOf(id, received).load).toBe(0)
})

it('opens the breaker after three failures, and then allows one trial at a time', async () => {
  const { inFlight, id, clock, noted } = setup()
  for (let time = 0; time < 3; time++) inFlight.begin(id).end('failed', { tokens: 0 })
  expect(noted).toEqual([null, null, null])
  expect(inFlight.healthOf(id, undefined).breaker).toBe('open')
  await clock.advance(2_000)
  expect(inFlight.healthOf(id, undefined).breaker).toBe('closed')
  const trial = inFlight.begin(id)
  expect(inFlight.healthOf(id, undefined).breaker).toBe('open')
  trial.end('answered', { tokens: 1 })
  expect(inFlight.healthOf(id, undefined).breaker).toBe('closed')
})

it('does not count calls that ended through no fault of the endpoint', () => {
  const { inFlight, id, noted } = setup()
  for (let time = 0; time < 9; time++) inFlight.begin(id).end('not_counted', { tokens: 0 })
  expect(inFlight.healthOf(id, undefined)).toEqual({ load: 0, breaker: 'closed' })
  expect(noted).toEqual([])
})

function setup() {
  const clock = createTestClock()
  const noted: (Measurement | null)[] = []
  const stats: Pick<EndpointStats, 'record'> = {
    record: (_, measured) => void noted.push(measured),
  }
  const id = systemIds(() => clock.now()).mint('modelEndpoint')
  return { clock, noted, id, inFlight: createInFlight({ clock, stats }) }
}
