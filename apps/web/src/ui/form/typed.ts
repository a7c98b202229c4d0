/** The value of a number field: text while it is typed, empty for none. */
export type Typed = number | string

/** Returns the number of a field; `NaN`, which no schema accepts, if it is empty. */
export function numberOf(typed: Typed): number {
  return typed === '' ? Number.NaN : Number(typed)
}

/** Returns the number of an optional field, or `null`. */
export function numberOrNull(typed: Typed): number | null {
  return typed === '' ? null : Number(typed)
}
