import { createTestClock } from '@gridloom/async/test-clock'
import { describe, expect, it } from 'vitest'
import { allOf, aRequest, noSignal } from '../../../test/model-builders.ts'
import type { ModelProcess } from './model-process.ts'
import { PendingRequests } from './pending-requests.ts'
import type { ToWorker } from './worker-messages.ts'

const counts = { input_tokens: 5, cached_tokens: 1, output_tokens: 2 }

describe("answers of a model's process", () => {
  it('are separated by their ids when their messages interleave', async () => {
    const { pending, said } = setup()
    const answers = ['one', 'two'].map((text) =>
      allOf(pending.answer({ request: aRequest(text), grammar: null }, noSignal())),
    )
    await settled()
    expect(said.map((word) => ('id' in word ? word.id : undefined))).toEqual([1, 2])
    pending.receive({ kind: 'text', id: 2, text: 'b', tokens: 1 })
    pending.receive({ kind: 'text', id: 1, text: 'a', tokens: 1 })
    pending.receive(anEnd(1))
    pending.receive({ kind: 'text', id: 2, text: 'B', tokens: 1 })
    pending.receive(anEnd(2))
    expect((await Promise.all(answers)).map(({ text }) => text)).toEqual(['a', 'bB'])
  })

  it('contain the prompt counts in the first part, and the duration in the last', async () => {
    const { pending, clock } = setup()
    const answer = allOf(pending.answer({ request: aRequest('Hi'), grammar: null }, noSignal()))
    await settled()
    const read = { input_tokens: 5, cached_tokens: 1 }
    pending.receive({ kind: 'read', id: 1, counts: read })
    pending.receive({ kind: 'text', id: 1, text: 'a', tokens: 1 })
    await settled()
    await clock.advance(250)
    pending.receive({ kind: 'text', id: 1, text: 'b', tokens: 1 })
    pending.receive(anEnd(1))
    expect((await answer).all).toEqual([
      { kind: 'text', text: 'a', tokens: 1, read },
      { kind: 'text', text: 'b', tokens: 1 },
      { kind: 'end', reason: 'stop', problem: null, counts, made_ms: 250 },
    ])
  })

  it('that are refused before the first part are rejected with the reason', async () => {
    const { pending } = setup()
    const answer = allOf(pending.answer({ request: aRequest('Hi'), grammar: null }, noSignal()))
    await settled()
    const refusal = {
      code: 'context_exceeded',
      text: 'Too long.',
      details: { tokens: 9, max: 4 },
    } as const
    pending.receive({ kind: 'refused', id: 1, refusal })
    await expect(answer).rejects.toMatchObject({
      ...{ code: 'context_exceeded', message: 'Too long.', details: { tokens: 9, max: 4 } },
    })
  })

  it('that fail after the first part end as failed, with the counts so far', async () => {
    const { pending } = setup()
    const answer = allOf(pending.answer({ request: aRequest('Hi'), grammar: null }, noSignal()))
    await settled()
    pending.receive({ kind: 'read', id: 1, counts: { input_tokens: 5, cached_tokens: 1 } })
    pending.receive({ kind: 'text', id: 1, text: 'ab', tokens: 2 })
    const refusal = { code: 'engine_failed' as const, text: 'Out of memory.', details: {} }
    pending.receive({ kind: 'refused', id: 1, refusal })
    expect((await answer).end).toEqual({
      ...{ kind: 'end', reason: 'failed', problem: 'Out of memory.', counts },
    })
  })

  it('ignore messages after their end, and messages with unknown ids', async () => {
    const { pending } = setup()
    const answer = allOf(pending.answer({ request: aRequest('Hi'), grammar: null }, noSignal()))
    await settled()
    pending.receive(anEnd(1))
    pending.receive({ kind: 'text', id: 1, text: 'late', tokens: 1 })
    pending.receive({ kind: 'text', id: 77, text: 'whose?', tokens: 1 })
    expect((await answer).text).toBe('')
  })
})

describe('an abort', () => {
  it('is sent to the process at once, and ends when the process confirms it', async () => {
    const { pending, said } = setup()
    const left = new AbortController()
    const answer = allOf(pending.answer({ request: aRequest('Hi'), grammar: null }, left.signal))
    const outcome = expect(answer).rejects.toThrow('gone')
    await settled()
    pending.receive({ kind: 'text', id: 1, text: 'a', tokens: 1 })
    left.abort(new Error('gone'))
    expect(said.at(-1)).toEqual({ kind: 'abort', id: 1 })
    pending.receive({ kind: 'aborted', id: 1, tokens: 1 })
    await outcome
    expect(pending.tokensAfterAbort).toBe(1)
  })

  it('kills a process that does not stop within a minute', async () => {
    const { pending, clock } = setup()
    const left = new AbortController()
    const answer = allOf(pending.answer({ request: aRequest('Hi'), grammar: null }, left.signal))
    const outcome = expect(answer).rejects.toThrow('gone')
    await settled()
    left.abort(new Error('gone'))
    for (let second = 0; second < 60; second += 1) {
      pending.receive({ kind: 'alive' })
      await clock.advance(1_000)
    }
    await outcome
    await expect(pending.embed(['one'], noSignal())).rejects.toThrow('did not stop within 60 s')
  })

  it('before the start sends nothing', async () => {
    const { pending, said } = setup()
    const answer = allOf(
      pending.answer(
        { request: aRequest('Hi'), grammar: null },
        AbortSignal.abort(new Error('gone')),
      ),
    )
    await expect(answer).rejects.toThrow('gone')
    expect(said).toEqual([])
  })

  it('stops embeddings', async () => {
    const { pending, said } = setup()
    const left = new AbortController()
    const outcome = expect(pending.embed(['one', 'two'], left.signal)).rejects.toThrow('gone')
    left.abort(new Error('gone'))
    expect(said.at(-1)).toEqual({ kind: 'abort', id: 1 })
    pending.receive({ kind: 'embedded', id: 1, embedded: { vectors: [[1]], input_tokens: 1 } })
    await outcome
  })
})

