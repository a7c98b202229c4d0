import { gapVariation, isEven } from '@gridloom/domain/affiliate/click-rhythm'
import type { Random } from './simulated-world.ts'

const dayMs = 86_400_000

/**
 * How clicks follow each other on a day. `jitter`: even steps, each longer or shorter by up to this share. `random`:
 * over the whole day, as a better program does. `noonMs`: as people do, who are awake
 * around this time of the day, and more after a post.
 */
export type Rhythm = { readonly jitter: number } | 'random' | { readonly noonMs: number }

/** Times within a day, in milliseconds from its begin. */
export function clickTimes(
  random: Random,
  { clicks, rhythm }: { clicks: number; rhythm: Rhythm },
): number[] {
  if (rhythm !== 'random' && 'noonMs' in rhythm)
    return Array.from({ length: clicks }, peopleOf(random, rhythm.noonMs))
  const mean = dayMs / clicks
  let at = 0
  return Array.from({ length: clicks }, () => {
    at +=
      rhythm === 'random' ? random.gap(mean) : mean * (1 + rhythm.jitter * (2 * random.next() - 1))
    return Math.min(at, dayMs - 1)
  })
}

/** Some live all over the world, most in a few time zones. */
function peopleOf(random: Random, noonMs: number): () => number {
  const postedAt = random.next() * dayMs
  const spread = random.between(0.5, 8) * 3_600_000
  const strength = 0.3 + 0.6 * random.next()
  const afterPost = random.next()
  return () => {
    if (random.chance(afterPost)) return (postedAt + random.gap(spread)) % dayMs
    for (;;) {
      const at = random.next() * dayMs
      const light = Math.cos((2 * Math.PI * (at - noonMs)) / dayMs)
      if (random.chance((1 + strength * light) / (1 + strength))) return at
    }
  }
}

/** People who are awake around some time of the day. */
export const peopleAt = (random: Random): Rhythm => ({ noonMs: random.next() * dayMs })

export const networkClicksMin = 12

/** As the platform decides about the clicks of one network. */
export function isEvenly(times: readonly number[]): boolean {
  return isEven(gapVariation(times, networkClicksMin), times.length)
}
