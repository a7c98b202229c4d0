import type { AutoOrder, NewAutoOrder } from '@gridloom/contract/auto-orders/auto-order'
import { formatOfferQuery } from '@gridloom/domain/market/format-query'
import { accountOf, actingKeyId, userOf } from '../../platform/ctx.ts'
import { lockQuota } from '../companies/index.ts'
import { orderedTemplate } from '../instances/index.ts'
import { readFilters } from '../market/index.ts'
import { autoOrderQuota } from './auto-order-quota.ts'
import { insertAutoOrder } from './auto-orders-store.ts'
import type { AutoOrdersCtx } from './ctx.ts'
import { endDateOf } from './end-date.ts'
import { refuseTakenName } from './owned-auto-order.ts'
import { publishAutoOrder } from './publish-auto-order.ts'
import { readAutoOrder } from './read-auto-orders.ts'

/**
 * Creates an automatic order, which is checked at once.
 * @throws Refused `query_invalid`, `access_code_required`, `not_found` (the template), `template_changed`,
 * `invalid_input`, `auto_order_name_taken`, `limit_reached`
 */
export async function createAutoOrder(
  ctx: AutoOrdersCtx,
  wanted: NewAutoOrder,
): Promise<AutoOrder> {
  const { accountId } = accountOf(ctx)
  const filters = readFilters(ctx, wanted.query)
  // What cannot be ordered is refused now, rather than when an offer appears.
  await orderedTemplate(ctx, wanted.order)
  const id = ctx.ids.mint('autoOrder')
  const now = ctx.clock.now()
  const row = {
    ...{ id, account_id: accountId, created_by: userOf(ctx), api_key_id: actingKeyId(ctx) },
    ...{ name: wanted.name, query: formatOfferQuery(filters), filters: JSON.stringify(filters) },
    ordered: JSON.stringify(wanted.order),
    max_price_micro_usd_per_hour: wanted.max_price_micro_usd_per_hour,
    ...{ instances_max: wanted.instances_max, running_max: wanted.running_max },
    budget_micro_usd: wanted.budget_micro_usd,
    ends_at: endDateOf(wanted.ends_at, now),
    ...({ state: 'waiting', pause: null } as const),
    ...{ created_at: now, resumed_at: now, due_at: now },
  }
  await ctx.transact(async (tx) => {
    await lockQuota(tx, accountId, autoOrderQuota)
    await refuseTakenName(tx, row)
    tx.note({ subject: id })
    await insertAutoOrder(tx, row)
    await publishAutoOrder(tx, row)
  })
  return readAutoOrder(ctx, id)
}
