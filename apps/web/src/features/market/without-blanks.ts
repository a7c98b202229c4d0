/** Drops undefined values, so that equal search parameters are equal objects. */
export function withoutBlanks<T extends object>(value: T): T {
  return asSame<T>(
    Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)),
  )
}

/** Named cast: only entries that were undefined, and therefore optional, were dropped. */
function asSame<T extends object>(value: object): T {
  return value as T
}
