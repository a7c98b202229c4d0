import { describe, expect, it } from 'vitest'
import { aRequest } from '../../../test/model-builders.ts'
import type { Llama, LlamaLibrary, Model, Sequence, Token } from './binding.ts'
import { generate } from './generate.ts'

/** A token of these models is one byte; this one ends an answer. */
const endOfAnswer = 256

describe('an answer of llama.cpp', () => {
  it('is emitted character by character, however many tokens a character takes', async () => {
    const { texts, done } = await answer({ says: 'a😀b' })
    expect(texts).toEqual([
      { text: 'a', tokens: 1 },
      { text: '😀', tokens: 4 },
      { text: 'b', tokens: 1 },
    ])
    expect(done).toMatchObject({ reason: 'stop', counts: { output_tokens: 6 } })
  })

  it('emits bytes that form no character after at most eight tokens', async () => {
    const { text, done } = await answer({ tokens: [...Array(9).fill(0xf0), ...bytesOf('ok')] })
    expect(text).toContain('\ufffd')
    expect(text).toMatch(/ok$/)
    expect(done.counts.output_tokens).toBe(11)
  })

  it('shows tags of reasoning that are control tokens, which have no text', async () => {
    const tagTokens: [Token, string][] = [
      [1, '<think>'],
      [2, '</think>'],
    ]
    const { text } = await answer({
      tokens: [1, ...bytesOf('hm'), 2, ...bytesOf('Yes')],
      tagTokens,
    })
    expect(text).toBe('<think>hm</think>Yes')
  })

  it('emits an incomplete character at its end', async () => {
    const { text } = await answer({ tokens: [...bytesOf('a'), 0xc3] })
    expect(text).toBe('a\ufffd')
  })

  it('has as many tokens as requested, or as the context leaves', async () => {
    const asked = await answer({ says: 'abcdef', request: { max_tokens: 3 } })
    expect(asked).toMatchObject({ text: 'abc', done: { reason: 'length' } })
    const left = await answer({ says: 'abcdef', contextSize: 14, prompt: 10 })
    expect(left).toMatchObject({ text: 'abcd', done: { reason: 'length' } })
    const both = await answer({
      ...{ says: 'abcdef', contextSize: 14, prompt: 10 },
      request: { max_tokens: 100 },
    })
    expect(both.done.counts).toEqual({ input_tokens: 10, cached_tokens: 0, output_tokens: 4 })
  })

  it('ends at the end token of the model, and at those of its template', async () => {
    const own = await answer({ tokens: [...bytesOf('ab'), endOfAnswer, ...bytesOf('c')] })
    expect(own).toMatchObject({ text: 'ab', done: { counts: { output_tokens: 2 } } })
    const token = await answer({ says: 'ab|c', endTokens: bytesOf('|') })
    expect(token).toMatchObject({ text: 'ab', done: { reason: 'stop' } })
    const text = await answer({ says: 'ab<|end|>c', endTexts: ['<|end|>'] })
    expect(text).toMatchObject({ text: 'ab', done: { reason: 'stop' } })
  })

  it('ends before a stop string, holds back a possible one, and counts each token once', async () => {
    const { texts, text, done } = await answer({
      says: 'one, STO, STOP, two',
      request: { stop: ['STOP'] },
    })
    expect(text).toBe('one, STO, ')
    expect(done.reason).toBe('stop')
    const reported = texts.reduce((sum, { tokens }) => sum + tokens, 0)
    expect(reported).toBeLessThanOrEqual(done.counts.output_tokens)
    expect(reported).toBeGreaterThanOrEqual(text.length)
  })

  it('emits at max_tokens what was held back for a stop string that did not come', async () => {
    const request = { stop: ['STOP'], max_tokens: 5 }
    expect(await answer({ says: 'a STOCK', request })).toMatchObject({ text: 'a STO' })
  })

  it('with a JSON schema ends when only whitespace follows', async () => {
    const asked = { says: '{}\n\n\n\n\n\n', grammar: 'root ::= object' }
    const { text, done, options } = await answer(asked)
    expect(text).toBe('{}')
    expect(done.reason).toBe('stop')
    expect(options).toHaveProperty('grammarEvaluationState')
  })
})

describe('a prompt', () => {
  it('is read in slices, the last one with the answer, each reported as progress', async () => {
    const { read, alive, evaluated } = await answer({ says: 'a', prompt: 200, contextSize: 1_024 })
    expect(read).toEqual([64, 64, 64])
    expect(alive).toBe(3)
    expect(evaluated).toBe(8)
  })

  it('is not read again as far as the sequence has it', async () => {
    const { adapted, read, evaluated, done } = await answer({
      ...{ says: 'a', prompt: 200, contextSize: 1_024, common: 150 },
    })
    expect(adapted).toBe(150)
    expect(read).toEqual([])
    expect(evaluated).toBe(50)
    expect(done.counts).toEqual({ input_tokens: 200, cached_tokens: 150, output_tokens: 1 })
  })

  it('is reported once it is read, but not if it was aborted before', async () => {
    const counts = { input_tokens: 200, cached_tokens: 0 }
    expect((await answer({ says: 'a', prompt: 200, contextSize: 1_024 })).reported).toEqual([
      counts,
    ])
    const left = await answer({ says: 'a', prompt: 200, contextSize: 1_024, abortsAfterSlices: 1 })
    expect(left).toMatchObject({ reported: [], read: [64], text: '', done: { reason: 'aborted' } })
    expect(left.evaluated).toBeUndefined()
  })
})

