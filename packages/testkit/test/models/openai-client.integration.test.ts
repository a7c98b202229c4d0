import type { ModelId } from '@gridloom/contract/models/model-id'
import {
  type InferenceProduct,
  startInferenceProduct,
} from '@gridloom/testkit/models/inference-product'
import { promptOf } from '@gridloom/testkit/models/script'
import type { ServingMachine } from '@gridloom/testkit/models/serving-machine'
import { startUpstream, type Upstream } from '@gridloom/testkit/models/upstream'
import { answerText } from '@gridloom/testkit/models/write-answer'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askStreamed, costOf, expectPaid, type Question, refusalOf } from './using-answers.ts'

const capital = 'What is the capital of France?'

describe('the official OpenAI client, unmodified, on a real engine', { timeout: 60_000 }, () => {
  let site: Awaited<ReturnType<typeof setup>>
  let paidMicroUsd = 0
  beforeAll(async () => {
    site = await setup()
  }, 120_000)
  afterAll(() => site[Symbol.asyncDispose]())

  it('lists the model with its price per token and its context length', async () => {
    const { data } = await site.client.models.list()
    expect(data).toContainEqual(
      expect.objectContaining({
        id: site.tiny,
        owned_by: 'gridloom-tests',
        context_length: 1_024,
        pricing: { prompt: '0.0000001', completion: '0.000001' },
      }),
    )
    expect(await site.client.models.retrieve(site.tiny)).toMatchObject({ id: site.tiny })
  })

  it('gets a whole answer with token counts and cost', async () => {
    const answer = await site.client.chat.completions.create({
      model: site.tiny,
      messages: [{ role: 'user', content: capital }],
      temperature: 0,
      max_tokens: 40,
    })
    expect(answer.choices[0]?.message.content).toContain('Paris')
    const { prompt_tokens: read = 0, completion_tokens: written = 0 } = answer.usage ?? {}
    expect(read).toBeGreaterThan(5)
    expect(written).toBeGreaterThan(1)
    const { costMicroUsd, machineId } = costOf(answer.usage)
    expect(machineId).toBe(site.machine.id)
    expect(costMicroUsd).toBeGreaterThanOrEqual(written)
    paidMicroUsd += costMicroUsd
    // Without a stream the first token has no time of its own: the engine reports its timings.
    const row = await site.product.until({
      read: () => lastAnswer(site, 'done'),
      satisfies: (answer) => answer !== undefined,
    })
    expect(row?.first_token_ms).toBeGreaterThan(0)
    expect(row?.tokens_per_s).toBeGreaterThan(1)
  })

  it('gets a streamed answer with usage in the last chunk', async () => {
    const streamed = await askStreamed(site.client, {
      ...{ model: site.tiny, prompt: capital },
      ...{ temperature: 0, max_tokens: 40 },
    })
    expect(streamed.error).toBeUndefined()
    expect(streamed.text).toContain('Paris')
    expect(streamed.usage?.completion_tokens).toBeGreaterThan(1)
    paidMicroUsd += streamed.costMicroUsd
  })

  it('gets an answer that matches a JSON schema', async () => {
    const schema = {
      type: 'object',
      properties: { city: { enum: ['Paris', 'Rome'] } },
      required: ['city'],
      additionalProperties: false,
    }
    const { text, error, costMicroUsd } = await askStreamed(site.client, {
      ...{ model: site.tiny, prompt: capital, max_tokens: 60 },
      response_format: { type: 'json_schema', json_schema: { name: 'city', schema } },
    })
    expect(error).toBeUndefined()
    expect(['Paris', 'Rome']).toContain(JSON.parse(text).city)
    paidMicroUsd += costMicroUsd
  })

  it('gets stop or length as finish reason at a stop sequence and at max_tokens', async () => {
    const asking = { model: site.tiny, prompt: capital, temperature: 0 }
    const stopped = await askStreamed(site.client, { ...asking, max_tokens: 40, stop: ['Paris'] })
    expect(stopped.finish).toBe('stop')
    expect(stopped.text).not.toContain('Paris')
    const cut = await askStreamed(site.client, { ...asking, max_tokens: 2 })
    expect(cut).toMatchObject({ finish: 'length', usage: { completion_tokens: 2 } })
    paidMicroUsd += stopped.costMicroUsd + cut.costMicroUsd
  })

  it('gets the token counts when a prompt exceeds the context', async () => {
    const error = await refusalOf(
      askStreamed(site.client, { model: site.tiny, prompt: 'word '.repeat(4_000) }),
    )
    expect(error).toBeInstanceOf(OpenAI.BadRequestError)
    expect(error).toMatchObject({ status: 400, code: 'context_length_exceeded' })
    expect(error.message).toMatch(
      /maximum context length is 1024 tokens.*resulted in \d{4,} tokens/,
    )
  })

  it.each<[string, Partial<Question>, number, string]>([
    ['a model that is not there', { model: 'no/such' }, 404, 'model_not_found'],
    ['more answers than one', { n: 2 }, 400, 'unsupported_parameter'],
    ['tools of an engine without any', { tools: [aTool] }, 400, 'unsupported_parameter'],
  ])('is refused %s', async (_, change, status, code) => {
    const question = { model: site.tiny, prompt: 'Hi', max_tokens: 4, ...change }
    expect(await refusalOf(askStreamed(site.client, question))).toMatchObject({ status, code })
  })

  it('is rejected with an unknown key, and with a key that may not use the model', async () => {
    const asking = { model: site.tiny, prompt: 'Hi', max_tokens: 4 }
    const stranger = await refusalOf(askStreamed(site.openai('glk_none'), asking))
    expect(stranger).toBeInstanceOf(OpenAI.AuthenticationError)
    const { models } = site.openai('glk_none')
    for (const reading of [models.list(), models.retrieve(site.tiny)])
      await expect(reading).rejects.toMatchObject({
        status: 401,
        message: expect.stringContaining('Incorrect API key provided.'),
      })
    const { key } = await site.makeKey({ models: [site.paced] })
    const limited = await refusalOf(askStreamed(site.openai(key), asking))
    expect(limited).toBeInstanceOf(OpenAI.PermissionDeniedError)
  })

  it('stops the engine by aborting a stream, and pays only for generated tokens', async () => {
    const reader = new AbortController()
    const { text } = await askStreamed(site.client, {
      ...{ model: site.paced, prompt: 'Go on and on.', max_tokens: 5_000 },
      signal: reader.signal,
      onText: (received) => {
        if (received.includes(' w20 ')) reader.abort()
      },
    })
    const came = text.trim().split(' ').length
    await site.upstream.idle()
    expect(site.upstream.counts).toMatchObject({ open: 0, aborted: 1 })
    const { tokens } = site.upstream.counts
    // 50 ms of this engine are ten tokens; the rest allows for a busy machine.
    expect(tokens).toBeLessThan(came + 100)
    const before = paidMicroUsd
    const { gone } = await site.product.until({
      read: () => site.spent(),
      satisfies: ({ gone }) => gone > before,
    })
    expect(gone - before).toBeGreaterThanOrEqual(came)
    expect(gone - before).toBeLessThanOrEqual(tokens + 10)
    // The prompt has four words, all of them read before the client left.
    expect(await lastAnswer(site, 'stopped')).toMatchObject({ input_tokens: 4 })
    paidMicroUsd = gone
  })

  it('stops the engine by aborting an embeddings request, and pays nothing', async () => {
    const { aborted } = site.upstream.counts
    const reader = new AbortController()
    const input = promptOf({ failure: 'hangs' })
    const vectors = site.client.embeddings.create(
      { model: site.paced, input },
      { signal: reader.signal },
    )
    const left = expect(vectors).rejects.toBeInstanceOf(OpenAI.APIUserAbortError)
    await expect.poll(() => site.upstream.counts.open).toBe(1)
    reader.abort()
    await left
    await expect.poll(() => site.upstream.counts).toMatchObject({ open: 0, aborted: aborted + 1 })
    await expectPaid(site, paidMicroUsd)
  })

  it('receives every token of a long stream', async () => {
    site.upstream.follow({ tokens: 2_000, tokenMs: 0 })
    const { text, usage, costMicroUsd } = await askStreamed(site.client, {
      ...{ model: site.paced, prompt: 'Go on.' },
    })
    expect(text).toBe(answerText(2_000))
    expect(usage?.completion_tokens).toBe(2_000)
    paidMicroUsd += costMicroUsd
  })

  it('gets embeddings and text completions', async () => {
    const { data, usage } = await site.client.embeddings.create({
      model: site.paced,
      input: ['one', 'two two'],
    })
    expect(data.map(({ embedding }) => embedding[0])).toEqual([3, 7])
    const rest = await site.client.completions.create({
      model: site.paced,
      prompt: 'On',
      max_tokens: 3,
    })
    expect(rest.choices[0]?.text).toBe(answerText(3))
    paidMicroUsd += costOf(usage).costMicroUsd + costOf(rest.usage).costMicroUsd
  })

  it('has paid exactly the reported costs, and the ledger balances', async () => {
    await expectPaid(site, paidMicroUsd)
  })

  it('gets 402 before anything is generated when the budget of its key is used up', async () => {
    const { asked } = site.upstream.counts
    const { key } = await site.makeKey({ budget_micro_usd: 100 })
    const asking = { model: site.paced, prompt: 'Hi', max_tokens: 4_000 }
    const error = await refusalOf(askStreamed(site.openai(key), asking))
    expect(error).toMatchObject({ status: 402, type: 'insufficient_quota' })
    expect(site.upstream.counts.asked).toBe(asked)
    const affordable = await askStreamed(site.openai(key), { ...asking, max_tokens: 20 })
    expect(affordable).toMatchObject({ finish: 'length', usage: { completion_tokens: 20 } })
  })

  it('gets 402 when the balance does not cover the request', async () => {
    await site.product.operator.operator.writeSettings({ body: { starting_credit_micro_usd: 50 } })
    const { openai: poor } = await site.addAsker()
    const asking = { model: site.paced, prompt: 'Hi', max_tokens: 4_000 }
    const error = await refusalOf(askStreamed(poor, asking))
    expect(error).toMatchObject({ status: 402, type: 'insufficient_quota' })
  })
})

