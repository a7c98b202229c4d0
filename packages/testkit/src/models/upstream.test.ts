import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { markdownTokens } from './markdown-token.ts'
import { promptOf, type Script } from './script.ts'
import { startUpstream, upstreamModel } from './upstream.ts'
import { answerText } from './write-answer.ts'

describe('the stand-in engine', () => {
  it('answers the official client, whole and streamed, with the same token counts', async () => {
    await using site = await setup({ tokens: 5 })
    const whole = await site.client.chat.completions.create({ ...site.asking() })
    expect(whole.choices[0]?.message.content).toBe(answerText(5))
    expect(whole.usage).toMatchObject({ prompt_tokens: 2, completion_tokens: 5 })
    const { text, usage } = await site.stream()
    expect(text).toBe(answerText(5))
    expect(usage).toMatchObject({ prompt_tokens: 2, completion_tokens: 5 })
    expect(site.upstream.counts).toEqual({ asked: 2, open: 0, aborted: 0, tokens: 10 })
  })

  it('stops at max_tokens and reports it', async () => {
    await using site = await setup({ tokens: 5 })
    const cut = await site.client.chat.completions.create({ ...site.asking(), max_tokens: 3 })
    expect(cut.choices[0]).toMatchObject({ finish_reason: 'length' })
    expect(cut.usage?.completion_tokens).toBe(3)
  })

  it('takes its script from a prompt that has one', async () => {
    await using site = await setup()
    expect((await site.stream(promptOf({ tokens: 2 }))).text).toBe(answerText(2))
  })

  it('writes Markdown over and over when scripted to', async () => {
    await using site = await setup({ text: 'markdown' })
    const { text } = await site.stream(promptOf({ tokens: markdownTokens }))
    for (const part of ['## ', '\n```typescript\n', '\n```\n', '\n| Table |', '\n- [x] ', '\n1. '])
      expect(text).toContain(part)
    const twice = await site.stream(promptOf({ tokens: 2 * markdownTokens }))
    expect(twice.text).toBe(text.repeat(2))
    const whole = await site.client.chat.completions.create(
      site.asking(promptOf({ tokens: markdownTokens })),
    )
    expect(whole.choices[0]?.message.content).toBe(text)
  })

  it('keeps its pace, and stops when the client disconnects', async () => {
    await using site = await setup({ tokens: 10_000, tokenMs: 5 })
    const startedMs = performance.now()
    const stream = await site.client.chat.completions.create({ ...site.asking(), stream: true })
    let read = 0
    for await (const _ of stream) {
      read += 1
      if (read === 20) break
    }
    expect(performance.now() - startedMs).toBeGreaterThan(80)
    await site.upstream.idle()
    expect(site.upstream.counts).toMatchObject({ open: 0, aborted: 1 })
    expect(site.upstream.counts.tokens).toBeLessThan(200)
  })

  it.each(['refuses', 'is_full', 'answers_nonsense', 'breaks_off', 'breaks_json'] as const)(
    'fails as scripted: %s',
    async (failure) => {
      await using site = await setup({ failure, failsAfterTokens: 2 })
      await expect(site.stream()).rejects.toThrow()
    },
  )

  it('ends early without an error when scripted to', async () => {
    await using site = await setup({ failure: 'ends_early', failsAfterTokens: 2 })
    expect(await site.stream()).toEqual({ text: answerText(2), usage: undefined })
  })
})

async function setup(script: Partial<Script> = {}) {
  const upstream = await startUpstream(script)
  const client = new OpenAI({ baseURL: upstream.baseUrl, apiKey: 'none', maxRetries: 0 })
  const asking = (content = 'Hello there') => ({
    model: upstreamModel,
    messages: [{ role: 'user' as const, content }],
  })
  return {
    upstream,
    client,
    asking,
    async stream(prompt?: string) {
      const options = { stream: true, stream_options: { include_usage: true } } as const
      const stream = await client.chat.completions.create({ ...asking(prompt), ...options })
      let text = ''
      let usage: OpenAI.CompletionUsage | undefined
      let events = 0
      for await (const chunk of stream) {
        events += 1
        text += chunk.choices[0]?.delta.content ?? ''
        usage = chunk.usage ?? usage
      }
      if (events === 0) throw new Error('nothing that can be read came')
      return { text, usage }
    },
    [Symbol.asyncDispose]: () => upstream[Symbol.asyncDispose](),
  }
}
