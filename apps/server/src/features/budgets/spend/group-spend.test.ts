import { expect, it } from 'vitest'
import { groupSpend } from './group-spend.ts'

const days = ['2026-11-01', '2026-11-02', '2026-11-03']
const row = (id: string | null, day: string, microUsd: number) => ({
  id,
  name: `n${id}`,
  day,
  microUsd,
})

it('groups are highest first, and every day has an amount for each of them', () => {
  const rows = [
    row('a', '2026-11-01', 5),
    row(null, '2026-11-03', 20),
    row('a', '2026-11-03', 6),
    row('b', '2026-11-02', 11),
  ]
  expect(groupSpend(rows, days)).toEqual({
    total_micro_usd: 42,
    groups: [
      { id: null, name: 'nnull', micro_usd: 20 },
      { id: 'a', name: 'na', micro_usd: 11 },
      { id: 'b', name: 'nb', micro_usd: 11 },
    ],
    days: [
      { day: '2026-11-01', micro_usd: [0, 5, 0] },
      { day: '2026-11-02', micro_usd: [0, 0, 11] },
      { day: '2026-11-03', micro_usd: [20, 6, 0] },
    ],
  })
})

it('without spend there are days and no groups', () => {
  expect(groupSpend([], days)).toEqual({
    ...{ total_micro_usd: 0, groups: [] },
    days: days.map((day) => ({ day, micro_usd: [] })),
  })
})
