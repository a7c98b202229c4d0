import type { SourceVisits } from '@gridloom/domain/affiliate/bought-visits'
import { gapVariation } from '@gridloom/domain/affiliate/click-rhythm'
import { clickTimes, peopleAt, type Rhythm } from './simulated-clicks.ts'
import type { SimulatedWorld } from './simulated-world.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

interface Campaign {
  readonly affiliate: string
  readonly source: string
  /** Visitors on each day. */
  readonly days: readonly number[]
  readonly rhythm: Rhythm
  readonly signUps: number
  /** Of the visitors: browsers that ask for privacy. */
  readonly privacy: number
  readonly cheat: boolean
}

function visit(world: SimulatedWorld, campaign: Campaign): void {
  const { affiliate, source, days, rhythm, signUps, privacy, cheat } = campaign
  const visitors = days.reduce((sum, count) => sum + count, 0)
  const identified = Math.round(visitors * (1 - privacy))
  const facts = { source, signUps, recentVisitors: identified }
  const all: number[] = []
  const spans: SourceVisits[] = []
  for (const [nth, clicks] of days.entries()) {
    const times = clickTimes(world.random, { clicks, rhythm })
    all.push(...times.map((at) => at + nth * dayMs))
    spans.push({ ...facts, ...spanOf(times), day: `2026-11-${21 + nth}` })
  }
  spans.push({ ...facts, ...spanOf(all), day: null })
  world.visits.push({ affiliate, spans, identified, unidentified: visitors - identified, cheat })
}

function spanOf(times: readonly number[]) {
  const hours = Array.from({ length: 24 }, () => 0)
  for (const at of times) {
    const hour = Math.floor(at / hourMs) % 24
    hours[hour] = (hours[hour] ?? 0) + 1
  }
  return { visitors: times.length, hours, gapVariation: gapVariation(times, 2) }
}

/** Pages that tell of us: most bring few visitors, a few very many, and from 0.1 to 5 % of them sign up. */
export function honestVisits(world: SimulatedWorld, affiliates: readonly string[]): void {
  const { random } = world
  for (const affiliate of affiliates)
    for (let source = random.from(1, 3); source > 0; source -= 1) {
      const most = random.between(10, random.chance(0.1) ? 20_000 : 800)
      const days = Array.from({ length: 7 }, (_, nth) =>
        Math.max(1, Math.round(most * (0.2 + 0.8 * random.next()) ** nth)),
      )
      const all = days.reduce((sum, count) => sum + count, 0)
      // A page for people who care about privacy, with a browser that says so by itself.
      const privacy = random.chance(0.05) ? 0.5 + 0.5 * random.next() : 0.3 * random.next()
      visit(world, {
        ...{ affiliate, source: world.unique('page'), days, privacy, cheat: false },
        rhythm: peopleAt(random),
        signUps: timesOf(world, all * (1 - privacy), random.between(0.001, 0.05)),
      })
    }
}

/** How often something of a probability happens. */
function timesOf({ random }: SimulatedWorld, tries: number, chance: number): number {
  let count = 0
  for (let at = random.gap(1 / chance); at < tries; at += random.gap(1 / chance)) count += 1
  return count
}

/**
 * Visitors of a seller: packages of thousands that it delivers evenly over days, or at random, or, for more money, by day
 * more than by night. A few sign an account up besides, and some send headers that ask for privacy.
 */
export function buyVisits(world: SimulatedWorld, affiliate: string): void {
  const { random } = world
  const each = Math.round(random.between(60, 5_000))
  const days = Array.from({ length: random.from(1, 7) }, () =>
    Math.round(each * (0.8 + 0.4 * random.next())),
  )
  const kind = random.next()
  const rhythm = kind < 0.55 ? { jitter: random.next() } : kind < 0.9 ? 'random' : peopleAt(random)
  visit(world, {
    ...{ affiliate, source: random.chance(0.5) ? '' : world.unique('page'), days, rhythm },
    signUps: random.chance(0.1) ? 1 : 0,
    privacy: random.chance(0.15) ? 1 : 0.1 * random.next(),
    cheat: true,
  })
}
