import { Refused } from '@gridloom/contract/errors'
import { expect, it } from 'vitest'
import { openAiFailure } from './openai-failures.ts'

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
