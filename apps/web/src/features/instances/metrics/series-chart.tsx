import type { MetricSample } from '@gridloom/contract/instances/metrics'
import { useEffect, useMemo, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { type Columns, toColumns } from './chart-series.ts'
import type { Chart } from './charts.ts'
import styles from './metrics-tab.module.css'
import { plotOptions } from './plot-options.ts'
import type { ChartSpan } from './time-range.ts'

interface SeriesChartProps {
  chart: Chart
  samples: readonly MetricSample[]
  span: ChartSpan
}

/** One chart with its newest values as text above; all charts share one cursor. */
export function SeriesChart({ chart, samples, span }: SeriesChartProps) {
  const newest = samples.at(-1)
  const plot = usePlot({ chart, samples, span })
  return (
    <figure className={styles.chart} style={{ margin: 0 }}>
      <figcaption className={`${styles.head} gl-num`}>
        <h3 className={styles.title}>{chart.title}</h3>
        {chart.lines.map(({ name, read, look }) => {
          const value = newest ? read(newest) : null
          return (
            <span key={name} className={styles.legend}>
              {chart.lines.length > 1 && (
                <span className={styles.stroke} data-look={look} aria-hidden />
              )}
              <strong>{value === null ? '–' : chart.write(value)}</strong> {name}
            </span>
          )
        })}
      </figcaption>
      <div ref={plot} className={styles.plot} aria-hidden />
    </figure>
  )
}

const noColumns: Columns = [[]]

/** Draws the columns into an element and follows changes of its size. */
function usePlot({ chart, samples, span }: SeriesChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const drawn = useRef<uPlot>(undefined)
  const columns = useMemo(
    () =>
      toColumns(
        samples,
        chart.lines.map(({ read }) => read),
      ),
    [samples, chart],
  )

  useEffect(() => {
    const element = box.current
    if (element === null) return
    const plot = new uPlot(plotOptions({ chart, span, element }), noColumns, element)
    drawn.current = plot
    const watch = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: element.clientHeight }),
    )
    watch.observe(element)
    return () => {
      watch.disconnect()
      plot.destroy()
    }
  }, [chart, span])

  // @NOTE runs after the effect above, so that a newly created plot gets its columns too
  useEffect(() => {
    drawn.current?.setData(columns)
  }, [columns])
  return box
}
