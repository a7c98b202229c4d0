import { expect, it } from 'vitest'
import { priceHint } from './price-hint.ts'

const price = { input_micro_usd: 20_000, cached_micro_usd: 5_000, output_micro_usd: 60_000 }
const free = { input_micro_usd: 0, cached_micro_usd: 0, output_micro_usd: 0 }

it.each([
  [{ price, text: '', maxTokens: null }, '$0.02/M in · $0.06/M out'],
  [{ price, text: 'What is a loom?', maxTokens: null }, '≈ 4 tokens · $0.02/M in · $0.06/M out'],
  [{ price, text: '', maxTokens: 1_000 }, '$0.02/M in · $0.06/M out · answer $0.00006 at most'],
  [{ price: free, text: 'Hi', maxTokens: 1_000 }, '≈ 1 token · free'],
  [{ price: null, text: 'Hi', maxTokens: null }, ''],
])('says what asking costs: %j', (asked, words) => {
  expect(priceHint(asked)).toBe(words)
})
