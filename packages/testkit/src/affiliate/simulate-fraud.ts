import { copiedSignal, deletedSignal } from '@gridloom/domain/affiliate/account-signals'
import { countedVisitors, findBoughtVisits } from '@gridloom/domain/affiliate/bought-visits'
import { commissionOn } from '@gridloom/domain/affiliate/commission'
import { createCopyFinder } from '@gridloom/domain/affiliate/copied-posts'
import { findSignals, holds } from '@gridloom/domain/affiliate/fraud'
import { simulateAccounts } from './simulated-accounts.ts'
import { type Cheat, cheats, type SimulatedWorld } from './simulated-world.ts'

const feeBasisPoints = 1_000
const shareBasisPoints = 2_000
/** What missions pay in the simulation. */
const rewardOfVisitor = 20_000
const rewardOfPost = 3_000_000

/** What the rules held of 5,000 accounts: shares from 0 to 1. */
export interface FraudFigures {
  readonly accounts: number
  readonly cheating: number
  /** Of the commission on cheats, of the rewards of missions for cheats, and of each kind. */
  readonly commissionHeld: number
  readonly rewardsHeld: number
  readonly moneyHeldOf: Readonly<Record<Cheat, number>>
  /** Honest accounts of whom anything is held, of all honest ones. */
  readonly honestTouched: number
}

/** Money that somebody cheated for. */
interface CheatedMoney {
  readonly cheat: Cheat
  readonly microUsd: number
  readonly isHeld: boolean
}

/** Runs the product's rules over the accounts of a seed. */
export function simulateFraud(seed: number): FraudFigures {
  const world = simulateAccounts(seed)
  const parts = [referralsOf(world), visitsOf(world), postsOf(world)]
  const money = parts.flatMap((part) => part.money)
  const cheating = new Set(parts.flatMap((part) => [...part.cheating]))
  const touched = new Set(parts.flatMap((part) => [...part.held]))
  const rewarded: readonly Cheat[] = ['bought_visits', 'copied_posts', 'deleted_posts']
  const shareOf = (counts: (one: CheatedMoney) => boolean) => heldShare(money.filter(counts))
  return {
    ...{ accounts: world.accounts.length, cheating: cheating.size },
    commissionHeld: shareOf(({ cheat }) => !rewarded.includes(cheat)),
    rewardsHeld: shareOf(({ cheat }) => rewarded.includes(cheat)),
    moneyHeldOf: asRecord(cheats.map((kind) => [kind, shareOf(({ cheat }) => cheat === kind)])),
    honestTouched: touched.difference(cheating).size / (world.accounts.length - cheating.size),
  }
}

function heldShare(money: readonly CheatedMoney[]): number {
  const sum = (of: readonly CheatedMoney[]) =>
    of.reduce((total, { microUsd }) => total + microUsd, 0)
  return sum(money.filter(({ isHeld }) => isHeld)) / sum(money)
}

interface Part {
  readonly money: readonly CheatedMoney[]
  readonly cheating: ReadonlySet<string>
  /** Accounts of whom something is held. */
  readonly held: ReadonlySet<string>
}

function referralsOf(world: SimulatedWorld): Part {
  const held = new Set<string>()
  for (const facts of world.facts())
    for (const [id, signals] of findSignals(facts)) if (holds(signals)) held.add(id)
  const commission = (account: string) =>
    commissionOn(
      Math.floor((world.spentBy(account) * feeBasisPoints) / (10_000 - feeBasisPoints)),
      shareBasisPoints,
    )
  const money = world.referrals.flatMap(({ id, referred, cheat }) =>
    cheat === null ? [] : [{ cheat, microUsd: commission(referred), isHeld: held.has(id) }],
  )
  const cheating = world.referrals.filter(({ cheat }) => cheat !== null)
  return {
    money,
    cheating: new Set(cheating.flatMap(({ affiliate, referred }) => [affiliate, referred])),
    held: new Set(world.referrals.filter(({ id }) => held.has(id)).map(({ referred }) => referred)),
  }
}

/** What looks bought counts for no mission; the other visitors of a day do. */
function visitsOf({ visits }: SimulatedWorld): Part {
  const held = new Set(
    visits
      .filter(({ spans }) => findBoughtVisits(spans).length > 0)
      .map(({ affiliate }) => affiliate),
  )
  const bought = visits.filter(({ cheat }) => cheat)
  return {
    money: bought.flatMap((visits) => {
      const counted = countedVisitors(visits)
      const left = visits.identified + visits.unidentified - counted
      return [
        { visitors: counted, isHeld: held.has(visits.affiliate) },
        { visitors: left, isHeld: true },
      ].map(({ visitors, isHeld }) => ({
        ...{ cheat: 'bought_visits' as const, microUsd: visitors * rewardOfVisitor, isHeld },
      }))
    }),
    cheating: new Set(bought.map(({ affiliate }) => affiliate)),
    held,
  }
}

function postsOf({ posts, shareTexts }: SimulatedWorld): Part {
  const finder = createCopyFinder(shareTexts)
  const ordered = posts.toSorted(
    (one, other) => one.publishedAt.getTime() - other.publishedAt.getTime(),
  )
  const found = ordered.map((post) => finder.add(post)).filter((copy) => copy !== undefined)
  const copies = Map.groupBy(found, ({ owner }) => owner)
  const held = new Set<string>()
  for (const [owner, own] of Map.groupBy(posts, (post) => post.owner)) {
    const rewardedAt = own.map((post) => post.rewardedAt)
    const signals = [copiedSignal(copies.get(owner) ?? []), deletedSignal(own, rewardedAt)]
    if (signals.some((signal) => signal !== null)) held.add(owner)
  }
  const cheating = new Set(posts.filter(({ cheat }) => cheat !== null).map(({ owner }) => owner))
  const money = posts.flatMap(({ owner, cheat }) =>
    cheat === null ? [] : [{ cheat, microUsd: rewardOfPost, isHeld: held.has(owner) }],
  )
  return { money, cheating, held }
}

/** Named cast: each kind has an entry. */
function asRecord(entries: [Cheat, number][]): Record<Cheat, number> {
  return Object.fromEntries(entries) as Record<Cheat, number>
}
