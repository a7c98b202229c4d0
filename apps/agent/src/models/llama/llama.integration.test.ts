import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@gridloom/async/clock'
import { afterAll, describe, expect, it } from 'vitest'
import { below } from '../../../test/blender-workplace.ts'
import { allOf, aRequest, noSignal, ownLlama, tinyFile } from '../../../test/model-builders.ts'
import { ownSandbox } from '../../../test/own-sandbox.ts'
import { type LlamaEngine, type LlamaOptions, openLlama } from './index.ts'
import { samplingParameters } from './sampling-options.ts'

const france = 'What is the capital of France?'
/** A long answer that does not end by itself: by temperature alone it may end within a few tokens. */
const babble = {
  temperature: 1.5,
  max_tokens: 900,
  seed: 7,
  json_schema: { type: 'array', items: { type: 'string', minLength: 60 }, minItems: 60 },
}

let opened: ReturnType<typeof setup> | undefined
/** One engine for all tests that leave it unchanged: opening one takes seconds on few cores. */
function shared() {
  opened ??= setup()
  return opened
}
afterAll(async () => (await opened)?.[Symbol.asyncDispose]())

describe('a model on llama.cpp', () => {
  it('answers by its template, with counts of its tokenizer', async () => {
    const engine = await shared()
    expect(engine).toMatchObject({ contextTokens: 1_024, quantization: 'Q8_0' })
    expect(engine.features).toEqual([
      ...['chat', 'completion', 'embeddings', 'json_schema'],
      ...samplingParameters,
    ])
    const { text, end, all } = await allOf(engine.answer(aRequest(france), noSignal()))
    expect(text).toBe('The capital of France is Paris.')
    const counts = { input_tokens: 13, output_tokens: 12 }
    expect(end).toMatchObject({ kind: 'end', reason: 'stop', problem: null, counts })
    const tokens = all.map((part) => (part.kind === 'text' ? part.tokens : 0))
    expect(tokens.reduce((sum, count) => sum + count, 0)).toBe(12)
  })

  it('does not read a prompt again that it has read', async () => {
    const engine = await shared()
    await allOf(engine.answer(aRequest(france), noSignal()))
    const { end } = await allOf(engine.answer(aRequest(france), noSignal()))
    expect(end).toMatchObject({ counts: { input_tokens: 13, cached_tokens: 12 } })
  })

  it('reports the prompt counts with the first part, and the duration with the last', async () => {
    const engine = await shared()
    const { all, end } = await allOf(engine.answer(aRequest(france), noSignal()))
    const read = all.map((part) => ('read' in part ? part.read : undefined))
    expect(read[0]).toMatchObject({ input_tokens: 13 })
    expect(read.slice(1)).toEqual(all.slice(1).map(() => undefined))
    expect(Object(end).made_ms).toBeGreaterThan(0)
  })

  it('ends at the requested number of tokens or at a stop string', async () => {
    const engine = await shared()
    const short = await allOf(engine.answer(aRequest(france, { max_tokens: 3 }), noSignal()))
    expect(short.end).toMatchObject({ reason: 'length', counts: { output_tokens: 3 } })
    const stopped = await allOf(engine.answer(aRequest(france, { stop: [' Par'] }), noSignal()))
    expect(stopped.text).toBe('The capital of France is')
    expect(stopped.end).toMatchObject({ reason: 'stop' })
  })

  it('continues a given text', async () => {
    const engine = await shared()
    const input = { kind: 'text', prompt: 'The capital of France is' }
    const request = aRequest('', { input, max_tokens: 8 })
    const { end } = await allOf(engine.answer(request, noSignal()))
    expect(end).toMatchObject({ reason: expect.stringMatching(/stop|length/) })
  })

  it('follows a JSON schema', async () => {
    const engine = await shared()
    const schema = {
      type: 'object',
      properties: { age: { type: 'integer' }, isOld: { type: 'boolean' } },
      required: ['age', 'isOld'],
    }
    const request = aRequest(france, { json_schema: schema, max_tokens: 200 })
    const { text } = await allOf(engine.answer(request, noSignal()))
    expect(JSON.parse(text)).toEqual({ age: expect.any(Number), isOld: expect.any(Boolean) })
  })

  it('tells reasoning from text where a turn begins within it', async () => {
    const engine = await shared()
    const begun = { role: 'assistant', content: '<think>' }
    const messages = [{ role: 'user', content: france }, begun]
    const request = aRequest('', { input: { kind: 'chat', messages }, max_tokens: 8 })
    const { all, text } = await allOf(engine.answer(request, noSignal()))
    expect(all).toContainEqual(expect.objectContaining({ kind: 'reasoning' }))
    expect(text).toBe('')
  })

  it('generates the same answer from the same seed', async () => {
    const engine = await shared()
    const request = aRequest('Tell me a story', { temperature: 1, seed: 42, max_tokens: 40 })
    const first = await allOf(engine.answer(request, noSignal()))
    const second = await allOf(engine.answer(request, noSignal()))
    expect(second.text).toBe(first.text)
  })

  it('generates several answers at once', async () => {
    const engine = await shared()
    const [italy, spain] = await Promise.all([
      allOf(engine.answer(aRequest('What is the capital of Italy?'), noSignal())),
      allOf(engine.answer(aRequest('What is the capital of Spain?'), noSignal())),
    ])
    expect(italy.text).toBe('The capital of Italy is Rome.')
    expect(spain.text).toBe('The capital of Spain is Madrid.')
  })

  it('returns a vector for each text', async () => {
    const engine = await shared()
    const { vectors, input_tokens } = await engine.embed(['one', 'two'], noSignal())
    expect(vectors.map(({ length }) => length)).toEqual([128, 128])
    expect(input_tokens).toBeGreaterThan(1)
    expect(vectors[0]).not.toEqual(vectors[1])
  })
})

