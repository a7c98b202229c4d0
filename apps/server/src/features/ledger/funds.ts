import type { MicroUsd } from '@gridloom/contract/core/values'
import type { LedgerAccount } from './ledger-accounts.ts'

/**
 * Money in two parts: paid money, which is transferable, and welcome credit, which is spent last and cannot be moved.
 */
export interface Funds {
  readonly paid: MicroUsd
  readonly welcome: MicroUsd
}

export function sumOfFunds({ paid, welcome }: Funds): MicroUsd {
  return paid + welcome
}

/** Returns the parts of an amount that is spent: welcome credit last. Never more than the funds. Pure. */
export function spent({ paid, welcome }: Funds, microUsd: MicroUsd): Funds {
  const ofPaid = Math.min(paid, microUsd)
  return { paid: ofPaid, welcome: Math.min(welcome, microUsd - ofPaid) }
}

/** Returns the parts of a released hold: welcome credit first, as it would be spent last. Pure. */
export function givenBack({ paid, welcome }: Funds, microUsd: MicroUsd): Funds {
  const ofWelcome = Math.min(welcome, microUsd)
  return { paid: Math.min(paid, microUsd - ofWelcome), welcome: ofWelcome }
}

/** Returns the entries that move funds between two pairs of ledger accounts, each named as (paid, welcome). */
export function entriesBetween(
  from: readonly [LedgerAccount, LedgerAccount],
  to: readonly [LedgerAccount, LedgerAccount],
  { paid, welcome }: Funds,
): { account: LedgerAccount; microUsd: MicroUsd }[] {
  return [
    { account: from[0], microUsd: -paid },
    { account: from[1], microUsd: -welcome },
    { account: to[0], microUsd: paid },
    { account: to[1], microUsd: welcome },
  ]
}
