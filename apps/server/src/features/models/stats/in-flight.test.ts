import { createTestClock } from '@gridloom/async/test-clock'
import { expect, it } from 'vitest'
import { aServeReport } from '../../../../test/fake-agents.ts'
import { systemIds } from '../../../platform/ids.ts'
import type { Measurement } from './attempt.ts'
import type { EndpointStats } from './endpoint-stats.ts'
import { createInFlight } from './in-flight.ts'

it('measures the first token from the beginning, and speed from the first token to the last', async () => {
  const { inFlight, id, clock, noted } = setup()
  const attempt = inFlight.begin(id)
  await clock.advance(250)
  attempt.firstToken()
  await clock.advance(1_000)
  attempt.firstToken()
  expect(attempt.end('answered', { tokens: 51 })).toEqual({ firstTokenMs: 250, tokensPerS: 50 })
  expect(noted).toEqual([{ firstTokenMs: 250, tokensPerS: 50 }])
})

it('measures no speed of what came in one piece, nor of one token', async () => {
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

it('divides the time of what came whole as its machine says, and no other time than we saw', async () => {
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

it('tells the speed of what came whole over all of its time, and keeps that out of the figures', async () => {
  const { inFlight, id, clock, noted } = setup()
  const attempt = inFlight.begin(id)
  await clock.advance(2_000)
  const overall = { firstTokenMs: null, tokensPerS: 50 }
  expect(attempt.end('answered', { tokens: 100 })).toEqual(overall)
  expect(noted).toEqual([{ firstTokenMs: null, tokensPerS: null }])
})

it('counts what is under way, and each end once', () => {
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

it('believes a machine that is busier than we know, until we know better', async () => {
  const { inFlight, id, clock } = setup()
  inFlight.begin(id).end('answered', { tokens: 1 })
  await clock.advance(1)
  const received = { report: aServeReport(id, { busy: 2, queued: 3 }), atMs: clock.monotonicMs() }
  expect(inFlight.healthOf(id, received).load).toBe(5)
  await clock.advance(1)
  inFlight.begin(id).end('answered', { tokens: 1 })
  expect(inFlight.healthOf(id, received).load).toBe(0)
})

it('lets an endpoint rest that failed three times, and has one request at a time try it again', async () => {
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

it('holds nothing against an endpoint that was not at fault', () => {
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
