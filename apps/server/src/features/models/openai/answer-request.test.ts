import { ChatCompletionRequest, CompletionRequest } from '@gridloom/contract/models/openai'
import { expect, it } from 'vitest'
import { chatRequest, textRequest } from './answer-request.ts'
import { refuseParameters } from './refuse-parameters.ts'

it('maps the parameters of a client, and leaves unset ones to the engine', () => {
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

it('joins text parts, maps developer to system, and null content to an empty text', () => {
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

it('treats null fields, as clients in other languages send them, as left out', () => {
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
])('drops empty stop texts: %j', (stop, stops) => {
  expect(chatRequest(aChat({ stop })).stop).toEqual(stops)
})

it('prefers max_completion_tokens to the older max_tokens', () => {
  expect(chatRequest(aChat({ max_tokens: 9, max_completion_tokens: 5 })).max_tokens).toBe(5)
})

it.each([
  [{ type: 'text' }, null],
  [{ type: 'json_object' }, {}],
  [{ type: 'json_schema', json_schema: { schema: { type: 'object' } } }, { type: 'object' }],
])('maps the response format %j', (response_format, schema) => {
  expect(chatRequest(aChat({ response_format })).json_schema).toEqual(schema)
})

it('uses the default of OpenAI for the length of a completion', () => {
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
])('rejects a parameter that would change the answer, by name: %j', (over) => {
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
])('ignores a parameter that has no effect: %j', (over) => {
  expect(() => refuseParameters(aChat(over))).not.toThrow()
})

function aChat(over: object): ChatCompletionRequest {
  const messages = [{ role: 'user', content: 'Hi' }]
  return ChatCompletionRequest.parse({ model: 'acme/tiny', messages, ...over })
}
