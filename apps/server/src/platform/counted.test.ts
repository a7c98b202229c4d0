import { expect, it } from 'vitest'
import { countPhrases, joinPhrases } from './counted.ts'

it.each([
  [[], ''],
  [[{ count: 0, noun: 'instance' }], ''],
  [[{ count: 1, noun: 'instance' }], '1 instance'],
  [
    [
      { count: 2, noun: 'machine' },
      { count: 1, noun: 'API key' },
    ],
    '2 machines and 1 API key',
  ],
  [
    [
      { count: 3, noun: 'instance' },
      { count: 0, noun: 'machine' },
      { count: 1, noun: 'render job' },
      { count: 2, noun: 'API key' },
    ],
    '3 instances, 1 render job and 2 API keys',
  ],
])('formats %o as "%s"', (parts, text) => {
  expect(joinPhrases(parts.flatMap(countPhrases))).toBe(text)
})
