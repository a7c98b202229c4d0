import { once } from 'node:events'
import { systemClock } from '@gridloom/async/clock'
import { createTestClock } from '@gridloom/async/test-clock'
import { describe, expect, it } from 'vitest'
import { openEngine, startEngine } from '../../../test/http-engine.ts'
import { allOf, aRequest, noSignal } from '../../../test/model-builders.ts'
import {
  aDelta,
  aUsage,
  eventsOf,
  startUpstream,
  type UpstreamCall,
} from '../../../test/upstream.ts'
import type { OpenAiHttpOptions } from './index.ts'

describe('an answer of an engine beside the agent', () => {
  it('is streamed, with the counts of the engine', async () => {
    await using test = await setup(({ response }) => {
      response.end(eventsOf([aDelta('Hel'), aDelta('lo'), aDelta('!', 'stop'), aUsage]))
    })
    const { text, end, all } = await allOf(test.engine.answer(aRequest('Hi'), noSignal()))
    expect(text).toBe('Hello!')
    const read = { input_tokens: 20, cached_tokens: 16 }
    expect(all[0]).toEqual({ kind: 'text', text: 'Hello!', tokens: 3, read })
    expect(end).toEqual({
      kind: 'end',
      reason: 'stop',
      problem: null,
      counts: { input_tokens: 20, cached_tokens: 16, output_tokens: 3 },
    })
  })

  it('streams what the model thinks apart from its text, and counts both', async () => {
    await using test = await setup(({ response }) => {
      const thought = (reasoning_content: string) => ({
        choices: [{ index: 0, delta: { reasoning_content }, finish_reason: null }],
      })
      response.end(eventsOf([thought('Hm'), thought('m'), aDelta('Yes', 'stop')]))
    })
    const { text, end, all } = await allOf(test.engine.answer(aRequest('Hi'), noSignal()))
    expect(text).toBe('Yes')
    expect(all).toMatchObject([
      { kind: 'reasoning', text: 'Hmm', tokens: 2 },
      { kind: 'text', text: 'Yes', tokens: 1 },
      { kind: 'end' },
    ])
    expect(end).toMatchObject({ counts: { output_tokens: 3 } })
  })

  it('is requested by the API, with the key that the provider set', async () => {
    await using test = await setup(
      ({ response }) => void response.end(eventsOf([aDelta('', 'stop')])),
    )
    const schema = { type: 'object' }
    const request = aRequest('Hi', { max_tokens: 9, stop: ['x'], json_schema: schema, top_p: 0.5 })
    await allOf(test.engine.answer(request, noSignal()))
    expect(test.upstream.calls[0]).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: 'Bearer secret' },
      body: {
        model: 'upstream-name',
        messages: [{ role: 'user', content: 'Hi' }],
        max_tokens: 9,
        temperature: 0,
        top_p: 0.5,
        seed: 1,
        stop: ['x'],
        stream: true,
        stream_options: { include_usage: true },
        response_format: { type: 'json_schema', json_schema: { schema } },
      },
    })
  })

  it('is one response if it is not streamed', async () => {
    await using test = await setup(({ response }) => {
      const message = { role: 'assistant', content: 'Hello!' }
      response.end(JSON.stringify({ ...aUsage, choices: [{ message, finish_reason: 'length' }] }))
    })
    const { all } = await allOf(test.engine.answer(aRequest('Hi', { stream: false }), noSignal()))
    expect(test.upstream.calls[0]?.body).not.toHaveProperty('stream')
    expect(all).toMatchObject([
      { kind: 'text', text: 'Hello!', tokens: 3 },
      { kind: 'end', reason: 'length', counts: { output_tokens: 3 } },
    ])
  })

  it('comes from /completions for a text prompt', async () => {
    await using test = await setup(({ response }) => {
      response.end(eventsOf([{ choices: [{ text: ' upon a time', finish_reason: 'length' }] }]))
    })
    const input = { kind: 'text', prompt: 'Once' }
    const { text } = await allOf(test.engine.answer(aRequest('', { input }), noSignal()))
    expect(text).toBe(' upon a time')
    expect(test.upstream.calls[0]).toMatchObject({
      path: '/v1/completions',
      body: { prompt: 'Once' },
    })
  })

  it('may call tools, whose deltas are passed on unchanged', async () => {
    const piece = { index: 0, id: 'call_1', function: { name: 'weather', arguments: '{' } }
    await using test = await setup(({ response }) => {
      const delta = { tool_calls: [piece] }
      response.end(eventsOf([{ choices: [{ delta, finish_reason: 'tool_calls' }] }]))
    })
    const tools = [{ type: 'function', function: { name: 'weather' } }]
    const request = aRequest('Weather?', { tools, tool_choice: 'auto' })
    const { all } = await allOf(test.engine.answer(request, noSignal()))
    expect(test.upstream.calls[0]?.body).toMatchObject({ tools, tool_choice: 'auto' })
    expect(all).toMatchObject([
      { kind: 'tool_calls', tool_calls: [piece], tokens: 1 },
      { kind: 'end', reason: 'tool_calls' },
    ])
  })

  it('counts a token per delta if the engine reports no counts', async () => {
    await using test = await setup(({ response }) => {
      response.end(eventsOf([aDelta('a'), aDelta('b', 'stop')]))
    })
    const { end } = await allOf(test.engine.answer(aRequest('Hi'), noSignal()))
    expect(end).toMatchObject({ counts: { output_tokens: 2 } })
  })

  it('is decoded correctly wherever the network splits it, also within a character', async () => {
    await using test = await setup(async ({ response }) => {
      for (const byte of Buffer.from(eventsOf([aDelta('größe 🙂', 'stop')]), 'utf8')) {
        response.write(Uint8Array.of(byte))
        await new Promise((resolve) => setImmediate(resolve))
      }
      response.end()
    })
    expect((await allOf(test.engine.answer(aRequest('Hi'), noSignal()))).text).toBe('größe 🙂')
  })

  it('leaves its connection to the next one', async () => {
    await using test = await setup(
      ({ response }) => void response.end(eventsOf([aDelta('a', 'stop')])),
    )
    const before = test.upstream.connections()
    for (let turn = 0; turn < 5; turn += 1) {
      await allOf(test.engine.answer(aRequest('Hi'), noSignal()))
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(test.upstream.connections() - before).toBeLessThanOrEqual(1)
  })

  it('stops the engine when its signal aborts', async () => {
    await using test = await setup(
      ({ response }) => void response.write(eventsOf([aDelta('a')], '')),
    )
    const measure = async () => {
      const left = new AbortController()
      const parts = test.engine.answer(aRequest('Hi'), left.signal)
      await parts.next()
      const atMs = systemClock.monotonicMs()
      left.abort()
      await test.upstream.calls.at(-1)?.closed
      const tookMs = systemClock.monotonicMs() - atMs
      await expect(parts.next()).rejects.toThrow()
      return tookMs
    }
    // Other tests run beside this one, so a single time may show how busy the cores are.
    const timesMs = [await measure(), await measure(), await measure()]
    expect(Math.min(...timesMs)).toBeLessThan(50)
  })

  it('stops the engine when its reader leaves the loop', async () => {
    await using test = await setup(
      ({ response }) => void response.write(eventsOf([aDelta('a')], '')),
    )
    for await (const _ of test.engine.answer(aRequest('Hi'), noSignal())) break
    await test.upstream.calls[0]?.closed
  })
})

