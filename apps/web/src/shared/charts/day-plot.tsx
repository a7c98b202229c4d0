import { useCallback, useMemo, useState } from 'react'
import { usePlot } from '../../ui/charts/use-plot.ts'
import styles from './day-plot.module.css'
import { type DaySeries, dayColumns, dayOptions, type Look } from './day-plot-options.ts'

interface DayPlotProps {
  /** UTC days, oldest first: `2026-11-21`. */
  days: readonly string[]
  series: readonly DaySeries[]
  look: Look
  write: (value: number) => string
  /** The value at the top; by default above the highest one. */
  top?: number
  /** The chart in words, for screen readers. */
  summary: string
  /** The caption while no day is pointed at. */
  caption: string
}

/** A chart by day: bars that are stacked, or a line. The day under the pointer is named above it. */
export function DayPlot({ days, series, look, write, top, summary, caption }: DayPlotProps) {
  const [pointed, setPointed] = useState<number>()
  const options = useCallback(
    (element: HTMLElement) =>
      dayOptions({ element, days, series, look, write, top, onPoint: setPointed }),
    [days, series, look, write, top],
  )
  const columns = useMemo(() => dayColumns(days, series, look), [days, series, look])
  const plot = usePlot(options, columns)
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption} aria-hidden>
        {pointed === undefined ? (
          caption
        ) : (
          <PointedDay day={days[pointed]} series={series} at={pointed} write={write} />
        )}
      </figcaption>
      <div role="img" aria-label={summary} className={styles.plot} ref={plot} />
    </figure>
  )
}

interface PointedDayProps {
  day: string | undefined
  series: readonly DaySeries[]
  at: number
  write: (value: number) => string
}

const word = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' })

function PointedDay({ day, series, at, write }: PointedDayProps) {
  const total = series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0)
  const isKnown = series.some(({ values }) => values[at] !== null && values[at] !== undefined)
  return (
    <>
      <strong className="gl-num">{isKnown ? write(total) : 'No data'}</strong>
      <span className={styles.when}>{day && word.format(new Date(`${day}T00:00:00Z`))}</span>
      {series.length > 1 &&
        series.map(({ name, values }, index) =>
          values[at] ? (
            <span key={name} className={styles.part}>
              <span className={styles.swatch} data-series={index} />
              {name} <span className="gl-num">{write(values[at] ?? 0)}</span>
            </span>
          ) : null,
        )}
    </>
  )
}
