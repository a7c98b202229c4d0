import { repeat } from '@gridloom/async/repeat'
import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Payer } from '../payer.ts'
import { type Allowance, isQuiet, utcDayOf } from './allowance.ts'
import { createBookings } from './bookings.ts'
import { closeAllowance, sweepAllowances } from './close-allowances.ts'
import type { MoneyCtx } from './ctx.ts'
import { freeReservation, openReservation, type ReservationParts } from './open-reservation.ts'
import { createPayerFunds, type PayerFunds } from './payer-funds.ts'
import type { Allowances } from './reservation.ts'
import { touchOpen } from './touch-allowances.ts'

const flushEveryMs = 500
const tendEveryMs = 5_000
/** The idle time after which an allowance is closed. Short, to release the hold soon; busy payers stay above it. */
const idleMs = 10_000
/** The time that a stopping server gives answers under way to end. */
const stopWithinMs = 2_000

/**
 * Creates the spending allowances of this replica. An answer reserves from its payer's open allowance, in memory; its
 * charge is written with all others of the same half second. Charges that a killed replica had not written are the
 * platform's loss, never a payer's: another replica closes its allowances and releases their holds.
 */
export function createAllowances(ctx: MoneyCtx): Allowances {
  const replica = ctx.ids.secret()
  const bookings = createBookings(ctx)
  const fundsByPayer = new Map<string, PayerFunds>()
  const retired = new Set<Allowance>()
  const fillings = new Map<AccountId, Promise<void>>()
  const stop = new AbortController()

  function oneByOne(accountId: AccountId, work: () => Promise<void>): Promise<void> {
    const filling = (fillings.get(accountId) ?? Promise.resolve()).then(work).finally(() => {
      if (fillings.get(accountId) === filling) fillings.delete(accountId)
    })
    fillings.set(accountId, filling)
    return filling
  }

  const parts: ReservationParts = {
    ctx,
    bookings,
    // The allowance may be retired by now: its answers continue.
    topUp: (allowance, microUsd) => fundsOf(allowance.payer).topUp(allowance, microUsd),
  }

  function* allowancesOf(payer: Payer): Iterable<Allowance> {
    for (const allowance of [...openAllowances(fundsByPayer), ...retired])
      if (allowance.payer.accountId === payer.accountId) yield allowance
  }

  function fundsOf(payer: Payer): PayerFunds {
    const name = `${payer.accountId}:${payer.keyId}`
    const known = fundsByPayer.get(name)
    if (known !== undefined) return known
    const funds = createPayerFunds({
      ctx,
      replica,
      payer,
      hold: (allowance, microUsd) => openReservation(parts, allowance, microUsd),
      oneByOne: (work) => oneByOne(payer.accountId, work),
      otherAllowances: (allowance) =>
        [...allowancesOf(payer)].filter((other) => other !== allowance && !other.lost),
      retire: (allowance) => void retired.add(allowance),
    })
    fundsByPayer.set(name, funds)
    return funds
  }

  /**
   * Retires allowances that are idle or of an earlier day, and closes retired ones without open reservations or unpaid
   * answers.
   */
  async function closeUnused(unused: (allowance: Allowance) => boolean): Promise<void> {
    for (const [name, funds] of fundsByPayer) {
      const allowance = funds.allowance()
      if (allowance !== undefined && unused(allowance)) funds.retireAllowance()
      if (funds.isEmpty()) fundsByPayer.delete(name)
    }
    for (const allowance of retired) {
      if (!isQuiet(allowance)) continue
      await oneByOne(allowance.payer.accountId, async () => {
        if (allowance.written) await closeAllowance(ctx, allowance.id)
        retired.delete(allowance)
      })
    }
  }

  async function tend(): Promise<void> {
    await touchOpen(ctx, [...openAllowances(fundsByPayer), ...retired])
    const now = ctx.clock.now()
    await closeUnused(
      (allowance) => allowance.lost || allowance.day !== utcDayOf(now) || isIdle(allowance, now),
    )
    await sweepAllowances(ctx)
  }

  const failed = (error: unknown) =>
    ctx.log.error(
      { event: 'allowance.write_failed', err: error },
      'money for answers could not be written; it is tried again',
    )
  const loops = [
    repeat({
      clock: ctx.clock,
      everyMs: flushEveryMs,
      signal: stop.signal,
      work: bookings.flush,
      failed,
    }),
    repeat({ clock: ctx.clock, everyMs: tendEveryMs, signal: stop.signal, work: tend, failed }),
  ]

  return {
    reserve(payer, microUsd) {
      if (!Number.isSafeInteger(microUsd) || microUsd < 0)
        throw new RangeError(`not an amount to reserve: ${microUsd}`)
      if (stop.signal.aborted) throw new Refused('not_ready')
      if (microUsd === 0) return freeReservation(parts)
      return fundsOf(payer).reserve(microUsd)
    },
    flush: bookings.flush,
    async [Symbol.asyncDispose]() {
      stop.abort()
      await Promise.all(loops)
      await allQuiet(ctx, [...openAllowances(fundsByPayer), ...retired])
      await bookings.flush().catch(failed)
      await bookings.flush().catch(failed)
      await closeUnused(() => true).catch(failed)
    },
  }
}

function* openAllowances(fundsByPayer: ReadonlyMap<string, PayerFunds>): Iterable<Allowance> {
  for (const funds of fundsByPayer.values()) {
    const allowance = funds.allowance()
    if (allowance !== undefined) yield allowance
  }
}

function isIdle(allowance: Allowance, now: Date): boolean {
  return allowance.open === 0 && now.getTime() - allowance.usedMs >= idleMs
}

/** Waits for answers under way to end, up to a limit. */
async function allQuiet({ clock }: MoneyCtx, allowances: readonly Allowance[]): Promise<void> {
  const begunMs = clock.monotonicMs()
  const never = new AbortController().signal
  while (allowances.some(({ open }) => open > 0) && clock.monotonicMs() - begunMs < stopWithinMs)
    await clock.sleep(20, never)
}
