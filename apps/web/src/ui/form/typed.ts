/** A number as it stands in a field of a form: text while it is typed, empty where there is none. */
export type Typed = number | string

/** The number of a field; `NaN`, which no schema takes, where it is empty. */
export function numberOf(typed: Typed): number {
  return typed === '' ? Number.NaN : Number(typed)
}

/** The number of a field that may be left empty. */
export function numberOrNull(typed: Typed): number | null {
  return typed === '' ? null : Number(typed)
}
