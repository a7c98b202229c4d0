import type { InUse } from './feature.ts'

/** Returns `1 instance` or `2 instances`; nothing for zero. */
export function countPhrases({ count, noun }: InUse): string[] {
  if (count === 0) return []
  return [count === 1 ? `1 ${noun}` : `${count} ${noun}s`]
}

/** `a`, `a and b`, `a, b and c`. */
export function joinPhrases(parts: readonly string[]): string {
  const last = parts.at(-1) ?? ''
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`
}
