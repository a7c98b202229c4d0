import { scores } from './decide-canary.ts'

/** One picture says little of a machine's speed: frames differ. */
const step = 0.05

/**
 * A machine's score after a picture of it that was checked: nearer to what established machines took for others of the
 * same job, by a step at most.
 */
export function nextScore({
  score,
  renderMs,
  othersReferenceMs,
}: {
  score: number
  renderMs: number
  /** The mean of what others of the job took on a reference machine. */
  othersReferenceMs: number
}): number {
  if (renderMs <= 0 || othersReferenceMs <= 0) return score
  const shown = othersReferenceMs / renderMs
  const near = Math.min(score * (1 + step), Math.max(score * (1 - step), shown))
  return Math.min(scores.max, Math.max(scores.min, near))
}
