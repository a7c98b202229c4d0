import { describe, expect, it } from 'vitest'
import { engineRefusal } from './refusal.ts'

describe('a prompt that exceeds the context of an engine', () => {
  it.each([
    [
      'vLLM',
      'This model’s maximum context length is 1024 tokens. However, you requested 5011 tokens (11 in the messages, 5000 in the completion).',
    ],
    [
      'llama-server',
      'request (5011 tokens) exceeds the available context size (1024 tokens), try increasing it',
    ],
  ])('is rejected with both counts, in whichever order %s writes them', (_, message) => {
    const refused = engineRefusal(400, JSON.stringify({ error: { message } }))
    expect(refused).toMatchObject({
      code: 'context_exceeded',
      details: { max: 1_024, tokens: 5_011 },
    })
  })

  it.each([
    '`inputs` tokens + `max_new_tokens` must be <= 2048. Given: 2000 `inputs` tokens and 100 `max_new_tokens`',
    '`inputs` must have less than 1024 tokens. Given: 5000',
  ])('is rejected without counts if the engine writes them in another form: %s', (message) => {
    const body = JSON.stringify({ error: message, error_type: 'validation' })
    expect(engineRefusal(422, body)).toMatchObject({ code: 'context_exceeded', details: {} })
  })

  it.each([
    { error: { code: 'context_length_exceeded', message: 'Too long.' } },
    { error: { code: 400, type: 'exceed_context_size_error', message: 'Too long.' } },
    { message: 'the context window is full' },
  ])('is recognised by its code or its text: %j', (body) => {
    expect(engineRefusal(400, JSON.stringify(body))).toMatchObject({ code: 'context_exceeded' })
  })
})

describe('another refusal', () => {
  it("keeps the engine's text, and the beginning of an HTML page", () => {
    const page = `<html>${'x'.repeat(1_000)}`
    const { code, message } = engineRefusal(502, page)
    expect(code).toBe('engine_failed')
    expect(message).toBe(`The engine returned 502: ${page.slice(0, 300)}`)
  })

  it('does not blame the request for a model that the engine does not have', () => {
    const body = JSON.stringify({ error: { message: 'model "x" not found, try pulling it first' } })
    expect(engineRefusal(404, body)).toMatchObject({
      code: 'engine_failed',
      message: 'The engine returned 404: model "x" not found, try pulling it first',
    })
  })

  it("names the provider's setting if the engine demands a key", () => {
    for (const status of [401, 403])
      expect(engineRefusal(status, '{}').message).toContain('GRIDLOOM_ENGINE_KEY')
  })
})
