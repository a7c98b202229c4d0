/** The members of an object that are not `undefined`, to be spread over others. */
export function given<Fields extends object>(fields: Fields): Partial<Fields> {
  const result: Partial<Fields> = {}
  for (const key in fields) {
    if (fields[key] !== undefined) result[key] = fields[key]
  }
  return result
}
