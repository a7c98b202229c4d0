import type {
  AccountId,
  AllowanceId,
  InstanceId,
  MachineId,
  RenderJobId,
} from '@gridloom/contract/core/ids'
import { idPrefixes } from '@gridloom/contract/core/ids'
import type { LedgerAccountKind } from './schema.ts'

/** What money is set aside for. */
export type Purpose = InstanceId | RenderJobId | AllowanceId

/** One account of the ledger: its name says what it holds. */
export interface LedgerAccount {
  readonly id: string
  readonly kind: LedgerAccountKind
}

/** Credit that we gave away: goes below zero by exactly what was given. */
export const platformCredit: LedgerAccount = { id: 'platform_credit', kind: 'platform_credit' }
/** Our share of what providers earn. */
export const platformFees: LedgerAccount = { id: 'platform_fees', kind: 'platform_fees' }

/** What an account can spend. */
export function availableOf(accountId: AccountId): LedgerAccount {
  return { id: `available:${accountId}`, kind: 'available' }
}

/** A user's remaining welcome credit; a company has none. */
export function welcomeOf(accountId: AccountId): LedgerAccount {
  return { id: `welcome:${accountId}`, kind: 'welcome' }
}

/** Both parts of what a user can spend, the one that is spent first first. */
export function fundsOf(accountId: AccountId): readonly [LedgerAccount, LedgerAccount] {
  return [availableOf(accountId), welcomeOf(accountId)]
}

/** The hold for one instance, render job or spending allowance. */
export function heldFor(purpose: Purpose): LedgerAccount {
  return { id: `held:${purpose}`, kind: 'held' }
}

/** The part of what is set aside that is welcome credit. */
export function welcomeHeldFor(purpose: Purpose): LedgerAccount {
  return { id: `welcome_held:${purpose}`, kind: 'welcome_held' }
}

/** Both parts of what is set aside, the one that is spent first first. */
export function holdsFor(purpose: Purpose): readonly [LedgerAccount, LedgerAccount] {
  return [heldFor(purpose), welcomeHeldFor(purpose)]
}

/** How the names of holds for instances begin. */
export const instanceHoldPrefixes = ['held', 'welcome_held'].map(
  (kind) => `${kind}:${idPrefixes.instance}_`,
)

/** A machine's earnings for its provider. */
export function earnedBy(machineId: MachineId): LedgerAccount {
  return { id: `earned:${machineId}`, kind: 'earned' }
}

/** A machine's earnings of welcome credit; of an account, those of its closed companies. */
export function welcomeEarnedBy(earner: MachineId | AccountId): LedgerAccount {
  return { id: `welcome_earned:${earner}`, kind: 'welcome_earned' }
}

const lockRank: Record<LedgerAccountKind, number> = {
  available: 0,
  welcome: 1,
  held: 2,
  welcome_held: 3,
  earned: 4,
  welcome_earned: 5,
  platform_credit: 6,
  platform_fees: 6,
}

/**
 * The one order in which rows of ledger accounts are locked: available, held, earned, each ahead of its part
 * that is welcome credit, and by id within a kind. Every posting keeps it, so two postings never wait for each other in a circle. A transaction
 * that posts for several instances can still meet another one head-on; `ctx.transact` then runs it again.
 */
export function inLockOrder(one: LedgerAccount, other: LedgerAccount): number {
  const byKind = lockRank[one.kind] - lockRank[other.kind]
  if (byKind !== 0) return byKind
  return one.id < other.id ? -1 : 1
}
