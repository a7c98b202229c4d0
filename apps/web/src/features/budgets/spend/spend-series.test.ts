import { SpendReport } from '@gridloom/contract/budgets/spend'
import { expect, it } from 'vitest'
import { spendCsv } from './spend-csv.ts'
import { seriesOf } from './spend-series.ts'

const report = (groups: object[], amounts: number[], by = 'member') =>
  SpendReport.parse({
    ...{ from: '2026-11-28', to: '2026-11-28', by, own: false, groups },
    total_micro_usd: amounts.reduce((sum, one) => sum + one, 0),
    days: [{ day: '2026-11-28', micro_usd: amounts }],
  })

it('smaller groups are one series, and no amount is lost', () => {
  const amounts = [80, 70, 60, 50, 40, 30, 20, 10]
  const groups = amounts.map((micro_usd, n) => ({ id: `acc_${n}`, name: `user${n}`, micro_usd }))
  const series = seriesOf(report(groups, amounts))
  expect(series.map(({ name, microUsd, values }) => [name, microUsd, values])).toEqual([
    ...[80, 70, 60, 50, 40].map((microUsd, n) => [`user${n}`, microUsd, [microUsd]]),
    ['3 others', 60, [60]],
  ])
})

it('names what has no member, key or name', () => {
  const names = (by: string, id: string | null, name = '') =>
    seriesOf(report([{ id, name, micro_usd: 1 }], [1], by))[0]?.name
  expect(names('member', null)).toBe('Snapshots and backups')
  expect(names('key', null)).toBe('Without an API key')
  expect(names('key', 'key_1')).toBe('key_1')
  expect(names('product', 'storage')).toBe('Snapshots and backups')
})

it('saves a row per day and group with spend, to the micro-dollar', () => {
  const groups = [
    { id: 'acc_1', name: 'ada, "the first"', micro_usd: 1_234_567 },
    { id: 'acc_2', name: 'grace', micro_usd: 0 },
  ]
  expect(spendCsv(report(groups, [1_234_567, 0]))).toBe(
    'day,member,id,usd\r\n2026-11-28,"ada, ""the first""",acc_1,1.234567\r\n',
  )
})
