import styles from './sparkline.module.css'

interface SparkBarsProps {
  /** One amount a bar, oldest first. */
  values: readonly number[]
  /** A description of the bars, for screen readers and on hover. */
  label: string
  width?: number
  height?: number
}

/** Amounts as small bars, the highest of them at the top; the latest one is marked. */
export function SparkBars({ values, label, width = 90, height = 18 }: SparkBarsProps) {
  const top = Math.max(...values, 1)
  const step = width / Math.max(1, values.length)
  return (
    <svg
      className={styles.sparkline}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      <line className={styles.base} x1={0} x2={width} y1={height - 0.5} y2={height - 0.5} />
      {values
        .map((value, place) => ({ value, place }))
        .filter(({ value }) => value > 0)
        .map(({ value, place }) => {
          const tall = Math.max(1.5, (value / top) * (height - 1))
          return (
            <rect
              key={place}
              className={styles.bar}
              data-last={place === values.length - 1}
              x={place * step + 0.5}
              y={height - 1 - tall}
              width={step - 1}
              height={tall}
              rx={0.5}
            />
          )
        })}
    </svg>
  )
}
