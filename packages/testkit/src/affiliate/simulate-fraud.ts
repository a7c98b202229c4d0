import { commissionOn } from '@gridloom/domain/affiliate/commission'
import { findSignals, holds } from '@gridloom/domain/affiliate/fraud'
import { simulateAccounts } from './simulated-accounts.ts'
import { type Cheat, cheats } from './simulated-world.ts'

const feeBasisPoints = 1_000
const shareBasisPoints = 2_000

/** What the rules held of 5,000 accounts: shares from 0 to 1. */
export interface FraudFigures {
  readonly accounts: number
  readonly cheating: number
  /** Of the commission on cheats, and of each kind. */
  readonly moneyHeld: number
  readonly moneyHeldOf: Readonly<Record<Cheat, number>>
  /** Honest accounts whose referral is held, of all honest ones. */
  readonly honestTouched: number
}

/** Runs the product's rules over the accounts of a seed. */
export function simulateFraud(seed: number): FraudFigures {
  const world = simulateAccounts(seed)
  const held = new Set<string>()
  for (const facts of world.facts())
    for (const [id, signals] of findSignals(facts)) if (holds(signals)) held.add(id)
  const commission = (account: string) =>
    commissionOn(
      Math.floor((world.spentBy(account) * feeBasisPoints) / (10_000 - feeBasisPoints)),
      shareBasisPoints,
    )
  const bad = world.referrals.filter(({ cheat }) => cheat !== null)
  const shareHeld = (of: typeof bad) => {
    const sum = (list: typeof bad) =>
      list.reduce((total, { referred }) => total + commission(referred), 0)
    return sum(of.filter(({ id }) => held.has(id))) / sum(of)
  }
  const cheating = new Set(bad.flatMap(({ affiliate, referred }) => [affiliate, referred]))
  const touched = world.referrals.filter(({ id, cheat }) => cheat === null && held.has(id))
  return {
    ...{ accounts: world.accounts.length, cheating: cheating.size },
    moneyHeld: shareHeld(bad),
    moneyHeldOf: asRecord(
      cheats.map((kind) => [kind, shareHeld(bad.filter(({ cheat }) => cheat === kind))]),
    ),
    honestTouched: touched.length / (world.accounts.length - cheating.size),
  }
}

/** Named cast: each kind has an entry. */
function asRecord(entries: [Cheat, number][]): Record<Cheat, number> {
  return Object.fromEntries(entries) as Record<Cheat, number>
}
