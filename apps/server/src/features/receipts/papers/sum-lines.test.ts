import type { ReceiptLine } from '@gridloom/contract/instances/receipt'
import { expect, it } from 'vitest'
import { sumLines } from './sum-lines.ts'

it('lists each interval where they fit', () => {
  const { per, rows } = sumLines(lines(3))
  expect([per, rows.length, rows[0]?.microUsd]).toEqual(['interval', 3, 10])
})

it.each([
  ['day', 48, 2],
  ['month', 24 * 59, 2],
  ['kind', 24 * 365, 1],
] as const)('sums by %s, and loses no micro-dollar', (expected, count, rowsExpected) => {
  const all = lines(count)
  const { per, rows } = sumLines(all, 10)
  expect([per, rows.length]).toEqual([expected, rowsExpected])
  expect(rows.reduce((sum, { microUsd }) => sum + microUsd, 0)).toBe(10 * count)
  expect(rows.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(3_600 * count)
  expect([rows[0]?.from, rows.at(-1)?.to]).toEqual([all[0]?.from, all.at(-1)?.to])
})

it('keeps kinds and prices apart', () => {
  const [one] = lines(1)
  if (one === undefined) throw new RangeError('a line is expected')
  const other = { ...one, key: 'b', kind: 'stopped_disk' as const }
  const dearer = { ...one, key: 'c', micro_usd_per_hour: 700 }
  expect(sumLines([one, other, dearer, { ...one, key: 'd' }], 3).rows).toMatchObject([
    { kind: 'running', microUsdPerHour: 600, microUsd: 20 },
    { kind: 'stopped_disk', microUsd: 10 },
    { kind: 'running', microUsdPerHour: 700 },
  ])
})

/** Hours from 1 January 2026 on, 10 micro-dollars each. */
function lines(count: number): ReceiptLine[] {
  const begin = Date.UTC(2026, 0, 1)
  return Array.from({ length: count }, (_, at) => ({
    ...{ key: String(at), kind: 'running', seconds: 3_600, micro_usd_per_hour: 600, micro_usd: 10 },
    from: new Date(begin + at * 3_600_000).toISOString(),
    to: new Date(begin + (at + 1) * 3_600_000).toISOString(),
    transaction_id: `txn_${at}`,
  }))
}
