import { expect, it } from 'vitest'
import { explainText } from './explain-text.ts'

const effect = { removed: 3, gained: 2, cheapest_micro_usd_per_hour: 28_000 }

it('names the smallest change in the options and units of the command line', () => {
  expect(
    explainText([
      { ...effect, filter: 'memory_mib_min', relax_to: 5_683 },
      { ...effect, filter: 'price_micro_usd_per_hour_max', relax_to: 28_000 },
      { ...effect, filter: 'kind', relax_to: null, gained: 3 },
      { ...effect, filter: 'cpu_score_min', relax_to: 0, gained: 0 },
    ]),
  ).toEqual([
    '  --memory-gib 5.5 adds 2, from $0.028/h',
    '  --max-price 0.028 adds 2, from $0.028/h',
    '  without --kind adds 3, from $0.028/h',
  ])
})
