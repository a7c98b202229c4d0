import { expect, it } from 'vitest'
import { dialectIn, hasVision } from './dialect.ts'

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

it.each([
  ['{"models":[{"capabilities":["completion","multimodal"]}],"data":[{"id":"m"}]}', true],
  ['{"models":[{"capabilities":["completion"]}],"data":[{"id":"m"}]}', false],
  ['{"data":[{"id":"m","architecture":{"input_modalities":["text","image"]}}]}', true],
  ['{"data":[{"id":"other","architecture":{"input_modalities":["image"]}}]}', false],
  ['{"data":[{"id":"m","architecture":null}]}', false],
  ['<html>', false],
])('knows from its list of models whether it reads images: %s', (models, reads) => {
  expect(hasVision(models, 'm')).toBe(reads)
})
