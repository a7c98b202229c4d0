import { type PointerEvent, useState } from 'react'
import { Money } from '../../ui/components/money.tsx'
import { formatMoney } from '../../ui/format/money.ts'
import { dayBars, daySummary, dayWord } from './day-bars.ts'
import styles from './day-chart.module.css'

type Days = readonly { day: string; micro_usd: number }[]

interface DayChartProps {
  days: Days
  /** The name of the amounts for screen readers, such as `Spend`. */
  of: string
}

/** Amounts by day as bars; the day under the pointer is named above them. */
export function DayChart({ days, of }: DayChartProps) {
  const [pointed, setPointed] = useState<number>()
  const { topMicroUsd, shares } = dayBars(days)
  return (
    <figure className={styles.figure}>
      <Caption days={days} pointed={pointed} />
      <div className={styles.plot}>
        <span className={styles.top}>{formatMoney(topMicroUsd)}</span>
        <span className={styles.half}>{formatMoney(topMicroUsd / 2)}</span>
        <svg
          className={styles.bars}
          viewBox={`0 0 ${shares.length} 100`}
          preserveAspectRatio="none"
          role="img"
          aria-label={daySummary(days, { of, inWords: formatMoney })}
          onPointerMove={(event) => setPointed(indexAt(event, shares.length))}
          onPointerLeave={() => setPointed(undefined)}
        >
          {shares.map((share, index) => (
            <rect
              key={days[index]?.day}
              data-pointed={index === pointed}
              x={index + 0.12}
              width={0.76}
              y={100 - share * 100}
              height={share * 100}
            />
          ))}
        </svg>
      </div>
      <div className={styles.days} aria-hidden>
        {[days[0], days[Math.floor(days.length / 2)], days.at(-1)].map((day) => (
          <span key={day?.day}>{day && dayWord(day.day)}</span>
        ))}
      </div>
    </figure>
  )
}

function Caption({ days, pointed }: { days: Days; pointed: number | undefined }) {
  const day = pointed === undefined ? undefined : days[pointed]
  const total = days.reduce((sum, { micro_usd }) => sum + micro_usd, 0)
  return (
    <figcaption className={styles.caption}>
      <Money microUsd={day?.micro_usd ?? total} />{' '}
      <span className={styles.when}>
        {day === undefined ? `in ${days.length} days` : dayWord(day.day)}
      </span>
    </figcaption>
  )
}

function indexAt({ clientX, currentTarget }: PointerEvent<SVGElement>, count: number): number {
  const { left, width } = currentTarget.getBoundingClientRect()
  return Math.min(count - 1, Math.max(0, Math.floor(((clientX - left) / width) * count)))
}
