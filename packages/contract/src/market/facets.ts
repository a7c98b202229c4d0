import { z } from 'zod'
import { offerFieldNames } from './offer-fields.ts'
import { OfferQuery } from './offer-filters.ts'

/** The most values of one facet; the most frequent ones. */
export const facetValuesMax = 50

const FieldName = z.enum(offerFieldNames)

export const OfferFacetsQuery = z.strictObject({
  ...OfferQuery.shape,
  /** Names of fields, separated by commas. All that have few values by default. */
  fields: z
    .string()
    .max(1_000)
    .regex(/^[a-z_]{1,40}(?:,[a-z_]{1,40}){0,59}$/, 'must be names of fields, separated by commas')
    .optional()
    .meta({ examples: ['gpu_model,vram,country'] }),
})
export type OfferFacetsQuery = z.infer<typeof OfferFacetsQuery>

/** The values of one field among the offers that pass all filters but those of this field. */
export const OfferFacet = z.strictObject({
  field: FieldName,
  /** The most frequent values, as queries take them; empty for fields with a range of values. */
  values: z.array(z.strictObject({ value: z.string(), offers: z.int() })).max(facetValuesMax),
  /** Whether there are more values. */
  more: z.boolean(),
  /** The lowest and the highest value of a number, in the base of its unit; `null`: no offer has one. */
  lowest: z.number().nullable(),
  highest: z.number().nullable(),
})
export type OfferFacet = z.infer<typeof OfferFacet>

export const OfferFacets = z.strictObject({
  /** Offers that pass all filters. */
  offers: z.int(),
  facets: z.array(OfferFacet),
})
export type OfferFacets = z.infer<typeof OfferFacets>
