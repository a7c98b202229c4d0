import { expect, it } from 'vitest'
import { type HintPart, priceHint } from './price-hint.ts'

const price = { input_micro_usd: 20_000, cached_micro_usd: 5_000, output_micro_usd: 60_000 }
const free = { input_micro_usd: 0, cached_micro_usd: 0, output_micro_usd: 0 }
const smol = { name: 'Smol', price }
const big = { name: 'Big', price: { ...price, output_micro_usd: 1_000_000 } }
const gratis = { name: 'Gratis', price: free }
const away = { name: 'Away', price: null }

it.each([
  [[smol], '', null, '$0.02/M in · $0.06/M out'],
  [[smol], 'What is a loom?', null, '≈ 4 tokens · $0.02/M in · $0.06/M out'],
  [[smol], '', 1_000, '$0.02/M in · $0.06/M out · answer $0.00006 at most'],
  [[gratis], 'Hi', 1_000, '≈ 1 token · free'],
  [[away], 'Hi', null, ''],
])('shows the price of one model: %j, “%s”, %j', (models, text, maxTokens, words) => {
  expect(inOneLine(priceHint({ models, text, maxTokens }))).toBe(words)
})

it.each([
  [[smol, big], null, 'Smol $0.02/M in, $0.06/M out · Big $0.02/M in, $1.00/M out'],
  [[smol, gratis], null, 'Smol $0.02/M in, $0.06/M out · Gratis free'],
  [[smol, away], null, 'Smol $0.02/M in, $0.06/M out · Away unavailable'],
  [[smol, smol], 1_000, 'each $0.02/M in, $0.06/M out · answers $0.00012 at most'],
  [[gratis, gratis], 1_000, 'each free'],
  [[away, away], 1_000, ''],
])('shows the prices of two models: %j, %j', (models, maxTokens, words) => {
  expect(inOneLine(priceHint({ models, text: '', maxTokens }))).toBe(words)
})

function inOneLine(parts: readonly HintPart[]): string {
  return parts.map(({ name, words }) => (name ? `${name} ${words}` : words)).join(' · ')
}
