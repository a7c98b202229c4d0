import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/** A list's length is checked only once its items are valid, so each level of nested lists takes another round. */
const roundsMax = 6

/**
 * Returns the value cut to what its schema accepts: texts and lists that are too long lose their end, numbers that are
 * too large become the maximum, and text that cannot be stored is made well-formed. The control plane closes the
 * connection of an agent that sends more, and a long error of an engine must not cause that.
 */
export function clipped<T>(schema: z.ZodType, value: T): T {
  let sent = value
  for (let round = 0; round < roundsMax; round += 1) {
    const parsed = schema.safeParse(sent)
    if (parsed.success) return sent
    if (sent === value) sent = structuredClone(value)
    for (const issue of parsed.error.issues) mend(sent, issue)
  }
  return sent
}

function mend(root: unknown, issue: Issue): void {
  const last = issue.path.at(-1)
  const holder = issue.path.slice(0, -1).reduce(propertyOf, root)
  if (last === undefined || typeof holder !== 'object' || holder === null) return
  Reflect.set(holder, last, mended(propertyOf(holder, last), issue))
}

function mended(value: unknown, issue: Issue): unknown {
  if (typeof value === 'string') {
    const storable = value.replaceAll('\0', '').toWellFormed()
    return issue.code === 'too_big' ? storable.slice(0, Number(issue.maximum)) : storable
  }
  if (issue.code !== 'too_big') return value
  if (Array.isArray(value)) return value.slice(0, Number(issue.maximum))
  return typeof value === 'number' ? Number(issue.maximum) : value
}

function propertyOf(holder: unknown, key: PropertyKey): unknown {
  return typeof holder === 'object' && holder !== null ? Reflect.get(holder, key) : undefined
}
