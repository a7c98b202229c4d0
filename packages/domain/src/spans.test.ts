import { expect, it } from 'vitest'
import { coveredMs } from './spans.ts'

const span = { fromMs: 100, toMs: 200 }

it.each([
  ['nothing', [], 0],
  ['a span before it', [{ fromMs: 0, toMs: 100 }], 0],
  ['a span over its start', [{ fromMs: 50, toMs: 130 }], 30],
  ['a span within it', [{ fromMs: 120, toMs: 130 }], 10],
  ['a span around it', [{ fromMs: 0, toMs: 900 }], 100],
  [
    'spans that overlap, counted once',
    [
      { fromMs: 130, toMs: 160 },
      { fromMs: 110, toMs: 140 },
    ],
    50,
  ],
  [
    'a span within another',
    [
      { fromMs: 110, toMs: 190 },
      { fromMs: 120, toMs: 130 },
    ],
    80,
  ],
] as const)('%s covers a span by the right time', (_, others, ms) => {
  expect(coveredMs(span, others)).toBe(ms)
})