describe('an engine with invalid responses', () => {
  it.each([
    ['broken JSON', 'data: {"choices":[{\n\n', 'invalid JSON'],
    ['something else', 'data: {"choices":7}\n\n', 'an invalid response'],
    [
      'an error in the middle',
      eventsOf([{ error: { message: 'out of memory' } }]),
      'out of memory',
    ],
    ['bytes that are not UTF-8', Buffer.from([100, 97, 116, 97, 58, 255, 10]), 'not UTF-8'],
    ['a line without end', `data: ${'x'.repeat(1_100_000)}`, 'longer than 1 MiB'],
    ['an end in the middle', '', 'stopped before the answer was complete'],
  ])('fails the answer with a clear text and keeps what came before: %s', async (_, bad, said) => {
    await using test = await setup(async ({ response }) => {
      response.write(eventsOf([aDelta('so far')], ''))
      await new Promise((resolve) => setTimeout(resolve, 20))
      response.end(bad)
    })
    const { text, end } = await allOf(test.engine.answer(aRequest('Hi'), noSignal()))
    expect(text).toBe('so far')
    expect(end).toMatchObject({ reason: 'failed', counts: { output_tokens: 1 } })
    expect(end).toMatchObject({ problem: expect.stringContaining(said) })
  })

  it('rejects an answer before its first part, so that another machine can be asked', async () => {
    await using test = await setup(({ response }) => void response.end('data: {"choi\n\n'))
    await expect(allOf(test.engine.answer(aRequest('Hi'), noSignal()))).rejects.toMatchObject({
      code: 'engine_failed',
      message: 'The engine sent invalid JSON.',
    })
  })

  it('is given up when it falls silent during a stream', async () => {
    const changes = { idleMsMax: { stream: 100, whole: 10_000 } }
    await using test = await setup(
      ({ response }) => void response.write(eventsOf([aDelta('a')], '')),
      changes,
    )
    const { end } = await allOf(test.engine.answer(aRequest('Hi'), noSignal()))
    expect(end).toMatchObject({ reason: 'failed', problem: 'The engine sent nothing for 0.1 s.' })
  })

  it('may be silent for longer if the answer is not streamed', async () => {
    const changes = { idleMsMax: { stream: 50, whole: 10_000 } }
    await using test = await setup(({ response }) => {
      const choices = [{ message: { content: 'slow but sure' }, finish_reason: 'stop' }]
      setTimeout(() => response.end(JSON.stringify({ choices })), 200)
    }, changes)
    const request = aRequest('Hi', { stream: false })
    const { text, end } = await allOf(test.engine.answer(request, noSignal()))
    expect(text).toBe('slow but sure')
    expect(end).toMatchObject({ reason: 'stop' })
  })

  it('is cut off when it writes more than its context holds', async () => {
    await using test = await setup(
      async ({ response }) => {
        while (!response.destroyed) {
          if (!response.write(eventsOf([aDelta('a')], '')))
            await once(response, 'drain').catch(() => undefined)
          await new Promise((resolve) => setImmediate(resolve))
        }
      },
      { contextTokens: 128 },
    )
    const { end } = await allOf(test.engine.answer(aRequest('Hi'), noSignal()))
    expect(end).toMatchObject({ reason: 'failed', problem: expect.stringContaining('more than') })
    await test.upstream.calls[0]?.closed
  })

  it('fails the answer when the connection is lost', async () => {
    await using test = await setup(({ response }) => {
      response.write(eventsOf([aDelta('a')], ''))
      setTimeout(() => response.destroy(), 20)
    })
    const { end } = await allOf(test.engine.answer(aRequest('Hi'), noSignal()))
    expect(end).toMatchObject({ reason: 'failed', counts: { output_tokens: 1 } })
  })

  it.each([
    [429, '{"error":{"message":"slow down"}}', 'busy', 'slow down'],
    [503, 'loading model', 'busy', 'loading model'],
    [401, '', 'engine_failed', 'GRIDLOOM_ENGINE_KEY'],
    [400, '{"error":{"message":"unknown parameter"}}', 'unsupported', 'unknown parameter'],
    [500, '{"error":"boom"}', 'request_failed', 'boom'],
    [501, '{"error":"no embeddings"}', 'unsupported', 'no embeddings'],
    [404, '{"message":"no such model"}', 'request_failed', 'no such model'],
    [
      400,
      '{"error":{"message":"This model’s maximum context length is 1024 tokens. However, you requested 5011 tokens."}}',
      'context_exceeded',
      '5011',
    ],
  ])(
    'rejects an answer by its status %i with the matching code: %s',
    async (status, body, code, said) => {
      await using test = await setup(({ response }) => void response.writeHead(status).end(body))
      const refused = allOf(test.engine.answer(aRequest('Hi'), noSignal()))
      await expect(refused).rejects.toMatchObject({ code, message: expect.stringContaining(said) })
    },
  )

  it.each([
    ['vLLM', 'maximum context length is 1024 tokens. However, you requested 5011 tokens'],
    [
      'llama-server',
      'request (5011 tokens) exceeds the available context size (1024 tokens), try increasing it',
    ],
  ])(
    'reports the counts for a prompt that is too long, from the text of %s',
    async (_, message) => {
      await using test = await setup(({ response }) => {
        response.writeHead(400).end(JSON.stringify({ error: { message } }))
      })
      await expect(allOf(test.engine.answer(aRequest('Hi'), noSignal()))).rejects.toMatchObject({
        details: { max: 1_024, tokens: 5_011 },
      })
    },
  )
})

