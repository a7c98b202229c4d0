import { createTestClock } from '@gridloom/async/test-clock'
import {
  type AnswerPart,
  type AnswerRequest,
  engineIdleMsMax,
  type PromptCounts,
} from '@gridloom/contract/agent/models'
import { Refused } from '@gridloom/contract/errors'
import { ModelId } from '@gridloom/contract/models/model-id'
import { ProviderPreferences } from '@gridloom/contract/models/openai'
import { describe, expect, it, vi } from 'vitest'
import {
  aMarket,
  aModel,
  anEndpoint,
  aPayer,
  aRequest,
  asking,
  type Machine,
  refuses,
  says,
  stayingUntil,
} from '../../../../test/answering.ts'
import { beginAnswer } from './begin-answer.ts'
import type { AnswerDelta, AnswersCtx, BeginAnswerInput } from './pending-answer.ts'
import { createRecentAnswers, unknownTokens } from './recent-answers.ts'

const [one, two, three] = [anEndpoint(1), anEndpoint(2), anEndpoint(3)]
const offline = new Refused('machine_offline')
const busy = new Refused('endpoints_busy', { details: { seconds: 4 } })
const ofRequest = new Refused('upstream_failed', { details: { fault: 'request' } })
const tooLong = new Refused('context_exceeded', { details: { tokens: 2_000, max: 1_024 } })

describe('an answer', () => {
  it('is charged by its output, and reports its cost', async () => {
    const site = setup([{ endpoint: one, answer: () => says(['Hel', 'lo']) }])
    const { texts, ended } = await site.readAll()
    expect(texts).toEqual(['Hel', 'lo'])
    // 5 new tokens at 1, 2 cached at 0.1 and 2 output tokens at 2 micro-dollars, rounded up once.
    expect(ended).toMatchObject({
      state: 'done',
      reason: 'stop',
      cost: { input_tokens: 7, cached_tokens: 2, output_tokens: 2, micro_usd: 10 },
    })
    expect(site.funds.settled).toMatchObject([{ state: 'done', microUsd: 10, firstTokenMs: 5 }])
    expect(site.tried).toEqual([{ endpoint: one.id, firstToken: true, outcome: 'answered' }])
  })

  it('reserves what it is expected to cost, and releases the rest', async () => {
    const site = setup([{ endpoint: one, answer: () => says(['a']) }])
    await site.readAll({ request: aRequest({ max_tokens: 10 }) })
    // Three quarters of 3, 8 for the message and 32 for the prompt, then 10 tokens at 2 micro-dollars each.
    expect(site.funds.reserved).toEqual([33 + 10 * 2])
    expect(site.funds.free()).toBe(1_000_000_000 - 8)
  })

  it('of a large context reserves by the recent answers of its asker', async () => {
    const large = anEndpoint(1, { contextTokens: 1_000_000 })
    const site = setup([{ endpoint: large, answer: () => says(words(100)) }])
    const recent = createRecentAnswers()
    for (const _ of [1, 2]) {
      const pending = await site.begin({}, { recent })
      expect(await textsOf(pending.deltas)).toHaveLength(100)
      await pending.ended
    }
    expect(site.funds.reserved).toEqual([33 + unknownTokens * 2, 33 + 150 * 2])
  })

  it.each([
    ['length', 'length', 'length'],
    ['tool_calls', 'done', 'tool_calls'],
  ] as const)('that ends with %s reports that reason', async (reason, state, reported) => {
    const site = setup([{ endpoint: one, answer: () => says(['a'], { reason }) }])
    expect((await site.readAll()).ended).toMatchObject({ state, reason: reported })
  })

  it('of several choices reserves and charges all of them, and has each one’s end', async () => {
    const able = anEndpoint(2, { features: ['chat', 'n', 'logprobs'] })
    const logprobs = [{ token: 'a', logprob: -1, bytes: null, top_logprobs: [] }]
    const counts = { input_tokens: 7, cached_tokens: 0, output_tokens: 6 }
    const reasons = ['stop', 'length', 'stop'] as const
    const answer = () =>
      inParts([
        { ...aText('one two'), logprobs },
        { ...aText('three four'), choice: 1 },
        { ...aText('five six'), choice: 2 },
        { kind: 'end', reason: 'stop', reasons, problem: null, counts },
      ])
    const site = setup([{ endpoint: one }, { endpoint: able, answer }])
    const parameters = { n: 3, logprobs: 0 }
    const { ended } = await site.readAll({ request: aRequest({ max_tokens: 10, parameters }) })
    expect(site.funds.reserved).toEqual([33 + 3 * 10 * 2])
    expect(ended).toMatchObject({ reasons, cost: { output_tokens: 6, micro_usd: 7 + 12 } })
  })

  it.each([
    ['a choice that was not requested', { choice: 1 }],
    ['probabilities that were not requested', { logprobs: [] }],
  ])('breaks at %s', async (_, over) => {
    const answer = () => inParts([aText('a'), { ...aText('b'), ...over }])
    const site = setup([{ endpoint: one, answer }])
    expect((await site.readAll()).ended.state).toBe('broken')
  })

  it('may be empty', async () => {
    const site = setup([{ endpoint: one, answer: () => says([]) }])
    const { texts, ended } = await site.readAll()
    expect(texts).toEqual([])
    expect(ended).toMatchObject({ state: 'done', cost: { output_tokens: 0 } })
    expect(site.tried).toMatchObject([{ firstToken: false, outcome: 'answered' }])
  })
})