describe('text of a user', () => {
  it('is never read as control tokens of the template', async () => {
    const engine = await shared()
    const plain = await allOf(engine.answer(aRequest('x', { max_tokens: 1 }), noSignal()))
    const marked = aRequest('<|user|><|assistant|></s><|im_end|>', { max_tokens: 1 })
    const { end } = await allOf(engine.answer(marked, noSignal()))
    // Each mark would be one token; as text each of its characters is at least one.
    expect(inputOf(end) - inputOf(plain.end)).toBeGreaterThan(20)
  })

  it('may be a megabyte, and is rejected with the counts', async () => {
    const engine = await shared()
    const answer = allOf(engine.answer(aRequest('word '.repeat(200_000)), noSignal()))
    await expect(answer).rejects.toMatchObject({
      code: 'context_exceeded',
      details: { max: 1_024, tokens: expect.any(Number) },
    })
  })

  it('may contain lone surrogates, control characters or nothing', async () => {
    const engine = await shared()
    for (const text of ['\ud83d', '\u0000\ufffd', '']) {
      const { end } = await allOf(engine.answer(aRequest(text, { max_tokens: 4 }), noSignal()))
      expect(end).toMatchObject({ problem: null })
    }
  })
})

describe('an unsupported request', () => {
  it.each([
    ['tools', aRequest('Hi', { tools: [{ type: 'function' }] }), 'no tools'],
    ['a schema that is none', aRequest('Hi', { json_schema: { type: 'nonsense' } }), undefined],
  ])('is rejected, and the engine serves the next: %s', async (_, request, said) => {
    const engine = await shared()
    const outcome = await allOf(engine.answer(request, noSignal())).then(
      ({ end }) => end,
      (cause: unknown) => cause,
    )
    if (said !== undefined) expect(outcome).toMatchObject({ code: 'unsupported' })
    const { text } = await allOf(engine.answer(aRequest(france), noSignal()))
    expect(text).toContain('Paris')
  })
})

describe('an answer whose reader leaves', () => {
  it('is stopped within 50 ms, with at most one token generated after', async () => {
    const engine = await shared()
    const measure = async () => {
      const left = new AbortController()
      const parts = engine.answer(aRequest('Tell me a story', babble), left.signal)
      await parts.next()
      const atMs = systemClock.monotonicMs()
      left.abort()
      await expect(allOf(parts)).rejects.toThrow()
      const tookMs = systemClock.monotonicMs() - atMs
      expect(engine.tokensAfterAbort()).toBeLessThanOrEqual(1)
      return tookMs
    }
    // Other tests run beside this one, so a single time may show how busy the cores are.
    const timesMs = [await measure(), await measure(), await measure()]
    expect(Math.min(...timesMs)).toBeLessThan(50)
  })

  it('releases its slot for the next at once', async () => {
    const engine = await shared()
    for (let turn = 0; turn < 6; turn += 1) {
      for await (const _ of engine.answer(aRequest('Story', babble), noSignal())) break
    }
    const { text } = await allOf(engine.answer(aRequest(france), noSignal()))
    expect(text).toContain('Paris')
  })
})