describe('embeddings of an engine', () => {
  it('are returned in the order of the texts', async () => {
    const data = [
      { index: 1, embedding: [2] },
      { index: 0, embedding: [1] },
    ]
    await using test = await setup(({ response }) => {
      response.end(JSON.stringify({ data, usage: { prompt_tokens: 5 } }))
    })
    const embedded = await test.engine.embed(['a', 'b'], noSignal())
    expect(embedded).toEqual({ vectors: [[1], [2]], input_tokens: 5 })
  })

  it.each(['{"data":[]}', '{"data":7}', 'nonsense'])(
    'are rejected if they are invalid: %s',
    async (body) => {
      await using test = await setup(({ response }) => void response.end(body))
      await expect(test.engine.embed(['a'], noSignal())).rejects.toMatchObject({
        code: 'engine_failed',
      })
    },
  )
})

describe('an engine that is not available', () => {
  it('is not opened, and the error names its host', async () => {
    await using upstream = await startUpstream(() => undefined)
    await upstream.die()
    await expect(openEngine(upstream.url)).rejects.toThrow(
      `No engine is listening at ${upstream.url.host}.`,
    )
  })

  it('is not opened without the key that it demands', async () => {
    await using upstream = await startUpstream(() => undefined, 401)
    await expect(openEngine(upstream.url)).rejects.toThrow('GRIDLOOM_ENGINE_KEY')
  })

  it('is opened although it has no list of models', async () => {
    await using upstream = await startUpstream(() => undefined, 404)
    await (await openEngine(upstream.url)).close()
  })

  it('is given up when it goes away', async () => {
    const clock = createTestClock()
    await using upstream = await startUpstream(() => undefined)
    const engine = await openEngine(upstream.url, { clock })
    await upstream.die()
    const turn = setInterval(() => void clock.advance(15_000), 20)
    expect(await engine.ended).toContain('No engine is listening')
    clearInterval(turn)
    await engine.close()
  })
})

function setup(answer: (call: UpstreamCall) => void, changes: Partial<OpenAiHttpOptions> = {}) {
  return startEngine(answer, { key: 'secret', ...changes })
}
