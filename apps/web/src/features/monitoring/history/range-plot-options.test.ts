import type { HistoryPoint } from '@gridloom/contract/monitoring/history'
import { expect, it } from 'vitest'
import { aHistoryPoint } from '../../../testing/monitoring-samples.ts'
import { rangeColumns, timeRange } from './range-plot-options.ts'

const read = ({ cpu_percent }: HistoryPoint) => cpu_percent
const at = (minute: number, avg: number) =>
  aHistoryPoint({
    at: new Date(Date.UTC(2026, 10, 21, 12, minute)).toISOString(),
    cpu_percent: { min: avg - 1, avg, max: avg + 1 },
  })

it('has the greatest, least and average value of each point', () => {
  const [times, max, min, avg] = rangeColumns([at(0, 10), at(1, 20)], { read }, 'hour')
  expect(times).toHaveLength(2)
  expect([max, min, avg]).toEqual([
    [11, 21],
    [9, 19],
    [10, 20],
  ])
})

it('has a gap where nothing was reported', () => {
  const [, , , avg] = rangeColumns([at(0, 10), at(1, 20), at(5, 30)], { read }, 'hour')
  expect(avg).toEqual([10, 20, null, 30])
})

it('the time axis of a new machine is short, and never longer than its span', () => {
  expect(timeRange('hour', 10_000, 10_060)).toEqual([9_760, 10_060])
  expect(timeRange('hour', 0, 10_000)).toEqual([6_400, 10_000])
  expect(timeRange('month', 0, 90_000)).toEqual([0, 90_000])
})
