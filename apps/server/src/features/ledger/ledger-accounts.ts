import type {
  AccountId,
  AllowanceId,
  InstanceId,
  MachineId,
  MissionId,
  PayoutId,
  RenderJobId,
  ReservationId,
  VolumeId,
} from '@gridloom/contract/core/ids'
import { idPrefixes } from '@gridloom/contract/core/ids'
import type { LedgerAccountKind } from './schema.ts'

/** The resource that a hold is for. */
export type Purpose = InstanceId | RenderJobId | AllowanceId | VolumeId | ReservationId

/** One account of the ledger, named after its content. */
export interface LedgerAccount {
  readonly id: string
  readonly kind: LedgerAccountKind
}

/** Credit that we gave away: falls below zero by exactly the amount given. */
export const platformCredit: LedgerAccount = { id: 'platform_credit', kind: 'platform_credit' }
/** Our share of what providers earn. */
export const platformFees: LedgerAccount = { id: 'platform_fees', kind: 'platform_fees' }

/** Where money is that came from outside: a token on a chain (`eip155:56:0x…`), or a processor of cards (`card:stripe`). */
export type AssetSource = string

/** What the platform holds in one place: falls below zero by exactly what is there. */
export function platformAssets(source: AssetSource): LedgerAccount {
  return { id: `platform_assets:${source}`, kind: 'platform_assets' }
}

/** What an account owes for deposits that were reversed after they were spent: zero or below. */
export function debtOf(accountId: AccountId): LedgerAccount {
  return { id: `debt:${accountId}`, kind: 'debt' }
}

/** Rewards of an account that were not claimed yet. */
export function rewardsOf(accountId: AccountId): LedgerAccount {
  return { id: `reward:${accountId}`, kind: 'reward' }
}

/** What a mission may still pay. The platform's own, which stores its balance so that it is never overshot. */
export function missionBudgetOf(missionId: MissionId): LedgerAccount {
  return { id: `mission:${missionId}`, kind: 'mission' }
}

/** Earnings that are on their way out. */
export function payoutOf(payoutId: PayoutId): LedgerAccount {
  return { id: `payout:${payoutId}`, kind: 'payout' }
}

/** The spendable balance of an account, without welcome credit. */
export function availableOf(accountId: AccountId): LedgerAccount {
  return { id: `available:${accountId}`, kind: 'available' }
}

/** A user's remaining welcome credit; a company has none. */
export function welcomeOf(accountId: AccountId): LedgerAccount {
  return { id: `welcome:${accountId}`, kind: 'welcome' }
}

/** Both parts of a user's spendable balance, in the order in which they are spent. */
export function fundsOf(accountId: AccountId): readonly [LedgerAccount, LedgerAccount] {
  return [availableOf(accountId), welcomeOf(accountId)]
}

/** The hold for one instance, render job, spending allowance, volume or reservation. */
export function heldFor(purpose: Purpose): LedgerAccount {
  return { id: `held:${purpose}`, kind: 'held' }
}

/** The welcome credit within a hold. */
export function welcomeHeldFor(purpose: Purpose): LedgerAccount {
  return { id: `welcome_held:${purpose}`, kind: 'welcome_held' }
}

/** Both parts of a hold, in the order in which they are spent. */
export function holdsFor(purpose: Purpose): readonly [LedgerAccount, LedgerAccount] {
  return [heldFor(purpose), welcomeHeldFor(purpose)]
}

/** The prefixes of the names of holds for instances. */
export const instanceHoldPrefixes = ['held', 'welcome_held'].map(
  (kind) => `${kind}:${idPrefixes.instance}_`,
)

/** What earned something: a machine for its provider, or an account itself by rewards that it claimed to its earnings. */
export type Earner = MachineId | AccountId

/** The earnings of a machine for its provider, or of an account itself. */
export function earnedBy(earner: Earner): LedgerAccount {
  return { id: `earned:${earner}`, kind: 'earned' }
}

/** A machine's earnings of welcome credit; of an account, those of its closed companies. */
export function welcomeEarnedBy(earner: Earner): LedgerAccount {
  return { id: `welcome_earned:${earner}`, kind: 'welcome_earned' }
}

const lockRank: Record<LedgerAccountKind, number> = {
  available: 0,
  welcome: 1,
  held: 2,
  welcome_held: 3,
  earned: 4,
  welcome_earned: 5,
  reward: 6,
  payout: 7,
  debt: 8,
  mission: 9,
  platform_credit: 10,
  platform_fees: 10,
  platform_assets: 10,
}

/**
 * Compares ledger accounts in the order in which their rows are locked: available, held, earned, each ahead of its part
 * of welcome credit, then rewards, payouts, debt and budgets of missions, and by id within a kind. Every posting keeps it, so two postings never deadlock. Two transactions
 * that post for several instances still can; `ctx.transact` then runs one again.
 */
export function inLockOrder(one: LedgerAccount, other: LedgerAccount): number {
  const byKind = lockRank[one.kind] - lockRank[other.kind]
  if (byKind !== 0) return byKind
  return one.id < other.id ? -1 : 1
}
