/** Names in one email; the others are counted. */
const namesMax = 20

/** Lists names as in a sentence: `a, b, c`, and from the 21st on `and 3 more`. */
export function listNames(names: readonly string[]): string {
  const rest = names.length - namesMax
  return names.slice(0, namesMax).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}