it('stops embeddings on abort, and serves the next request', async () => {
  const engine = await shared()
  const left = new AbortController()
  const texts = Array.from({ length: 2_000 }, () => 'word '.repeat(200))
  const vectors = engine.embed(texts, left.signal)
  const atMs = systemClock.monotonicMs()
  left.abort(new Error('not wanted'))
  await expect(vectors).rejects.toThrow('not wanted')
  const few = await engine.embed(['one'], noSignal())
  expect(few.vectors).toHaveLength(1)
  // Embedding all texts takes minutes.
  expect(systemClock.monotonicMs() - atMs).toBeLessThan(5_000)
})

describe('an engine that fails', () => {
  it('keeps the parts from before a crash, reports the crash, and ends', async () => {
    await using engine = await setup()
    const parts = engine.answer(aRequest('Tell me a story', babble), noSignal())
    const first = await parts.next()
    expect(first.value).toMatchObject({ kind: 'text' })
    await kill(engine, 'SIGKILL')
    const { end } = await allOf(parts)
    expect(end).toMatchObject({ reason: 'failed', problem: 'The engine crashed (signal SIGKILL).' })
    expect(inputOf(end)).toBeGreaterThan(0)
    expect(await engine.ended).toContain('crashed')
    await expect(allOf(engine.answer(aRequest(france), noSignal()))).rejects.toMatchObject({
      code: 'engine_failed',
    })
  })

  it('is ended when it hangs, and its answer is rejected with the reason', async () => {
    await using engine = await setup({ idleMsMax: 1_500 })
    await kill(engine, 'SIGSTOP')
    await expect(allOf(engine.answer(aRequest(france), noSignal()))).rejects.toMatchObject({
      code: 'engine_failed',
      message: expect.stringContaining('produced no output for 2 s'),
    })
    expect(isGone(engine)).toBe(true)
  })

  it('is not ended while it is idle', async () => {
    await using engine = await setup({ idleMsMax: 1 })
    await systemClock.sleep(1_200)
    expect(isGone(engine)).toBe(false)
  })

  it('is not opened from a broken file', async () => {
    const broken = join(tmpdir(), `gridloom-broken-${process.pid}.gguf`)
    await writeFile(broken, '<html>no such model</html>')
    await expect(setup({ file: broken })).rejects.toMatchObject({
      name: 'EngineUnavailable',
      message: 'The model file is not a GGUF file.',
    })
    await rm(broken)
  })

  it('is not opened if the signal has aborted', async () => {
    const unwanted = AbortSignal.abort(new Error('not wanted'))
    await expect(setup({ signal: unwanted })).rejects.toThrow('not wanted')
  })
})

it('leaves no process behind when it is closed', async () => {
  const engine = await setup()
  await engine[Symbol.asyncDispose]()
  expect(isGone(engine)).toBe(true)
})

/** The model's own process is the innermost of its sandbox. */
async function kill({ pid = 0 }: LlamaEngine, signal: NodeJS.Signals): Promise<void> {
  process.kill((await below(pid)).at(-1) ?? pid, signal)
}

function isGone({ pid }: LlamaEngine): boolean {
  return !existsSync(`/proc/${pid}`)
}

function inputOf(end: unknown): number {
  return Number(Object(end).counts?.input_tokens)
}

async function setup(changes: Partial<LlamaOptions> = {}) {
  const engine = await openLlama({
    ...ownLlama(),
    sandbox: await ownSandbox(),
    file: tinyFile,
    slots: 2,
    contextTokensMax: null,
    threads: 1,
    clock: systemClock,
    idleMsMax: 60_000,
    signal: noSignal(),
    ...changes,
  })
  return { ...engine, [Symbol.asyncDispose]: () => engine.close() }
}
