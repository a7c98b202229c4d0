/**
 * The limits of a JSON schema that an answer must match. An engine turns it into a grammar and tries every token of its
 * vocabulary against all open alternatives: 5,000 enum values took 22 s for eight tokens. OpenAI's own limits are 5,000
 * properties, 1,000 enum values and 120,000 characters.
 */
export const schemaBounds = { chars: 64 * 1024, depth: 32, values: 5_000, enumValues: 500 } as const

/** For all tools of a request together; each of them has a schema. */
export const toolsBounds = {
  chars: 256 * 1024,
  depth: 40,
  values: 20_000,
  enumValues: 2_000,
} as const

type Bounds = Readonly<Record<keyof typeof schemaBounds, number>>

/**
 * The limit that a JSON value exceeds, as the end of a sentence that starts with its name; `undefined` if it exceeds
 * none.
 * Visits each value once, and stops at the first excess.
 */
export function schemaExcess(schema: unknown, bounds: Bounds = schemaBounds): string | undefined {
  const open: { value: unknown; depth: number }[] = [{ value: schema, depth: 1 }]
  let [values, chars, enumValues] = [0, 0, 0]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next
    values += 1
    if (values > bounds.values) return `has more than ${bounds.values} values`
    if (typeof value === 'string') chars += value.length
    if (typeof value !== 'object' || value === null) continue
    if (depth > bounds.depth) return `is nested more than ${bounds.depth} deep`
    for (const [key, member] of Object.entries(value)) {
      if (!Array.isArray(value)) chars += key.length
      if (key === 'enum' && Array.isArray(member)) enumValues += member.length
      open.push({ value: member, depth: depth + 1 })
    }
    if (enumValues > bounds.enumValues)
      return `has more than ${bounds.enumValues} enum values in all`
    if (open.length > bounds.values) return `has more than ${bounds.values} values`
    if (chars > bounds.chars) return `has more than ${bounds.chars} characters`
  }
  return chars > bounds.chars ? `has more than ${bounds.chars} characters` : undefined
}
