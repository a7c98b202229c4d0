import type { AllowanceId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Payer } from '../payer.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Money of one payer that is held in the ledger, as it is divided in memory. Always: reserved + unpaid ≤ held, and the
 * ledger never holds less than `held`.
 *
 *     free ──reserve──▶ reserved ──settle──▶ unpaid ──flush──▶ paid to machines
 *       ▲                  │  (the rest of what was reserved)
 *       └──────────────────┘
 */
export interface Allowance {
  readonly id: AllowanceId
  readonly payer: Payer
  /** The UTC day of its spending, in days since 1970. */
  readonly day: number
  heldMicroUsd: MicroUsd
  reservedMicroUsd: MicroUsd
  unpaidMicroUsd: MicroUsd
  /** The number of open reservations. */
  open: number
  usedMs: number
  /** Counters of its top-ups and batches, which number their payments. */
  topUps: number
  batches: number
  /** Whether its row is stored. */
  written: boolean
  /** Set once another replica has closed it: no more can be reserved from it. */
  lost: boolean
}

/** An allowance that holds nothing yet. */
export function newAllowance({
  id,
  payer,
  now,
}: {
  id: AllowanceId
  payer: Payer
  now: Date
}): Allowance {
  return {
    id,
    payer,
    day: utcDayOf(now),
    heldMicroUsd: 0,
    reservedMicroUsd: 0,
    unpaidMicroUsd: 0,
    open: 0,
    usedMs: now.getTime(),
    topUps: 0,
    batches: 0,
    written: false,
    lost: false,
  }
}

/** The UTC day of a time, in days since 1970. */
export function utcDayOf(now: Date): number {
  return Math.floor(now.getTime() / dayMs)
}

/** Returns the amount that can still be reserved. */
export function freeOf(allowance: Allowance): MicroUsd {
  return allowance.heldMicroUsd - allowance.reservedMicroUsd - allowance.unpaidMicroUsd
}

/** Whether the allowance has no open reservation and no unpaid answer. */
export function isQuiet(allowance: Allowance): boolean {
  return allowance.open === 0 && allowance.unpaidMicroUsd === 0
}

/** Reserves free money. */
export function reserveFrom(allowance: Allowance, microUsd: MicroUsd, nowMs: number): void {
  if (microUsd > freeOf(allowance))
    throw new RangeError(`allowance ${allowance.id} has no ${microUsd} free`)
  allowance.reservedMicroUsd += microUsd
  allowance.open += 1
  allowance.usedMs = nowMs
}

/** Adds free money to an open reservation, at most what is free. Returns the amount added. */
export function addToReserved(allowance: Allowance, microUsdMax: MicroUsd): MicroUsd {
  const microUsd = Math.max(0, Math.min(microUsdMax, freeOf(allowance)))
  allowance.reservedMicroUsd += microUsd
  return microUsd
}

/** Ends a reservation: the amount owed becomes unpaid, and the rest is free again. */
export function settleReserved(
  allowance: Allowance,
  { reservedMicroUsd, owedMicroUsd }: { reservedMicroUsd: MicroUsd; owedMicroUsd: MicroUsd },
): void {
  allowance.reservedMicroUsd -= reservedMicroUsd
  allowance.unpaidMicroUsd += owedMicroUsd
  allowance.open -= 1
}

/** Records that an owed amount was paid. */
export function notePaid(allowance: Allowance, microUsd: MicroUsd): void {
  allowance.unpaidMicroUsd -= microUsd
  allowance.heldMicroUsd -= microUsd
}
