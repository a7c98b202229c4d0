/** Counts by key. A key that is back at 0 takes no memory. */
export interface Counts {
  of(key: string): number
  /** Adds to the count; a negative amount subtracts. */
  add(key: string, more: number): void
}

export function createCounts(): Counts {
  const counts = new Map<string, number>()
  const of = (key: string) => counts.get(key) ?? 0
  return {
    of,
    add(key, more) {
      const count = of(key) + more
      if (count === 0) counts.delete(key)
      else counts.set(key, count)
    },
  }
}
