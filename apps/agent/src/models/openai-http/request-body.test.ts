import { describe, expect, it } from 'vitest'
import { aRequest } from '../../../test/model-builders.ts'
import type { Dialect } from './dialect.ts'
import { bodyOf } from './request-body.ts'

describe('the request to an engine', () => {
  it('is a chat or a text, each with its own path', () => {
    expect(asked({})).toMatchObject({
      path: '/chat/completions',
      body: { model: 'upstream', messages: [{ role: 'user', content: 'Hi' }] },
    })
    const input = { kind: 'text', prompt: 'Once' }
    expect(asked({ input })).toMatchObject({ path: '/completions', body: { prompt: 'Once' } })
    expect(asked({ input }).body).not.toHaveProperty('messages')
  })

  it("has only fields that were set: the rest are the engine's defaults", () => {
    const nothing = { temperature: null, seed: null, stream: false }
    expect(asked(nothing).body).toEqual({
      model: 'upstream',
      messages: [{ role: 'user', content: 'Hi' }],
    })
  })

  it('may have a temperature of 0 and a seed of 0', () => {
    expect(asked({ temperature: 0, seed: 0 }).body).toMatchObject({ temperature: 0, seed: 0 })
  })

  it.each([
    [{}, { type: 'json_object' }],
    [
      { type: 'object' },
      {
        type: 'json_schema',
        json_schema: { name: 'answer', schema: { type: 'object' }, strict: true },
      },
    ],
  ])('has the JSON schema %j in the format of the API', (json_schema, response_format) => {
    expect(asked({ json_schema }).body).toMatchObject({ response_format })
  })

  it('has the name and strictness of a schema as they were requested', () => {
    const schema = { type: 'object' }
    const schema_format = { name: 'sum', strict: false }
    expect(asked({ json_schema: schema, schema_format }).body).toMatchObject({
      response_format: { json_schema: { name: 'sum', strict: false, schema } },
    })
  })

  it.each<[Dialect, object]>([
    ['plain', { reasoning_effort: 'low' }],
    ['vllm', { repetition_penalty: 1.1, reasoning_effort: 'low' }],
    [
      'llamacpp',
      { repeat_penalty: 1.1, chat_template_kwargs: { reasoning_effort: 'low' }, top_k: 9 },
    ],
  ])('has parameters as %s names them', (dialect, fields) => {
    const parameters = { repetition_penalty: 1.1, reasoning_effort: 'low', top_k: 9 }
    expect(asked({ parameters }, dialect).body).toMatchObject(fields)
  })

  it('has images in their place among the texts', () => {
    const parts = [
      { type: 'text', text: 'What?' },
      { type: 'image_url', image_url: { url: 'data:' } },
    ]
    const messages = [{ role: 'user', content: 'What?', parts }]
    expect(asked({ input: { kind: 'chat', messages } }).body).toMatchObject({
      messages: [{ role: 'user', content: parts }],
    })
  })

  it('has tools with a tool choice, and no choice without tools', () => {
    const tools = [{ type: 'function', function: { name: 'add' } }]
    expect(asked({ tools, tool_choice: 'required' }).body).toMatchObject({
      ...{ tools, tool_choice: 'required' },
    })
    expect(asked({ tools }).body).not.toHaveProperty('tool_choice')
    expect(asked({ tool_choice: 'auto' }).body).not.toHaveProperty('tool_choice')
  })

  it('has null content for a message that only calls tools, and empty text otherwise', () => {
    const tool_calls = [{ id: 'c', type: 'function' }]
    const messages = [
      { role: 'assistant', content: '', tool_calls },
      { role: 'assistant', content: 'Wait.', tool_calls },
      { role: 'tool', content: '', tool_call_id: 'c' },
    ]
    expect(asked({ input: { kind: 'chat', messages } }).body).toMatchObject({
      messages: [
        { content: null, tool_calls },
        { content: 'Wait.', tool_calls },
        { content: '', tool_call_id: 'c' },
      ],
    })
  })

  it.each<[Dialect, object]>([
    ['plain', { stream_options: { include_usage: true } }],
    ['vllm', { stream_options: { include_usage: true, continuous_usage_stats: true } }],
    ['sglang', { stream_options: { include_usage: true, continuous_usage_stats: true } }],
    ['llamacpp', { stream_options: { include_usage: true }, return_progress: true }],
  ])('has only stream options that %s supports', (dialect, more) => {
    expect(asked({ temperature: null, seed: null }, dialect).body).toEqual({
      model: 'upstream',
      messages: [{ role: 'user', content: 'Hi' }],
      stream: true,
      ...more,
    })
  })
})

function asked(changes: object, dialect: Dialect = 'plain') {
  const { path, body } = bodyOf(aRequest('Hi', changes), { model: 'upstream', dialect })
  const parsed: unknown = JSON.parse(body)
  return { path, body: parsed }
}
