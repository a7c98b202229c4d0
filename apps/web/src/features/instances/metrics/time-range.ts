/** How far back a chart looks, and when what it shows began. */
export interface ChartSpan {
  readonly minutes: number
  /** Seconds since 1970. */
  readonly createdS: number
}

/** Younger than this, the axis would jump with every sample. */
const shortestS = 60

/**
 * The time axis up to the newest sample, both ends in seconds since 1970. It begins as far back as was
 * chosen, but never before there was an instance: a young one's chart is full and grows with it.
 */
export function timeRange({ minutes, createdS }: ChartSpan, newestS: number): [number, number] {
  const chosenS = newestS - minutes * 60
  return [Math.min(Math.max(chosenS, createdS), newestS - shortestS), newestS]
}
