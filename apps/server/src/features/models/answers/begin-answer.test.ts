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
import type { AnswerDelta, BeginAnswerInput } from './pending-answer.ts'

const [one, two, three] = [anEndpoint(1), anEndpoint(2), anEndpoint(3)]
const offline = new Refused('machine_offline')
const busy = new Refused('endpoints_busy', { details: { seconds: 4 } })
const tooLong = new Refused('context_exceeded', { details: { tokens: 2_000, max: 1_024 } })

describe('an answer', () => {
  it('is paid by what came, and told with what it took', async () => {
    const site = setup([{ endpoint: one, answer: () => says(['Hel', 'lo']) }])
    const { texts, ended } = await site.readAll()
    expect(texts).toEqual(['Hel', 'lo'])
    // 5 new tokens at 1, 2 cached at 0.1 and 2 written at 2 micro-dollars, rounded up once.
    expect(ended).toMatchObject({
      state: 'done',
      reason: 'stop',
      cost: { input_tokens: 7, cached_tokens: 2, output_tokens: 2, micro_usd: 10 },
    })
    expect(site.funds.settled).toMatchObject([{ state: 'done', microUsd: 10, firstTokenMs: 5 }])
    expect(site.tried).toEqual([{ endpoint: one.id, firstToken: true, outcome: 'answered' }])
  })

  it('sets aside the dearest that it can be, and gives back what it was not', async () => {
    const site = setup([{ endpoint: one, answer: () => says(['a']) }])
    await site.readAll({ request: aRequest({ max_tokens: 10 }) })
    // 5 bytes, 16 for the message and 64 for all, then 10 tokens at 2 micro-dollars each.
    expect(site.funds.reserved).toEqual([5 + 16 + 64 + 10 * 2])
    expect(site.funds.free()).toBe(1_000_000_000 - 8)
  })

  it.each([
    ['length', 'length', 'length'],
    ['tool_calls', 'done', 'tool_calls'],
  ] as const)('that ended with %s says so', async (reason, state, reported) => {
    const site = setup([{ endpoint: one, answer: () => says(['a'], { reason }) }])
    expect((await site.readAll()).ended).toMatchObject({ state, reason: reported })
  })

  it('without a word is an answer', async () => {
    const site = setup([{ endpoint: one, answer: () => says([]) }])
    const { texts, ended } = await site.readAll()
    expect(texts).toEqual([])
    expect(ended).toMatchObject({ state: 'done', cost: { output_tokens: 0 } })
    expect(site.tried).toMatchObject([{ firstToken: false, outcome: 'answered' }])
  })
})

