import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'

const mark = /^\/\* prepared: (\w+) \*\//

/**
 * Begins a statement that each connection plans once, for those that take longer to plan than to run. Its text must
 * always be the same; a connection refuses a name with two texts.
 */
export function prepared(name: string): RawBuilder<never> {
  return sql.raw(`/* prepared: ${name} */`)
}

type Query = (statement: unknown, values?: unknown, ...rest: unknown[]) => unknown

/** Makes a new connection prepare the statements that begin with {@link prepared}. */
export function prepareMarked(client: pg.PoolClient): void {
  // Named cast: the overloads of `query` differ in callbacks alone, which are passed on.
  const query = client.query.bind(client) as Query
  const preparing: Query = (statement, values, ...rest) => {
    const name = typeof statement === 'string' ? mark.exec(statement)?.[1] : undefined
    if (name === undefined) return query(statement, values, ...rest)
    return query({ name, text: statement, values }, ...rest)
  }
  Object.assign(client, { query: preparing })
}
