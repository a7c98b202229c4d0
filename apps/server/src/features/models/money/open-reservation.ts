import type { MicroUsd } from '@gridloom/contract/core/values'
import { type Allowance, addToReserved, freeOf, reserveFrom, settleReserved } from './allowance.ts'
import type { Bookings } from './bookings.ts'
import type { MoneyCtx } from './ctx.ts'
import type { EndedAnswer, Reservation } from './reservation.ts'

/** The parts of the allowances that a reservation uses. */
export interface ReservationParts {
  readonly ctx: Pick<MoneyCtx, 'clock' | 'log'>
  readonly bookings: Pick<Bookings, 'add'>
  /** Tops the allowance up until so much is free, as far as balance and budget allow. */
  topUp(allowance: Allowance, microUsd: MicroUsd): Promise<void>
}

/** A reservation grows unasked if that takes at most this share of what is free: others are not kept waiting by it. */
const plentyShare = 1 / 8

/** Reserves free money of an allowance for one answer. */
export function openReservation(
  { ctx, bookings, topUp }: ReservationParts,
  allowance: Allowance,
  microUsd: MicroUsd,
): Reservation {
  const nowMs = () => ctx.clock.now().getTime()
  reserveFrom(allowance, microUsd, nowMs())
  let reserved = microUsd
  let ended = false
  const grow = (wanted: MicroUsd): MicroUsd => {
    // A lost allowance holds no money any more.
    if (!ended && !allowance.lost && wanted > reserved)
      reserved += addToReserved(allowance, wanted - reserved)
    return reserved
  }
  async function growAfterTopUp(wanted: MicroUsd): Promise<MicroUsd> {
    try {
      await topUp(allowance, wanted - reserved)
    } catch (error) {
      // @NOTE the answer ends at what is reserved: nothing may be generated without a payer.
      ctx.log.warn({ event: 'allowance.top_up_failed', err: error }, 'an answer was cut short')
    }
    return grow(wanted)
  }
  return {
    allowanceId: allowance.id,
    get microUsd() {
      return reserved
    },
    growTo: (wanted) =>
      ended || wanted - reserved <= freeOf(allowance) ? grow(wanted) : growAfterTopUp(wanted),
    growIfPlenty(wanted) {
      if (wanted - reserved <= freeOf(allowance) * plentyShare) grow(wanted)
    },
    settle(answer) {
      if (ended) return
      ended = true
      const owedMicroUsd = owedFor(answer, reserved)
      settleReserved(allowance, { reservedMicroUsd: reserved, owedMicroUsd })
      allowance.usedMs = nowMs()
      bookings.add({ allowance, answer, microUsd: owedMicroUsd })
    },
    release() {
      if (ended) return
      ended = true
      settleReserved(allowance, { reservedMicroUsd: reserved, owedMicroUsd: 0 })
    },
  }
}

/** Returns the reservation of a free answer; the answer is stored all the same. */
export function freeReservation({ bookings }: Pick<ReservationParts, 'bookings'>): Reservation {
  let ended = false
  return {
    allowanceId: null,
    microUsd: 0,
    growTo: () => 0,
    growIfPlenty: () => {},
    settle(answer) {
      if (!ended) bookings.add({ allowance: null, answer, microUsd: 0 })
      ended = true
    },
    release() {
      ended = true
    },
  }
}

/**
 * Returns the amount to charge: at most the reserved amount, in whole micro-dollars, and nothing where no machine
 * generated the answer.
 */
function owedFor({ endpoint, microUsd }: EndedAnswer, reservedMicroUsd: MicroUsd): MicroUsd {
  if (endpoint === null || !Number.isFinite(microUsd)) return 0
  return Math.min(reservedMicroUsd, Math.max(0, Math.floor(microUsd)))
}
