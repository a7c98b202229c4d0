import { createTestClock } from '@gridloom/async/test-clock'
import { describe, expect, it } from 'vitest'
import { aMarket, aModel, anEndpoint, aPayer, aRequest } from '../../../../test/answering.ts'
import type { EndedAnswer } from '../money/reservation.ts'
import { bookAnswer, type Ending } from './book-answer.ts'
import type { AnswerDelta } from './pending-answer.ts'

const counts = { input_tokens: 7, cached_tokens: 2, output_tokens: 3 }
const end = { kind: 'end', reason: 'stop', problem: null, counts } as const

describe('booking an answer', () => {
  it('books it once, by its first end', async () => {
    const { booking, settled, outcomes } = setup()
    booking.add(text('abc'))
    expect(booking.isOver()).toBe(false)
    for (const ending of [end, { kind: 'stopped' }, { kind: 'lost', problem: 'gone' }] as const)
      booking.end(ending)
    expect(booking.isOver()).toBe(true)
    expect(await booking.ended).toMatchObject({ state: 'done', reason: 'stop' })
    expect(settled).toMatchObject([{ state: 'done', counts }])
    expect(outcomes).toEqual(['answered'])
  })

  it('stores when it was requested and when it ended', async () => {
    const { booking, settled, clock } = setup()
    const startedAt = clock.now()
    await clock.advance(2_500)
    booking.end(end)
    const endedAt = new Date(startedAt.getTime() + 2_500)
    expect(settled).toMatchObject([{ startedAt, endedAt }])
  })

  it('reports the same cost to the caller as it settles', async () => {
    const { booking, settled } = setup()
    booking.add(text('abc'))
    booking.end(end)
    const { cost } = await booking.ended
    expect(cost).toMatchObject({ ...counts, first_token_ms: 5, tokens_per_s: 100 })
    expect(settled).toMatchObject([
      { microUsd: cost.micro_usd, firstTokenMs: 5, tokensPerS: 100, counts },
    ])
  })

  it('charges reasoning as output, and reports its share', async () => {
    const { booking, clock, settled } = setup()
    booking.add({ kind: 'reasoning', text: 'Let me think.', tokens: 6 })
    await clock.advance(4_000)
    booking.add(text('Yes'))
    booking.end({ ...end, counts: { ...counts, output_tokens: 8, reasoning_tokens: 7 } })
    expect((await booking.ended).cost).toMatchObject({
      ...{ output_tokens: 8, reasoning_tokens: 7, reasoning_ms: 4_000 },
    })
    expect(settled).toMatchObject([{ counts: { output_tokens: 8 } }])
  })

  it('uses the counts so far when no end arrived, with the first report on the prompt', async () => {
    const { booking } = setup()
    booking.add({ ...text('abc'), read: { input_tokens: 9, cached_tokens: 1 } })
    booking.add({ ...text('def'), read: { input_tokens: 99, cached_tokens: 99 } })
    booking.end({ kind: 'stopped' })
    expect((await booking.ended).cost).toMatchObject({
      ...{ input_tokens: 9, cached_tokens: 1, output_tokens: 2 },
    })
  })
})

describe('the end of an answer', () => {
  it.each<[Ending, object, string]>([
    [end, { state: 'done', reason: 'stop', problem: null }, 'answered'],
    [{ ...end, reason: 'length' }, { state: 'length', reason: 'length' }, 'answered'],
    [{ ...end, reason: 'tool_calls' }, { state: 'done', reason: 'tool_calls' }, 'answered'],
    [{ kind: 'stopped' }, { state: 'stopped', reason: 'stop' }, 'not_counted'],
    [{ kind: 'shut_out' }, { state: 'stopped', reason: 'shut_out' }, 'not_counted'],
    [
      { kind: 'lost', problem: 'gone' },
      { state: 'broken', reason: 'failed', problem: 'gone' },
      'failed',
    ],
    [
      { ...end, reason: 'failed', problem: 'no memory' },
      { state: 'broken', reason: 'failed', problem: 'The machine says: “no memory”' },
      'failed',
    ],
  ])(
    'is reported for %j, and counts as a failure only if the endpoint is at fault',
    async (ending, how, outcome) => {
      const { booking, outcomes } = setup()
      booking.end(ending)
      expect(await booking.ended).toMatchObject(how)
      expect(outcomes).toEqual([outcome])
    },
  )

  it('has a problem text when the engine gave none, and truncates one that is too long', async () => {
    const silent = setup()
    silent.booking.end({ ...end, reason: 'failed', problem: null })
    expect((await silent.booking.ended).problem).toBe('The engine failed without giving a reason.')
    const loud = setup()
    loud.booking.end({ ...end, reason: 'failed', problem: 'x'.repeat(9_000) })
    expect((await loud.booking.ended).problem).toBe(`The machine says: “${'x'.repeat(500)}”`)
  })

  it('charges a broken stream for its output, and a broken whole answer nothing', async () => {
    for (const stream of [true, false]) {
      const { booking, settled } = setup({ stream })
      booking.add(text('a'))
      booking.end({ kind: 'lost', problem: 'gone' })
      expect(settled).toMatchObject([{ microUsd: stream ? 2 : 0 }])
    }
  })
})

describe('excessive output', () => {
  it('is neither a few words nor a long tool call', () => {
    const { booking } = setup()
    booking.add(text('abc'))
    const call = { function: { arguments: 'x'.repeat(60_000) } }
    booking.add({ kind: 'tool_calls', tool_calls: [call], tokens: 1 })
    expect(booking.isExcessive()).toBe(false)
  })

  it('is detected by its bytes, and for empty deltas by their number', () => {
    const long = setup()
    long.booking.add(text('ä'.repeat(40_000)))
    expect(long.booking.isExcessive()).toBe(true)
    const empty = setup()
    for (let at = 0; at < 10_000; at++) empty.booking.add({ ...text(''), tokens: 0 })
    expect(empty.booking.isExcessive()).toBe(true)
  })
})

/** An answer of at most ten tokens, which an endpoint has begun. */
function setup({ stream = true }: { stream?: boolean } = {}) {
  const clock = createTestClock()
  const market = aMarket({ machines: [] })
  const ctx = market.contextFor({ clock })
  const endpoint = anEndpoint(1)
  const settled: EndedAnswer[] = []
  const outcomes: string[] = []
  const booking = bookAnswer(ctx, {
    id: ctx.ids.mint('generation'),
    input: {
      ...{ payer: { accountId: aPayer, keyId: null }, modelId: aModel, provider: {} },
      ...{ request: aRequest({ stream }), signal: ctx.signal },
    },
    opened: {
      taken: {
        endpoint,
        reservation: {
          ...{ allowanceId: null, microUsd: 1_000, growTo: () => 1_000, growIfPlenty: () => {} },
          settle: (answer) => void settled.push(answer),
          release: () => {},
        },
        ...{
          inputMax: 100,
          outputMax: 10,
          choices: 1,
          microUsdMax: 1_000,
          microUsdExpected: 1_000,
        },
      },
      isTaken: () => false,
      attempt: {
        firstToken: () => {},
        end(outcome) {
          outcomes.push(outcome)
          return { firstTokenMs: 5, tokensPerS: 100 }
        },
      },
    },
    startedAt: clock.now(),
  })
  return { booking, settled, outcomes, clock }
}

function text(content: string): AnswerDelta {
  return { kind: 'text', text: content, tokens: 1 }
}