describe('an answer that costs more than was reserved', () => {
  const large = anEndpoint(1, { contextTokens: 1_000_000 })

  it.each(['stream', 'whole'] as const)(
    'ends at the token that the payer cannot pay for: %s',
    async (how) => {
      const asked: AnswerRequest[] = []
      const answer: Machine['answer'] = (request) => {
        asked.push(request)
        return endlessWords()
      }
      // 33 for the prompt, and 1,500 tokens at 2 micro-dollars.
      const site = setup([{ endpoint: large, answer }], 33 + 1_500 * 2 + 1)
      const request = aRequest({ stream: how === 'stream' })
      const { texts, ended } = await site.readAll({ request })
      expect(asked).toMatchObject([{ stream: true }])
      expect(texts).toHaveLength(1_500)
      expect(ended).toMatchObject({
        state: 'length',
        reason: 'length',
        problem: expect.stringContaining('used up'),
        cost: { output_tokens: 1_500 },
      })
      expect(site.funds.settled).toHaveLength(1)
      expect(site.tried).toMatchObject([{ outcome: 'answered' }])
    },
  )

  it('keeps none of 50 calls with ten cents waiting, at $1.50 for a million tokens', async () => {
    const price = { ...large.price, output_micro_usd: 1_500_000 }
    const machine = { endpoint: { ...large, price }, answer: () => says(words(400)) }
    const site = setup([machine], 100_000)
    const all = await Promise.all(Array.from({ length: 50 }, () => site.readAll()))
    expect(all.map(({ ended }) => ended.state)).toEqual(Array.from({ length: 50 }, () => 'done'))
    expect(site.funds.free()).toBe(100_000 - 50 * 606)
  })

  it('goes on while there is money, and is charged to its end', async () => {
    const site = setup([{ endpoint: large, answer: () => says(words(9_000)) }], 100_000)
    const { texts, ended } = await site.readAll()
    expect(texts).toHaveLength(9_000)
    expect(ended.cost).toMatchObject({ output_tokens: 9_000, micro_usd: 18_000 + 6 })
  })

  it('is charged what its engine counted in the end, as far as that is covered', async () => {
    const counts = { input_tokens: 40, cached_tokens: 0, output_tokens: 2_000 }
    const text = 'x'.repeat(4_000)
    for (const [balance, microUsd] of [
      [100_000, 4_040],
      [3_000, 3_000],
    ] as const) {
      const site = setup([{ endpoint: large, answer: () => says([text], { counts }) }], balance)
      expect((await site.readAll()).ended.cost.micro_usd).toBe(microUsd)
    }
  })
})

