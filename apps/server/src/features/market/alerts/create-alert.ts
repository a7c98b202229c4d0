import { Refused } from '@gridloom/contract/errors'
import {
  type NewOfferAlert,
  type OfferAlert,
  offerAlertLifeDays,
} from '@gridloom/contract/market/alert'
import type { OfferFilters } from '@gridloom/contract/market/offer-filters'
import { accountOf, type Ctx, type Tx } from '../../../platform/ctx.ts'
import { lockQuota } from '../../companies/index.ts'
import { listMatches } from '../columns/list-matches.ts'
import type { MarketAdapters } from '../ctx.ts'
import { refuseHiddenFilter } from '../held-images.ts'
import { findAvailability } from '../offers-store.ts'
import { publishOffers } from '../publish-offers.ts'
import { alertQuota } from './alert-quota.ts'
import { insertAlert, listAlertRows, markIfFree } from './alerts-store.ts'
import { alertView } from './list-alerts.ts'

const dayMs = 24 * 60 * 60 * 1_000

/**
 * Saves an alert. If an offer that fits is free already, it is sent at once.
 * @throws {Refused} not_found (the offer); limit_reached; access_code_required where it filters by an image without
 * access
 */
export async function createAlert(
  ctx: Ctx & MarketAdapters,
  wanted: NewOfferAlert,
): Promise<OfferAlert> {
  const { accountId } = accountOf(ctx)
  const { offerId, filters } = wantedOf(wanted)
  refuseHiddenFilter(ctx, filters)
  const fitting = offerId ?? (await cheapestMatch(ctx, filters))
  const id = ctx.ids.mint('offerAlert')
  const created_at = ctx.clock.now()
  const expires_at = new Date(created_at.getTime() + offerAlertLifeDays * dayMs)
  const row = await ctx.transact(async (tx) => {
    await lockQuota(tx, accountId, alertQuota)
    if (offerId !== null) await refuseUnknown(tx, offerId)
    tx.note({ subject: id })
    await insertAlert(tx, {
      ...{ id, account_id: accountId, offer_id: offerId, filters: JSON.stringify(filters) },
      ...{ created_at, expires_at },
    })
    if (fitting !== undefined) await markIfFree(tx, fitting)
    // Wakes the round of alerts on every replica.
    await publishOffers(tx)
    return (await listAlertRows(tx.db, accountId, id))[0]
  })
  if (row === undefined) throw new RangeError(`alert ${id} was not written`)
  return alertView(row)
}

/** A renter who chooses one offer has seen whether it is isolated. */
const anyIsolation = { isolation: 'any' } as const

function wantedOf({ offer_id, filters }: NewOfferAlert) {
  return { offerId: offer_id ?? null, filters: filters ?? anyIsolation }
}

/** The cheapest offer that passes the filters already; another one may fit by the time that the alert is saved. */
async function cheapestMatch(ctx: Ctx & MarketAdapters, filters: OfferFilters) {
  const columns = await ctx.offerIndex.current()
  return listMatches(columns, filters, { now: ctx.clock.now(), limit: 1 })[0]
}

async function refuseUnknown(tx: Tx, offerId: Parameters<typeof findAvailability>[1]) {
  const offer = await findAvailability(tx.db, offerId)
  if (offer === undefined) throw new Refused('not_found', { details: { what: 'offer' } })
}
