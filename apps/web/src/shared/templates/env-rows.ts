/** One environment row as typed; `row` is only a key for rendering. */
export interface EnvRow {
  readonly row: number
  readonly name: string
  readonly value: string
}

/** Converts rows to an environment; rows without a name are dropped. */
export function toEnvironment(rows: readonly EnvRow[]): Record<string, string> {
  const named = rows.filter(({ name }) => name.trim() !== '')
  return Object.fromEntries(named.map(({ name, value }) => [name.trim(), value]))
}

/** Returns the rows of an environment. */
export function envRowsOf(env: Readonly<Record<string, string>>): EnvRow[] {
  return Object.entries(env).map(([name, value], at) => ({ row: at + 1, name, value }))
}