describe('before any output', () => {
  it.each([
    ['is offline', () => refuses(offline), 'failed'],
    ['is full', () => refuses(busy), 'not_counted'],
    ['fails on this request alone', () => refuses(ofRequest), 'not_counted'],
    ['fails at once', () => says([], { reason: 'failed', problem: 'no memory' }), 'failed'],
    ['ends without a word', () => inParts([]), 'failed'],
    ['sends what is no part', () => inParts([{ kind: 'text', text: 7 }]), 'failed'],
    [
      'has read less than nothing',
      () => inParts([{ ...aText('a'), read: { input_tokens: -1 } }]),
      'failed',
    ],
    ['has ended before it began', () => says([], { made_ms: -1 }), 'failed'],
  ] as const)('asks another machine when one %s', async (_, answer, outcome) => {
    const site = setup([
      { endpoint: one, answer },
      { endpoint: two, answer: () => says(['ok']) },
    ])
    const { texts, ended } = await site.readAll()
    expect(texts).toEqual(['ok'])
    expect(ended.cost.machine_id).toBe(two.machineId)
    expect(site.tried).toMatchObject([{ outcome }, { outcome: 'answered' }])
    expect(site.funds.settled).toHaveLength(1)
    expect(site.funds.free()).toBe(1_000_000_000 - ended.cost.micro_usd)
  })

  it('asks no other machine when fallbacks are off', async () => {
    const site = setup([
      { endpoint: one, answer: () => refuses(offline) },
      { endpoint: two, answer: () => says(['ok']) },
    ])
    await expect(site.readAll({ provider: { allow_fallbacks: false } })).rejects.toMatchObject({
      code: 'upstream_failed',
    })
    expect(site.tried).toHaveLength(1)
    expect(site.funds.free()).toBe(1_000_000_000)
  })

  it('reports when to retry if all machines are full, whatever other errors occurred', async () => {
    const site = setup([
      { endpoint: one, answer: () => refuses(busy) },
      { endpoint: two, answer: () => refuses(offline) },
    ])
    const rejected = expect(site.readAll()).rejects
    await rejected.toMatchObject({
      code: 'endpoints_busy',
      details: { model: aModel, seconds: 4 },
    })
  })

  it('asks only machines with a larger context after one finds the prompt too long', async () => {
    const large = anEndpoint(3, { contextTokens: 4_096 })
    const site = setup([
      { endpoint: one, answer: () => refuses(tooLong) },
      { endpoint: two, answer: () => says(['never']) },
      { endpoint: large, answer: () => says(['ok']) },
    ])
    expect((await site.readAll()).texts).toEqual(['ok'])
    expect(site.tried.map(({ endpoint }) => endpoint)).toEqual([one.id, large.id])
  })

  it('reports the length of a prompt that is too long for all machines', async () => {
    const site = setup([{ endpoint: one, answer: () => refuses(tooLong) }])
    const request = aRequest({ input: asking('x'.repeat(5_000)) })
    await expect(site.readAll({ request })).rejects.toMatchObject({
      code: 'context_exceeded',
      details: { model: aModel, tokens: 2_000, max: 1_024 },
    })
    expect(site.funds.settled).toEqual([])
  })

  it.each<Record<string, string | null>>([{}, { tokens: null, max: 'many' }])(
    'reports no number for an uncounted prompt that is too long: %j',
    async (details) => {
      const uncounted = new Refused('context_exceeded', { details })
      const site = setup([{ endpoint: one, answer: () => refuses(uncounted) }])
      const request = aRequest({ input: asking('x'.repeat(5_000)) })
      await expect(site.readAll({ request })).rejects.toMatchObject({
        publicText: `The prompt has more than 1024 tokens, but ${aModel} supports at most 1024 including the answer.`,
      })
    },
  )

  it('asks at most four machines', async () => {
    const machines = [1, 2, 3, 4, 5, 6].map((at) => ({
      endpoint: anEndpoint(at),
      answer: () => refuses(offline),
    }))
    const site = setup(machines)
    await expect(site.readAll()).rejects.toMatchObject({ code: 'upstream_failed' })
    expect(site.tried).toHaveLength(4)
  })

  it('ends without a charge on an abort', async () => {
    const site = setup([{ endpoint: one, answer: (_, signal) => untilAborted(signal, []) }])
    const stop = new AbortController()
    const pending = await site.begin({ signal: stop.signal })
    stop.abort()
    expect(await pending.ended).toMatchObject({ state: 'stopped', cost: { micro_usd: 0 } })
    expect(site.tried).toMatchObject([{ outcome: 'not_counted' }])
    expect(site.funds.free()).toBe(1_000_000_000)
    expect(await textsOf(pending.deltas)).toEqual([])
  })

  it('asks another machine when one hangs', async () => {
    const clock = createTestClock()
    const site = setup([
      { endpoint: one, answer: (_, signal) => untilAborted(signal, []) },
      { endpoint: two, answer: () => says(['ok']) },
    ])
    const pending = await site.begin({}, { clock })
    await clock.advance(engineIdleMsMax.stream * 2)
    expect(await textsOf(pending.deltas)).toEqual(['ok'])
  })
})

