import { z } from 'zod'
import type { JsonSchema } from '../openapi-schemas.ts'

/** The parts of a JSON Schema that a TypeScript type can express. */
const Parts = z.object({
  $ref: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  items: z.unknown().optional(),
  prefixItems: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).default([]),
  additionalProperties: z.unknown().optional(),
})
type Parts = z.infer<typeof Parts>

const plainTypes: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

const lineCharsMax = 90

/**
 * The TypeScript type of the values that a JSON Schema accepts; `unknown` for what a type cannot express. A long object
 * has a line for each member, indented by `depth` steps. Pure.
 */
export function typeText(schema: unknown, depth = 0): string {
  const parsed = Parts.safeParse(schema)
  if (!parsed.success) return 'unknown'
  const parts = parsed.data
  if (parts.$ref !== undefined) return parts.$ref.split('/').at(-1) ?? 'unknown'
  if (parts.const !== undefined) return JSON.stringify(parts.const)
  if (parts.enum !== undefined) return joined(parts.enum.map((value) => JSON.stringify(value)))
  const choices = parts.anyOf ?? parts.oneOf
  if (choices !== undefined) return joined(choices.map((choice) => typeText(choice, depth)))
  if (parts.allOf !== undefined)
    return parts.allOf.map((part) => `(${typeText(part, depth)})`).join(' & ')
  if (Array.isArray(parts.type))
    return joined(parts.type.map((type) => typedText({ ...parts, type }, depth)))
  return typedText({ ...parts, type: parts.type }, depth)
}

type Typed = Parts & { type: string | undefined }

function typedText({ type, ...parts }: Typed, depth: number): string {
  if (type === 'array') return listText(parts, depth)
  if (type === 'object' || parts.properties !== undefined) return objectText(parts, depth)
  return plainTypes[type ?? ''] ?? 'unknown'
}

function listText(
  { items, prefixItems }: Pick<Parts, 'items' | 'prefixItems'>,
  depth: number,
): string {
  if (prefixItems !== undefined)
    return `[${prefixItems.map((item) => typeText(item, depth)).join(', ')}]`
  return `Array<${typeText(items ?? {}, depth)}>`
}

type ObjectParts = Pick<Parts, 'properties' | 'required' | 'additionalProperties'>

function objectText(parts: ObjectParts, depth: number): string {
  const { properties = {}, required, additionalProperties } = parts
  const members = Object.entries(properties).map(
    ([name, member]) =>
      `${memberName(name)}${required.includes(name) ? '' : '?'}: ${typeText(member, depth + 1)}`,
  )
  if (members.length === 0 && additionalProperties !== false)
    return `Record<string, ${typeText(additionalProperties, depth)}>`
  const line = `{ ${members.join('; ')} }`
  if (line.length <= lineCharsMax && !line.includes('\n')) return line
  const indent = '  '.repeat(depth)
  return `{\n${members.map((member) => `${indent}  ${member}\n`).join('')}${indent}}`
}

function memberName(name: string): string {
  return /^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name)
}

function joined(types: readonly string[]): string {
  const different = [...new Set(types)]
  return different.includes('unknown') ? 'unknown' : different.join(' | ')
}

/** Whether a schema of an object has members, and whether one of them is required. */
export function membersOf(schema: JsonSchema): 'none' | 'optional' | 'required' {
  const { properties, required } = Parts.parse(schema)
  if (properties !== undefined && Object.keys(properties).length === 0) return 'none'
  return required.length > 0 || properties === undefined ? 'required' : 'optional'
}
