import type { InferenceTabId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Payer } from '../payer.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Money of one payer that is held in the ledger, as it is divided in memory. Always: reserved + unpaid ≤ held, and what
 * the ledger holds is never less than `held`.
 *
 *     free ──reserve──▶ reserved ──settle──▶ unpaid ──flush──▶ paid to machines
 *       ▲                  │  (the rest of what was reserved)
 *       └──────────────────┘
 */
export interface Tab {
  readonly id: InferenceTabId
  readonly payer: Payer
  /** The UTC day that it counts for, in days since 1970. */
  readonly day: number
  heldMicroUsd: MicroUsd
  reservedMicroUsd: MicroUsd
  unpaidMicroUsd: MicroUsd
  /** Reservations that have not ended. */
  open: number
  usedMs: number
  /** Names the next movement of each kind. */
  topUps: number
  batches: number
  /** Whether its row is written. */
  written: boolean
  /** Another replica has closed it: nothing more can be had from it. */
  lost: boolean
}

/** A tab that holds nothing yet. */
export function newTab({ id, payer, now }: { id: InferenceTabId; payer: Payer; now: Date }): Tab {
  return {
    id,
    payer,
    day: dayOf(now),
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

/** The UTC day of a moment, in days since 1970. */
export function dayOf(now: Date): number {
  return Math.floor(now.getTime() / dayMs)
}

/** What may still be reserved. */
export function freeOf(tab: Tab): MicroUsd {
  return tab.heldMicroUsd - tab.reservedMicroUsd - tab.unpaidMicroUsd
}

/** Whether nothing stands on it any more: no answer under way, none that waits to be paid. */
export function isQuiet(tab: Tab): boolean {
  return tab.open === 0 && tab.unpaidMicroUsd === 0
}

/** Sets money aside that is free. */
export function take(tab: Tab, microUsd: MicroUsd, nowMs: number): void {
  if (microUsd > freeOf(tab)) throw new RangeError(`tab ${tab.id} has no ${microUsd} free`)
  tab.reservedMicroUsd += microUsd
  tab.open += 1
  tab.usedMs = nowMs
}

/** Ends a reservation: what is owed of it waits to be paid, and the rest is free again. */
export function giveBack(
  tab: Tab,
  { reservedMicroUsd, owedMicroUsd }: { reservedMicroUsd: MicroUsd; owedMicroUsd: MicroUsd },
): void {
  tab.reservedMicroUsd -= reservedMicroUsd
  tab.unpaidMicroUsd += owedMicroUsd
  tab.open -= 1
}

/** What was owed is paid. */
export function notePaid(tab: Tab, microUsd: MicroUsd): void {
  tab.unpaidMicroUsd -= microUsd
  tab.heldMicroUsd -= microUsd
}
