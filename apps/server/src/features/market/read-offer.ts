import type { OfferId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Offer } from '@gridloom/contract/market/offer'
import type { Ctx } from '../../platform/ctx.ts'
import { offerView } from './offer-view.ts'
import { findOffer } from './offers-store.ts'

/** Returns one offer with its measured facts, also one that is full or hidden now. @throws {Refused} not_found */
export async function readOffer(ctx: Ctx, id: OfferId): Promise<Offer> {
  const now = ctx.clock.now()
  const row = await findOffer(ctx.db, id, now)
  if (row === undefined) throw new Refused('not_found', { details: { what: 'offer' } })
  return offerView(ctx, row, now)
}
