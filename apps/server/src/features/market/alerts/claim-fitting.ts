import type { OfferAlertId, OfferId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../../platform/ctx.ts'
import { listMatches } from '../columns/list-matches.ts'
import type { OfferColumns } from '../columns/offer-columns.ts'
import { claimAlerts, type DueAlert, listWaiting, type WaitingAlert } from './alerts-store.ts'

const readAtOnce = 1_000
/** Alerts that one round claims; the others are claimed by the next one. */
const claimedMax = 200

/** Claims waiting alerts that one of these offers fits now, each with the cheapest. */
export async function claimFitting(tx: Tx, columns: OfferColumns, now: Date): Promise<DueAlert[]> {
  const fitting: { id: OfferAlertId; offerId: OfferId }[] = []
  let after: OfferAlertId | '' = ''
  while (fitting.length < claimedMax) {
    const alerts: WaitingAlert[] = await listWaiting(tx, { after, now, limit: readAtOnce })
    for (const alert of alerts) {
      const offerId = fittingOffer(columns, alert, now)
      if (offerId !== undefined && fitting.length < claimedMax) {
        fitting.push({ id: alert.id, offerId })
      }
    }
    const last = alerts.at(-1)
    if (last === undefined || alerts.length < readAtOnce) break
    after = last.id
  }
  return claimAlerts(tx, fitting, now)
}

function fittingOffer(
  columns: OfferColumns,
  { offer_id, filters }: WaitingAlert,
  now: Date,
): OfferId | undefined {
  const matches = listMatches(columns, filters, { now, limit: columns.size })
  return offer_id === null ? matches[0] : matches.find((id) => id === offer_id)
}