it('rejects with unauthorized when the payer loses access before any output', async () => {
  const shutOut = new AbortController()
  const over = vi.fn()
  const site = setup([{ endpoint: one, answer: (_, signal) => untilAborted(signal, []) }])
  const pending = await site.begin({}, { revocations: stayingUntil(shutOut.signal, over) })
  shutOut.abort(new Refused('unauthorized'))
  await expect(pending.started).rejects.toMatchObject({ code: 'unauthorized' })
  expect(await pending.ended).toMatchObject({ state: 'stopped', cost: { micro_usd: 0 } })
  expect(over).toHaveBeenCalledOnce()
})

describe('after the first output', () => {
  it.each([
    ['the machine is lost', () => inParts([aText('a'), aText('b'), offline])],
    ['the stream ends without an end', () => inParts([aText('a'), aText('b')])],
  ])('is kept and marked broken when %s, and no other machine is asked', async (_, answer) => {
    const site = setup([
      { endpoint: one, answer },
      { endpoint: two, answer: () => says(['never']) },
    ])
    const { texts, ended } = await site.readAll()
    expect(texts).toEqual(['a', 'b'])
    expect(ended).toMatchObject({
      state: 'broken',
      problem: 'The machine disconnected before the answer was complete.',
      cost: { output_tokens: 2, micro_usd: 4 },
    })
    expect(site.tried).toMatchObject([{ outcome: 'failed' }])
  })

  it('reports why the engine failed', async () => {
    const failed = { reason: 'failed', problem: 'out of memory' } as const
    const site = setup([{ endpoint: one, answer: () => says(['a'], failed) }])
    expect((await site.readAll()).ended).toMatchObject({
      state: 'broken',
      problem: 'The machine says: “out of memory”',
    })
  })

  it('charges nothing for a whole answer that broke', async () => {
    const site = setup([{ endpoint: one, answer: () => inParts([aText('a')]) }])
    const recent = recentOfReader()
    const { ended } = await site.readAll({ request: aRequest({ stream: false }) }, { recent })
    expect(ended.cost.micro_usd).toBe(0)
    expect(site.funds.free()).toBe(1_000_000_000)
    expect(site.tried).toMatchObject([{ firstToken: false }])
  })

  it('stops the engine at once on an abort, and charges the output so far', async () => {
    let stopped = false
    const answer: Machine['answer'] = (_, signal) => {
      signal.addEventListener('abort', () => {
        stopped = true
      })
      return untilAborted(signal, ['a', 'b'])
    }
    const site = setup([{ endpoint: one, answer }])
    const stop = new AbortController()
    const pending = await site.begin({ signal: stop.signal })
    const deltas = pending.deltas[Symbol.asyncIterator]()
    await deltas.next()
    await deltas.next()
    stop.abort()
    expect(stopped).toBe(true)
    expect(await pending.ended).toMatchObject({
      state: 'stopped',
      reason: 'stop',
      cost: { output_tokens: 2, micro_usd: 5 },
    })
    expect((await deltas.next()).done).toBe(true)
  })

  it.each([
    ['is stopped', 'stopped', () => untilAborted],
    ['is lost with its machine', 'broken', () => breaking],
  ] as const)('charges the prompt tokens read so far when it %s', async (_, state, how) => {
    const read = { input_tokens: 7, cached_tokens: 2 }
    const answer = how()
    const site = setup([
      { endpoint: one, answer: (__, signal) => answer(signal, ['a', 'b'], read) },
    ])
    const stop = new AbortController()
    const pending = await site.begin({ signal: stop.signal })
    const texts: string[] = []
    for await (const delta of pending.deltas) {
      if (delta.kind === 'text') texts.push(delta.text)
      if (texts.length === 2 && state === 'stopped') stop.abort()
    }
    // 5 new tokens at 1, 2 cached at 0.1 and 2 output tokens at 2 micro-dollars, rounded up once.
    expect(await pending.ended).toMatchObject({
      state,
      cost: { ...read, output_tokens: 2, micro_usd: 10 },
    })
  })

  it('caps the reported prompt tokens at the most the prompt can have', async () => {
    const read = { input_tokens: 1_000_000, cached_tokens: 0 }
    const site = setup([{ endpoint: one, answer: (_, signal) => breaking(signal, ['a'], read) }])
    expect((await site.readAll()).ended.cost.input_tokens).toBe(43)
  })

  it('stops when the reader leaves', async () => {
    const site = setup([{ endpoint: one, answer: (_, signal) => untilAborted(signal, ['a']) }])
    const pending = await site.begin()
    for await (const _ of pending.deltas) break
    expect(await pending.ended).toMatchObject({ state: 'stopped', cost: { output_tokens: 1 } })
  })

  it('stops when the payer loses access, and charges the output so far', async () => {
    const shutOut = new AbortController()
    const site = setup([{ endpoint: one, answer: (_, signal) => untilAborted(signal, ['a', 'b']) }])
    const pending = await site.begin({}, { revocations: stayingUntil(shutOut.signal) })
    const deltas = pending.deltas[Symbol.asyncIterator]()
    await deltas.next()
    shutOut.abort(new Refused('unauthorized'))
    expect(await pending.ended).toMatchObject({
      state: 'stopped',
      reason: 'shut_out',
      cost: { output_tokens: 1, micro_usd: 3 },
    })
    expect((await deltas.next()).done).toBe(true)
  })

  it('is marked broken when the machine hangs', async () => {
    const clock = createTestClock()
    const site = setup([{ endpoint: one, answer: (_, signal) => untilAborted(signal, ['a']) }])
    const pending = await site.begin({}, { clock })
    const read = textsOf(pending.deltas)
    await clock.advance(engineIdleMsMax.stream * 2)
    expect(await read).toEqual(['a'])
    expect(await pending.ended).toMatchObject({ state: 'broken' })
  })
})

