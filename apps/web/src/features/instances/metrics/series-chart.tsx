import type { MetricSample } from '@gridloom/contract/instances/metrics'
import { useCallback, useMemo } from 'react'
import { usePlot } from '../../../ui/charts/use-plot.ts'
import { toColumns } from './chart-series.ts'
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
  const options = useCallback(
    (element: HTMLElement) => plotOptions({ chart, span, element }),
    [chart, span],
  )
  const columns = useMemo(
    () =>
      toColumns(
        samples,
        chart.lines.map(({ read }) => read),
      ),
    [samples, chart],
  )
  const plot = usePlot(options, columns)
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
