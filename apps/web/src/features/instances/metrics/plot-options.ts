import type uPlot from 'uplot'
import { colourReader, quietAxis } from '../../../ui/charts/use-plot.ts'
import type { Chart } from './charts.ts'
import { type ChartSpan, timeRange } from './time-range.ts'

interface PlotInput {
  readonly chart: Chart
  readonly span: ChartSpan
  /** The element to draw into; its size and colours are read from it. */
  readonly element: HTMLElement
}

/** Returns the options of a chart: the page's colours, a quiet grid, one cursor shared by all charts. */
export function plotOptions({ chart, span, element }: PlotInput): uPlot.Options {
  const colour = colourReader(element)
  const axis = quietAxis(element)
  return {
    width: Math.max(160, element.clientWidth),
    height: Math.max(80, element.clientHeight),
    legend: { show: false },
    padding: [8, 18, 0, 0],
    cursor: { sync: { key: 'instance-load' }, points: { size: 6 }, y: false, drag: { x: false } },
    scales: {
      x: { range: (_plot, _from, to) => timeRange(span, to) },
      y: { range: (_plot, _low, high) => [0, chart.top ?? Math.max(1_024, high * 1.15)] },
    },
    axes: [
      { ...axis, size: 26, space: 80, grid: { show: false }, values: clocks },
      { ...axis, size: 68, ...ticksOf(chart), values: (_plot, ticks) => ticks.map(chart.write) },
    ],
    series: [{}, ...chart.lines.map(({ name, look }) => seriesOf(name, look, colour))],
  }
}

/** Three ticks if the top is fixed; otherwise round numbers of bytes, which are powers of two. */
function ticksOf({ top }: Chart): uPlot.Axis {
  if (top !== undefined) return { splits: [0, top / 2, top] }
  return { space: 36, incrs: Array.from({ length: 50 }, (_, power) => 2 ** power) }
}

/** Formats seconds since 1970 as local time, `09:30`, with seconds if the ticks are less than a minute apart. */
function clocks(_plot: uPlot, ticks: number[]): string[] {
  const [first = 0, second = first + 60] = ticks
  return ticks.map((tick) => {
    const time = new Date(tick * 1_000)
    const parts = [time.getHours(), time.getMinutes()]
    if (second - first < 60) parts.push(time.getSeconds())
    return parts.map((part) => String(part).padStart(2, '0')).join(':')
  })
}

type ReadColour = ReturnType<typeof colourReader>

function seriesOf(name: string, look: 'solid' | 'dashed', colour: ReadColour): uPlot.Series {
  const stroke = colour(look === 'solid' ? '--gl-accent-text' : '--gl-busy')
  return {
    label: name,
    stroke,
    width: 1.5,
    spanGaps: false,
    points: { show: false },
    ...(look === 'solid' ? { fill: `${stroke}1a` } : { dash: [4, 3] }),
  }
}
