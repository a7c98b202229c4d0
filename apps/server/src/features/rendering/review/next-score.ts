import { scores } from './decide-canary.ts'

/** One picture reveals little about a machine's speed, as frames differ. */
const step = 0.05

/**
 * Returns a machine's score after a checked picture: closer to the time of established machines for others of the same
 * job, by at most one step.
 */
export function nextScore({
  score,
  renderMs,
  othersReferenceMs,
}: {
  score: number
  renderMs: number
  /** The mean time of other owners' machines for the job, on a reference machine. */
  othersReferenceMs: number
}): number {
  if (renderMs <= 0 || othersReferenceMs <= 0) return score
  const shown = othersReferenceMs / renderMs
  const near = Math.min(score * (1 + step), Math.max(score * (1 - step), shown))
  return Math.min(scores.max, Math.max(scores.min, near))
}
