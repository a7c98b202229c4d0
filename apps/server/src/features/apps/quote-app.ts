import type { App } from '@gridloom/contract/apps/app'
import type { AppName } from '@gridloom/contract/apps/app-container'
import { type AppQuote, type AppQuoteRequest, otherOffersMax } from '@gridloom/contract/apps/launch'
import { Refused } from '@gridloom/contract/errors'
import { rankOffers } from '@gridloom/domain/apps/rank-offers'
import { createQuote, listFitting, type QuotePorts, readOffer } from '../market/index.ts'
import { shownApp } from './catalogue.ts'
import type { AppsCtx } from './ctx.ts'
import { needOf, sizeOf } from './need-of.ts'

/**
 * Quotes an app on the named offer, or on the best one that fits. Offers that do not fit its needs can be named: the
 * needs are what the app was tried with.
 * @throws Refused `not_found`, `no_offer_fits`, `offer_taken`, `invalid_input`
 */
export async function quoteApp(
  ctx: AppsCtx,
  { slug, request }: { slug: AppName; request: AppQuoteRequest },
  all: QuotePorts,
): Promise<AppQuote> {
  const app = await shownApp(ctx.db, slug)
  const usual = sizeOf(app.definition)
  const size = { slots: request.slots ?? usual.slots, diskGb: request.disk_gb ?? usual.diskGb }
  const need = needOf(app, size)
  const ranked = rankOffers(await listFitting(ctx, need, { size, except: request.except }))
  const offerId = request.offer_id ?? ranked[0]?.offer.id
  if (offerId === undefined)
    throw new Refused('no_offer_fits', { details: { app: app.definition.name } })
  const wanted = { offer_id: offerId, slots: size.slots, disk_gb: size.diskGb, image: need.image }
  const quote = await createQuote(ctx, wanted, all)
  const offer =
    ranked.find((one) => one.offer.id === offerId)?.offer ?? (await readOffer(ctx, offerId))
  const { starts } = await ctx.readAppFacts(ctx, app)
  return {
    ...{ offer, quote },
    expected: expectedStart(starts, {
      hardware: offer.gpu_model ?? 'CPU',
      held: quote.image_held,
    }),
    others: ranked
      .filter((one) => one.offer.id !== offerId)
      .slice(0, otherOffersMax)
      .map((one) => ({
        offer: one.offer,
        running_micro_usd_per_hour: one.microUsdPerHour,
        image_held: one.held,
      })),
  }
}

/** The measured start on machines of this kind; else on any that had the image as this one. */
function expectedStart(
  starts: App['starts'],
  { hardware, held }: { hardware: string; held: boolean },
): AppQuote['expected'] {
  const measured = starts.filter(({ image_held, p50_s }) => image_held === held && p50_s !== null)
  const best = measured.find((start) => start.hardware === hardware) ?? measured[0]
  if (best === undefined || best.p50_s === null || best.p90_s === null) return null
  return { p50_s: best.p50_s, p90_s: best.p90_s }
}
