import type { ModelId } from '@gridloom/contract/models/model-id'
import { startInferenceProduct } from '@gridloom/testkit/models/inference-product'
import type { Failure, Script } from '@gridloom/testkit/models/script'
import { startUpstream, type Upstream } from '@gridloom/testkit/models/upstream'
import { answerText } from '@gridloom/testkit/models/write-answer'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askInChat, askStreamed, refusalOf } from './using-answers.ts'

const idleMsMax = 3_000
/** Micro-dollars for the ten tokens received, and for the prompt, which costs less than one. */
const ofTenTokens = [10, 11]

describe('an engine that fails in the middle of an answer', { timeout: 90_000 }, () => {
  let site: Awaited<ReturnType<typeof setup>>
  beforeAll(async () => {
    site = await setup()
  }, 120_000)
  afterAll(() => site[Symbol.asyncDispose]())

  it.each([
    ['ends too early', 'ends_early', 'stopped before the answer was complete'],
    ['sends broken JSON', 'breaks_json', 'invalid JSON'],
    ['sends bytes that are no text', 'breaks_utf8', 'not UTF-8'],
    ['sends a line of 3 MiB', 'sends_huge_line', 'longer than 1 MiB'],
    ['falls silent', 'hangs', 'sent nothing for 3 s'],
  ] as const)(
    '%s: only the received part is stored, marked broken and paid for',
    async (...row) => {
      const [, failure, why] = row
      await using engine = await site.serveAnEngineThat(failure)
      const { chat, api } = await site.askChatAndApi(engine)
      expect(chat).toMatchObject({ state: 'broken', text: answerText(10) })
      expect(chat.problem).toContain(why)
      expect(chat.kept).toMatchObject({
        state: 'broken',
        text: answerText(10),
        problem: chat.problem,
      })
      expect(chat.kept?.cost).toMatchObject({ output_tokens: 10 })
      expect(ofTenTokens).toContain(chat.paid)
      expect(chat.kept?.cost?.micro_usd).toBe(chat.paid)

      expect(api.text).toBe(answerText(10))
      expect(api.error).toBeInstanceOf(OpenAI.APIError)
      expect(api.error).toMatchObject({
        code: 'upstream_failed',
        message: expect.stringContaining('returned an unexpected response'),
      })
      expect(ofTenTokens).toContain(api.paid)
    },
  )

  it('cuts the connection: only the received part is marked broken and paid for', async () => {
    await using engine = await site.serveAnEngineThat('breaks_off')
    const { chat, api } = await site.askChatAndApi(engine)
    for (const { text, paid } of [chat, api]) {
      // Bytes in flight when the connection was cut may be lost, and are not paid for then.
      const came = wordsOf(text)
      expect(answerText(10).startsWith(text)).toBe(true)
      expect(came).toBeGreaterThan(3)
      expect([came, came + 1]).toContain(paid)
    }
    expect(chat).toMatchObject({ state: 'broken', problem: expect.stringMatching(/closed|ended/) })
    expect(api.error).toMatchObject({ code: 'upstream_failed' })
  })

  it('never ends: the answer ends at max_tokens, and so does the engine', async () => {
    await using engine = await site.serveAnEngineThat('never_ends', { tokenMs: 0 })
    const { chat, api } = await site.askChatAndApi(engine, { maxTokens: 50 })
    await engine.upstream.idle()
    for (const { text, paid } of [chat, api]) {
      // Fifty tokens cannot be longer, and only fifty are paid for.
      expect(text.length).toBeLessThan(200_000)
      expect(paid).toBeLessThanOrEqual(51)
    }
  })

  it.each(['hangs', 'breaks_off'] as const)(
    '%s before a whole answer is returned: nothing is paid',
    async (failure) => {
      await using engine = await site.serveAnEngineThat(failure)
      const { openai, paid } = await site.addAsker()
      const whole = openai.chat.completions.create({
        model: engine.model,
        messages: [{ role: 'user', content: 'Hi' }],
      })
      expect(await refusalOf(whole)).toMatchObject({ status: 502, code: 'upstream_failed' })
      expect(await paid()).toBe(0)
    },
  )
})

