import { quoteLifeS } from '@gridloom/contract/core/constants'
import type { OfferId, ReservationId, TemplateId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Offer } from '@gridloom/contract/market/offer'
import type { Quote } from '@gridloom/contract/market/quote'
import { lastsS } from '@gridloom/domain/money'
import { priceOrder, withoutSlots } from '@gridloom/domain/pricing'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import type { AllFeatures } from '../../platform/feature.ts'
import { readBalance } from '../ledger/index.ts'
import { readTemplate } from '../templates/index.ts'
import { pricingOf } from './pricing-of.ts'
import { insertQuote } from './quotes-store.ts'
import { readOffer } from './read-offer.ts'
import { readOwnCounts } from './reserved-slots-store.ts'

/** The spend rate from which a quote's run time is calculated. */
export type QuotePorts = Pick<AllFeatures, 'spendRate'>

/** The offer, the size and the template of a quote. */
export interface QuoteInput {
  offer_id: OfferId
  slots: number
  disk_gb: number
  template_id?: TemplateId | undefined
  /** Whose slots it is for. */
  reservation_id?: ReservationId | undefined
  /** The image, where no template says it. */
  image?: string
}

/**
 * Creates an all-in price for an offer, locked for a minute; on a reservation that of the disk. @throws Refused
 * `not_found`, `offer_taken`, `reservation_full`, `invalid_input`
 */
export async function createQuote(ctx: Ctx, input: QuoteInput, all: QuotePorts): Promise<Quote> {
  const { accountId } = accountOf(ctx)
  const [offer, balance] = await Promise.all([
    readOffer(ctx, input.offer_id),
    readBalance(ctx, accountId, all),
  ])
  await refuseTooFew(ctx, offer, input)
  refuseFullDisk(offer, input)
  const pricing =
    input.reservation_id === undefined ? pricingOf(offer) : withoutSlots(pricingOf(offer))
  const price = priceOrder({ kind: offer.kind, memoryMib: offer.memory_mib }, pricing, {
    slots: input.slots,
    diskGb: input.disk_gb,
  })
  const id = ctx.ids.mint('quote')
  const expiresAt = new Date(ctx.clock.now().getTime() + quoteLifeS * 1_000)
  await ctx.transact((tx) =>
    insertQuote(tx, {
      id,
      account_id: accountId,
      offer_id: input.offer_id,
      slots: input.slots,
      disk_gb: input.disk_gb,
      running_micro_usd_per_hour: price.running_micro_usd_per_hour,
      stopped_micro_usd_per_hour: price.stopped_micro_usd_per_hour,
      expires_at: expiresAt,
      reservation_id: input.reservation_id ?? null,
    }),
  )
  return {
    id,
    offer_id: input.offer_id,
    slots: input.slots,
    disk_gb: input.disk_gb,
    ...price,
    available_micro_usd: balance.available_micro_usd,
    lasts_s: lastsS(balance.available_micro_usd, price.running_micro_usd_per_hour),
    image_held: await holdsImage(ctx, offer, input),
    expires_at: expiresAt.toISOString(),
  }
}

async function refuseTooFew(ctx: Ctx, offer: Offer, input: QuoteInput): Promise<void> {
  const { reservation_id: id, slots } = input
  if (id === undefined) {
    if (offer.slots_free < slots) throw new Refused('offer_taken', { details: { next: '' } })
    return
  }
  const of = { id, accountId: accountOf(ctx).accountId, offerId: offer.id }
  const counts = await readOwnCounts(ctx.db, of)
  if (counts === undefined) throw new Refused('not_found', { details: { what: 'reservation' } })
  const free = counts.usable - counts.used
  if (free < slots)
    throw new Refused('reservation_full', { details: { free, slots: counts.usable } })
}

function refuseFullDisk(offer: Offer, input: QuoteInput): void {
  if (offer.disk_free_gb < input.disk_gb) {
    const fields = { disk_gb: `This machine has ${offer.disk_free_gb} GB free.` }
    throw new Refused('invalid_input', { fields })
  }
}

async function holdsImage(
  ctx: Ctx,
  offer: Offer,
  { template_id: templateId, image }: QuoteInput,
): Promise<boolean> {
  if (image !== undefined) return offer.images.includes(image)
  if (templateId === undefined) return false
  const { image_path_with_tag } = await readTemplate(ctx, templateId)
  return offer.images.includes(image_path_with_tag)
}
