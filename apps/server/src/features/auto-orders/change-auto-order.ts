import type { AutoOrder, ChangeAutoOrder } from '@gridloom/contract/auto-orders/auto-order'
import type { AutoOrderId } from '@gridloom/contract/core/ids'
import { stateAfterChange } from '@gridloom/domain/auto-orders/auto-order-states'
import { formatOfferQuery } from '@gridloom/domain/market/format-query'
import type { Tx } from '../../platform/ctx.ts'
import { lockQuota } from '../companies/index.ts'
import { readFilters } from '../market/index.ts'
import { autoOrderQuota } from './auto-order-quota.ts'
import { updateAutoOrder } from './auto-orders-store.ts'
import type { AutoOrdersCtx } from './ctx.ts'
import { endDateOf } from './end-date.ts'
import { lockOwned, refuseTakenName } from './owned-auto-order.ts'
import { publishAutoOrder } from './publish-auto-order.ts'
import { readAutoOrder } from './read-auto-orders.ts'
import { listRented } from './rented-store.ts'
import type { AutoOrderRow } from './schema.ts'

/**
 * Changes the limits of an automatic order, pauses it, or resumes it; it is then checked at once. The user who created
 * it stays the one for whom it orders.
 * @throws Refused `not_found`, `query_invalid`, `access_code_required`, `invalid_input`, `auto_order_name_taken`, `limit_reached`
 */
export async function changeAutoOrder(
  ctx: AutoOrdersCtx,
  id: AutoOrderId,
  { query, ends_at, paused, ...change }: ChangeAutoOrder,
): Promise<AutoOrder> {
  const now = ctx.clock.now()
  const filters = query === undefined ? undefined : readFilters(ctx, query)
  const endsAt = ends_at === undefined ? undefined : endDateOf(ends_at, now)
  await ctx.transact(async (tx) => {
    const before = await lockOwned(ctx, tx, id)
    const row = await updateAutoOrder(tx, id, {
      ...change,
      ...(filters && { query: formatOfferQuery(filters), filters: JSON.stringify(filters) }),
      ...(endsAt && { ends_at: endsAt }),
      ...{ balance_told: false, due_at: now, resumed_at: now },
    })
    await move(ctx, tx, { before, row, paused })
    await publishAutoOrder(tx, row)
  })
  return readAutoOrder(ctx, id)
}

interface Moved {
  before: AutoOrderRow
  row: AutoOrderRow
  paused: boolean | undefined
}

async function move(ctx: AutoOrdersCtx, tx: Tx, { before, row, paused }: Moved): Promise<void> {
  const now = ctx.clock.now()
  const placed = (await listRented(tx.db, [row.id])).length
  const { state: was, instances_max: instancesMax, ends_at: endsAt } = row
  const state = stateAfterChange({ state: was, placed, instancesMax, endsAt, paused }, now)
  const isOpen = state === 'waiting' || state === 'paused'
  const wasOpen = was === 'waiting' || was === 'paused'
  if (isOpen) {
    const added = wasOpen ? 0 : 1
    await lockQuota(tx, row.account_id, { quota: autoOrderQuota, added })
    await refuseTakenName(tx, row)
  }
  await updateAutoOrder(tx, row.id, {
    state,
    pause: state === 'paused' ? (before.pause ?? 'user') : null,
    ...(state === 'paused' && { due_at: endsAt }),
    ended_at: isOpen ? null : (before.ended_at ?? now),
  })
}
