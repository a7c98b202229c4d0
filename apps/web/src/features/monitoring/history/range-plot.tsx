import type { HistoryPoint, HistorySpan } from '@gridloom/contract/monitoring/history'
import { useCallback, useMemo } from 'react'
import { usePlot } from '../../../ui/charts/use-plot.ts'
import styles from '../monitoring.module.css'
import type { HistoryChart } from './history-charts.ts'
import { rangeColumns, rangeOptions } from './range-plot-options.ts'

interface RangePlotProps {
  chart: HistoryChart
  points: readonly HistoryPoint[]
  span: HistorySpan
}

/** One chart of a history, with its newest and highest values as text. All charts share one cursor. */
export function RangePlot({ chart, points, span }: RangePlotProps) {
  const options = useCallback(
    (element: HTMLElement) => rangeOptions({ element, chart, span }),
    [chart, span],
  )
  const columns = useMemo(() => rangeColumns(points, chart, span), [points, chart, span])
  const plot = usePlot(options, columns)
  const ranges = points.flatMap((point) => chart.read(point) ?? [])
  const newest = ranges.at(-1)
  const highest = Math.max(...ranges.map(({ max }) => max))
  return (
    <figure className={styles.chart}>
      <figcaption className={`${styles.chartHead} gl-num`}>
        <h3 className={styles.chartTitle}>{chart.title}</h3>
        {newest && (
          <span className={styles.small}>
            <strong>{chart.write(newest.avg)}</strong>, at most {chart.write(highest)}
          </span>
        )}
      </figcaption>
      <div ref={plot} className={styles.plot} aria-hidden />
    </figure>
  )
}
