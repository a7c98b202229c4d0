import { repeat } from '@gridloom/async/repeat'
import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { Refused } from '@gridloom/contract/errors'
import type { Payer } from '../payer.ts'
import type { EndedAnswer, Reservation, Tabs } from '../ports.ts'
import { type Bookings, createBookings } from './bookings.ts'
import { closeTab, sweepTabs } from './close-tabs.ts'
import type { MoneyCtx } from './ctx.ts'
import { createPurse, type Purse } from './purse.ts'
import { dayOf, giveBack, isQuiet, type Tab, take } from './tab.ts'
import { touch } from './touch.ts'

const flushEveryMs = 500
const tendEveryMs = 5_000
const idleMs = 60_000
/** Answers that are still under way when the server stops have so long to end. */
const stopWithinMs = 2_000

/**
 * Money for answers on this replica. An answer takes from its payer's open tab, in memory; what it came to is written
 * with all others of the same half second. What a replica that is killed had not written is our loss, never a payer's:
 * its tabs are closed by another one, and what they hold goes back.
 */
export function createTabs(ctx: MoneyCtx): Tabs {
  const replica = ctx.ids.secret()
  const bookings = createBookings(ctx)
  const purses = new Map<string, Purse>()
  const retired = new Set<Tab>()
  const fillings = new Map<AccountId, Promise<void>>()
  const stop = new AbortController()

  function oneByOne(accountId: AccountId, work: () => Promise<void>): Promise<void> {
    const filling = (fillings.get(accountId) ?? Promise.resolve()).then(work).finally(() => {
      if (fillings.get(accountId) === filling) fillings.delete(accountId)
    })
    fillings.set(accountId, filling)
    return filling
  }

  function* tabsOf(payer: Payer): Iterable<Tab> {
    for (const tab of [...openTabs(purses), ...retired])
      if (tab.payer.accountId === payer.accountId) yield tab
  }

  function purseOf(payer: Payer): Purse {
    const name = `${payer.accountId}:${payer.keyId}`
    const known = purses.get(name)
    if (known !== undefined) return known
    const purse = createPurse({
      ctx,
      replica,
      payer,
      hold: (tab, microUsd) => holdOf({ ctx, bookings }, tab, microUsd),
      oneByOne: (work) => oneByOne(payer.accountId, work),
      siblings: (tab) => [...tabsOf(payer)].filter((other) => other !== tab && !other.lost),
      retire: (tab) => void retired.add(tab),
    })
    purses.set(name, purse)
    return purse
  }

  /** Puts down what is idle or of yesterday, and closes what nothing stands on any more. */
  async function closeUnused(unused: (tab: Tab) => boolean): Promise<void> {
    for (const [name, purse] of purses) {
      const tab = purse.tab()
      if (tab !== undefined && unused(tab)) purse.putDown()
      if (purse.isEmpty()) purses.delete(name)
    }
    for (const tab of retired) {
      if (!isQuiet(tab)) continue
      await oneByOne(tab.payer.accountId, async () => {
        if (tab.written) await closeTab(ctx, tab.id)
        retired.delete(tab)
      })
    }
  }

  async function tend(): Promise<void> {
    await touch(ctx, [...openTabs(purses), ...retired])
    const now = ctx.clock.now()
    await closeUnused((tab) => tab.lost || tab.day !== dayOf(now) || isIdle(tab, now))
    await sweepTabs(ctx)
  }

  const failed = (error: unknown) =>
    ctx.log.error({ err: error }, 'money for answers could not be written; it is tried again')
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
      if (microUsd === 0) return freeReservation({ ctx, bookings })
      return purseOf(payer).reserve(microUsd)
    },
    flush: bookings.flush,
    async [Symbol.asyncDispose]() {
      stop.abort()
      await Promise.all(loops)
      await allQuiet(ctx, [...openTabs(purses), ...retired])
      await bookings.flush().catch(failed)
      await bookings.flush().catch(failed)
      await closeUnused(() => true).catch(failed)
    },
  }
}

interface Parts {
  readonly ctx: MoneyCtx
  readonly bookings: Bookings
}

function holdOf({ ctx, bookings }: Parts, tab: Tab, reservedMicroUsd: MicroUsd): Reservation {
  take(tab, reservedMicroUsd, ctx.clock.now().getTime())
  let ended = false
  return {
    tabId: tab.id,
    settle(answer) {
      if (ended) return
      ended = true
      const owedMicroUsd = owedFor(answer, reservedMicroUsd)
      giveBack(tab, { reservedMicroUsd, owedMicroUsd })
      tab.usedMs = ctx.clock.now().getTime()
      bookings.add({ tab, answer, microUsd: owedMicroUsd })
    },
    release() {
      if (ended) return
      ended = true
      giveBack(tab, { reservedMicroUsd, owedMicroUsd: 0 })
    },
  }
}

/** What needs no money is written all the same. */
function freeReservation({ bookings }: Parts): Reservation {
  let ended = false
  return {
    tabId: null,
    settle(answer) {
      if (!ended) bookings.add({ tab: null, answer, microUsd: 0 })
      ended = true
    },
    release() {
      ended = true
    },
  }
}

/** Never more than was reserved, never a part of a micro-dollar, and nothing where no machine earned it. */
function owedFor({ endpoint, microUsd }: EndedAnswer, reservedMicroUsd: MicroUsd): MicroUsd {
  if (endpoint === null || !Number.isFinite(microUsd)) return 0
  return Math.min(reservedMicroUsd, Math.max(0, Math.floor(microUsd)))
}

function* openTabs(purses: ReadonlyMap<string, Purse>): Iterable<Tab> {
  for (const purse of purses.values()) {
    const tab = purse.tab()
    if (tab !== undefined) yield tab
  }
}

function isIdle(tab: Tab, now: Date): boolean {
  return tab.open === 0 && now.getTime() - tab.usedMs >= idleMs
}

/** Waits for answers under way to end, for a while. */
async function allQuiet({ clock }: MoneyCtx, tabs: readonly Tab[]): Promise<void> {
  const begunMs = clock.monotonicMs()
  const never = new AbortController().signal
  while (tabs.some(({ open }) => open > 0) && clock.monotonicMs() - begunMs < stopWithinMs)
    await clock.sleep(20, never)
}
