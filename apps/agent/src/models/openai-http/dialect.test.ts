import { expect, it } from 'vitest'
import { dialectIn } from './dialect.ts'

it.each([
  ['{"object":"list","data":[{"id":"m","object":"model","owned_by":"vllm"}]}', 'vllm'],
  ['{"data":[{"id":"m","owned_by":"sglang"}]}', 'sglang'],
  ['{"models":[],"data":[{"id":"m","owned_by":"llamacpp","meta":{}}]}', 'llamacpp'],
  ['{"data":[{"id":"m","owned_by":"library"}]}', 'plain'],
  ['{"data":[]}', 'plain'],
  ['{"data":[{"id":"m"}]}', 'plain'],
  ['<html>', 'plain'],
  ['', 'plain'],
])('identifies an engine by the owner in its list of models: %s', (models, dialect) => {
  expect(dialectIn(models)).toBe(dialect)
})
