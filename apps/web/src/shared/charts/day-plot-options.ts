import uPlot from 'uplot'
import { type Columns, colourReader, quietAxis } from '../../ui/charts/use-plot.ts'

/** `bars` are stacked; a `line` has one series. */
export type Look = 'bars' | 'line'

/** One amount for each day; `null`: not known. */
export interface DaySeries {
  readonly name: string
  readonly values: readonly (number | null)[]
}

/** The number of series that have a colour of their own. */
export const coloursOfSeries = 6

interface DayOptions {
  readonly element: HTMLElement
  readonly days: readonly string[]
  readonly series: readonly DaySeries[]
  readonly look: Look
  readonly write: (value: number) => string
  readonly top: number | undefined
  readonly onPoint: (at: number | undefined) => void
}

/**
 * Columns by day: of bars, each series lies on the sum of those before it, and the highest is drawn first. Amounts below
 * zero, of days whose credits are higher than their charges, have no bar.
 */
export function dayColumns(
  days: readonly string[],
  series: readonly DaySeries[],
  look: Look,
): Columns {
  const times = days.map((day) => Date.parse(`${day}T00:00:00Z`) / 1_000)
  if (look === 'line') return [times, ...series.map(({ values }) => [...values])]
  const sums = series.map((_, upTo) =>
    days.map((_day, at) =>
      series.slice(0, upTo + 1).reduce((sum, { values }) => sum + Math.max(0, values[at] ?? 0), 0),
    ),
  )
  return [times, ...sums.toReversed()]
}

/** Returns the options of a chart by day. */
export function dayOptions(input: DayOptions): uPlot.Options {
  const { element, series, look, write, top, onPoint } = input
  const axis = quietAxis(element)
  const dayS = 86_400
  return {
    width: Math.max(160, element.clientWidth),
    height: Math.max(80, element.clientHeight),
    legend: { show: false },
    padding: [8, 12, 0, 0],
    cursor: { points: { show: look === 'line', size: 7 }, y: false, drag: { x: false } },
    scales: {
      x: { time: false, range: (_plot, from, to) => [from - dayS * 0.6, to + dayS * 0.6] },
      y: { range: (_plot, _low, high) => [0, top ?? roundTop(high)] },
    },
    axes: [
      { ...axis, size: 26, space: 70, grid: { show: false }, values: dayWords },
      { ...axis, size: 62, space: 34, values: (_plot, ticks) => ticks.map(write) },
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)] },
    series: [{}, ...seriesOf(element, series, look)],
  }
}

function seriesOf(element: HTMLElement, series: readonly DaySeries[], look: Look): uPlot.Series[] {
  const colour = colourReader(element)
  if (look === 'line') {
    const stroke = colour('--gl-accent-text')
    return series.map(() => ({
      stroke,
      fill: `${stroke}1a`,
      width: 1.5,
      spanGaps: false,
      points: { show: true, size: 4, fill: stroke, width: 0 },
    }))
  }
  const { bars } = uPlot.paths
  return series
    .map((_, index) => {
      const fill = colour(`--series-${index % coloursOfSeries}`)
      const paths = bars?.({ size: [0.72, 44] })
      return { fill, width: 0, points: { show: false }, ...(paths ? { paths } : {}) }
    })
    .toReversed()
}

/** The least top: a cent, so that a chart of nothing has a scale. */
const topMin = 10_000

function roundTop(high: number | null): number {
  return Math.max(topMin, (high ?? 0) * 1.12)
}

const word = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' })

function dayWords(_plot: uPlot, ticks: number[]): string[] {
  return ticks.map((tick) => word.format(new Date(tick * 1_000)))
}