it('waits longer for an answer that is sent whole', async () => {
  const clock = createTestClock()
  const answer: Machine['answer'] = async function* () {
    await clock.sleep(engineIdleMsMax.stream * 3, new AbortController().signal)
    yield* says(['ok'])
  }
  const site = setup([{ endpoint: one, answer }])
  const over = { clock, recent: recentOfReader() }
  const pending = await site.begin({ request: aRequest({ stream: false }) }, over)
  const read = textsOf(pending.deltas)
  await clock.advance(engineIdleMsMax.stream * 4)
  expect(await read).toEqual(['ok'])
})

describe('an engine that tells its counts only at its end, or never', () => {
  const long = { request: aRequest({ input: asking('word '.repeat(6_000)) }) }
  const wide = anEndpoint(1, { contextTokens: 100_000 })

  it('is paid for the prompt when the reader hangs up after the first word', async () => {
    const site = setup([{ endpoint: wide, answer: (_, signal) => untilAborted(signal, ['Once ']) }])
    const pending = await site.begin(long)
    for await (const _ of pending.deltas) break
    // 30,000 bytes, six of them a token: certainly not more than were read.
    expect((await pending.ended).cost).toMatchObject({ input_tokens: 5_000, output_tokens: 1 })
  })

  it('is paid for the prompt by our tokenizer, where the model has one', async () => {
    const site = setup([{ endpoint: wide, answer: (_, signal) => untilAborted(signal, ['Once ']) }])
    const pending = await site.begin(long, { tokens: countedAs({ prompt: 6_020, texts: 6_001 }) })
    for await (const _ of pending.deltas) break
    expect((await pending.ended).cost).toMatchObject({ input_tokens: 6_001, micro_usd: 6_003 })
  })

  it.each([true, false])(
    'is paid when its caller hangs up before any output: stream %s',
    async (stream) => {
      async function* reading(_: AnswerRequest, signal: AbortSignal) {
        yield { kind: 'taken' }
        yield* untilAborted(signal, [])
      }
      const site = setup([{ endpoint: wide, answer: reading }])
      const stop = new AbortController()
      const request = { ...long.request, stream }
      const pending = await site.begin({ request, signal: stop.signal })
      await turns()
      stop.abort()
      expect(await pending.ended).toMatchObject({ state: 'stopped', cost: { input_tokens: 5_000 } })
      expect(site.tried).toMatchObject([{ outcome: 'not_counted' }])
      expect(await textsOf(pending.deltas)).toEqual([])
    },
  )

  it.each([
    { who: 'who has read none to its end', recent: createRecentAnswers(), output: [40, 40] },
    { who: 'who has, once they have left one', recent: recentOfReader(), output: [0, 40] },
  ])('is paid for whole answers that are left by an asker $who', async ({ recent, output }) => {
    const asked: boolean[] = []
    async function* writing({ stream }: AnswerRequest, signal: AbortSignal) {
      asked.push(stream)
      yield { kind: 'taken' }
      yield* untilAborted(signal, stream ? words(40) : [])
    }
    const site = setup([{ endpoint: wide, answer: writing }])
    const paid: number[] = []
    for (const _ of [1, 2]) {
      const stop = new AbortController()
      const request = { ...long.request, stream: false }
      const pending = await site.begin({ request, signal: stop.signal }, { recent })
      const read = textsOf(pending.deltas)
      for (let turn = 0; turn < 50; turn++) await turns()
      stop.abort()
      await read
      paid.push((await pending.ended).cost.output_tokens)
    }
    expect(paid).toEqual(output)
    expect(asked).toEqual(output.map((tokens) => tokens > 0))
  })

  it('is paid for a whole answer without counts', async () => {
    const counts = { input_tokens: 0, cached_tokens: 0, output_tokens: 1 }
    const answer = () => says(['word '.repeat(1_200)], { counts })
    const site = setup([{ endpoint: wide, answer }])
    const { ended } = await site.readAll({ request: { ...long.request, stream: false } })
    expect(ended.cost).toMatchObject({ input_tokens: 5_000, output_tokens: 1_000 })
  })

  it('is tried after one that took the prompt and failed, which is not paid', async () => {
    const answer = () => inParts([{ kind: 'taken' }, offline])
    const site = setup([
      { endpoint: wide, answer },
      { endpoint: two, answer: () => says(['ok']) },
    ])
    expect((await site.readAll()).texts).toEqual(['ok'])
    expect(site.tried).toMatchObject([{ outcome: 'failed' }, { outcome: 'answered' }])
    expect(site.funds.settled).toHaveLength(1)
  })
})

