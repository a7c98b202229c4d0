import type { OfferAlert } from '@gridloom/contract/market/alert'
import { accountOf, type Ctx } from '../../../platform/ctx.ts'
import { listAlertRows, type NamedAlert } from './alerts-store.ts'

/** Returns the alerts of the active account, newest first. */
export async function listAlerts(ctx: Ctx): Promise<OfferAlert[]> {
  return (await listAlertRows(ctx.db, accountOf(ctx).accountId)).map(alertView)
}

export function alertView(row: NamedAlert): OfferAlert {
  return {
    id: row.id,
    offer_id: row.offer_id,
    offer_name: row.offer_name,
    filters: row.filters,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    sent_offer_id: row.sent_offer_id,
  }
}