describe('a process that writes more than it was asked for', () => {
  it.each([
    [1, 257 * 256],
    [1_000_000, 4_352 * 256],
  ])('is killed: %i tokens asked, of a context of 4,096', async (max_tokens, charsMax) => {
    const { pending, killed } = setup()
    const facts = { contextTokens: 4_096, quantization: null, features: [] }
    pending.receive({ kind: 'opened', facts })
    const request = aRequest('Hi', { max_tokens })
    const answer = allOf(pending.answer({ request, grammar: null }, noSignal()))
    await settled()
    pending.receive({ kind: 'text', id: 1, text: 'x'.repeat(charsMax), tokens: 1 })
    expect(killed()).toBe(false)
    pending.receive({ kind: 'text', id: 1, text: 'x', tokens: 1 })
    expect(killed()).toBe(true)
    expect(await answer).toMatchObject({ text: 'x'.repeat(charsMax), end: { reason: 'failed' } })
  })
})

describe('a process that dies', () => {
  it('ends an answer as failed, with the parts and counts so far', async () => {
    const { pending, die } = setup()
    const answer = allOf(pending.answer({ request: aRequest('Hi'), grammar: null }, noSignal()))
    await settled()
    pending.receive({ kind: 'read', id: 1, counts: { input_tokens: 5, cached_tokens: 1 } })
    pending.receive({ kind: 'text', id: 1, text: 'ab', tokens: 2 })
    die('The engine crashed.')
    expect((await answer).all).toEqual([
      expect.objectContaining({ text: 'ab', tokens: 2 }),
      { kind: 'end', reason: 'failed', problem: 'The engine crashed.', counts },
    ])
  })

  it('rejects an answer without any part, so that another machine can be asked', async () => {
    const { pending, die } = setup()
    const answer = allOf(pending.answer({ request: aRequest('Hi'), grammar: null }, noSignal()))
    const outcome = expect(answer).rejects.toMatchObject({
      ...{ code: 'engine_failed', message: 'The engine crashed.' },
    })
    await settled()
    pending.receive({ kind: 'read', id: 1, counts: { input_tokens: 5, cached_tokens: 1 } })
    die('The engine crashed.')
    await outcome
  })

  it('rejects its opening and further requests, and is sent nothing', async () => {
    const { pending, said, die } = setup()
    die('The engine crashed.')
    await expect(pending.opened).rejects.toThrow('The engine crashed.')
    await expect(
      allOf(pending.answer({ request: aRequest('Hi'), grammar: null }, noSignal())),
    ).rejects.toMatchObject({
      code: 'engine_failed',
    })
    expect(said).toEqual([])
  })
})

describe('embeddings', () => {
  it('are returned with the count of their tokens', async () => {
    const { pending } = setup()
    const embedded = pending.embed(['a'], noSignal())
    pending.receive({ kind: 'embedded', id: 1, embedded: { vectors: [[1, 2]], input_tokens: 3 } })
    expect(await embedded).toEqual({ vectors: [[1, 2]], input_tokens: 3 })
  })

  it('are rejected when the process refuses them or dies', async () => {
    const { pending, die } = setup()
    const refused = pending.embed(['a'], noSignal())
    const refusal = { code: 'context_exceeded' as const, text: 'Too long.', details: {} }
    pending.receive({ kind: 'refused', id: 1, refusal })
    await expect(refused).rejects.toMatchObject({ code: 'context_exceeded' })
    const lost = pending.embed(['a'], noSignal())
    die('The engine crashed.')
    await expect(lost).rejects.toMatchObject({ code: 'engine_failed' })
  })
})

it('has the process watched only while a request is running', async () => {
  const { pending, watched } = setup()
  const answers = [1, 2].map(() =>
    allOf(pending.answer({ request: aRequest('Hi'), grammar: null }, noSignal())),
  )
  await settled()
  pending.receive(anEnd(1))
  expect(watched).toEqual(['at_work', 'at_work'])
  pending.receive(anEnd(2))
  await Promise.all(answers)
  expect(watched).toEqual(['at_work', 'at_work', 'at_rest'])
})

function anEnd(id: number) {
  return { kind: 'end' as const, id, reason: 'stop' as const, counts }
}

/** Pending requests whose process is the test. */
function setup() {
  const clock = createTestClock()
  const said: ToWorker[] = []
  const watched: string[] = []
  let isKilled = false
  const ended = Promise.withResolvers<string>()
  const process: ModelProcess = {
    pid: 1,
    say: (word) => void said.push(word),
    watch: (state) => void watched.push(state),
    kill: (why) => {
      isKilled = true
      ended.resolve(why)
    },
    ended: ended.promise,
    end: async () => undefined,
  }
  const pending = new PendingRequests(process, clock)
  return { pending, clock, said, watched, die: ended.resolve, killed: () => isKilled }
}

/** Lets pending promises proceed until they wait. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}
