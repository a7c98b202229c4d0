import { gpuFields } from './gpu-fields.ts'
import { machineFields } from './machine-fields.ts'
import { marketFields } from './market-fields.ts'
import type { OfferField } from './offer-field.ts'

/**
 * Every field that offers are searched, sorted, compared and exported by. Parameters, text queries, completion,
 * columns, explanations and the API reference are derived from this table.
 */
export const offerFields = { ...gpuFields, ...machineFields, ...marketFields } as const

export type OfferFieldName = keyof typeof offerFields

/** Named cast: the keys of the table are the names. */
export const offerFieldNames = Object.keys(offerFields) as OfferFieldName[]

/** Returns the declaration of a field, as its general type. */
export function offerField(name: OfferFieldName): OfferField {
  return offerFields[name]
}
