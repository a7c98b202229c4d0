import { z } from 'zod'
import type { JsonSchema } from '../openapi-schemas.ts'
import { exampleNumbers, exampleTexts, falseFlags, usuallyNull } from './example-values.ts'

/** The parts of a JSON Schema that an example is made from. */
const Schema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string()).transform(([first]) => first)]).optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  default: z.unknown().optional(),
  examples: z.array(z.unknown()).optional(),
  format: z.string().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  minItems: z.int().optional(),
  propertyNames: z.unknown().optional(),
  additionalProperties: z.unknown().optional(),
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
})
type Schema = z.infer<typeof Schema>

export interface ExampleOptions {
  /** The schemas that references name. */
  components: Readonly<Record<string, JsonSchema>>
  /** `request`: required fields only, as in a short call. `answer`: every field. */
  fields: 'request' | 'answer'
}

/** Where in a document an example belongs: the field, and the field or named schema around it. */
interface Place {
  parent: string
  field: string
}

const refStart = '#/components/schemas/'

/** A plausible value for a schema, always the same one. Pure. @throws ZodError for a schema that is not an object */
export function exampleOf(
  schema: unknown,
  options: ExampleOptions,
  place: Place = { parent: '', field: '' },
): unknown {
  const one = Schema.parse(schema)
  if (one.$ref !== undefined) {
    const name = one.$ref.slice(refStart.length)
    return exampleOf(options.components[name], options, { parent: place.field, field: name })
  }
  if ('const' in one) return one.const
  if (one.examples?.[0] !== undefined) return one.examples[0]
  const choices = one.anyOf ?? one.oneOf
  if (choices !== undefined) return chosen(choices, options, place)
  if (one.enum !== undefined) return usualOf(one.enum, place)
  return typed(one, options, place)
}

/** The usual word for the field if it is one of the allowed ones, else the first. */
function usualOf(words: readonly unknown[], { parent, field }: Place): unknown {
  const usual = exampleTexts[`${parent}.${field}`] ?? exampleTexts[field]
  return words.includes(usual) ? usual : words[0]
}

function chosen(choices: readonly unknown[], options: ExampleOptions, place: Place): unknown {
  const isNull = (choice: unknown) => Schema.parse(choice).type === 'null'
  if (usuallyNull.has(place.field) && choices.some(isNull)) return null
  const first = choices.find((choice) => !isNull(choice))
  return first === undefined ? null : exampleOf(first, options, place)
}

function typed(one: Schema, options: ExampleOptions, place: Place): unknown {
  switch (one.type) {
    case 'object':
      return objectOf(one, options, place)
    case 'array':
      return one.items === undefined ? [] : [exampleOf(one.items, options, place)]
    case 'string':
      return textOf(one, place)
    case 'integer':
    case 'number':
      return numberOf(one, place)
    case 'boolean':
      return !falseFlags.has(place.field)
    case 'null':
      return null
    default:
      return one.default ?? {}
  }
}

function objectOf(one: Schema, options: ExampleOptions, { field }: Place): unknown {
  const { properties, required = [], additionalProperties } = one
  if (properties === undefined) {
    if (typeof additionalProperties !== 'object' || one.propertyNames !== undefined) return {}
    return { name: exampleOf(additionalProperties, options, { parent: field, field: 'name' }) }
  }
  const shown = Object.entries(properties).filter(
    ([name]) => options.fields === 'answer' || required.includes(name),
  )
  return Object.fromEntries(
    shown.map(([name, of]) => [name, exampleOf(of, options, { parent: field, field: name })]),
  )
}

function textOf({ format }: Schema, { parent, field }: Place): string {
  if (format === 'date-time') return timeOf(field)
  if (format === 'binary') return ''
  return exampleTexts[`${parent}.${field}`] ?? exampleTexts[field] ?? missing(field)
}

/** Marks a field without a plausible value; no example may contain it, which the tests check. */
export const missingExample = 'example missing: '

function missing(field: string): string {
  return `${missingExample}${field}`
}

function timeOf(field: string): string {
  if (/expires|until|next|redeem/.test(field)) return '2026-12-21T09:30:00.000Z'
  return /ended|finished|stopped|changed|seen|last|decided|ready/.test(field)
    ? '2026-11-21T10:15:00.000Z'
    : '2026-11-21T09:30:00.000Z'
}

/** Typical magnitudes by the unit that a name ends with; the first that matches. */
const byUnit: readonly (readonly [RegExp, number])[] = [
  [/micro_usd_per_hour$|micro_usd_per_hour_max$/, 360_000],
  [/micro_usd(_max)?$|_micro_usd_per/, 1_250_000],
  [/price_/, 0.5],
  [/_mib(_min)?$/, 24_576],
  [/_gi?b(_min)?$/, 100],
  [/bytes/, 1_048_576],
  [/_ms$|^p\d\d$/, 42],
  [/_s(_|$)/, 2_700],
  [/tokens/, 128],
  [/score|reference/, 1.5],
]

function numberOf(one: Schema, { field }: Place): number {
  const usual = exampleNumbers[field] ?? byUnit.find(([name]) => name.test(field))?.[1] ?? 3
  const whole = one.type === 'integer' ? Math.round(usual) : usual
  const low = one.minimum ?? one.exclusiveMinimum ?? Number.NEGATIVE_INFINITY
  return Math.min(Math.max(whole, low), one.maximum ?? Number.POSITIVE_INFINITY)
}
