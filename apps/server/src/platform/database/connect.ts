import { systemClock } from '@gridloom/async/clock'
import type { AccountId, ApiKeyId, AuditId } from '@gridloom/contract/core/ids'
import { type Generated, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { patientPool } from './patient-pool.ts'
import { prepareMarked } from './prepared.ts'

/** Tables of the platform itself. A feature's store adds its own by `db.withTables<…>()`. */
export interface PlatformTables {
  events: {
    id: Generated<string>
    topic: string
    account_id: string | null
    subject: string
    at: Generated<Date>
  }
  audit_entries: {
    id: AuditId
    at: Date
    action: string
    account_id: AccountId | null
    user_id: AccountId | null
    api_key_id: ApiKeyId | null
    subject: string
    address: string | null
    user_agent: string | null
  }
  attempts: {
    key: string
    window_ends_at: Date
    count: number
  }
  shared_secrets: {
    name: string
    secret: string
    created_at: Date
  }
}
export type Db = Kysely<PlatformTables>

/** The NOTIFY channel for every change. */
export const changeChannel = 'gridloom_changes'

// 8-byte integers are parsed as numbers; ours (micro-dollars, bytes) stay within 2^53, and a larger one is a bug.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError(`integer beyond 2^53 from the database: ${text}`)
  return value
})

interface ConnectOptions {
  /** Limits what one replica takes from the server. */
  connections: number
  queryTimeoutMs?: number
  /** How long to wait for a connection in use before opening a further one; not at all by default. */
  patienceMs?: number
}

/** Opens a pool and the query builder over it. */
export function connectDatabase(
  url: string,
  { connections, queryTimeoutMs = 35_000, patienceMs = 0 }: ConnectOptions,
): { db: Db; pool: pg.Pool } {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 10_000,
    // A statement that takes longer is a mistake; migrations lift the limit for themselves.
    statement_timeout: 30_000,
    // The database ends a statement in time unless it cannot be reached any more.
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'gridloom',
  })
  // @NOTE an idle connection that breaks is replaced by the pool; the query that uses it reports it.
  pool.on('error', () => {})
  // A transaction's connection has no listener between two statements: one that breaks there must not end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('connect', prepareMarked)
  const entry = patienceMs === 0 ? pool : patientPool(pool, { clock: systemClock, patienceMs })
  const dialect = new PostgresDialect({ pool: entry })
  return { db: new Kysely<PlatformTables>({ dialect }), pool }
}
