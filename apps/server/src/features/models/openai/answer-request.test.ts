import { ChatCompletionRequest, CompletionRequest } from '@gridloom/contract/models/openai'
import { expect, it } from 'vitest'
import { chatRequest, textRequest } from './answer-request.ts'
import { refuseLoneTopLogprobs, refuseManyImages, refuseParameters } from './refuse-parameters.ts'

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

it('passes on the parameters that only some engines take, unless they change nothing', () => {
  const parameters = {
    ...{ top_k: 40, min_p: 0.1, repetition_penalty: 1.2, presence_penalty: 0.5 },
    ...{ frequency_penalty: -1, logit_bias: { 50256: -100 }, reasoning_effort: 'low' },
  }
  expect(chatRequest(aChat(parameters)).parameters).toEqual(parameters)
  const reasoning = { reasoning: { effort: 'low' } }
  expect(chatRequest(aChat(reasoning)).parameters).toEqual({ reasoning_effort: 'low' })
  const nothing = { top_k: 0, min_p: 0, repetition_penalty: 1, presence_penalty: 0, logit_bias: {} }
  for (const over of [{}, nothing, { frequency_penalty: null, parallel_tool_calls: false }])
    expect(chatRequest(aChat(over))).not.toHaveProperty('parameters')
})

it('keeps the name and strictness of a schema', () => {
  const json_schema = { name: 'sum', strict: false, schema: { type: 'object' } }
  const request = chatRequest(aChat({ response_format: { type: 'json_schema', json_schema } }))
  expect(request.schema_format).toEqual({ name: 'sum', strict: false })
})

it('passes on images beside their text, and refusals as text', () => {
  const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0=' } }
  const content = [{ type: 'text', text: 'What is this?' }, image]
  const earlier = [{ type: 'refusal', refusal: 'No.' }]
  const messages = [
    { role: 'assistant', content: earlier },
    { role: 'user', content },
  ]
  expect(chatRequest(aChat({ messages })).input).toEqual({
    kind: 'chat',
    messages: [
      { role: 'assistant', content: 'No.' },
      { role: 'user', content: 'What is this?', parts: content },
    ],
  })
})

it('takes images in the request alone, and only so many', () => {
  const withUrl = (url: string, count = 1) => {
    const content = Array.from({ length: count }, () => ({ type: 'image_url', image_url: { url } }))
    return { messages: [{ role: 'user', content }] }
  }
  expect(() => aChat(withUrl('https://pictures.example/a.png'))).toThrow('data URL')
  expect(() => aChat(withUrl('data:text/html;base64,AAAA'))).toThrow('data URL')
  const many = aChat(withUrl('data:image/png;base64,AAAA', 17))
  expect(() => refuseManyImages(many)).toThrow(
    expect.objectContaining({ code: 'unsupported_parameter' }),
  )
})

it('completes a prompt of token IDs', () => {
  const body = CompletionRequest.parse({ model: 'a/b', prompt: [1, 2, 3] })
  expect(textRequest(body).input).toEqual({ kind: 'tokens', tokens: [1, 2, 3] })
})

it('asks for several choices and for probabilities, in one form for chats and completions', () => {
  const chat = aChat({ n: 3, logprobs: true, top_logprobs: 5 })
  expect(chatRequest(chat).parameters).toEqual({ n: 3, logprobs: 5 })
  expect(chatRequest(aChat({ logprobs: true })).parameters).toEqual({ logprobs: 0 })
  expect(chatRequest(aChat({ n: 1, logprobs: false }))).not.toHaveProperty('parameters')
  const text = CompletionRequest.parse({ model: 'a/b', prompt: 'Hi', logprobs: 2, n: 2 })
  expect(textRequest(text).parameters).toEqual({ n: 2, logprobs: 2 })
  expect(() => aChat({ n: 17 })).toThrow()
  expect(() => refuseLoneTopLogprobs(aChat({ top_logprobs: 3 }))).toThrow(
    expect.objectContaining({ code: 'unsupported_parameter' }),
  )
})

it.each([
  { best_of: 2 },
  { echo: true },
  { audio: { voice: 'alloy' } },
  { modalities: ['text', 'audio'] },
  { functions: [{ name: 'f' }] },
  { function_call: 'auto' },
  { web_search_options: {} },
  { store: true },
  { guided_json: {} },
  { no_such_parameter: 1 },
])('rejects a parameter that would change the answer, or is unknown, by name: %j', (over) => {
  const [parameter] = Object.keys(over)
  expect(() => refuse(over)).toThrow(
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
  { modalities: ['text'] },
  { user: 'ada', store: false, metadata: {}, service_tier: 'auto' },
  { no_such_parameter: null },
])('accepts a parameter that has no effect: %j', (over) => {
  expect(() => refuse(over)).not.toThrow()
})

it('rejects provider preferences that it does not follow, by name', () => {
  expect(() => aChat({ provider: { preferred_min_throughput: 9 } })).toThrow(
    'preferred_min_throughput',
  )
})

function refuse(over: object): void {
  refuseParameters(aChat(over), ChatCompletionRequest.shape)
}

function aChat(over: object): ChatCompletionRequest {
  const messages = [{ role: 'user', content: 'Hi' }]
  return ChatCompletionRequest.parse({ model: 'acme/tiny', messages, ...over })
}
