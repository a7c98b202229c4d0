import { expect, it } from 'vitest'
import { readModelName } from './model-name.ts'

it.each([
  ['acme/tiny', {}],
  ['acme/tiny:floor', { sort: 'price' }],
  ['acme/tiny:nitro', { sort: 'throughput' }],
])('parses %s into the model and its preferences', (model, provider) => {
  expect(readModelName(model)).toEqual({ modelId: 'acme/tiny', provider })
})

it('keeps the other preferences', () => {
  const input = { only: ['a'], sort: 'latency' as const }
  expect(readModelName('acme/tiny', input).provider).toEqual(input)
  expect(readModelName('acme/tiny:floor', input).provider).toEqual({ only: ['a'], sort: 'price' })
})

it.each(['tiny', 'acme/tiny:cheap', '../etc/passwd/', 'a b/c', ''])(
  'rejects the name %j as an unknown model',
  (model) => {
    expect(() => readModelName(model)).toThrow(expect.objectContaining({ code: 'model_unknown' }))
  },
)
