import { ModelId } from '@gridloom/contract/models/model-id'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { modelIcon, modelName } from './model-icon.ts'

it('shows the first letter of the name, always on the same colour', () => {
  const id = ModelId.parse('HuggingFaceTB/SmolLM2-135M-Instruct')
  expect(modelName(id)).toBe('SmolLM2-135M-Instruct')
  expect(svgOf(id)).toContain('>S</text>')
  expect(modelIcon(id)).toBe(modelIcon(id))
})

it('gives models of one author different colours', () => {
  const colours = ['a/m-1', 'a/m-2', 'a/m-3', 'b/m-1'].map(
    (id) => /hsl\((\d+)/.exec(svgOf(ModelId.parse(id)))?.[1],
  )
  expect(new Set(colours).size).toBe(4)
})

it('is an image for any id, with nothing of the id as markup', () => {
  const id = fc.stringMatching(/^[\w.-]{1,20}\/[\w.-]{1,20}$/u).map((text) => ModelId.parse(text))
  fc.assert(
    fc.property(id, (one) => {
      expect(svgOf(one)).toMatch(
        /^<svg [\s\S]*hsl\(\d{1,3} 55% 38%\)[\s\S]*>[A-Z0-9?]<\/text>\n<\/svg>$/,
      )
    }),
  )
})

function svgOf(id: ModelId): string {
  return decodeURIComponent(modelIcon(id).slice('data:image/svg+xml,'.length))
}
