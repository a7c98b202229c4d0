import { z } from 'zod'
import { limits } from '../core/constants.ts'
import { OfferId, QuoteId } from '../core/ids.ts'
import { MicroUsdPerHour, PlainLine } from '../core/values.ts'
import { Offer } from '../market/offer.ts'
import { Quote } from '../market/quote.ts'
import { AppFieldName } from './app-field.ts'

/** How many other offers a quote names. */
export const otherOffersMax = 5

export const AppQuoteRequest = z.strictObject({
  /** Omitted: the best one. */
  offer_id: OfferId.optional(),
  slots: z.int().min(1).max(limits.slotsPerInstance).optional(),
  disk_gb: z.int().min(limits.diskGbMin).max(limits.diskGbMax).optional(),
  /** Machines that are not offered: one on which the app has just failed, for example. */
  except: z.array(OfferId).max(20).default([]),
})
export type AppQuoteRequest = z.infer<typeof AppQuoteRequest>

/** Another offer that an app could run on. */
export const OtherOffer = z.strictObject({
  offer: Offer,
  /** The all-in price, which is not locked. */
  running_micro_usd_per_hour: MicroUsdPerHour,
  image_held: z.boolean(),
})
export type OtherOffer = z.infer<typeof OtherOffer>

/** The all-in price of an app on one offer, locked for 60 seconds. */
export const AppQuote = z.strictObject({
  offer: Offer,
  quote: Quote,
  /** The measured time from order to ready on such machines, in seconds; `null`: never measured. */
  expected: z.strictObject({ p50_s: z.number(), p90_s: z.number() }).nullable(),
  /** Other free offers that fit, the best first. */
  others: z.array(OtherOffer).max(otherOffersMax),
})
export type AppQuote = z.infer<typeof AppQuote>

export const AppLaunch = z.strictObject({
  offer_id: OfferId,
  quote_id: QuoteId.optional(),
  slots: z.int().min(1).max(limits.slotsPerInstance).optional(),
  disk_gb: z.int().min(limits.diskGbMin).max(limits.diskGbMax).optional(),
  /** The version that was looked at: with another one in the meantime, nothing is ordered. */
  version: z.string().max(20).optional(),
  /** Values of its fields by their names; those with a default or a generated value may be omitted. */
  fields: z.record(AppFieldName, z.string().max(limits.envValueChars)).default({}),
  label: PlainLine.max(limits.labelChars).default(''),
})
export type AppLaunch = z.infer<typeof AppLaunch>
