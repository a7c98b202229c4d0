/** The value of a number field: text while it is typed, empty for none. */
export type TypedNumber = number | string

/** Returns the number of a field; `NaN`, which no schema accepts, if it is empty. */
export function numberOf(typed: TypedNumber): number {
  return typed === '' ? Number.NaN : Number(typed)
}

/** Returns the number of an optional field, or `null`. */
export function numberOrNull(typed: TypedNumber): number | null {
  return typed === '' ? null : Number(typed)
}
