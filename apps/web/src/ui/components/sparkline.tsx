import styles from './sparkline.module.css'

interface SparklineProps {
  /** Oldest first; `null` is a gap. */
  values: readonly (number | null)[]
  /** The value at the top of the chart. */
  max: number
  /** The value at the bottom; 0 by default. */
  min?: number
  /** Name of the values, for screen readers: "CPU load". */
  label: string
  /** Replaces the latest value in the name, where a rounded number says little. */
  now?: string
  width?: number
  height?: number
}

const inset = 1.5

/** A small line chart of recent values; the latest one has a dot. */
export function Sparkline(props: SparklineProps) {
  const { values, max, min = 0, label, width = 96, height = 24 } = props
  const last = values.at(-1)
  const points = placePoints({ values, max, min, width, height })
  const lastPoint = last === null ? undefined : points.at(-1)
  return (
    <svg
      className={styles.sparkline}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={
        last === undefined || last === null
          ? label
          : `${label}, now ${props.now ?? last.toFixed(0)}`
      }
    >
      <line className={styles.base} x1={0} x2={width} y1={height - 0.5} y2={height - 0.5} />
      <path className={styles.area} d={areaPath(points, height)} />
      <polyline className={styles.line} points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {lastPoint && <circle className={styles.dot} cx={lastPoint.x} cy={lastPoint.y} r={1.8} />}
    </svg>
  )
}

interface Box {
  values: readonly (number | null)[]
  max: number
  min?: number
  width: number
  height: number
}

interface Point {
  x: number
  y: number
}

/** Returns the position of each known value in pixels; values above the maximum are clamped. */
export function placePoints({ values, max, min = 0, width, height }: Box): Point[] {
  const stepX = values.length > 1 ? (width - 2 * inset) / (values.length - 1) : 0
  return values.flatMap((value, index) => {
    if (value === null) return []
    const share = max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0
    return [
      { x: round(inset + index * stepX), y: round(height - inset - share * (height - 2 * inset)) },
    ]
  })
}

function areaPath(points: readonly Point[], height: number): string {
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined) return ''
  const top = points.map(({ x, y }) => `L${x} ${y}`).join('')
  return `M${first.x} ${height}${top}L${last.x} ${height}Z`
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10
}
