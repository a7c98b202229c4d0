import fc from 'fast-check'
import { z } from 'zod'

/** The parts of a JSON Schema that the generator reads. */
const Schema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
})

/** Values that no field expects, each of which once broke some server. */
export const strangeValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  -0,
  0.1,
  1e308,
  Number.MAX_SAFE_INTEGER,
  2 ** 63,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u2066',
  'é'.repeat(200),
  '🧵'.repeat(300),
  'x'.repeat(100_000),
  '%00',
  '../../etc/passwd',
  "' or 1=1 --",
  '{{7*7}}<script>',
  '1e9999',
  'NaN',
  '2026-02-30T25:61:61Z',
  '9999999-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '00000000-0000-0000-0000-000000000000',
  [],
  [null],
  [[[[[[[[]]]]]]]],
  {},
  { length: 1e9 },
  { toString: 'no' },
  { constructor: { prototype: { polluted: true } } },
  { valueOf: 1 },
]

/** A value for a schema: about two in three are valid, so that handlers are reached; the rest are hostile. */
export function hostileValue(schema: unknown): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 2, arbitrary: fittingValue(schema) },
    { weight: 1, arbitrary: fc.constantFrom(...strangeValues) },
  )
}

/** An object for a schema, with fields that are missing, hostile or unknown. */
export function hostileObject(schema: unknown): fc.Arbitrary<Record<string, unknown>> {
  const { properties = {} } = Schema.parse(schema)
  const fields = fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, hostileValue(field)]),
    ),
    { requiredKeys: [] },
  )
  const extra = fc.dictionary(
    fc.constantFrom('surprise', '__proto__', 'constructor', 'prototype', 'id', '', '$ne'),
    fc.constantFrom(...strangeValues),
    { maxKeys: 1 },
  )
  return fc.oneof(
    { weight: 3, arbitrary: fields },
    {
      weight: 1,
      arbitrary: fc.tuple(fields, extra).map(([some, more]) => ({ ...some, ...more })),
    },
  )
}

/** A value that a schema allows, as far as the generator reads it; in lists and objects some are hostile. */
export function fittingValue(schema: unknown): fc.Arbitrary<unknown> {
  const { anyOf, oneOf, enum: words, const: only, ...rest } = Schema.parse(schema)
  const choices = anyOf ?? oneOf
  if (choices !== undefined) return fc.oneof(...choices.map(fittingValue))
  if (words !== undefined) return fc.constantFrom(...words)
  if (only !== undefined) return fc.constant(only)
  switch (Array.isArray(rest.type) ? rest.type[0] : rest.type) {
    case 'string':
      return fittingText(rest)
    case 'integer':
      return fc.integer({ min: -5, max: 10_000_000 })
    case 'number':
      return fc.double({ noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(hostileValue(rest.items ?? {}), { maxLength: 4 })
    case 'object':
      return hostileObject(rest)
    default:
      return fc.jsonValue()
  }
}

function fittingText({ pattern, format }: { pattern?: string; format?: string }) {
  if (format === 'email') return fc.emailAddress()
  if (format === 'date-time')
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  if (pattern !== undefined) return matchingText(pattern)
  return fc.string({ unit: 'binary', maxLength: 80 })
}

const matching = new Map<string, fc.Arbitrary<string>>()

/** Created once per pattern: one with a Unicode class takes seconds, as each character is tested. */
function matchingText(pattern: string): fc.Arbitrary<string> {
  const made = matching.get(pattern) ?? fc.stringMatching(new RegExp(pattern, 'u'))
  matching.set(pattern, made)
  return made
}