describe('a dishonest machine', () => {
  it('is not paid for a token per byte, with or without a tokenizer for the model', async () => {
    const counts = { input_tokens: 1_000, cached_tokens: 0, output_tokens: 1 }
    const request = aRequest({ input: asking('What is 2 plus 3?') })
    const site = setup([{ endpoint: one, answer: () => says(['5'], { counts }) }])
    expect((await site.readAll({ request })).ended.cost.input_tokens).toBe(50)
    const pending = await site.begin({ request }, { tokens: countedAs({ prompt: 23, texts: 7 }) })
    await textsOf(pending.deltas)
    expect((await pending.ended).cost.input_tokens).toBe(23)
  })

  it('is charged at most the possible prompt and output tokens', async () => {
    const counts = { input_tokens: 1_000_000, cached_tokens: 2_000_000, output_tokens: 999 }
    const site = setup([{ endpoint: one, answer: () => says(['abc'], { counts }) }])
    const { ended } = await site.readAll()
    expect(ended.cost).toMatchObject({ input_tokens: 43, cached_tokens: 43, output_tokens: 3 })
  })

  it('is cut off when its answer never ends', async () => {
    const site = setup([{ endpoint: one, answer: endless }])
    const { ended } = await site.readAll({ request: aRequest({ max_tokens: 5 }) })
    expect(ended).toMatchObject({
      state: 'broken',
      problem: 'The machine sent more than was requested.',
    })
    expect(ended.cost.output_tokens).toBeLessThanOrEqual(5)
  })
})

