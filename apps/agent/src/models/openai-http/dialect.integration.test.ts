import { describe, expect, it } from 'vitest'
import { startEngine } from '../../../test/http-engine.ts'
import { allOf, aRequest, noSignal } from '../../../test/model-builders.ts'
import { aDelta, aUsage, eventsOf, type UpstreamCall } from '../../../test/upstream.ts'

describe('an engine that reports counts during a stream', () => {
  it.each([
    ['vllm', { stream_options: { include_usage: true, continuous_usage_stats: true } }],
    ['sglang', { stream_options: { include_usage: true, continuous_usage_stats: true } }],
    ['llamacpp', { stream_options: { include_usage: true }, return_progress: true }],
  ])('is asked for them in its own dialect: %s', async (owner, asked) => {
    await using test = await setup(owner, saysAtOnce([aDelta('Hi', 'stop'), aUsage]))
    await allOf(test.engine.answer(aRequest('Hi'), noSignal()))
    expect(test.upstream.calls[0]?.body).toMatchObject(asked)
  })

  it.each([
    ['vllm', [{ ...aDelta(''), usage: { prompt_tokens: 9, completion_tokens: 0 } }], 0],
    ['llamacpp', [{ ...aDelta(''), prompt_progress: { total: 9, cache: 4, processed: 9 } }], 4],
  ])(
    'has the prompt counts in the first part, also for an answer that fails: %s',
    async (owner, before, cached) => {
      await using test = await setup(owner, ({ response }) => {
        response.write(eventsOf([...before, aDelta('Hel')], ''))
      })
      const parts = test.engine.answer(aRequest('Hi'), noSignal())
      const first = await parts.next()
      await test.upstream.die()
      const { end } = await allOf(parts)
      const read = { input_tokens: 9, cached_tokens: cached }
      expect(first.value).toEqual({ kind: 'text', text: 'Hel', tokens: 1, read })
      expect(end).toMatchObject({ reason: 'failed', counts: read })
    },
  )
})

it('sends other engines no fields beyond the API, as strict ones reject them', async () => {
  await using test = await setup('somebody', saysAtOnce([aDelta('Hi', 'stop'), aUsage]))
  await allOf(test.engine.answer(aRequest('Hi'), noSignal()))
  const { stream_options, return_progress } = test.upstream.calls[0]?.body ?? {}
  expect(stream_options).toEqual({ include_usage: true })
  expect(return_progress).toBeUndefined()
})

describe("llama.cpp's server", () => {
  const timings = { prompt_n: 5, cache_n: 15, predicted_n: 3, predicted_ms: 42.5 }

  it('reports the generation time of a whole answer', async () => {
    const message = { role: 'assistant', content: 'Hello!' }
    const choices = [{ message, finish_reason: 'stop' }]
    await using test = await setup('llamacpp', ({ response }) => {
      response.end(JSON.stringify({ ...aUsage, choices, timings }))
    })
    const { end } = await allOf(test.engine.answer(aRequest('Hi', { stream: false }), noSignal()))
    expect(end).toMatchObject({ made_ms: 42.5, counts: { input_tokens: 20, output_tokens: 3 } })
  })

  it('reports counts in its timings if it is too old for usage', async () => {
    await using test = await setup('llamacpp', saysAtOnce([{ ...aDelta('Hi', 'stop'), timings }]))
    const { end } = await allOf(test.engine.answer(aRequest('Hi'), noSignal()))
    const counts = { input_tokens: 20, cached_tokens: 15, output_tokens: 3 }
    expect(end).toMatchObject({ counts })
  })
})

it('reports a shortfall while an engine does not count its prompt tokens', async () => {
  let chunks: readonly unknown[] = [aDelta('Hi', 'stop')]
  await using test = await setup('somebody', (call) => saysAtOnce(chunks)(call))
  expect(test.engine.shortfall?.()).toBeNull()
  const { all, end } = await allOf(test.engine.answer(aRequest('Hi'), noSignal()))
  expect(all[0]).toEqual({ kind: 'text', text: 'Hi', tokens: 1 })
  expect(end).toMatchObject({ counts: { input_tokens: 0, output_tokens: 1 } })
  expect(test.engine.shortfall?.()).toContain('doesn’t report token counts')
  chunks = [aDelta('Hi', 'stop'), aUsage]
  await allOf(test.engine.answer(aRequest('Hi'), noSignal()))
  expect(test.engine.shortfall?.()).toBeNull()
})

function saysAtOnce(chunks: readonly unknown[]) {
  return ({ response }: UpstreamCall) => void response.end(eventsOf(chunks))
}

function setup(owner: string, answer: (call: UpstreamCall) => void) {
  return startEngine(answer, { owner })
}
