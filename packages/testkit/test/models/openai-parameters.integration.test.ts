import { startInferenceProduct } from '@gridloom/testkit/models/inference-product'
import { promptOf } from '@gridloom/testkit/models/script'
import { startUpstream } from '@gridloom/testkit/models/upstream'
import { answerText, thoughtText } from '@gridloom/testkit/models/write-answer'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { askStreamed, costOf, refusalOf } from './using-answers.ts'

const tool = {
  type: 'function',
  function: { name: 'add', parameters: { type: 'object', properties: { a: { type: 'number' } } } },
} as const

describe('the parameters of the official OpenAI client', { timeout: 60_000 }, () => {
  let site: Awaited<ReturnType<typeof setup>>
  beforeAll(async () => {
    site = await setup()
  }, 120_000)
  afterAll(() => site[Symbol.asyncDispose]())

  it('reach the engine as they were sent', async () => {
    const schema = { type: 'object', properties: { a: { type: 'number' } } }
    const messages = [
      { role: 'developer' as const, content: 'Be short.' },
      { role: 'user' as const, content: [{ type: 'text' as const, text: 'Hi' }] },
    ]
    await site.client.chat.completions.create({
      ...{ model: site.model, messages, temperature: 0.3, top_p: 0.8, seed: 42 },
      ...{ stop: ['END', 'STOP'], max_completion_tokens: 7, tools: [tool], tool_choice: 'auto' },
      response_format: { type: 'json_schema', json_schema: { name: 'sum', schema } },
      // Parameters that change no answer are dropped.
      ...{ user: 'ada', store: false, metadata: { a: 'b' } },
    })
    expect(site.upstream.last).toMatchObject({
      messages: [
        { role: 'system', content: 'Be short.' },
        { role: 'user', content: 'Hi' },
      ],
      ...{ temperature: 0.3, top_p: 0.8, seed: 42, stop: ['END', 'STOP'], max_tokens: 7 },
      ...{ tools: [tool], tool_choice: 'auto' },
      response_format: { type: 'json_schema', json_schema: { schema } },
    })
  })

  it('repeat an answer with the same seed, and change it with another', async () => {
    const asking = {
      model: site.tiny,
      prompt: 'Tell me a story.',
      temperature: 1.4,
      max_tokens: 30,
    }
    // A cached prompt may change the last digit of a probability.
    await askStreamed(site.client, { ...asking, seed: 1 })
    const texts: string[] = []
    for (const seed of [7, 7, 8])
      texts.push((await askStreamed(site.client, { ...asking, seed })).text)
    expect(texts[0]).not.toBe('')
    expect(texts[1]).toBe(texts[0])
    expect(texts[2]).not.toBe(texts[0])
  })

  it('include tools, whose calls are returned whole and as streamed deltas', async () => {
    site.upstream.follow({ callsTool: 'add' })
    const call = { id: 'call_1', type: 'function', function: { name: 'add', arguments: '{"a":1}' } }
    const messages = [{ role: 'user' as const, content: 'Add.' }]
    const asking = { model: site.model, messages, tools: [tool] }
    const whole = await site.client.chat.completions.create(asking)
    expect(whole.choices).toMatchObject([
      { finish_reason: 'tool_calls', message: { content: null, tool_calls: [call] } },
    ])
    const streamed = await site.client.chat.completions.stream(asking).finalChatCompletion()
    expect(streamed.choices).toMatchObject([
      { finish_reason: 'tool_calls', message: { tool_calls: [call] } },
    ])
    site.upstream.follow({ callsTool: null })
    const [{ message } = {}] = whole.choices
    if (message === undefined) throw new Error('no message came')
    const answered = { role: 'tool' as const, tool_call_id: 'call_1', content: '1' }
    await site.client.chat.completions.create({
      ...asking,
      messages: [...messages, message, answered],
    })
    expect(site.upstream.last).toMatchObject({
      messages: [messages[0], { role: 'assistant', content: null, tool_calls: [call] }, answered],
    })
  })

  it('return usage in the last chunk only with include_usage', async () => {
    const messages = [{ role: 'user' as const, content: 'Hi' }]
    const asking = { model: site.model, messages, stream: true as const, max_tokens: 3 }
    for (const include_usage of [true, false]) {
      const chunks: OpenAI.ChatCompletionChunk[] = []
      const options = { ...asking, stream_options: { include_usage } }
      for await (const chunk of await site.client.chat.completions.create(options))
        chunks.push(chunk)
      const reported = chunks.filter(({ usage }) => usage)
      expect(reported).toEqual(include_usage ? [chunks.at(-1)] : [])
      expect(reported.map(({ choices }) => choices)).toEqual(include_usage ? [[]] : [])
      expect(chunks.at(include_usage ? -2 : -1)?.choices[0]?.finish_reason).toBe('length')
    }
  })

  it.each(['reasoning_content', 'reasoning'] as const)(
    'get what a model thinks, streamed and whole, and pay for it: %s',
    async (thinksAs) => {
      const prompt = promptOf({ thinks: 285, thinksAs, tokens: 20 })
      const chunks: { reasoning: string; content: string } = { reasoning: '', content: '' }
      const messages = [{ role: 'user' as const, content: prompt }]
      const asking = { model: site.model, messages }
      const stream = await site.client.chat.completions.create({
        ...{ ...asking, stream: true, stream_options: { include_usage: true } },
      })
      let usage: OpenAI.CompletionUsage | null | undefined
      for await (const chunk of stream) {
        const delta = Thinking.parse(chunk.choices[0]?.delta ?? {})
        chunks.reasoning += delta.reasoning_content ?? ''
        chunks.content += delta.content ?? ''
        usage = chunk.usage ?? usage
      }
      expect(chunks).toEqual({ reasoning: thoughtText(285), content: answerText(20) })
      const counted = {
        completion_tokens: 305,
        completion_tokens_details: { reasoning_tokens: 285 },
      }
      expect(usage).toMatchObject(counted)
      const whole = await site.client.chat.completions.create(asking)
      expect(whole.usage).toMatchObject(counted)
      expect(costOf(whole.usage)).toMatchObject({ costMicroUsd: costOf(usage).costMicroUsd })
      expect(Thinking.parse(whole.choices[0]?.message)).toEqual({
        ...{ content: answerText(20), reasoning_content: thoughtText(285) },
        reasoning: thoughtText(285),
      })
    },
  )

  it('include a prompt to complete as a stream', async () => {
    const asking = { model: site.model, prompt: ['On'], stream: true as const, max_tokens: 4 }
    let text = ''
    const finishes: (string | null | undefined)[] = []
    for await (const { choices } of await site.client.completions.create(asking)) {
      text += choices[0]?.text ?? ''
      finishes.push(choices[0]?.finish_reason)
    }
    expect(text).toBe(answerText(4))
    expect(finishes.filter(Boolean)).toEqual(['length'])
    expect(site.upstream.last).toMatchObject({ prompt: 'On', max_tokens: 4 })
  })

  it.each([{ input: '' }, { input: [] }, { input: ['a', ''] }])(
    'refuse to embed %j, at no machine’s cost',
    async ({ input }) => {
      const asked = site.client.embeddings.create({ model: site.model, input })
      await expect(asked).rejects.toMatchObject({
        status: 400,
        param: expect.stringMatching(/^input/),
      })
    },
  )

  it('return embeddings as numbers although the client requests base64, and charge the input', async () => {
    const asking = { model: site.model, input: ['one', 'two two'] }
    const { data, usage } = await site.client.embeddings.create(asking)
    expect(data.map(({ embedding }) => embedding)).toEqual([
      [3, 0.5, -0.25],
      [7, 0.5, -0.25],
    ])
    expect(usage).toMatchObject({ prompt_tokens: 3, total_tokens: 3 })
    expect(costOf(usage).costMicroUsd).toBe(1)
  })

  it.each<[string, object, string]>([
    ['a picture', { messages: [{ role: 'user', content: [picture()] }] }, 'must be a data URL'],
    ['no message', { messages: [] }, 'messages'],
    ['too warm', { temperature: 3 }, 'temperature'],
    ['a form that is none', { response_format: { type: 'xml' } }, 'response_format'],
    ['likelihoods', { logprobs: true }, 'logprobs is not supported'],
  ])('reject an unsupported value by name: %s', async (_, change, said) => {
    const asking = { model: site.model, prompt: 'Hi', ...change }
    const refused = await refusalOf(askStreamed(site.client, asking))
    expect(refused).toBeInstanceOf(OpenAI.BadRequestError)
    expect(refused).toMatchObject({ status: 400, type: 'invalid_request_error' })
    expect(refused.param).toBeTruthy()
    expect(refused.message).toContain(said)
  })

  it('map every failure to the error class that programs expect, with its request id', async () => {
    const asking = { model: site.model, prompt: 'Hi' }
    site.upstream.follow({ failure: 'is_full' })
    const full = await refusalOf(askStreamed(site.client, asking))
    expect(full).toBeInstanceOf(OpenAI.RateLimitError)
    expect(Number(full.headers?.get('retry-after'))).toBeGreaterThan(0)
    site.upstream.follow({ failure: 'refuses' })
    const broken = await refusalOf(askStreamed(site.client, asking))
    expect(broken).toBeInstanceOf(OpenAI.InternalServerError)
    site.upstream.follow({ failure: null })
    const none = await refusalOf(askStreamed(site.client, { ...asking, model: 'no/such' }))
    expect(none).toBeInstanceOf(OpenAI.NotFoundError)
    const stranger = await refusalOf(askStreamed(site.openai('glk_none'), asking))
    expect(stranger).toBeInstanceOf(OpenAI.AuthenticationError)
    const { key } = await site.makeKey({ scopes: ['chats:read'] })
    const unscoped = await refusalOf(askStreamed(site.openai(key), asking))
    expect(unscoped).toBeInstanceOf(OpenAI.PermissionDeniedError)
    for (const { requestID } of [full, broken, none, stranger, unscoped])
      expect(requestID).toMatch(/^[\w-]{16}$/)
  })
})

/** The fields of answers that OpenAI's API does not have. */
const Thinking = z.object({
  content: z.string().nullish(),
  reasoning_content: z.string().optional(),
  reasoning: z.string().optional(),
})

function picture() {
  return { type: 'image_url', image_url: { url: 'https://pictures.example/a.png' } }
}

/** The tiny model on the real engine, and the stand-in, which has tools and embeddings and honours its parameters. */
async function setup() {
  await using opened = new AsyncDisposableStack()
  const inference = opened.use(await startInferenceProduct())
  const upstream = opened.use(await startUpstream({ tokens: 5 }))
  const machine = await inference.addMachine()
  const tiny = await inference.addModel('gridloom-tests/tinychat')
  expect(await inference.serve(machine, tiny)).toMatchObject({ state: 'serving', problem: null })
  const model = await inference.serveBy(upstream, 'gridloom-tests/stand-in', machine)
  const { key } = await inference.makeKey()
  const open = opened.move()
  return {
    ...{ ...inference, upstream, tiny, model, client: inference.openai(key) },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}
