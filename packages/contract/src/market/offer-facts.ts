import { z } from 'zod'
import {
  type OfferFieldName,
  offerField,
  offerFieldNames,
  type offerFields,
} from './offer-fields.ts'

type Fields = typeof offerFields
type Exact = {
  [Name in OfferFieldName]: Fields[Name] extends { match: 'exact' } ? Name : never
}[OfferFieldName]
type FactName = Exclude<OfferFieldName, Exact>

type FactSchema<Name extends FactName> = Fields[Name] extends { type: 'number' }
  ? z.ZodNullable<z.ZodNumber>
  : Fields[Name] extends { type: 'flag' }
    ? z.ZodNullable<z.ZodBoolean>
    : Name extends 'model'
      ? z.ZodArray<z.ZodString>
      : z.ZodNullable<z.ZodString>

/** Named cast: one fact for each field but those that are matched exactly, which offers have already. */
const shape = Object.fromEntries(
  offerFieldNames.flatMap((name) => {
    const field = offerField(name)
    if (field.type === 'text' && field.match === 'exact') return []
    return [[name, schemaOf(name).describe(field.about)]]
  }),
) as { [Name in FactName]: FactSchema<Name> }

function schemaOf(name: OfferFieldName): z.ZodType {
  const { type } = offerField(name)
  if (type === 'number') return z.number().nullable()
  if (type === 'flag') return z.boolean().nullable()
  return name === 'model' ? z.array(z.string()) : z.string().nullable()
}

/** An offer by the names of the fields of queries, in the base of their units; `null`: unknown. */
export const OfferFacts = z.strictObject(shape)
export type OfferFacts = z.infer<typeof OfferFacts>
