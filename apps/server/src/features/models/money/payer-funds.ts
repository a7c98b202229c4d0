import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Payer } from '../payer.ts'
import { type Allowance, freeOf, newAllowance, utcDayOf } from './allowance.ts'
import type { MoneyCtx } from './ctx.ts'
import { type Bound, shortOf } from './refusals.ts'
import type { Reservation } from './reservation.ts'
import { type SpareFunds, type ToppedUp, topUp } from './top-up.ts'

/** The dependencies of {@link createPayerFunds}. */
export interface PayerFundsOptions {
  readonly ctx: MoneyCtx
  readonly replica: string
  readonly payer: Payer
  /** Reserves free money of the allowance. */
  hold(allowance: Allowance, microUsd: MicroUsd): Reservation
  /** Serialises the top-ups of one account: otherwise two could each take the spare money that the other needs. */
  oneByOne(work: () => Promise<void>): Promise<void>
  /** The other open allowances of the same account. */
  otherAllowances(allowance: Allowance): readonly Allowance[]
  /** Retires an allowance: it is closed once no reservation is left on it. */
  retire(allowance: Allowance): void
}

/** One payer's open allowance, and the reservations that wait for a top-up. */
export interface PayerFunds {
  reserve(microUsd: MicroUsd): Reservation | Promise<Reservation>
  allowance(): Allowance | undefined
  /** Tops up an allowance of this payer, open or retired, until so much is free, as far as possible. */
  topUp(allowance: Allowance, microUsd: MicroUsd): Promise<void>
  /** Retires the open allowance, unless it is being topped up; the next reservation opens another. */
  retireAllowance(): void
  /** Whether there is no open allowance and no waiting reservation. */
  isEmpty(): boolean
}

interface WaitingReservation {
  readonly microUsd: MicroUsd
  resolve(reservation: Reservation): void
  reject(error: unknown): void
}

/**
 * Creates the funds of one payer. Reservations that exceed the open allowance wait, and one top-up serves all that
 * wait.
 */
export function createPayerFunds(options: PayerFundsOptions): PayerFunds {
  const { ctx, payer, hold, retire, oneByOne } = options
  let allowance: Allowance | undefined
  let waiting: WaitingReservation[] = []
  let filling = false

  /** Returns the open allowance, or a new one if that is of an earlier day or lost. */
  function usable(): Allowance {
    const now = ctx.clock.now()
    if (allowance !== undefined && !allowance.lost && allowance.day === utcDayOf(now))
      return allowance
    if (allowance !== undefined) retire(allowance)
    allowance = newAllowance({ id: ctx.ids.mint('allowance'), payer, now })
    return allowance
  }

  function serve(
    from: Allowance,
    asked: readonly WaitingReservation[],
    bound: ToppedUp['bound'],
  ): void {
    for (const one of asked) {
      if (one.microUsd <= freeOf(from)) one.resolve(hold(from, one.microUsd))
      else if (bound === null || bound === 'closed') waiting.push(one)
      else one.reject(shortOf(bound, one.microUsd, freeOf(from)))
    }
    // An allowance that cannot cover even one answer is marked idle, so that its money is released for other use by the
    // payer.
    if (from.open === 0) from.usedMs = 0
  }

  async function fill(): Promise<void> {
    filling = true
    while (waiting.length > 0) await oneByOne(serveWaiting)
    filling = false
  }

  /** Serves the reservations that wait now; later ones queue behind them. */
  async function serveWaiting(): Promise<void> {
    const asked = [...waiting]
    try {
      const from = usable()
      const need = asked.reduce((sum, { microUsd }) => sum + microUsd, 0)
      const bound = await fillAllowance(options, from, need)
      const behind = waiting.slice(asked.length)
      waiting = []
      serve(from, asked, bound)
      waiting.push(...behind)
    } catch (error) {
      for (const one of waiting.splice(0, asked.length)) one.reject(error)
    }
  }

  return {
    reserve(microUsd) {
      const now = ctx.clock.now()
      const open = allowance
      const ready = open !== undefined && !open.lost && open.day === utcDayOf(now)
      // A new reservation does not overtake waiting ones.
      if (ready && waiting.length === 0 && microUsd <= freeOf(open)) return hold(open, microUsd)
      const promise = new Promise<Reservation>((resolve, reject) => {
        waiting.push({ microUsd, resolve, reject })
      })
      if (!filling) void fill()
      return promise
    },
    allowance: () => allowance,
    topUp: (of, microUsd) =>
      oneByOne(async () => {
        if (!of.lost) await fillAllowance(options, of, microUsd)
      }),
    retireAllowance() {
      if (allowance === undefined || filling) return
      retire(allowance)
      allowance = undefined
    },
    isEmpty: () => allowance === undefined && !filling,
  }
}

/** Tops the allowance up from the balance, then from unreserved money of the account's other allowances. */
async function fillAllowance(
  options: PayerFundsOptions,
  allowance: Allowance,
  needMicroUsd: MicroUsd,
): Promise<Bound | 'closed' | null> {
  const first = await topUpOnce(options, { allowance, needMicroUsd, spares: [] })
  if (first === null || first === 'closed') return first
  const spares = sparesFor(options, allowance, first)
  return spares.length === 0 ? first : topUpOnce(options, { allowance, needMicroUsd, spares })
}

/** Deducts from other allowances before the ledger moves the money, and restores it if the ledger refuses. */
async function topUpOnce(
  { ctx, replica }: PayerFundsOptions,
  {
    allowance,
    needMicroUsd,
    spares,
  }: { allowance: Allowance; needMicroUsd: MicroUsd; spares: readonly SpareFunds[] },
): Promise<ToppedUp['bound']> {
  const missing = needMicroUsd - freeOf(allowance)
  if (missing <= 0) return null
  for (const spare of spares) spare.allowance.heldMicroUsd -= spare.microUsd
  try {
    const number = ++allowance.topUps
    const { microUsd, bound } = await topUp(ctx, {
      allowance,
      number,
      needMicroUsd: missing,
      replica,
      spares,
    })
    allowance.heldMicroUsd += microUsd
    if (microUsd > 0) allowance.written = true
    if (bound === 'closed') allowance.lost = true
    return bound
  } catch (error) {
    for (const spare of spares) spare.allowance.heldMicroUsd += spare.microUsd
    // The hold may have been made: an allowance without a row is not used again, and the sweep releases the hold.
    if (!allowance.written) allowance.lost = true
    throw error
  }
}

function sparesFor(
  { payer, otherAllowances }: PayerFundsOptions,
  allowance: Allowance,
  bound: Bound,
): SpareFunds[] {
  return otherAllowances(allowance)
    .filter((other) => bound !== 'key_budget' || other.payer.keyId === payer.keyId)
    .map((other) => ({ allowance: other, microUsd: freeOf(other) }))
    .filter(({ microUsd }) => microUsd > 0)
}
