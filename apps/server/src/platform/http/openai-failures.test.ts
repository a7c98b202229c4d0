import { Refused } from '@gridloom/contract/errors'
import { expect, it } from 'vitest'
import { openAiFailure } from './openai-failures.ts'

it.each([
  ['unauthorized', {}, 'Incorrect API key provided.'],
  ['unauthorized', { credential: 'missing' }, 'You didn’t provide an API key.'],
  ['model_unknown', { model: 'o/m' }, 'The model `o/m` does not exist'],
  ['context_exceeded', { tokens: 9, max: 8 }, 'maximum context length is 8 tokens'],
] as const)('speaks in the words of OpenAI’s API: %s %j', (code, details, words) => {
  const { error } = openAiFailure(new Refused(code, { details }), '/v1/chat/completions')
  expect(error).toMatchObject({ type: 'invalid_request_error' })
  expect(error.message).toContain(words)
})

it.each([
  ['/v1/chat/completions', 'messages'],
  ['/v1/completions', 'prompt'],
  ['/v1/embeddings', 'input'],
])('names the parameter with the prompt that is too long: %s', (url, param) => {
  const details = { model: 'o/m', tokens: 5_011, max: 1_024 }
  const failure = openAiFailure(new Refused('context_exceeded', { details }), url)
  expect(failure.error).toMatchObject({ param, code: 'context_length_exceeded' })
  expect(failure.error.message).toContain('5011')
})
