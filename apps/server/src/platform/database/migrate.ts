import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import type { Db } from './connect.ts'
import { sqlStateOf } from './transact.ts'

/** An arbitrary number, the same on every replica. */
const migrationLock = 7_164_533_102
/** How long to wait for another replica that migrates, or whose lost connection still holds the lock. */
const lockTimeoutMs = 300_000
const connectTimeoutMs = 10_000
/** The SQLSTATE of a database that was never migrated. */
const undefinedTable = '42P01'

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

/**
 * Whether every SQL file of `folder` was applied as it is now, so that {@link migrate} would do nothing. False on a
 * database that was never migrated. Reads only, on a connection of the pool: most starts need no migration.
 */
export async function isMigrated(db: Db, folder: string): Promise<boolean> {
  const migrations = await readMigrations(folder)
  const applied = await appliedOf(db)
  return migrations.every(({ name, hash }) => applied.get(name) === hash)
}

/** Returns the hashes of the applied migrations by name. */
async function appliedOf(db: Db): Promise<Map<string, string>> {
  try {
    const { rows } = await sql<{ name: string; hash: string }>`
      select name, hash from migrations`.execute(db)
    return new Map(rows.map((row) => [row.name, row.hash]))
  } catch (error) {
    if (sqlStateOf(error) === undefinedTable) return new Map()
    throw error
  }
}

/** Returns the names of a folder's migrations, in the order in which they are applied. */
export async function migrationNames(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}

/** Reads the SQL files of a folder, in order of name: at once, which for small files costs a fifth of waiting for each. */
async function readMigrations(folder: string): Promise<Migration[]> {
  const names = await migrationNames(folder)
  return names.map((name) => {
    const text = readFileSync(path.join(folder, name), 'utf8')
    return { name, sql: text, hash: createHash('sha256').update(text).digest('hex') }
  })
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
