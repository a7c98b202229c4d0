/**
 * Durations and speeds counted in buckets whose bounds grow by a twentieth, so that a percentile is accurate to a
 * twentieth, however many were counted, and histograms are merged by adding. As in DDSketch (Masson et al., 2019).
 */
export type Histogram = Readonly<Record<number, number>>

const growth = Math.log(1.05)
/** All values up to a thousandth of the unit share one bucket, and all from a billion on another. */
const least = 0.001
const bucketMax = 1 + Math.floor(Math.log(1e9 / least) / growth)

/** The bucket of a value. */
export function bucketOf(value: number): number {
  if (!(value > least)) return 0
  return Math.min(bucketMax, 1 + Math.floor(Math.log(value / least) / growth))
}

/** The geometric middle of a bucket. */
export function middleOf(bucket: number): number {
  return bucket === 0 ? least : least * Math.exp((bucket - 0.5) * growth)
}

/** The histogram with one more value. */
export function withSample(histogram: Histogram, value: number): Histogram {
  const bucket = bucketOf(value)
  return { ...histogram, [bucket]: (histogram[bucket] ?? 0) + 1 }
}

/** The samples of all of them. The first, to which each answer adds its one sample, is copied as a whole. */
export function merged([first, ...others]: readonly Histogram[]): Histogram {
  const sum: Record<number, number> = { ...first }
  for (const histogram of others)
    for (const [bucket, count] of Object.entries(histogram))
      sum[Number(bucket)] = (sum[Number(bucket)] ?? 0) + count
  return sum
}

/** The value that `share` (above 0, at most 1) of the samples do not exceed; `null` without samples. */
export function percentileOf(histogram: Histogram, share: number): number | null {
  const buckets = Object.entries(histogram).map(([bucket, count]) => ({
    bucket: Number(bucket),
    count,
  }))
  const total = buckets.reduce((sum, { count }) => sum + count, 0)
  let left = Math.max(1, Math.ceil(total * share))
  for (const { bucket, count } of buckets.sort((one, other) => one.bucket - other.bucket)) {
    left -= count
    if (left <= 0) return middleOf(bucket)
  }
  return null
}
