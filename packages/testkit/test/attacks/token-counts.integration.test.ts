import { setTimeout as delay } from 'node:timers/promises'
import { startInferenceProduct } from '@gridloom/testkit/models/inference-product'
import { promptOf } from '@gridloom/testkit/models/script'
import { startUpstream } from '@gridloom/testkit/models/upstream'
import { answerText } from '@gridloom/testkit/models/write-answer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askStreamed } from '../models/using-answers.ts'

describe('an engine that claims two hundred times the tokens', { timeout: 60_000 }, () => {
  let site: Awaited<ReturnType<typeof setup>>
  beforeAll(async () => {
    site = await setup()
  }, 120_000)
  afterAll(() => site[Symbol.asyncDispose]())

  it('is paid by our own tokenizer’s count for a catalogue model', async () => {
    const { text, usage } = await askStreamed(site.client, { model: site.model, prompt: 'Hello' })
    expect(text).toBe(answerText(20))
    // The prompt has one token, and eight marks for the message and for the whole.
    expect(usage?.prompt_tokens).toBeLessThanOrEqual(17)
    const written = await site.tokensOf(text)
    expect(usage?.completion_tokens).toBeLessThanOrEqual(Math.ceil(written * 1.1) + 16)
    expect(usage?.completion_tokens).toBeGreaterThanOrEqual(20)
  })

  it('is counted in time while a thousand prompts of a megabyte are counted', async () => {
    const long = 'The capital of France is Paris. '.repeat(30_000)
    const flood = Array.from({ length: 1_000 }, () => site.countOf(long))
    const { text, usage } = await askStreamed(site.client, { model: site.model, prompt: 'Hello' })
    const written = await site.tokensOf(text)
    expect(usage?.prompt_tokens).toBeLessThanOrEqual(17)
    expect(usage?.completion_tokens).toBeLessThanOrEqual(Math.ceil(written * 1.1) + 16)
    // Most of them were never admitted.
    expect(
      (await Promise.all(flood)).filter((tokens) => tokens === undefined).length,
    ).toBeGreaterThan(900)
  })

  it.each([
    ['stream', { tokens: 900, tokenMs: 20 }],
    ['whole', { tokens: 1, firstTokenMs: 20_000 }],
  ] as const)('is paid for the prompt of a caller who hangs up: %s', async (how, script) => {
    const prompt = 'The capital of France is Paris. '.repeat(60)
    const before = await site.spent()
    const left = new AbortController()
    const messages = [
      { role: 'system' as const, content: prompt },
      { role: 'user' as const, content: promptOf(script) },
    ]
    const body = { model: site.model, messages }
    const options = { signal: left.signal }
    if (how === 'stream') {
      const stream = await site.client.chat.completions.create({ ...body, stream: true }, options)
      for await (const _ of stream) break
    } else {
      const asked = site.client.chat.completions.create(body, options).catch(() => undefined)
      await delay(takenWithinMs)
      left.abort()
      await asked
    }
    const inputMicroUsd = Math.floor(((await site.tokensOf(prompt)) * 100_000) / 1_000_000)
    const paid = await site.until({
      read: async () => (await site.spent()) - before,
      satisfies: (microUsd) => microUsd >= inputMicroUsd,
    })
    expect(paid).toBeLessThan(inputMicroUsd * 1.5 + 60)
  })

  it('is paid no more for an answer that is not streamed, nor for embeddings', async () => {
    const messages = [{ role: 'user' as const, content: 'Hello' }]
    const whole = await site.client.chat.completions.create({ model: site.model, messages })
    const written = await site.tokensOf(whole.choices[0]?.message.content ?? '')
    expect(whole.usage?.completion_tokens).toBeLessThanOrEqual(Math.ceil(written * 1.1) + 16)
    const { usage } = await site.client.embeddings.create({ model: site.model, input: 'Hello' })
    expect(usage.prompt_tokens).toBeLessThanOrEqual(3)
  })
})

/** More than the quarter of a second after which an agent reports that the prompt is being read. */
const takenWithinMs = 1_500

/** A model whose file is in the catalogue, on a machine whose engine reports wrong counts. */
async function setup() {
  await using opened = new AsyncDisposableStack()
  const inference = opened.use(await startInferenceProduct())
  const upstream = opened.use(await startUpstream({ exaggerates: 200 }))
  const model = await inference.addModel('gridloom-tests/tinychat')
  const { container } = inference.product.server
  const machine = await inference.addMachine()
  const order = inference.by(upstream)
  const engine = { ...order.engine, context_tokens: 1_024 }
  const endpoint = await inference.serve(machine, model, { ...order, engine })
  expect(endpoint).toMatchObject({ state: 'serving', problem: null })
  await inference.product.until({
    read: async () => container.system.tokens.knows(model),
    satisfies: (knows) => knows,
  })
  const { key } = await inference.makeKey()
  const open = opened.move()
  const countOf = (text: string) => container.system.tokens.count(model, { kind: 'text', text })
  return {
    ...{ model, client: inference.openai(key), countOf, until: inference.product.until },
    async spent() {
      await container.system.allowances.flush()
      return (await inference.spent()).gone
    },
    async tokensOf(text: string) {
      const tokens = await countOf(text)
      if (tokens === undefined) throw new Error('nothing was counted')
      return tokens
    },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}