const aTool = { type: 'function', function: { name: 'look', parameters: {} } } as const

interface Answer {
  state: string
  input_tokens: number
  first_token_ms: number | null
  tokens_per_s: number | null
  ended_at: Date
}

/** The database row of the newest answer with this state. */
function lastAnswer({ product }: Site, state: string): Promise<Answer | undefined> {
  return product.server.container.db
    .withTables<{ generations: Answer }>()
    .selectFrom('generations')
    .selectAll()
    .where('state', '=', state)
    .orderBy('ended_at', 'desc')
    .executeTakeFirst()
}

interface Site extends InferenceProduct {
  machine: ServingMachine
  upstream: Upstream
  /** `tiny` runs on the real engine, `paced` on the stand-in, which generates 200 tokens a second. */
  tiny: ModelId
  paced: ModelId
  client: OpenAI
}

async function setup(): Promise<Site> {
  await using opened = new AsyncDisposableStack()
  const inference = opened.use(await startInferenceProduct())
  const upstream = opened.use(await startUpstream({ tokens: 5_000, tokenMs: 5 }, 'vllm'))
  const machine = await inference.addMachine()
  const tiny = await inference.addModel('gridloom-tests/tinychat')
  expect(await inference.serve(machine, tiny)).toMatchObject({ state: 'serving', problem: null })
  const paced = await inference.serveBy(upstream, 'gridloom-tests/paced', machine)
  const { key } = await inference.makeKey()
  const open = opened.move()
  return {
    ...inference,
    ...{ machine, upstream, tiny, paced },
    client: inference.openai(key),
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}