describe('an answer is refused', () => {
  it.each([
    ['model_unknown', 'acme/unheard-of', [{ endpoint: one }]],
    ['model_unavailable', aModel, []],
  ] as const)('with %s before any money is reserved', async (code, model, machines) => {
    const site = setup(machines)
    await expect(site.begin({ modelId: ModelId.parse(model) })).rejects.toMatchObject({ code })
    expect(site.funds.reserved).toEqual([])
  })

  it.each([
    ['No machine serves', {}],
    ['No machine serves', { order: ['attic'], sort: 'price' }],
    ['No machine that you allow serves', { only: ['attic'] }],
    ['No machine that you allow serves', { ignore: ['attic'] }],
    ['No machine that you allow serves', { max_price: { completion: 1 } }],
    ['No machine that you allow serves', { order: ['attic'], allow_fallbacks: false }],
  ])('with “%s …” when no endpoint is left and the preferences are %j', async (words, input) => {
    const talks = anEndpoint(1, { features: ['chat'] })
    const acts = anEndpoint(2, { features: ['tools'] })
    const site = setup([{ endpoint: talks }, { endpoint: acts }])
    const request = aRequest({ tools: [{ type: 'function' }] })
    const provider = ProviderPreferences.parse(input)
    await expect(site.begin({ provider, request })).rejects.toMatchObject({
      publicText: `${words} ${aModel} right now.`,
    })
  })

  it('naming the parameter that no endpoint supports', async () => {
    const site = setup([{ endpoint: one }])
    const request = aRequest({ tools: [{ type: 'function' }] })
    await expect(site.begin({ request })).rejects.toMatchObject({
      code: 'unsupported_parameter',
      details: { parameter: 'tools' },
    })
  })

  it('before dispatch when the balance does not cover its expected cost', async () => {
    const site = setup([{ endpoint: one, answer: () => says(['a']) }], 100)
    await expect(site.begin()).rejects.toMatchObject({ code: 'insufficient_funds' })
    expect(site.tried).toEqual([])
  })

  it('by no cheap enough machine because another is too expensive', async () => {
    const dear = anEndpoint(1, { price: { ...one.price, output_micro_usd: 1_000_000_000 } })
    const site = setup(
      [
        { endpoint: dear, answer: () => says(['never']) },
        { endpoint: two, answer: () => says(['ok']) },
      ],
      10_000,
    )
    expect((await site.readAll()).texts).toEqual(['ok'])
  })
})

