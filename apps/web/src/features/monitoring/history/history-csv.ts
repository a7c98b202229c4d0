import { type HistoryPoint, sensors } from '@gridloom/contract/monitoring/history'
import { csvText } from '../../../ui/format/csv.ts'

/** One row per point: the least, average and greatest value of each sensor; what was not measured is empty. */
export function historyCsv(points: readonly HistoryPoint[]): string {
  const ends = ['min', 'avg', 'max'] as const
  const head = sensors.flatMap((sensor) => ends.map((end) => `${sensor}_${end}`))
  const rows = points.map((point) => [
    point.at,
    ...sensors.flatMap((sensor) => ends.map((end) => numberText(point[sensor]?.[end]))),
    numberText(point.throttled_percent),
    numberText(point.ecc_errors),
  ])
  return csvText([['time', ...head, 'throttled_percent', 'ecc_errors'], ...rows])
}

function numberText(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : String(Math.round(value * 100) / 100)
}
