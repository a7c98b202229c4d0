import { isEven } from './click-rhythm.ts'

/** The clicks on the links of one affiliate that came from one page host, on one UTC day or in the last seven. */
export interface SourceVisits {
  /** The host of the page with the link; empty: unknown. */
  readonly source: string
  /** `null`: the seven days together. */
  readonly day: string | null
  /** Clicks that count as visitors. */
  readonly visitors: number
  /** Visitors by hour of the day, once it is over; else `null`. */
  readonly hours: readonly number[] | null
  /** As of `gapVariation`; `null`: unknown. */
  readonly gapVariation: number | null
  /** Visitors of the source in the last 7 days whose browser does not ask for privacy, and its sign-ups in the last 30. */
  readonly recentVisitors: number
  readonly signUps: number
}

/** Visitors that look bought, with what was seen as a sentence. */
export interface BoughtVisits extends Pick<SourceVisits, 'source' | 'day' | 'visitors'> {
  readonly evidence: string
}

const heldFromPoints = 100
/** Fewer visitors are no volume, and too few to tell. */
const visitorsMin = 40
const flatFrom = 300
const flatCertainFrom = 1_000
/** The square of how much the hours differ beyond chance, by their mean: day and night alone make 0.04 and more. */
const flatBelow = 0.02
const flatPoints = 60
const silentFrom = 400
const silentPoints = 50
/** One in 1,000 signs up of the coldest honest sources, and more of most: so many for each sign-up, and one more. */
const silentCertainFrom = 2_000

/**
 * Returns the visitors that look bought: they come as evenly as a program sends them, or as often by night as by day, or
 * are very many of whom hardly anybody signs up. Browsers that ask for privacy never count as silent: their sign-ups
 * cannot be known. Pure.
 */
export function findBoughtVisits(all: readonly SourceVisits[]): BoughtVisits[] {
  return all.flatMap((visits) => {
    const seen = seenOf(visits)
    const points = seen.reduce((sum, one) => sum + one.points, 0)
    if (points < heldFromPoints) return []
    const { source, day, visitors } = visits
    const from = source === '' ? 'without a known page' : `from ${source}`
    const on = day === null ? 'in 7 days' : `on ${day}`
    const evidence = `${visitors} visitors ${from} ${on} ${seen.map(({ text }) => text).join(', and ')}.`
    return [{ source, day, visitors, evidence }]
  })
}

/**
 * Returns the visitors that count for missions: those whose browser asks for privacy at most as often as the others, as
 * one that repeats itself cannot be told apart. Pure.
 */
export function countedVisitors({
  identified,
  unidentified,
}: {
  identified: number
  unidentified: number
}): number {
  return identified + Math.min(unidentified, identified)
}

interface Seen {
  readonly points: number
  readonly text: string
}

function seenOf({ visitors, hours, gapVariation, recentVisitors, signUps }: SourceVisits): Seen[] {
  if (visitors < visitorsMin) return []
  const seen: Seen[] = []
  if (isEven(gapVariation, visitors))
    seen.push({ points: heldFromPoints, text: 'came at even intervals, as a program clicks' })
  if (visitors >= flatFrom && hours !== null && differenceOf(hours) < flatBelow)
    seen.push({
      points: visitors >= flatCertainFrom ? heldFromPoints : flatPoints,
      text: 'came as often by night as by day',
    })
  const isSilent = recentVisitors >= silentCertainFrom * (signUps + 1)
  if (isSilent || (signUps === 0 && recentVisitors >= silentFrom))
    seen.push({
      points: isSilent ? heldFromPoints : silentPoints,
      text: `are among ${recentVisitors} in 7 days of whom ${signUps === 0 ? 'nobody' : signUps} signed up`,
    })
  return seen
}

/** How much hours differ beyond what chance alone makes: the variance less the mean, by the square of the mean. */
function differenceOf(hours: readonly number[]): number {
  const mean = hours.reduce((sum, count) => sum + count, 0) / hours.length
  if (mean === 0) return Number.POSITIVE_INFINITY
  const variance = hours.reduce((sum, count) => sum + (count - mean) ** 2, 0) / (hours.length - 1)
  return (variance - mean) / mean ** 2
}
