import { MachineId } from '@gridloom/contract/core/ids'
import type { PriceSuggestion } from '@gridloom/contract/prices/prices'
import { expect, it } from 'vitest'
import { hardwareName, rentedShare, suggestionText } from './price-words.ts'

const use = {
  ...{ micro_usd_per_hour: 210_000, rented_percent: 92 },
  ...{ micro_usd_per_day: 4_636_800, unit_hours: 500 },
}
const suggestion: PriceSuggestion = {
  machine_id: MachineId.parse('mch_01jd3v8q6f7g8h9jkmnpqrstvw'),
  hardware_class: 'gpu:RTX 4090',
  asked_micro_usd_per_hour: 300_000,
  verdict: 'lower',
  now: { ...use, rented_percent: 20, micro_usd_per_day: 1_440_000 },
  best: use,
}

it.each<[Partial<PriceSuggestion>, string]>([
  [
    {},
    'You ask $0.30/h per GPU; at about that, 20 % of the time was rented. At $0.21/h, 92 % of the time was rented: $4.64 a day, instead of $1.44.',
  ],
  [
    { verdict: 'keep' },
    'You ask $0.30/h per GPU; at about that, 20 % of the time was rented. No other price would have earned clearly more.',
  ],
  [
    { verdict: 'unknown', now: null, best: null, hardware_class: 'cpu' },
    'You ask $0.30/h per thread. Too little was rented in the last 14 days to suggest a price.',
  ],
  [
    { verdict: 'unknown', now: null },
    'You ask $0.30/h per GPU. Nothing else was listed at about that price. At $0.21/h, 92 % of the time was rented: $4.64 a day.',
  ],
])('a suggestion reads as two sentences', (given, text) => {
  expect(suggestionText({ ...suggestion, ...given })).toBe(text)
})

it('hardware is called by its model', () => {
  expect(hardwareName('gpu:RTX 4090')).toBe('RTX 4090')
  expect(hardwareName('cpu')).toBe('CPU thread')
})

it('nothing listed has no share', () => {
  expect(rentedShare(0, 0)).toBe('—')
  expect(rentedShare(1, 3)).toBe('33 %')
})
