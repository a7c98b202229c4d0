/** Fields of a form, or of an object. */
export type Fields = { [name: string]: unknown }

/** Reads a form in Stripe's notation: `metadata[payment]=pay_1` is a field of the object `metadata`. */
export function fieldsIn(form: string): Fields {
  const fields: Fields = {}
  for (const [name, value] of new URLSearchParams(form)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '')
    const last = path.pop() ?? ''
    let at = fields
    for (const part of path) {
      const next = objectOf(at[part])
      at[part] = next
      at = next
    }
    at[last] = value
  }
  return fields
}

/** An object, or an empty one. Named cast: what is no array and not `null` has fields. */
export function objectOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function numberOf(value: unknown): number {
  return Number(value ?? 0)
}
