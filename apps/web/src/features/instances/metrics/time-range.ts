/** The time span of a chart, and the creation time of its instance. */
export interface ChartSpan {
  readonly minutes: number
  /** Seconds since 1970. */
  readonly createdS: number
}

/** The shortest axis: with a shorter one, it would jump with every sample. */
const shortestS = 60

/**
 * Returns the time axis up to the newest sample, both ends in seconds since 1970. It starts as far back as chosen, but
 * never before the instance was created: the chart of a young instance is full and grows with it.
 */
export function timeRange({ minutes, createdS }: ChartSpan, newestS: number): [number, number] {
  const chosenS = newestS - minutes * 60
  return [Math.min(Math.max(chosenS, createdS), newestS - shortestS), newestS]
}