describe('an engine that produces nothing', { timeout: 90_000 }, () => {
  let site: Awaited<ReturnType<typeof setup>>
  beforeAll(async () => {
    site = await setup()
  }, 120_000)
  afterAll(() => site[Symbol.asyncDispose]())

  it.each([
    ['refuses', 502, 'upstream_failed', 'returned an unexpected response'],
    ['answers_nonsense', 502, 'upstream_failed', 'returned an unexpected response'],
    ['is_full', 429, 'endpoints_busy', 'are at capacity. Try again in'],
    ['hangs', 502, 'upstream_failed', 'returned an unexpected response'],
    ['ends_early', 502, 'upstream_failed', 'returned an unexpected response'],
  ] as const)('%s: the error is reported, and nothing is paid', async (...row) => {
    const [failure, status, code, text] = row
    await using engine = await site.serveAnEngineThat(failure, { failsAfterTokens: 0 })
    const { person, openai, paid } = await site.addAsker()
    const asking = { model: engine.model, prompt: 'Hi' }
    const refused = await refusalOf(askStreamed(openai, asking))
    expect(refused).toMatchObject({ status, code, message: expect.stringContaining(text) })
    const chat = await askInChat(person.client, asking)
    expect(chat).toMatchObject({ text: '', state: 'broken' })
    expect(chat.problem).toContain(text)
    expect(chat.kept).toMatchObject({ text: '', state: 'broken', problem: chat.problem })
    expect(await paid()).toBe(0)
  })
})

describe('a prompt longer than the context of any engine', { timeout: 60_000 }, () => {
  it('is rejected with the token counts in the API and in a chat, before anything is paid', async () => {
    await using site = await setup()
    const model = await site.addModel('gridloom-tests/short-of-memory')
    expect(await site.serve(site.machine, model)).toMatchObject({ state: 'serving' })
    const { person, openai, paid } = await site.addAsker()
    const asking = { model, prompt: 'word '.repeat(3_000) }
    const numbers =
      /The prompt has [\d,]{4,} tokens, but .* supports at most 1,?024 including the answer/
    const refused = await refusalOf(askStreamed(openai, asking))
    expect(refused).toMatchObject({ status: 400, code: 'context_length_exceeded' })
    expect(refused.message).toMatch(/context length is 1024 tokens.*resulted in \d{4,} tokens/)
    const chat = await askInChat(person.client, asking)
    expect(chat).toMatchObject({ state: 'broken', text: '' })
    expect(chat.problem).toMatch(numbers)
    expect(await paid()).toBe(0)
  })
})

interface BadEngine extends AsyncDisposable {
  upstream: Upstream
  model: ModelId
}

async function setup() {
  const inference = await startInferenceProduct()
  const machine = await inference.addMachine({ idleMsMax })
  let engines = 0
  const usual = { tokenMs: 10, failsAfterTokens: 10 }

  async function serveAnEngineThat(
    failure: Failure,
    script: Partial<Script> = {},
  ): Promise<BadEngine> {
    const upstream = await startUpstream({ ...usual, ...script, failure })
    engines += 1
    const model = await inference.serveBy(upstream, `gridloom-tests/engine-${engines}`, machine)
    return { upstream, model, [Symbol.asyncDispose]: () => upstream[Symbol.asyncDispose]() }
  }

  return {
    ...inference,
    machine,
    serveAnEngineThat,
    async askChatAndApi({ model }: BadEngine, { maxTokens }: { maxTokens?: number } = {}) {
      const [reader, caller] = [await inference.addAsker(), await inference.addAsker()]
      const asking = { model, prompt: 'Hi', ...(maxTokens && { max_tokens: maxTokens }) }
      const chat = await askInChat(reader.person.client, asking)
      const api = await askStreamed(caller.openai, asking)
      return {
        chat: { ...chat, paid: await reader.paid() },
        api: { ...api, paid: await caller.paid() },
      }
    },
  }
}

function wordsOf(text: string): number {
  return text.split(' ').filter(Boolean).length
}