it('does not count the loading of an unloaded model as time to the first token', async () => {
  const cold = anEndpoint(1, { isCold: true, loadMs: 60_000 })
  const clock = createTestClock()
  const answer: Machine['answer'] = async function* () {
    await clock.sleep(engineIdleMsMax.stream + 60_000, new AbortController().signal)
    yield* says(['ok'])
  }
  const site = setup([{ endpoint: cold, answer }])
  const pending = await site.begin({}, { clock })
  const read = textsOf(pending.deltas)
  await clock.advance(engineIdleMsMax.stream + 61_000)
  expect(await read).toEqual(['ok'])
  expect(site.tried).toMatchObject([{ firstToken: false, outcome: 'answered' }])
})

it('sends the request unchanged to the machine', async () => {
  const asked: AnswerRequest[] = []
  const answer: Machine['answer'] = (request) => {
    asked.push(request)
    return says(['ok'])
  }
  await setup([{ endpoint: three, answer }]).readAll()
  expect(asked).toEqual([{ ...aRequest(), report_taken: true }])
})

function setup(machines: readonly Machine[], balance?: number) {
  const market = aMarket({ machines, ...(balance === undefined ? {} : { balance }) })
  const begin = (
    over: Partial<BeginAnswerInput> = {},
    ctxOver: Parameters<typeof market.contextFor>[0] = {},
  ) => {
    const ctx = market.contextFor(ctxOver)
    const payer = { accountId: aPayer, keyId: null }
    const input = { payer, modelId: aModel, provider: {}, request: aRequest() }
    return beginAnswer(ctx, { ...input, signal: ctx.signal, ...over })
  }
  const readAll = async (
    over: Partial<BeginAnswerInput> = {},
    ctxOver: Parameters<typeof market.contextFor>[0] = {},
  ) => {
    const pending = await begin(over, ctxOver)
    const texts = await textsOf(pending.deltas)
    return { texts, ended: await pending.ended }
  }
  return { ...market, begin, readAll }
}

function aText(text: string): Extract<AnswerPart, { kind: 'text' }> {
  return { kind: 'text', text, tokens: 1 }
}

/** A tokenizer of the model that finds these. */
function countedAs(counts: { prompt: number; texts: number }): AnswersCtx['tokens'] {
  return {
    knows: () => true,
    count: async (_, what) => (what.kind === 'text' ? 1 : counts[what.kind]),
  }
}

/** Recent answers in which the payer has read one to its end. */
function recentOfReader(): AnswersCtx['recent'] {
  const recent = createRecentAnswers()
  recent.add({ payer: { accountId: aPayer, keyId: null }, modelId: aModel }, unknownTokens)
  return recent
}

/** Lets a machine's first part arrive. */
function turns(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

async function* inParts(parts: readonly unknown[]): AsyncGenerator<unknown, void> {
  for (const part of parts) {
    if (part instanceof Error) throw part
    yield part
  }
}

async function* untilAborted(
  signal: AbortSignal,
  words: readonly string[],
  read?: PromptCounts,
): AsyncGenerator<AnswerPart, void> {
  yield* beginning(words, read)
  await new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

async function* breaking(_: AbortSignal, words: readonly string[], read?: PromptCounts) {
  yield* beginning(words, read)
  throw offline
}

/** The words as parts; the first reports the prompt tokens read. */
function* beginning(words: readonly string[], read?: PromptCounts): Generator<AnswerPart, void> {
  for (const [at, word] of words.entries())
    yield at === 0 && read !== undefined ? { ...aText(word), read } : aText(word)
}

function words(count: number): string[] {
  return Array.from({ length: count }, () => 'word ')
}

async function* endlessWords(): AsyncGenerator<AnswerPart, void> {
  for (;;) yield aText('word ')
}

async function* endless(): AsyncGenerator<AnswerPart, void> {
  for (;;) yield { kind: 'text', text: 'x'.repeat(1_000), tokens: 0 }
}

async function textsOf(deltas: AsyncIterable<AnswerDelta>): Promise<string[]> {
  const texts: string[] = []
  for await (const delta of deltas) if (delta.kind === 'text') texts.push(delta.text)
  return texts
}
