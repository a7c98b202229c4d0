import { describe, expect, it } from 'vitest'
import { errorText, readChunk } from './chunks.ts'
import { UpstreamBroken } from './upstream-broken.ts'

describe('a chunk', () => {
  it.each([
    ['of a stream of a chat', { choices: [{ delta: { content: 'a' } }] }],
    ['of a whole chat', { choices: [{ message: { content: 'a' } }] }],
    ['of a text', { choices: [{ text: 'a' }] }],
    [
      'with what nobody knows',
      { choices: [{ delta: { content: 'a', odd: 1 }, logprobs: {} }], x: 1 },
    ],
    ['with more choices than were asked for', { choices: [{ text: 'a' }, { text: 'b' }] }],
  ])('has its text in any of the fields of the API: %s', (_, chunk) => {
    expect(read(chunk)).toMatchObject({ text: 'a', toolCalls: [], finish: undefined })
  })

  it.each([
    ['llama.cpp, SGLang and vLLM', { reasoning_content: 'hm' }],
    ['OpenRouter and newer vLLM', { reasoning: 'hm' }],
    ['both at once', { reasoning_content: 'hm', reasoning: 'hm' }],
  ])('has what the model thinks, as engines name it: %s', (_, said) => {
    const thought = { reasoning: 'hm', text: '' }
    expect(read({ choices: [{ delta: { content: null, ...said } }] })).toMatchObject(thought)
    const whole = read({ choices: [{ message: { content: 'a', ...said } }] })
    expect(whole).toMatchObject({ reasoning: 'hm', text: 'a' })
  })

  it('has a refusal as its text, as OpenAI’s models send it in place of content', () => {
    const delta = { content: null, refusal: 'No.' }
    expect(read({ choices: [{ delta }] })).toMatchObject({ text: 'No.' })
  })

  it.each([
    [{}],
    [{ choices: [] }],
    [{ choices: [{}] }],
    [{ choices: [{ delta: null, message: null, text: null, finish_reason: null }] }],
    [{ choices: [{ delta: { role: 'assistant', content: null } }] }],
  ])('may be empty: %j', (chunk) => {
    const nothing = { text: '', toolCalls: [], finish: undefined, counts: undefined }
    expect(read(chunk)).toMatchObject(nothing)
  })

  it('has its tool calls unchanged', () => {
    const tool_calls = [{ index: 0, function: { arguments: '{' } }, 'odd']
    expect(read({ choices: [{ delta: { tool_calls } }] })).toMatchObject({ toolCalls: tool_calls })
  })

  it.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['tool_calls', 'tool_calls'],
    ['eos_token', 'stop'],
    ['content_filter', 'stop'],
  ])('has its finish reason, and stop for an unknown one: %s', (finish_reason, finish) => {
    expect(read({ choices: [{ finish_reason }] })).toMatchObject({ finish })
  })

  it('has the counts of the engine, with no more cached tokens than prompt tokens', () => {
    const details = { prompt_tokens_details: { cached_tokens: 99 } }
    const usage = { prompt_tokens: 20, completion_tokens: 3, ...details }
    expect(read({ usage }).counts).toEqual({
      ...{ input_tokens: 20, cached_tokens: 20, output_tokens: 3 },
    })
    expect(read({ usage: { prompt_tokens: 5 } }).counts).toEqual({
      ...{ input_tokens: 5, cached_tokens: 0, output_tokens: 0 },
    })
  })
})

it('has the reasoning tokens of the engine, if it reports them', () => {
  const usage = { prompt_tokens: 5, completion_tokens: 305 }
  const completion_tokens_details = { reasoning_tokens: 285 }
  expect(read({ usage: { ...usage, completion_tokens_details } }).counts).toMatchObject({
    ...{ output_tokens: 305, reasoning_tokens: 285 },
  })
  for (const details of [null, {}, { reasoning_tokens: null }, { reasoning_tokens: 'many' }])
    expect(
      read({ usage: { ...usage, completion_tokens_details: details } }).counts,
    ).not.toHaveProperty('reasoning_tokens')
})

describe('an invalid chunk', () => {
  it.each(['', 'nonsense', '{"choices":', '{"choices":[{"delta":{"content":"a"}}]'])(
    'that is not JSON fails the answer: %j',
    (text) => {
      expect(() => readChunk(text)).toThrow(new UpstreamBroken('The engine sent invalid JSON.'))
    },
  )

  it.each([
    'null',
    '7',
    '[]',
    '{"choices":7}',
    '{"choices":[{"text":7}]}',
    '{"usage":{"prompt_tokens":-1}}',
    '{"usage":{"prompt_tokens":1.5}}',
  ])('of another shape fails the answer: %s', (text) => {
    expect(() => readChunk(text)).toThrow(
      new UpstreamBroken('The engine sent an invalid response.'),
    )
  })

  it.each([
    [{ error: { message: 'out of memory', code: 500 } }, 'out of memory'],
    [{ error: 'out of memory' }, 'out of memory'],
    [{ error: { odd: true } }, '{"odd":true}'],
    [{ choices: [{ text: 'a' }], error: { message: 'too late' } }, 'too late'],
  ])('that is an error fails the answer with its text: %j', (chunk, said) => {
    expect(() => read(chunk)).toThrow(new UpstreamBroken(`The engine failed: ${said}`))
  })

  it('with a long error is cut to its beginning', () => {
    expect(errorText('x'.repeat(10_000))).toBe('x'.repeat(300))
    expect(errorText({ message: 'y'.repeat(10_000) })).toHaveLength(300)
  })
})

function read(chunk: object) {
  return readChunk(JSON.stringify(chunk))
}