describe('an abort', () => {
  it('ends an answer at the next token, which is not emitted', async () => {
    const { text, done } = await answer({ says: 'abcdef', abortsAfter: 'abc' })
    expect(text).toBe('abc')
    expect(done).toMatchObject({ reason: 'aborted', counts: { output_tokens: 3 } })
  })
})

describe('the sampling options', () => {
  it('default to temperature 0.7, and otherwise are those of the request', async () => {
    const plain = await answer({ says: 'a', request: { temperature: null, seed: null } })
    expect(plain.options).toEqual({ temperature: 0.7, seed: 2 ** 31 })
    const reported = await answer({ says: 'a', request: { temperature: 0, top_p: 0.5, seed: 7 } })
    expect(reported.options).toEqual({ temperature: 0, topP: 0.5, seed: 7 })
  })

  it('have the penalties and limits of the request, and no others', async () => {
    const parameters = { top_k: 40, min_p: 0.1, presence_penalty: 0.5, logit_bias: { 97: -100 } }
    const { options } = await answer({ says: 'a', request: { parameters } })
    expect(options).toMatchObject({
      ...{ topK: 40, minP: 0.1 },
      repeatPenalty: { penalty: 1, presencePenalty: 0.5, frequencyPenalty: 0 },
      tokenBias: { biases: [[97, { logit: -100 }]] },
    })
  })

  it.each([
    [-1, 4_294_967_295],
    [4_294_967_296, 0],
    [2 ** 40 + 5, 5],
  ])('contain any seed as one of 32 bits: %i', async (seed, taken) => {
    expect((await answer({ says: 'a', request: { seed } })).options).toMatchObject({ seed: taken })
  })
})

interface AnswerCase {
  says?: string
  tokens?: Token[]
  request?: object
  prompt?: number
  common?: number
  contextSize?: number
  endTokens?: Token[]
  endTexts?: string[]
  tagTokens?: [Token, string][]
  /** The reader leaves once it has received this. */
  abortsAfter?: string
  abortsAfterSlices?: number
  grammar?: string
}

async function answer(given: AnswerCase) {
  const { says = '', tokens = bytesOf(says), prompt = 3, common = 0, contextSize = 128 } = given
  const texts: { text: string; tokens: number }[] = []
  const reported: object[] = []
  const read: number[] = []
  let [alive, adapted, evaluated]: [number, number, number | undefined] = [0, 0, undefined]
  let options: object = {}
  const received = () => texts.map(({ text }) => text).join('')
  const sequence: Pick<
    Sequence,
    'contextSize' | 'adaptStateToTokens' | 'evaluateWithoutGeneratingNewTokens' | 'evaluate'
  > = {
    contextSize,
    adaptStateToTokens: async (kept) => {
      adapted = kept.length
    },
    evaluateWithoutGeneratingNewTokens: async (slice) => void read.push(slice.length),
    async *evaluate(rest, asked) {
      evaluated = rest.length
      options = asked
      yield* tokens
    },
  }
  const done = await generate({
    ...engineOf(sequence),
    prompt: {
      tokens: Array.from({ length: prompt }, (_, at) => at),
      endTokens: new Set(given.endTokens),
      endTexts: given.endTexts ?? [],
      before: [],
      reasoning: { within: undefined, tagTokens: new Map(given.tagTokens) },
    },
    common,
    request: aRequest('Hi', given.request),
    grammar: given.grammar ?? null,
    random: { next: () => 0.5 },
    isAborted: () =>
      (given.abortsAfter !== undefined && received() === given.abortsAfter) ||
      (given.abortsAfterSlices !== undefined && read.length >= given.abortsAfterSlices),
    onRead: (counts) => void reported.push(counts),
    onText: (text, count) => void texts.push({ text, tokens: count }),
    onAlive: () => {
      alive += 1
    },
  })
  return { texts, text: received(), done, reported, read, alive, adapted, evaluated, options }
}

type Engine = Pick<Parameters<typeof generate>[0], 'library' | 'llama' | 'model' | 'sequence'>

/** Named cast: has only what an answer uses of the library. */
function engineOf(sequence: Partial<Sequence>): Engine {
  const model: Partial<Model> = {
    detokenize: (tokens) => Buffer.of(...tokens).toString('utf8'),
    isEogToken: (token) => token === endOfAnswer,
  }
  const library: Partial<LlamaLibrary> = {
    LlamaGrammarEvaluationState: class {},
    TokenBias: class {
      biases: unknown[] = []
      set(token: number, bias: object) {
        this.biases.push([token, bias])
      }
    },
  }
  const llama: Partial<Llama> = { createGrammar: async (made) => made }
  return { library, llama, model, sequence } as Engine
}

function bytesOf(text: string): Token[] {
  return [...new TextEncoder().encode(text)]
}
