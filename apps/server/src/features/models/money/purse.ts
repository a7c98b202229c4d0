import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Payer } from '../payer.ts'
import type { Reservation } from '../ports.ts'
import type { MoneyCtx } from './ctx.ts'
import { type Bound, shortOf } from './refusals.ts'
import { dayOf, freeOf, newTab, type Tab } from './tab.ts'
import { type Spare, type ToppedUp, topUp } from './top-up.ts'

/** What a purse asks of those around it. */
export interface PurseOptions {
  readonly ctx: MoneyCtx
  readonly replica: string
  readonly payer: Payer
  /** Sets aside what is free in the tab. */
  hold(tab: Tab, microUsd: MicroUsd): Reservation
  /** Runs the fillings of one account one after the other: else two could each take what the other lacks. */
  oneByOne(work: () => Promise<void>): Promise<void>
  /** Other tabs of the same account that have money free. */
  siblings(tab: Tab): readonly Tab[]
  /** A tab that is used no more: it is closed once nothing stands on it. */
  retire(tab: Tab): void
}

/** What one payer has open, and those who wait for it to be filled. */
export interface Purse {
  reserve(microUsd: MicroUsd): Reservation | Promise<Reservation>
  tab(): Tab | undefined
  /** Puts its tab down, unless it is being filled; it opens another when it is asked. */
  putDown(): void
  /** Nothing is open, and nobody waits. */
  isEmpty(): boolean
}

interface Waiting {
  readonly microUsd: MicroUsd
  resolve(reservation: Reservation): void
  reject(error: unknown): void
}

/** One payer's open tab. Whoever finds it too empty waits; one top-up serves all who wait. */
export function createPurse(options: PurseOptions): Purse {
  const { ctx, payer, hold, retire, oneByOne } = options
  let tab: Tab | undefined
  let waiting: Waiting[] = []
  let filling = false

  /** The open tab, or a new one where that is of yesterday or lost. */
  function usable(): Tab {
    const now = ctx.clock.now()
    if (tab !== undefined && !tab.lost && tab.day === dayOf(now)) return tab
    if (tab !== undefined) retire(tab)
    tab = newTab({ id: ctx.ids.mint('inferenceTab'), payer, now })
    return tab
  }

  function serve(from: Tab, asked: readonly Waiting[], bound: ToppedUp['bound']): void {
    for (const one of asked) {
      if (one.microUsd <= freeOf(from)) one.resolve(hold(from, one.microUsd))
      else if (bound === null || bound === 'closed') waiting.push(one)
      else one.reject(shortOf(bound, one.microUsd, freeOf(from)))
    }
    // What does not even cover one answer is not kept from the payer's other plans.
    if (from.open === 0) from.usedMs = 0
  }

  async function fill(): Promise<void> {
    filling = true
    while (waiting.length > 0) await oneByOne(serveWaiting)
    filling = false
  }

  /** Serves those who wait now; who comes meanwhile stands behind them. */
  async function serveWaiting(): Promise<void> {
    const asked = [...waiting]
    try {
      const from = usable()
      const need = asked.reduce((sum, { microUsd }) => sum + microUsd, 0)
      const bound = await fillTab(options, from, need)
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
      const open = tab
      const ready = open !== undefined && !open.lost && open.day === dayOf(now)
      // Nobody passes those who wait already.
      if (ready && waiting.length === 0 && microUsd <= freeOf(open)) return hold(open, microUsd)
      const promise = new Promise<Reservation>((resolve, reject) => {
        waiting.push({ microUsd, resolve, reject })
      })
      if (!filling) void fill()
      return promise
    },
    tab: () => tab,
    putDown() {
      if (tab === undefined || filling) return
      retire(tab)
      tab = undefined
    },
    isEmpty: () => tab === undefined && !filling,
  }
}

/** Tops the tab up until the need is met or nothing is left: of the balance, and of what other tabs do not use. */
async function fillTab(
  options: PurseOptions,
  tab: Tab,
  needMicroUsd: MicroUsd,
): Promise<Bound | 'closed' | null> {
  const first = await topUpOnce(options, { tab, needMicroUsd, spares: [] })
  if (first !== 'balance' && first !== 'key_budget') return first
  const spares = sparesFor(options, tab, first)
  return spares.length === 0 ? first : topUpOnce(options, { tab, needMicroUsd, spares })
}

/** What is taken from other tabs is gone from them before the ledger hears of it, and comes back where it refuses. */
async function topUpOnce(
  { ctx, replica }: PurseOptions,
  { tab, needMicroUsd, spares }: { tab: Tab; needMicroUsd: MicroUsd; spares: readonly Spare[] },
): Promise<ToppedUp['bound']> {
  const missing = needMicroUsd - freeOf(tab)
  if (missing <= 0) return null
  for (const spare of spares) spare.tab.heldMicroUsd -= spare.microUsd
  try {
    const number = ++tab.topUps
    const { microUsd, bound } = await topUp(ctx, {
      tab,
      number,
      needMicroUsd: missing,
      replica,
      spares,
    })
    tab.heldMicroUsd += microUsd
    if (microUsd > 0) tab.written = true
    if (bound === 'closed') tab.lost = true
    return bound
  } catch (error) {
    for (const spare of spares) spare.tab.heldMicroUsd += spare.microUsd
    // Whether it was held we do not know: a tab that was never heard of is not used, the sweep gives it back.
    if (!tab.written) tab.lost = true
    throw error
  }
}

function sparesFor({ payer, siblings }: PurseOptions, tab: Tab, bound: Bound): Spare[] {
  return siblings(tab)
    .filter((other) => bound === 'balance' || other.payer.keyId === payer.keyId)
    .map((other) => ({ tab: other, microUsd: freeOf(other) }))
    .filter(({ microUsd }) => microUsd > 0)
}
