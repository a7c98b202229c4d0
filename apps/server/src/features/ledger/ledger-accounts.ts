import type {
  AccountId,
  InferenceTabId,
  InstanceId,
  MachineId,
  RenderJobId,
} from '@gridloom/contract/ids'
import { idPrefixes } from '@gridloom/contract/ids'
import type { LedgerAccountKind } from './schema.ts'

/** What money is set aside for. */
export type Purpose = InstanceId | RenderJobId | InferenceTabId

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

/** What is set aside for one instance, render job or tab. */
export function heldFor(purpose: Purpose): LedgerAccount {
  return { id: `held:${purpose}`, kind: 'held' }
}

/** How the names of holds for instances begin. */
export const instanceHoldPrefix = `held:${idPrefixes.instance}_`

/** What a machine has earned for its provider. */
export function earnedBy(machineId: MachineId): LedgerAccount {
  return { id: `earned:${machineId}`, kind: 'earned' }
}

const lockRank: Record<LedgerAccountKind, number> = {
  available: 0,
  held: 1,
  earned: 2,
  platform_credit: 3,
  platform_fees: 3,
}

/**
 * The one order in which rows of ledger accounts are locked: available, held, earned, and by id within
 * a kind. Every posting keeps it, so two postings never wait for each other in a circle. A transaction
 * that posts for several instances can still meet another one head-on; `ctx.transact` then runs it again.
 */
export function inLockOrder(one: LedgerAccount, other: LedgerAccount): number {
  const byKind = lockRank[one.kind] - lockRank[other.kind]
  if (byKind !== 0) return byKind
  return one.id < other.id ? -1 : 1
}
