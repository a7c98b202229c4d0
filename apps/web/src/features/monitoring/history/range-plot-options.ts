import type { HistoryPoint, HistorySpan } from '@gridloom/contract/monitoring/history'
import type uPlot from 'uplot'
import { type Columns, colourReader, quietAxis } from '../../../ui/charts/use-plot.ts'
import type { HistoryChart } from './history-charts.ts'

/** A longer distance between two points, in seconds, is drawn as a gap. */
const gapS = { hour: 150, month: 2 * 3_600 } as const satisfies Record<HistorySpan, number>

/** Columns of a chart: seconds since 1970, greatest, least and average values, with gaps where nothing was reported. */
export function rangeColumns(
  points: readonly HistoryPoint[],
  { read }: Pick<HistoryChart, 'read'>,
  span: HistorySpan,
): Columns {
  const columns: [number[], (number | null)[], (number | null)[], (number | null)[]] = [
    [],
    [],
    [],
    [],
  ]
  const put = (at: number, range: ReturnType<HistoryChart['read']>) => {
    columns[0].push(at)
    columns[1].push(range?.max ?? null)
    columns[2].push(range?.min ?? null)
    columns[3].push(range?.avg ?? null)
  }
  for (const point of points) {
    const at = Date.parse(point.at) / 1_000
    const before = columns[0].at(-1)
    if (before !== undefined && at - before > gapS[span]) put(before + 1, null)
    put(at, read(point))
  }
  return columns
}

interface RangeOptions {
  readonly element: HTMLElement
  readonly chart: HistoryChart
  readonly span: HistorySpan
}

/** Returns the options of a chart: the average as a line, in a band from the least to the greatest value. */
export function rangeOptions({ element, chart, span }: RangeOptions): uPlot.Options {
  const axis = quietAxis(element)
  const stroke = colourReader(element)('--gl-accent-text')
  const { top, write } = chart
  return {
    width: Math.max(160, element.clientWidth),
    height: Math.max(80, element.clientHeight),
    legend: { show: false },
    padding: [8, 14, 0, 0],
    cursor: { sync: { key: 'device-history' }, points: { size: 6 }, y: false, drag: { x: false } },
    scales: {
      x: { range: (_plot, from, to) => timeRange(span, from, to) },
      y: { range: (_plot, _low, high) => [0, top ?? Math.max(1, (high ?? 0) * 1.15)] },
    },
    axes: [
      { ...axis, size: 26, space: 70, grid: { show: false }, values: timeWords[span] },
      {
        ...axis,
        size: 72,
        space: 34,
        ...(top === undefined ? {} : { splits: [0, top / 2, top] }),
        values: (_plot, ticks) => ticks.map(write),
      },
    ],
    bands: [{ series: [1, 2], fill: `${stroke}26` }],
    series: [
      {},
      { width: 0, points: { show: false } },
      { width: 0, points: { show: false } },
      { stroke, width: 1.5, spanGaps: false, points: { size: 4, fill: stroke } },
    ],
  }
}

/** The longest and the shortest time axis, in seconds: that of a machine which was just added is short and grows. */
const axisS = {
  hour: { longest: 3_600, shortest: 300 },
  month: { longest: 30 * 86_400, shortest: 86_400 },
} as const satisfies Record<HistorySpan, object>

/** Returns the ends of the time axis, in seconds since 1970, up to the newest point. */
export function timeRange(span: HistorySpan, fromS: number, toS: number): [number, number] {
  const { longest, shortest } = axisS[span]
  return [Math.min(Math.max(fromS, toS - longest), toS - shortest), toS]
}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const date = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' })

const wordsOf = (format: Intl.DateTimeFormat) => (_plot: uPlot, ticks: number[]) =>
  ticks.map((tick) => format.format(new Date(tick * 1_000)))

const timeWords = {
  hour: wordsOf(clock),
  month: wordsOf(date),
} as const satisfies Record<HistorySpan, unknown>