describe('before anything came', () => {
  it.each([
    ['is offline', () => refuses(offline), 'failed'],
    ['is full', () => refuses(busy), 'not_counted'],
    ['fails at once', () => says([], { reason: 'failed', problem: 'no memory' }), 'failed'],
    ['ends without a word', () => inParts([]), 'failed'],
    ['sends what is no part', () => inParts([{ kind: 'text', text: 7 }]), 'failed'],
    [
      'has read less than nothing',
      () => inParts([{ ...aText('a'), read: { input_tokens: -1 } }]),
      'failed',
    ],
    ['has ended before it began', () => says([], { made_ms: -1 }), 'failed'],
  ] as const)('another machine is asked where one %s', async (_, answer, outcome) => {
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

  it('nobody else is asked where the caller wants no other', async () => {
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

  it('says when to come back where all are full, whatever else went wrong', async () => {
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

  it('a prompt that is too long is only shown to machines that read more', async () => {
    const large = anEndpoint(3, { contextTokens: 4_096 })
    const site = setup([
      { endpoint: one, answer: () => refuses(tooLong) },
      { endpoint: two, answer: () => says(['never']) },
      { endpoint: large, answer: () => says(['ok']) },
    ])
    expect((await site.readAll()).texts).toEqual(['ok'])
    expect(site.tried.map(({ endpoint }) => endpoint)).toEqual([one.id, large.id])
  })

  it('says how long a prompt was that nobody reads', async () => {
    const site = setup([{ endpoint: one, answer: () => refuses(tooLong) }])
    const request = aRequest({ input: asking('x'.repeat(5_000)) })
    await expect(site.readAll({ request })).rejects.toMatchObject({
      code: 'context_exceeded',
      details: { model: aModel, tokens: 2_000, max: 1_024 },
    })
    expect(site.funds.settled).toEqual([])
  })

  it.each<Record<string, string | null>>([{}, { tokens: null, max: 'many' }])(
    'says no number of a prompt that nobody counted: %j',
    async (details) => {
      const uncounted = new Refused('context_exceeded', { details })
      const site = setup([{ endpoint: one, answer: () => refuses(uncounted) }])
      const request = aRequest({ input: asking('x'.repeat(5_000)) })
      await expect(site.readAll({ request })).rejects.toMatchObject({
        publicText: `The prompt has more than 1024 tokens, but ${aModel} supports at most 1024 including the answer.`,
      })
    },
  )

  it('asks a few machines at most', async () => {
    const machines = [1, 2, 3, 4, 5, 6].map((at) => ({
      endpoint: anEndpoint(at),
      answer: () => refuses(offline),
    }))
    const site = setup(machines)
    await expect(site.readAll()).rejects.toMatchObject({ code: 'upstream_failed' })
    expect(site.tried).toHaveLength(4)
  })

  it('an abort ends it without a charge', async () => {
    const site = setup([{ endpoint: one, answer: (_, signal) => untilAborted(signal, []) }])
    const stop = new AbortController()
    const pending = await site.begin({ signal: stop.signal })
    stop.abort()
    expect(await pending.ended).toMatchObject({ state: 'stopped', cost: { micro_usd: 0 } })
    expect(site.tried).toMatchObject([{ outcome: 'not_counted' }])
    expect(site.funds.free()).toBe(1_000_000_000)
    expect(await textsOf(pending.deltas)).toEqual([])
  })

  it('a machine that hangs is left for another', async () => {
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

it('tells who may ask no more so, where nothing has come yet', async () => {
  const shutOut = new AbortController()
  const over = vi.fn()
  const site = setup([{ endpoint: one, answer: (_, signal) => untilAborted(signal, []) }])
  const pending = await site.begin({}, { revocations: stayingUntil(shutOut.signal, over) })
  shutOut.abort(new Refused('unauthorized'))
  await expect(pending.started).rejects.toMatchObject({ code: 'unauthorized' })
  expect(await pending.ended).toMatchObject({ state: 'stopped', cost: { micro_usd: 0 } })
  expect(over).toHaveBeenCalledOnce()
})

describe('after something came', () => {
  it.each([
    ['the machine is lost', () => inParts([aText('a'), aText('b'), offline])],
    ['the stream ends without an end', () => inParts([aText('a'), aText('b')])],
  ])('it is kept and marked where %s, and nobody else is asked', async (_, answer) => {
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

  it('tells why an engine failed, and charges what had come', async () => {
    const failed = { reason: 'failed', problem: 'out of memory' } as const
    const site = setup([{ endpoint: one, answer: () => says(['a'], failed) }])
    expect((await site.readAll()).ended).toMatchObject({
      state: 'broken',
      problem: 'The machine says: “out of memory”',
    })
  })

  it('charges nothing for what was to come whole and broke', async () => {
    const site = setup([{ endpoint: one, answer: () => inParts([aText('a')]) }])
    const { ended } = await site.readAll({ request: aRequest({ stream: false }) })
    expect(ended.cost.micro_usd).toBe(0)
    expect(site.funds.free()).toBe(1_000_000_000)
    expect(site.tried).toMatchObject([{ firstToken: false }])
  })

  it('an abort stops the engine at once, and what had come is paid', async () => {
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
      cost: { output_tokens: 2, micro_usd: 4 },
    })
    expect((await deltas.next()).done).toBe(true)
  })

  it.each([
    ['is stopped', 'stopped', () => untilAborted],
    ['is lost with its machine', 'broken', () => breaking],
  ] as const)('what was read of the prompt is paid too where it %s', async (_, state, how) => {
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
    // 5 new tokens at 1, 2 cached at 0.1 and 2 written at 2 micro-dollars, rounded up once.
    expect(await pending.ended).toMatchObject({
      state,
      cost: { ...read, output_tokens: 2, micro_usd: 10 },
    })
  })

  it('no more is believed of a prompt than it can be', async () => {
    const read = { input_tokens: 1_000_000, cached_tokens: 0 }
    const site = setup([{ endpoint: one, answer: (_, signal) => breaking(signal, ['a'], read) }])
    expect((await site.readAll()).ended.cost.input_tokens).toBe(85)
  })

  it('a reader who leaves stops it as well', async () => {
    const site = setup([{ endpoint: one, answer: (_, signal) => untilAborted(signal, ['a']) }])
    const pending = await site.begin()
    for await (const _ of pending.deltas) break
    expect(await pending.ended).toMatchObject({ state: 'stopped', cost: { output_tokens: 1 } })
  })

  it('a payer who may ask no more has it stopped, and pays what had come', async () => {
    const shutOut = new AbortController()
    const site = setup([{ endpoint: one, answer: (_, signal) => untilAborted(signal, ['a', 'b']) }])
    const pending = await site.begin({}, { revocations: stayingUntil(shutOut.signal) })
    const deltas = pending.deltas[Symbol.asyncIterator]()
    await deltas.next()
    shutOut.abort(new Refused('unauthorized'))
    expect(await pending.ended).toMatchObject({
      state: 'stopped',
      reason: 'shut_out',
      cost: { output_tokens: 1, micro_usd: 2 },
    })
    expect((await deltas.next()).done).toBe(true)
  })

  it('a machine that hangs is lost', async () => {
    const clock = createTestClock()
    const site = setup([{ endpoint: one, answer: (_, signal) => untilAborted(signal, ['a']) }])
    const pending = await site.begin({}, { clock })
    const read = textsOf(pending.deltas)
    await clock.advance(engineIdleMsMax.stream * 2)
    expect(await read).toEqual(['a'])
    expect(await pending.ended).toMatchObject({ state: 'broken' })
  })
})

it('waits longer for an answer that comes whole', async () => {
  const clock = createTestClock()
  const answer: Machine['answer'] = async function* () {
    await clock.sleep(engineIdleMsMax.stream * 3, new AbortController().signal)
    yield* says(['ok'])
  }
  const site = setup([{ endpoint: one, answer }])
  const pending = await site.begin({ request: aRequest({ stream: false }) }, { clock })
  const read = textsOf(pending.deltas)
  await clock.advance(engineIdleMsMax.stream * 4)
  expect(await read).toEqual(['ok'])
})

describe('of a machine that lies', () => {
  it('no more is believed than can be: of what it read, and of what came', async () => {
    const counts = { input_tokens: 1_000_000, cached_tokens: 2_000_000, output_tokens: 999 }
    const site = setup([{ endpoint: one, answer: () => says(['abc'], { counts }) }])
    const { ended } = await site.readAll()
    expect(ended.cost).toMatchObject({ input_tokens: 85, cached_tokens: 85, output_tokens: 3 })
  })

  it('an answer without an end is cut off', async () => {
    const site = setup([{ endpoint: one, answer: endless }])
    const { ended } = await site.readAll({ request: aRequest({ max_tokens: 5 }) })
    expect(ended).toMatchObject({
      state: 'broken',
      problem: 'The machine sent more than was requested.',
    })
    expect(ended.cost.output_tokens).toBeLessThanOrEqual(5)
  })
})

describe('is refused', () => {
  it.each([
    ['model_unknown', 'acme/unheard-of', [{ endpoint: one }]],
    ['model_unavailable', aModel, []],
  ] as const)('with %s before any money is set aside', async (code, model, machines) => {
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
  ])('with “%s …” where nobody is left and the caller wished for %j', async (words, input) => {
    const talks = anEndpoint(1, { features: ['chat'] })
    const acts = anEndpoint(2, { features: ['tools'] })
    const site = setup([{ endpoint: talks }, { endpoint: acts }])
    const request = aRequest({ tools: [{ type: 'function' }] })
    const provider = ProviderPreferences.parse(input)
    await expect(site.begin({ provider, request })).rejects.toMatchObject({
      publicText: `${words} ${aModel} right now.`,
    })
  })

  it('by the name of what nobody who serves it can do', async () => {
    const site = setup([{ endpoint: one }])
    const request = aRequest({ tools: [{ type: 'function' }] })
    await expect(site.begin({ request })).rejects.toMatchObject({
      code: 'unsupported_parameter',
      details: { parameter: 'tools' },
    })
  })

  it('before dispatch where the balance does not cover the dearest that it can be', async () => {
    const site = setup([{ endpoint: one, answer: () => says(['a']) }], 100)
    await expect(site.begin()).rejects.toMatchObject({ code: 'insufficient_funds' })
    expect(site.tried).toEqual([])
  })

  it('by none who is cheap enough, where another is too dear', async () => {
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

it('gives each machine the same request', async () => {
  const asked: AnswerRequest[] = []
  const answer: Machine['answer'] = (request) => {
    asked.push(request)
    return says(['ok'])
  }
  await setup([{ endpoint: three, answer }]).readAll()
  expect(asked).toEqual([aRequest()])
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
  const readAll = async (over: Partial<BeginAnswerInput> = {}) => {
    const pending = await begin(over)
    const texts = await textsOf(pending.deltas)
    return { texts, ended: await pending.ended }
  }
  return { ...market, begin, readAll }
}

function aText(text: string): Extract<AnswerPart, { kind: 'text' }> {
  return { kind: 'text', text, tokens: 1 }
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

/** Words, the first with what was read of the prompt. */
function* beginning(words: readonly string[], read?: PromptCounts): Generator<AnswerPart, void> {
  for (const [at, word] of words.entries())
    yield at === 0 && read !== undefined ? { ...aText(word), read } : aText(word)
}

async function* endless(): AsyncGenerator<AnswerPart, void> {
  for (;;) yield { kind: 'text', text: 'x'.repeat(1_000), tokens: 0 }
}

async function textsOf(deltas: AsyncIterable<AnswerDelta>): Promise<string[]> {
  const texts: string[] = []
  for await (const delta of deltas) if (delta.kind === 'text') texts.push(delta.text)
  return texts
}
