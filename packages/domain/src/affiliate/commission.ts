import type { BasisPoints, MicroUsd } from '@gridloom/contract/core/values'
import { multiplyDivide } from '../money.ts'

const wholeBasisPoints = 10_000n
const dayMs = 86_400_000

/**
 * Returns the commission on the fees of one day, rounded down, in the platform's favour: what credits gave back takes at
 * least its share. So the commissions of any number of days are never above the share of their fees together. Pure.
 */
export function commissionOn(feeMicroUsd: MicroUsd, share: BasisPoints): MicroUsd {
  if (feeMicroUsd >= 0) return multiplyDivide(feeMicroUsd, share, wholeBasisPoints)
  const back = -multiplyDivide(-feeMicroUsd, share, wholeBasisPoints)
  const isExact = (BigInt(-feeMicroUsd) * BigInt(share)) % wholeBasisPoints === 0n
  // `0 - 0` instead of `-0`.
  return isExact ? 0 + back : back - 1
}

/**
 * Returns the share of the fees for who referred the affiliate: a share of the affiliate's own, rounded down. As neither
 * is above a half, both levels together are at most three quarters of the fees. Pure.
 */
export function secondLevelShare(share: BasisPoints, ofShare: BasisPoints): BasisPoints {
  return Math.floor((share * ofShare) / Number(wholeBasisPoints))
}

/** The commission of one referral: what is out of its holding time, what is in it, and what credits took back. */
export interface CommissionSums {
  /** Positive days that are older than the holding time. */
  readonly matured: MicroUsd
  /** Positive days within it. */
  readonly pending: MicroUsd
  /** Negative days, however old: zero or below. */
  readonly takenBack: MicroUsd
  readonly paid: MicroUsd
}

/** Returns what can be paid now: a credit counts at once, a fee only when it is out of its holding time. Pure. */
export function dueOf({ matured, takenBack, paid }: CommissionSums): MicroUsd {
  return Math.max(0, matured + takenBack - paid)
}

/** Returns the first UTC day that earns no commission any more, `months` after the day of the sign-up. Pure. */
export function lastsUntil(joinedAt: Date, months: number): string {
  const [year, month, day] = [
    joinedAt.getUTCFullYear(),
    joinedAt.getUTCMonth() + months,
    joinedAt.getUTCDate(),
  ]
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return dayOf(new Date(Date.UTC(year, month, Math.min(day, lastOfMonth))))
}

/** Returns the UTC day of a time, as `2026-11-28`. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/** Returns the day that is `days` later. */
export function dayAfter(day: string, days = 1): string {
  return dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs))
}
