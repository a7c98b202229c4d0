import { describe, expect, it } from 'vitest'
import { type FakeTraits, installFakeLlama } from '../../../test/fake-llama.ts'
import { aRequest, tinyFile } from '../../../test/model-builders.ts'
import { openAnswerer } from './answerer.ts'
import { samplingParameters } from './sampling-options.ts'
import type { OpenOrder } from './worker-messages.ts'

const features = ['completion', 'embeddings', 'json_schema', ...samplingParameters]

describe('an open model', () => {
  it.each<[FakeTraits, object]>([
    [{}, { quantization: 'Q8_0', features: ['chat', ...features] }],
    [{ template: 'has none' }, { features }],
    [{ fileType: 0 }, { quantization: 'F32' }],
    [{ fileType: 99 }, { quantization: null }],
  ])('has facts that match its file: %j', async (traits, facts) => {
    await using test = await setup(traits)
    expect(test.answerer.facts).toMatchObject(facts)
  })

  it('has the context that was ordered, and at most the one it was trained with', async () => {
    await using less = await setup({}, { contextTokensMax: 200 })
    expect(less.answerer.facts.contextTokens).toBe(200)
    await using more = await setup({}, { contextTokensMax: 4_096 })
    expect(more.answerer.facts.contextTokens).toBe(256)
  })

  it('is not opened from a broken file', async () => {
    const order = { library: '/nowhere', file: import.meta.filename }
    const opening = openAnswerer({ ...order, slots: 1, contextTokensMax: null, threads: 1 })
    await expect(opening).rejects.toThrow('is not a GGUF file')
  })
})

describe('an answer', () => {
  it('is reported as the model generates it, after the counts of the prompt', async () => {
    await using test = await setup()
    expect(await test.ask('say Hello')).toEqual({
      received: [{ input_tokens: 10, cached_tokens: 0 }, 'H', 'e', 'l', 'l', 'o'],
      made: {
        reason: 'stop',
        counts: { input_tokens: 10, cached_tokens: 0, output_tokens: 5 },
      },
    })
  })

  it('has its reasoning apart, with every token counted once', async () => {
    await using test = await setup()
    const { received, made } = await test.ask('say <think> hm </think> Yes')
    const thought = ['h', 'm'].map((text) => ({ kind: 'reasoning', text }))
    expect(received.slice(1)).toEqual([...thought, 'Y', 'e', 's'])
    expect(made.counts.output_tokens).toBe('<think> hm </think> Yes'.length)
  })

  it('reuses what its slot has read already', async () => {
    await using test = await setup({}, { slots: 1 })
    await test.ask('say Hello')
    const { made } = await test.ask('say Help')
    expect(made.counts).toMatchObject({ input_tokens: 9, cached_tokens: 7 })
  })

  it('releases its slot, also when it failed', async () => {
    await using test = await setup({}, { slots: 1 })
    for (let at = 0; at < 3; at += 1) await expect(test.ask('fail Oh')).rejects.toThrow('no room')
    expect((await test.ask('say Hi')).received).toContain('H')
  })

  it('is rejected with the counts if the prompt leaves no space for it', async () => {
    await using test = await setup({}, { contextTokensMax: 128 })
    await expect(test.ask('x'.repeat(128))).rejects.toMatchObject({
      ...{ code: 'context_exceeded', details: { tokens: 129, max: 128 } },
    })
  })

  it('with tools is rejected', async () => {
    await using test = await setup()
    await expect(test.ask('say Hi', { tools: [{}] })).rejects.toMatchObject({ code: 'unsupported' })
  })
})

describe('embeddings', () => {
  it('are one vector per text, from one context', async () => {
    await using test = await setup()
    const both = await Promise.all([
      test.answerer.embed(['one', 'three'], () => false),
      test.answerer.embed(['four'], () => false),
    ])
    expect(both).toEqual([
      {
        vectors: [
          [1, 3],
          [1, 5],
        ],
        input_tokens: 8,
      },
      { vectors: [[1, 4]], input_tokens: 4 },
    ])
  })

  it('are rejected for a text that is too long, and end when aborted', async () => {
    await using test = await setup()
    const long = test.answerer.embed(['a', 'x'.repeat(256)], () => false)
    await expect(long).rejects.toMatchObject({ details: { tokens: 256, max: 256 } })
    const answers = [false, true]
    expect(await test.answerer.embed(['a', 'b'], () => answers.shift() ?? true)).toBeUndefined()
  })
})

async function setup(traits: FakeTraits = {}, changes: Partial<OpenOrder> = {}) {
  const fake = await installFakeLlama(traits)
  const answerer = await openAnswerer({
    ...{ library: fake.library, file: tinyFile, slots: 2, contextTokensMax: null, threads: 1 },
    ...changes,
  })
  return {
    answerer,
    /** Returns the callbacks of an answer, and its result. */
    async ask(prompt: string, change: object = {}) {
      const received: unknown[] = []
      const made = await answerer.answer(aRequest(prompt, change), null, {
        isAborted: () => false,
        onRead: (counts) => void received.push(counts),
        onPiece: ({ kind, text }) => void received.push(kind === 'text' ? text : { kind, text }),
        onAlive: () => undefined,
      })
      return { received, made }
    },
    [Symbol.asyncDispose]: fake[Symbol.asyncDispose],
  }
}
