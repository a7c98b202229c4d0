import fc from 'fast-check'
import { z } from 'zod'
import { fittingValue, strangeValues } from '../bad-input/hostile.ts'
import type { DocumentedCall } from './document.ts'

/** One request to make, by what is in it. */
export interface Input {
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  headers: Readonly<Record<string, string>>
  body: unknown
}

const BodySchema = z.looseObject({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
})

/** The request that the document gives as an example, about things that exist. */
export function exampleInput({ operation }: DocumentedCall, known: KnownThings): Input {
  const of = (place: 'path' | 'query' | 'header') =>
    operation.parameters.flatMap((one) =>
      one.in === place && one.example !== undefined
        ? [[one.name, known.fillIn(one.example)] as const]
        : [],
    )
  const texts = (pairs: readonly (readonly [string, unknown])[]) =>
    Object.fromEntries(pairs.map(([name, value]) => [name, String(value)]))
  const body = operation.requestBody?.content['application/json']?.example
  return {
    params: texts(of('path')),
    query: texts(of('query')),
    headers: texts(of('header')),
    body: body === undefined ? undefined : known.fillIn(body),
  }
}

/** Ids that exist on the server, in place of the invented ones of examples. */
export interface KnownThings {
  fillIn(value: unknown): unknown
  /** Keeps ids of kinds that were not known yet. */
  learnFrom(answer: unknown): void
}

/** `ids` are of things that exist, one of each kind. */
export function knownThings(ids: readonly string[]): KnownThings {
  const byPrefix = new Map(ids.map((id) => [id.slice(0, 4), id]))
  return {
    fillIn(value) {
      const filled = JSON.stringify(value).replace(anId, (id) =>
        id.endsWith(inventedEnd) ? (byPrefix.get(id.slice(0, 4)) ?? id) : id,
      )
      return JSON.parse(filled)
    },
    learnFrom(answer) {
      for (const [id] of (JSON.stringify(answer) ?? '').matchAll(anId))
        byPrefix.set(id.slice(0, 4), byPrefix.get(id.slice(0, 4)) ?? id)
    },
  }
}

const anId = /[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}/g
const inventedEnd = '_01jd3v8q6f7g8h9jkmnpqrstvw'

/**
 * Variations of a request: each optional field filled in, each field left out, of another type or strange, a field that
 * is unknown, and bodies that are no object. The same ones in each run.
 */
export function variations(call: DocumentedCall, usual: Input, seed: number): Input[] {
  return [...otherQueries(call, usual, seed), ...otherBodies(call, usual, seed)]
}

function otherQueries({ operation }: DocumentedCall, usual: Input, seed: number): Input[] {
  const named = operation.parameters.filter((one) => one.in === 'query')
  const fitting = named.map(({ name, schema }) => [name, one(fittingValue(schema), seed)] as const)
  const strange = named.map(({ name }, at) => [name, strangeAt(seed + at)] as const)
  const unknown = named.length === 0 ? [] : [['surprise', '1'] as const]
  return [...fitting, ...strange, ...unknown].map(([name, value]) => ({
    ...usual,
    query: { ...usual.query, [name]: asText(value) },
  }))
}

function otherBodies({ operation }: DocumentedCall, usual: Input, seed: number): Input[] {
  const schema = operation.requestBody?.content['application/json']?.schema
  if (schema === undefined) return []
  const { properties } = BodySchema.parse(schema)
  const whole: Record<string, unknown> = { ...Object(usual.body) }
  const bodies = Object.entries(properties).flatMap(([name, field], at) => {
    const { [name]: _, ...without } = whole
    const fits = { ...whole, [name]: one(fittingValue(field), seed) }
    return [without, fits, { ...whole, [name]: strangeAt(seed + at) }]
  })
  return [...bodies, { ...whole, surprise: true }, [], null].map((body) => ({ ...usual, body }))
}

function one(values: fc.Arbitrary<unknown>, seed: number): unknown {
  return fc.sample(values, { numRuns: 1, seed })[0]
}

function strangeAt(at: number): unknown {
  return strangeValues[at % strangeValues.length]
}

function asText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.toWellFormed().slice(0, 500)
}
