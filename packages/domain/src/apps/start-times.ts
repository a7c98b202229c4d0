/**
 * Measured times are counted in steps of 10 %, so that a day of any number of starts is a few rows and percentiles of
 * many days are exact to 5 %.
 */
const step = 1.1
const bucketMin = -24
const bucketMax = 110

/** Returns the bucket that a time is counted in; times under 0.1 s and over 9 h are in the outermost ones. */
export function startBucket(ms: number): number {
  const bucket = Math.round(Math.log(Math.max(ms, 1) / 1_000) / Math.log(step))
  return Math.min(bucketMax, Math.max(bucketMin, bucket))
}

/** Returns the time in seconds that a bucket stands for, to three digits. */
export function bucketSeconds(bucket: number): number {
  return Number((step ** bucket).toPrecision(3))
}

/** How many starts a bucket counts. */
export interface BucketCount {
  bucket: number
  starts: number
}

/** Returns the time in seconds within which this share (0 to 1) of the starts were ready; `null` without any. */
export function percentileOf(counts: readonly BucketCount[], share: number): number | null {
  const ordered = counts
    .filter(({ starts }) => starts > 0)
    .toSorted((one, other) => one.bucket - other.bucket)
  const total = ordered.reduce((sum, { starts }) => sum + starts, 0)
  let counted = 0
  for (const { bucket, starts } of ordered) {
    counted += starts
    if (counted >= total * share) return bucketSeconds(bucket)
  }
  return null
}
