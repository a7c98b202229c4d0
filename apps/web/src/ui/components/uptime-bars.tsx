import styles from './uptime-bars.module.css'

interface UptimeBarsProps {
  /** The share of each hour in percent, oldest first; `null`: no record. */
  hours: readonly (number | null)[]
}

/** One bar for each of the last 24 hours: full where the machine was online, lower where it was not. */
export function UptimeBars({ hours }: UptimeBarsProps) {
  const known = hours.filter((hour) => hour !== null)
  if (known.length === 0) return null
  const whole = known.filter((hour) => hour >= wholeFrom).length
  const label = `Fully online in ${whole} of the last ${known.length} recorded hours`
  return (
    <span className={styles.bars} role="img" aria-label={label} title={label}>
      {hours
        .map((hour, place) => ({ hour, place }))
        .map(({ hour, place }) => (
          <span
            key={place}
            className={styles.bar}
            data-tone={toneOf(hour)}
            style={{ height: hour === null ? 3 : 3 + Math.round(hour * 0.09) }}
          />
        ))}
    </span>
  )
}

/** An hour counts as whole from here on; heartbeats come every five seconds. */
const wholeFrom = 95

function toneOf(hour: number | null): 'unknown' | 'up' | 'partly' | 'down' {
  if (hour === null) return 'unknown'
  if (hour >= wholeFrom) return 'up'
  return hour < 50 ? 'down' : 'partly'
}
