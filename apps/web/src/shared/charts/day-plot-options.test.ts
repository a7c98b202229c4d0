import { expect, it } from 'vitest'
import { dayColumns } from './day-plot-options.ts'

const days = ['2026-11-20', '2026-11-21']
const series = [
  { name: 'train', values: [3, 1] },
  { name: 'web', values: [2, null] },
]

it('bars lie on each other, and the whole stack is drawn first', () => {
  expect(dayColumns(days, series, 'bars').slice(1)).toEqual([
    [5, 1],
    [3, 1],
  ])
})

it('a line is broken where a day is not known', () => {
  const [times, ...lines] = dayColumns(days, series.slice(1), 'line')
  expect(times).toEqual([1_795_132_800, 1_795_219_200])
  expect(lines).toEqual([[2, null]])
})
