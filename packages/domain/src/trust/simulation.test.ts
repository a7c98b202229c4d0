import type { EvidenceKind } from '@gridloom/contract/reputation/evidence'
import { describe, expect, it } from 'vitest'
import { type Fact, scoreTrust } from './v1.ts'

/**
 * 1,000 machines over 60 days, in one process with fixed random numbers. Honest machines have the failures of good
 * hardware on a home line; the others cheat in one way each and behave well otherwise.
 */
describe('a market with cheats', () => {
  const machines = Array.from({ length: 1_000 }, (_, at) => {
    const behaviour = at < 900 ? 'honest' : (cheats[at % cheats.length] ?? 'drops instances')
    return { behaviour, score: scoreOf(behaviour, at) }
  })
  const scoresOf = (behaviour: Behaviour) =>
    machines
      .filter((machine) => machine.behaviour === behaviour)
      .map(({ score }) => score)
      .toSorted((one, other) => one - other)
  const honest = scoresOf('honest')

  it('keeps every honest machine above 90', () => {
    expect(honest[0]).toBeGreaterThan(90)
  })

  it.each(cheats)('finds every machine that %s', (behaviour) => {
    const scores = scoresOf(behaviour)
    expect(scores.length).toBe(25)
    expect(scores.at(-1)).toBeLessThan(honest[0] ?? 0)
    expect(scores.at(-1)).toBeLessThan(90)
  })

  it('prints its figures', () => {
    const line = (behaviour: Behaviour) => {
      const scores = scoresOf(behaviour)
      const middle = scores[Math.floor(scores.length / 2)]
      return `${behaviour}: lowest ${scores[0]}, median ${middle}, highest ${scores.at(-1)}`
    }
    const text = (['honest', ...cheats] as const).map(line).join('\n')
    process.stdout.write(`${text}\n`)
    expect(text).toContain('honest')
  })
})

const cheats = [
  'advertises too much',
  'drops instances',
  'rents from itself',
  'has a ring of friends',
] as const
type Behaviour = 'honest' | (typeof cheats)[number]

const days = 60
const end = Date.UTC(2026, 10, 27)

interface Odds {
  /** Of a failed start, of a rental that the machine ends early, and of a figure below the advertised one. */
  readonly startFails: number
  readonly dropped: number
  readonly below: number
}
const goodHardware: Odds = { startFails: 0.01, dropped: 0.004, below: 0.01 }
const oddsOf: Record<Behaviour, Odds> = {
  honest: goodHardware,
  'advertises too much': { ...goodHardware, below: 0.8 },
  'drops instances': { ...goodHardware, dropped: 0.25 },
  'rents from itself': { startFails: 0.15, dropped: 0.15, below: 0.1 },
  'has a ring of friends': { ...goodHardware, dropped: 0.25 },
}

function scoreOf(behaviour: Behaviour, seed: number): number {
  const score = scoreTrust(factsOf(behaviour, randomOf(seed + 1)), new Date(end)).score
  if (score === null) throw new RangeError('sixty days are enough for a score')
  return score
}

function factsOf(behaviour: Behaviour, random: () => number): Fact[] {
  const odds = oddsOf[behaviour]
  const facts: Fact[] = []
  const add = (day: number, fact: Pick<Fact, 'kind' | 'value'> & Partial<Fact>) => {
    const at = new Date(end - (days - day) * 86_400_000).toISOString()
    facts.push({ number: facts.length + 1, at, party: null, withdraws: null, ...fact })
  }
  const turn = (bad: number) => (random() < bad ? 0 : 1_000)
  for (let day = 0; day < days; day++) {
    const offline = random() < 0.1 ? random() * 0.03 : 0
    add(day, { kind: 'uptime', value: Math.round(1_000 * (1 - offline)) })
    for (let figure = 0; figure < 3; figure++)
      add(day, { kind: 'measurement', value: turn(odds.below) })
    if (random() < 0.3) add(day, { kind: 'render_check', value: turn(0.002) })
    for (let rental = 0; rental < 2; rental++) {
      const party = stranger(random)
      const started = turn(odds.startFails)
      add(day, { kind: 'start', value: started, party })
      if (started > 0) add(day, { kind: 'rental', value: turn(odds.dropped), party })
      if (random() < 0.05) add(day, { kind: 'review', value: random() < 0.9 ? 1_000 : 500, party })
    }
    for (const party of praisersOf(behaviour))
      for (const kind of ['start', 'rental', 'review'] satisfies EvidenceKind[])
        add(day, { kind, value: 1_000, party })
  }
  return facts
}

/** The parties that rent from the machine every day, only to praise it. */
function praisersOf(behaviour: Behaviour): NonNullable<Fact['party']>[] {
  if (behaviour === 'rents from itself')
    return Array.from({ length: 10 }, () => ({
      digest: digestOf(1),
      own: true,
      other_providers: 2,
    }))
  if (behaviour === 'has a ring of friends')
    return [2, 3, 4, 5, 6].map((friend) => ({
      digest: digestOf(friend),
      own: false,
      other_providers: 0,
    }))
  return []
}

function stranger(random: () => number): NonNullable<Fact['party']> {
  const digest = digestOf(100 + Math.floor(random() * 200))
  return { digest, own: false, other_providers: Math.floor(random() * 3) }
}

function digestOf(party: number): string {
  return String(party).padStart(64, '0')
}

/** Uniform random numbers in [0, 1) from a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed * 0x9e3779b1
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
