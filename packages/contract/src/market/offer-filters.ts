import { z } from 'zod'
import { limits } from '../core/constants.ts'
import { ImageRef } from '../core/image-ref.ts'
import {
  type OfferFieldName,
  offerField,
  offerFieldNames,
  type offerFields,
} from './offer-fields.ts'

export const OfferKind = z.enum(['gpu', 'cpu'])
export type OfferKind = z.infer<typeof OfferKind>

type Fields = typeof offerFields
type OfType<Type> = {
  [Name in OfferFieldName]: Fields[Name] extends { type: Type } ? Name : never
}[OfferFieldName]

/** The fields that offers are sorted by. */
export type SortedFieldName = OfType<'number' | 'version'>

/** Named cast: exactly the fields of these types. */
export const sortedFieldNames = offerFieldNames.filter((name) =>
  ['number', 'version'].includes(offerField(name).type),
) as SortedFieldName[]

/** A field to sort by; `network` is the earlier name of `down`. */
export const OfferSort = z.enum([...sortedFieldNames, 'network'])
export type OfferSort = z.infer<typeof OfferSort>

/** A number as it arrives in a query string. */
const bound = z.coerce.number().min(0).max(1e12)

/** A version of one to three numbers. A shorter upper limit includes what begins with it: `12` includes `12.4`. */
export const OfferVersion = z
  .string()
  .regex(/^[0-9]{1,3}(?:[.][0-9]{1,3}){0,2}$/, 'must be a version such as 12.4')
  .meta({ examples: ['12.4'] })

const textRule = 'must be 1 to 100 characters without quotation marks and commas'

/** One text, without quotation marks, commas and control characters, as queries could not have them. */
const oneText = z
  .string()
  .regex(/^[^",]{1,100}$/, textRule)
  .refine(hasNoControls, textRule)

const listRule = 'must be up to 20 values of up to 100 characters, separated by commas'

/** Up to 20 such texts, separated by commas. */
const values = z
  .string()
  .max(500)
  .regex(/^[^",]{1,100}(?:,[^",]{1,100}){0,19}$/, listRule)
  .refine(hasNoControls, listRule)

function hasNoControls(text: string): boolean {
  return !/\p{Cc}/u.test(text)
}

const flag = z.enum(['yes', 'no'])

type Bounds<Name extends OfferFieldName> = `${Fields[Name]['param']}_${'min' | 'max'}`
type Listed<Name extends OfferFieldName> = `${Fields[Name]['param']}${'' | '_not'}`
type ListFieldName = {
  [Name in OfferFieldName]: Fields[Name] extends { match: 'words' | 'code' } ? Name : never
}[OfferFieldName]
type OptionalShape<Key extends string, Schema extends z.ZodType> = {
  [Each in Key]: z.ZodOptional<Schema>
}

type FilterShape = OptionalShape<Bounds<OfType<'number'>>, typeof bound> &
  OptionalShape<Bounds<OfType<'version'>>, typeof OfferVersion> &
  OptionalShape<Listed<ListFieldName>, typeof values> &
  OptionalShape<Fields[OfType<'flag'>]['param'], typeof flag> &
  typeof exactShape

/** The parameters of fields that are matched exactly; each has rules of its own. */
const exactShape = {
  kind: OfferKind.optional(),
  gpu_model: oneText.optional(),
  /** Only machines that have cached this image. */
  image: ImageRef.optional(),
  /** Offers that are not isolated are left out by default. */
  isolation: z.enum(['isolated', 'any']).default('isolated'),
} as const

function shapeOf(name: OfferFieldName): Record<string, z.ZodType> {
  const field = offerField(name)
  const { param, about } = field
  switch (field.type) {
    case 'number':
      return bounds(param, (describe) => bound.optional().describe(describe), about)
    case 'version':
      return bounds(param, (describe) => OfferVersion.optional().describe(describe), about)
    case 'flag':
      return { [param]: flag.optional().describe(about) }
    case 'text':
      if (field.match === 'exact') return {}
      return {
        [param]: values.optional().describe(`${about}. Any of these values`),
        [`${param}_not`]: values.optional().describe(`${about}. None of these values`),
      }
  }
}

function bounds(param: string, schema: (describe: string) => z.ZodType, about: string) {
  return {
    [`${param}_min`]: schema(`${about}. At least this`),
    [`${param}_max`]: schema(`${about}. At most this`),
  }
}

/** Named cast: one parameter or two for each field of the table, as the type computes them. */
const filterShape = Object.assign(
  {},
  ...offerFieldNames.map(shapeOf),
  { slots_min: z.coerce.number().int().min(1).max(limits.slotsPerInstance).optional() },
  exactShape,
) as FilterShape

/** The filters of the market, derived from {@link offerFields}; all of them are in the page's URL too. */
export const OfferFilters = z.strictObject(filterShape)
export type OfferFilters = z.infer<typeof OfferFilters>
export type OfferFilterName = keyof OfferFilters

/** The most of a text query; its language is in `docs/decisions/0210-offer-search.md`. */
export const offerQueryCharsMax = 500

/** A text query, such as `gpu:4090 vram>=24 price<0.5 region:EU`, that adds to the parameters beside it. */
export const OfferQueryText = z
  .string()
  .max(offerQueryCharsMax)
  .meta({ examples: ['gpu:4090 vram>=24 price<0.5 region:EU'] })

/** Filters as parameters, as a text query, or both. */
export const OfferQuery = z.strictObject({ ...filterShape, q: OfferQueryText.optional() })
export type OfferQuery = z.infer<typeof OfferQuery>
