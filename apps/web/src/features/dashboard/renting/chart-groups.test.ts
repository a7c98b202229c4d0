import { expect, it } from 'vitest'
import { coloursOfSeries } from '../../../shared/charts/day-plot-options.ts'
import { chartGroups } from './chart-groups.ts'

const group = (label: string, micro_usd: number) =>
  ({ kind: 'label', label, product: 'compute', micro_usd }) as const

it('groups that have a colour each stay apart', () => {
  const spend = {
    groups: [group('train', 5), group('web', 2)],
    days: [{ day: '2026-11-21', micro_usd: [5, 2] }],
  }
  expect(chartGroups(spend)).toMatchObject([
    { name: 'train', values: [5] },
    { name: 'web', values: [2] },
  ])
})

it('the cheapest of many groups are one, and nothing is lost', () => {
  const amounts = [90, 80, 70, 60, 50, 40, 30, 20]
  const shown = chartGroups({
    groups: amounts.map((amount, at) => group(`job-${at}`, amount)),
    days: [{ day: '2026-11-21', micro_usd: amounts }],
  })
  expect(shown).toHaveLength(coloursOfSeries)
  expect(shown.at(-1)).toMatchObject({ name: '3 others', microUsd: 90, values: [90] })
  expect(shown.reduce((sum, { microUsd }) => sum + microUsd, 0)).toBe(440)
})
