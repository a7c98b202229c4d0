/**
 * Durations and speeds counted in buckets whose bounds grow by a twentieth, so that a percentile read from them is off by
 * no more than that however many were counted, and two histograms are merged by adding.
 */
export type Histogram = Readonly<Record<number, number>>

const growth = Math.log(1.05)
/** Everything below is one bucket: a thousandth of the unit. */
const least = 0.001

/** The bucket that a value falls into; negative ones count as nothing at all. */
export function bucketOf(value: number): number {
  return value <= least ? 0 : 1 + Math.floor(Math.log(value / least) / growth)
}

/** The middle of a bucket, by ratio. */
export function valueOf(bucket: number): number {
  return bucket === 0 ? least : least * Math.exp((bucket - 0.5) * growth)
}

export function counted(histogram: Histogram, value: number): Histogram {
  const bucket = bucketOf(value)
  return { ...histogram, [bucket]: (histogram[bucket] ?? 0) + 1 }
}

export function merged(histograms: Iterable<Histogram>): Histogram {
  const sum: Record<number, number> = {}
  for (const histogram of histograms)
    for (const [bucket, count] of Object.entries(histogram))
      sum[Number(bucket)] = (sum[Number(bucket)] ?? 0) + count
  return sum
}

/** The value that `share` of those counted do not exceed; `null` where none was. */
export function percentileOf(histogram: Histogram, share: number): number | null {
  const buckets = Object.entries(histogram)
    .map(([bucket, count]) => ({ bucket: Number(bucket), count }))
    .sort((one, other) => one.bucket - other.bucket)
  const total = buckets.reduce((sum, { count }) => sum + count, 0)
  let left = Math.max(1, Math.ceil(total * share))
  for (const { bucket, count } of buckets) {
    left -= count
    if (left <= 0) return valueOf(bucket)
  }
  return null
}
