import { ChatCompletionRequest, CompletionRequest } from '@gridloom/contract/models/openai'
import { expect, it } from 'vitest'
import { chatRequest, textRequest } from './answer-request.ts'
import { refuseParameters } from './refuse-parameters.ts'

it('asks an engine for what a client said, and leaves the rest to it', () => {
  const request = chatRequest(aChat({ temperature: 0.5, stop: 'END', seed: 7, max_tokens: 9 }))
  expect(request).toEqual({
    input: { kind: 'chat', messages: [{ role: 'user', content: 'Hi' }] },
    max_tokens: 9,
    temperature: 0.5,
    top_p: null,
    seed: 7,
    stop: ['END'],
    json_schema: null,
    tools: [],
    tool_choice: null,
    stream: false,
  })
})

it('reads parts of text as one, a developer as the system, and nothing as an empty text', () => {
  const messages = [
    {
      role: 'developer',
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    },
    { role: 'assistant', content: null, tool_calls: [{ id: 'c' }] },
    { role: 'tool', content: 'x', tool_call_id: 'c' },
  ]
  expect(chatRequest(aChat({ messages })).input).toEqual({
    kind: 'chat',
    messages: [
      { role: 'system', content: 'a\nb' },
      { role: 'assistant', content: '', tool_calls: [{ id: 'c' }] },
      { role: 'tool', content: 'x', tool_call_id: 'c' },
    ],
  })
})

it('reads what is null, as clients of other languages write it, as left out', () => {
  const messages = [
    { role: 'assistant', content: 'a', name: null, tool_calls: null, tool_call_id: null },
    { role: 'user', content: 'b' },
  ]
  const nothing = { tools: null, response_format: null, stop: null, seed: null, max_tokens: null }
  const request = chatRequest(aChat({ messages, ...nothing, stream_options: null, stream: null }))
  expect(request).toEqual({
    ...chatRequest(aChat({})),
    input: {
      kind: 'chat',
      messages: [
        { role: 'assistant', content: 'a' },
        { role: 'user', content: 'b' },
      ],
    },
  })
})

it.each([
  ['', []],
  [['', 'END', ''], ['END']],
])('stops at no empty text: %j', (stop, stops) => {
  expect(chatRequest(aChat({ stop })).stop).toEqual(stops)
})

it('takes the newer name of the most tokens before the older one', () => {
  expect(chatRequest(aChat({ max_tokens: 9, max_completion_tokens: 5 })).max_tokens).toBe(5)
})

it.each([
  [{ type: 'text' }, null],
  [{ type: 'json_object' }, {}],
  [{ type: 'json_schema', json_schema: { schema: { type: 'object' } } }, { type: 'object' }],
])('reads the form %j', (response_format, schema) => {
  expect(chatRequest(aChat({ response_format })).json_schema).toEqual(schema)
})

it('goes on with a text for as long as OpenAI does where nothing is said', () => {
  const body = CompletionRequest.parse({ model: 'a/b', prompt: ['Once'], stream: true })
  const request = textRequest(body)
  expect(request.input).toEqual({ kind: 'text', prompt: 'Once' })
  expect(request).toMatchObject({ max_tokens: 16, stream: true })
})

it.each([
  { n: 2 },
  { logprobs: true },
  { top_logprobs: 3 },
  { logit_bias: { 50256: -100 } },
  { presence_penalty: 0.5 },
  { frequency_penalty: -1 },
  { audio: { voice: 'alloy' } },
  { modalities: ['text', 'audio'] },
  { functions: [{ name: 'f' }] },
  { function_call: 'auto' },
  { web_search_options: {} },
])('refuses by name what would change the answer: %j', (over) => {
  const [parameter] = Object.keys(over)
  expect(() => refuseParameters(aChat(over))).toThrow(
    expect.objectContaining({
      code: 'unsupported_parameter',
      details: expect.objectContaining({ parameter }),
    }),
  )
})

it.each([
  { n: 1 },
  { n: null },
  { logprobs: false },
  { logit_bias: {} },
  { presence_penalty: 0 },
  { modalities: ['text'] },
  { user: 'ada', store: true, metadata: {} },
])('passes over what would not: %j', (over) => {
  expect(() => refuseParameters(aChat(over))).not.toThrow()
})

function aChat(over: object): ChatCompletionRequest {
  const messages = [{ role: 'user', content: 'Hi' }]
  return ChatCompletionRequest.parse({ model: 'acme/tiny', messages, ...over })
}
