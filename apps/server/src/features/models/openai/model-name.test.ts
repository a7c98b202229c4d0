import { expect, it } from 'vitest'
import { readModelName } from './model-name.ts'

it.each([
  ['acme/tiny', {}],
  ['acme/tiny:floor', { sort: 'price' }],
  ['acme/tiny:nitro', { sort: 'throughput' }],
])('reads %s as the model, with what it says of machines', (model, provider) => {
  expect(readModelName(model)).toEqual({ modelId: 'acme/tiny', provider })
})

it('keeps what else was wished of machines', () => {
  const input = { only: ['a'], sort: 'latency' as const }
  expect(readModelName('acme/tiny', input).provider).toEqual(input)
  expect(readModelName('acme/tiny:floor', input).provider).toEqual({ only: ['a'], sort: 'price' })
})

it.each(['tiny', 'acme/tiny:cheap', '../etc/passwd/', 'a b/c', ''])(
  'knows no model by the name %j',
  (model) => {
    expect(() => readModelName(model)).toThrow(expect.objectContaining({ code: 'model_unknown' }))
  },
)
