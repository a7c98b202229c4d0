import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import type { Log } from '../log.ts'

/** An arbitrary number, the same on every replica. */
const migrationLock = 7_164_533_102
/** How long to wait for another replica that migrates, or whose lost connection still holds the lock. */
const lockTimeoutMs = 300_000
const connectTimeoutMs = 10_000

interface Migration {
  name: string
  sql: string
  hash: string
}

/**
 * Migrates the database to the SQL files of `folder`, in order of name, each in a transaction of its own, once over all
 * replicas (advisory lock). Files are never edited once applied: a changed hash stops the start.
 */
export async function migrate(url: string, folder: string, log: Log): Promise<void> {
  const migrations = await readMigrations(folder)
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    application_name: 'gridloom-migrate',
  })
  // @NOTE a connection that breaks between two statements fails the next one
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`set lock_timeout = ${lockTimeoutMs}`)
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query('set lock_timeout = 0')
    await client.query(`create table if not exists migrations (
      name text primary key, hash text not null, applied_at timestamptz not null default now())`)
    const { rows } = await client.query<{ name: string; hash: string }>(
      'select name, hash from migrations',
    )
    const applied = new Map(rows.map((row) => [row.name, row.hash]))
    for (const migration of migrations) await applyOnce(client, migration, applied, log)
  } finally {
    // Ending the connection releases the lock.
    await client.end()
  }
}

/** Returns the names of a folder's migrations, in the order in which they are applied. */
export async function migrationNames(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}

/** Reads the SQL files of a folder, in order of name. */
async function readMigrations(folder: string): Promise<Migration[]> {
  const names = await migrationNames(folder)
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(folder, name), 'utf8')
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function applyOnce(
  client: pg.Client,
  migration: Migration,
  applied: Map<string, string>,
  log: Log,
): Promise<void> {
  const before = applied.get(migration.name)
  if (before === migration.hash) return
  if (before !== undefined)
    throw new Error(`migration ${migration.name} was changed after it was applied`)
  await client.query('begin')
  try {
    await client.query(migration.sql)
    await client.query('insert into migrations (name, hash) values ($1, $2)', [
      migration.name,
      migration.hash,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`migration ${migration.name} failed`, { cause: error })
  }
  log.info({ event: 'migration.applied', migration: migration.name }, 'migration applied')
}
