import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Tx } from '../../../platform/ctx.ts'
import { lockBudgetLeft } from '../../budgets/index.ts'
import { releaseHold, topUpHold } from '../../ledger/index.ts'
import type { MoneyCtx } from './ctx.ts'
import type { Bound } from './refusals.ts'
import type { Tab } from './tab.ts'
import { insertTab, lockTab } from './tabs-store.ts'

/** What may be held beyond what is needed now, so that the next answers ask no database. */
const sliceMicroUsd = 250_000

/** Money that another tab of the same account can do without. */
export interface Spare {
  readonly tab: Tab
  readonly microUsd: MicroUsd
}

export interface TopUp {
  readonly tab: Tab
  /** Names this one of the tab's: the same number moves money once. */
  readonly number: number
  /** What must come, beyond what the tab has free. */
  readonly needMicroUsd: MicroUsd
  readonly replica: string
  /** Given back first. */
  readonly spares: readonly Spare[]
}

export interface ToppedUp {
  readonly microUsd: MicroUsd
  /** What it was that bounded it; `null` where all that is needed came. `closed`: the tab is not open any more. */
  readonly bound: Bound | 'closed' | null
}

/**
 * Holds more for a tab: what is needed, or a slice, as far as balance and key budget go. Whoever spends with a key does
 * so one after the other, as its row is locked first.
 */
export function topUp(ctx: MoneyCtx, asked: TopUp): Promise<ToppedUp> {
  const { tab, needMicroUsd } = asked
  const { accountId, keyId } = tab.payer
  return ctx.transact(async (tx) => {
    const left = await lockBudgetLeft(ctx, tx, keyId)
    if (tab.written && (await lockTab(tx, tab.id)) === 'closed')
      return { microUsd: 0, bound: 'closed' }
    const spared = await giveBackSpares(ctx, tx, asked)
    const budget = left === null ? Infinity : Math.max(0, left + spared)
    const wanted = Math.min(Math.max(needMicroUsd, sliceMicroUsd), budget)
    const key = `top-up:${asked.number}`
    const held = { accountId, purpose: tab.id, microUsd: wanted, key }
    const microUsd = wanted === 0 ? 0 : await topUpHold(ctx, tx, held)
    if (microUsd > 0 && !tab.written) await insertTab(tx, rowOf(ctx, asked))
    if (microUsd >= needMicroUsd) return { microUsd, bound: null }
    return { microUsd, bound: microUsd < wanted ? 'balance' : 'key_budget' }
  })
}

/** Says how much of it had counted against the same key. */
async function giveBackSpares(
  ctx: MoneyCtx,
  tx: Tx,
  { tab, number, spares }: TopUp,
): Promise<MicroUsd> {
  let sameKeyMicroUsd = 0
  for (const spare of spares) {
    const microUsd = await releaseHold(ctx, tx, {
      purpose: spare.tab.id,
      keepMicroUsd: 0,
      microUsdMax: spare.microUsd,
      key: `for:${tab.id}:${number}`,
    })
    if (spare.tab.payer.keyId === tab.payer.keyId) sameKeyMicroUsd += microUsd
  }
  return sameKeyMicroUsd
}

function rowOf(ctx: MoneyCtx, { tab, replica }: TopUp) {
  return { id: tab.id, payer: tab.payer, replica, now: ctx.clock.now() }
}
