import type { AutoOrderOutcome, AutoOrderPause } from '@gridloom/contract/auto-orders/auto-order'
import type { AutoOrderId } from '@gridloom/contract/core/ids'
import { recordEvents } from '../../platform/business-events/record-events.ts'
import type { Tx } from '../../platform/ctx.ts'
import { autoOrderPaused } from './auto-order-events.ts'
import { lockAutoOrder, updateAutoOrder } from './auto-orders-store.ts'
import type { AutoOrdersCtx } from './ctx.ts'
import { tellBalance, tellEnd } from './notices.ts'
import { publishAutoOrder } from './publish-auto-order.ts'
import type { AutoOrderRow } from './schema.ts'
import { textOf } from './show-auto-orders.ts'

/** What a check found on the market. */
export interface Checked {
  readonly matches: number
  readonly cheapestMicroUsdPerHour: number | null
}

/** How a check ended without an order. */
export type CheckEnd = Unplaced | { readonly kind: 'expire' } | { readonly kind: 'complete' }

type Unplaced =
  | { readonly kind: 'wait'; readonly outcome: AutoOrderOutcome; readonly refusal?: string }
  | { readonly kind: 'pause'; readonly pause: AutoOrderPause; readonly refusal?: string }

/**
 * Writes how a check ended, in a transaction that locks the order. An order that its user paused, changed or resumed
 * since `seen` was read stays as it is, and is checked again.
 */
export async function settleCheck(
  ctx: AutoOrdersCtx,
  seen: AutoOrderRow,
  { end, checked }: { end: CheckEnd; checked: Checked },
): Promise<void> {
  await ctx.transact(async (tx) => {
    const row = await lockAutoOrder(tx, seen.id)
    if (row === undefined || row.state !== seen.state) return
    if (row.resumed_at.getTime() !== seen.resumed_at.getTime()) return
    const settled = await write(ctx, tx, { row, end, checked })
    if (hasNews(row, settled)) await publishAutoOrder(tx, settled)
  })
}

/** Pauses a locked order for a reason that needs its user, and tells them. */
export async function pauseFor(
  ctx: AutoOrdersCtx,
  tx: Tx,
  { row, pause }: { row: AutoOrderRow; pause: AutoOrderPause },
): Promise<AutoOrderRow> {
  const change = { state: 'paused', pause, due_at: row.ends_at } as const
  const paused = await updateAutoOrder(tx, row.id, change)
  await tellEnd(ctx, tx, paused)
  const { id, account_id: accountId, name } = paused
  const payload = { name, pause, text: textOf(paused) }
  await recordEvents(ctx, tx, [autoOrderPaused.of({ subject: id, accountId, payload })])
  return paused
}

async function write(
  ctx: AutoOrdersCtx,
  tx: Tx,
  { row, end, checked }: { row: AutoOrderRow; end: CheckEnd; checked: Checked },
): Promise<AutoOrderRow> {
  if (end.kind === 'expire' || end.kind === 'complete') return finish(ctx, tx, row.id, end.kind)
  const noted = await updateAutoOrder(tx, row.id, {
    checked_at: ctx.clock.now(),
    outcome: end.kind === 'wait' ? end.outcome : 'refused',
    refusal: end.refusal ?? '',
    matches: checked.matches,
    cheapest_micro_usd_per_hour: checked.cheapestMicroUsdPerHour,
  })
  if (end.kind === 'pause') return pauseFor(ctx, tx, { row: noted, pause: end.pause })
  if (end.outcome !== 'balance_too_low' || row.balance_told) return noted
  await tellBalance(ctx, tx, noted)
  return updateAutoOrder(tx, row.id, { balance_told: true })
}

async function finish(
  ctx: AutoOrdersCtx,
  tx: Tx,
  id: AutoOrderId,
  kind: 'expire' | 'complete',
): Promise<AutoOrderRow> {
  const state = kind === 'expire' ? 'expired' : 'completed'
  const ended = await updateAutoOrder(tx, id, {
    ...{ state, pause: null, ended_at: ctx.clock.now() },
  })
  if (kind === 'expire') await tellEnd(ctx, tx, ended)
  return ended
}

function hasNews(before: AutoOrderRow, after: AutoOrderRow): boolean {
  return (
    before.state !== after.state ||
    before.outcome !== after.outcome ||
    before.refusal !== after.refusal ||
    before.matches !== after.matches ||
    before.cheapest_micro_usd_per_hour !== after.cheapest_micro_usd_per_hour
  )
}
