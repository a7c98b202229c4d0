import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { systemClock } from '@gridloom/async/clock'
import { startEmbeddedDatabase } from '@gridloom/server/platform/database/embedded'
import { migrate } from '@gridloom/server/platform/database/migrate'
import { silentLog } from '@gridloom/server/platform/log'
import pg from 'pg'
import type {} from 'vitest'
import { scratchFolder } from './scratch.ts'

declare module 'vitest' {
  interface ProvidedContext {
    clusterUrl: string
  }
}

/** A PostgreSQL server for tests, with a migrated template that each test's database is copied from. */
export interface TestCluster {
  /** Address of the maintenance database; `databaseUrl` names the others. */
  url: string
  [Symbol.asyncDispose](): Promise<void>
}

const cacheFolder = path.join(tmpdir(), `gridloom-testkit-${process.getuid?.() ?? 0}`)
const migrationsFolder = fileURLToPath(
  new URL('../../../apps/server/src/migrations', import.meta.url),
)
const templateName = 'gridloom_template'

/** Tests need no durability, so nothing needs to reach the disk. */
const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/**
 * Asks no password on the socket, whose folder only its user and root may enter: the check is a fifth of a connection's
 * cost, and a run of the tests signs in some ten thousand times.
 */
const access = `local all all trust
host all all 127.0.0.1/32 scram-sha-256
`

/**
 * Starts a throw-away cluster. `initdb` (about two seconds) runs once per machine: its result is cached and copied, so
 * that later starts take a few tenths of a second. `isDurable`: commits reach the disk, as a bench of them needs.
 */
export async function startTestCluster(
  { isDurable }: { isDurable: boolean } = { isDurable: false },
): Promise<TestCluster> {
  const folder = await mkdtemp(path.join(await scratchFolder(), 'gridloom-test-'))
  const seed = await seedFolder()
  // Not fs.cp: it would make root the owner of files that belong to the database's user.
  await promisify(execFile)('cp', ['-a', `${seed}/.`, folder])
  await writeFile(path.join(folder, 'pgdata', 'pg_hba.conf'), access)
  const database = await startEmbeddedDatabase({
    folder,
    clock: systemClock,
    log: silentLog(),
    settings: isDurable ? [] : settings,
  })
  await withClient(database.url, async (client) => {
    await hashPasswordOnce(client, new URL(database.url).password)
    await client.query(`create database ${templateName}`)
  })
  await migrate(databaseUrl(database.url, templateName), migrationsFolder, silentLog())
  return {
    url: database.url,
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A database of its own for one test file, dropped when disposed. */
export interface TestDatabase {
  url: string
  [Symbol.asyncDispose](): Promise<void>
}

/** Copies the template, which takes a few hundredths of a second. */
export async function freshDatabase(clusterUrl: string): Promise<TestDatabase> {
  const name = `test_${process.pid}_${crypto.randomUUID().slice(0, 8)}`
  const maintenance = maintenanceOf(clusterUrl)
  await maintenance.query(`create database ${name} template ${templateName} strategy file_copy`)
  return {
    url: databaseUrl(clusterUrl, name),
    async [Symbol.asyncDispose]() {
      await maintenance.query(untilUnused(name))
      await maintenance.query(`drop database ${name} with (force)`)
    },
  }
}

/**
 * SQL that waits for at most 100 ms until the last connection to a database is gone. A pool that has ended does not wait
 * for its connections, and `drop database` sleeps for 100 ms when it finds one: longer than a server of a test takes to
 * start.
 */
function untilUnused(name: string): string {
  return `do $$ begin
    for look in 1..100 loop
      perform pg_stat_clear_snapshot();
      exit when not exists (select from pg_stat_activity where datname = '${name}');
      perform pg_sleep(0.001);
    end loop;
  end $$`
}

const maintenancePools = new Map<string, pg.Pool>()

/**
 * One connection per process and cluster, which creates and drops the databases: two further ones for each database
 * would cost two thirds of its copy. It keeps no process running.
 */
function maintenanceOf(clusterUrl: string): pg.Pool {
  const known = maintenancePools.get(clusterUrl)
  if (known !== undefined) return known
  const pool = new pg.Pool({
    connectionString: clusterUrl,
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  })
  // @NOTE the cluster closes the idle connection when it stops
  pool.on('error', () => {})
  maintenancePools.set(clusterUrl, pool)
  return pool
}

/**
 * Stores the password's hash with one round instead of 4,096, which each sign-in over TCP repeats.
 */
async function hashPasswordOnce(client: pg.Client, password: string): Promise<void> {
  await client.query('set scram_iterations = 1')
  await client.query(`alter role current_user password ${client.escapeLiteral(password)}`)
}

function databaseUrl(clusterUrl: string, name: string): string {
  const url = new URL(clusterUrl)
  url.pathname = `/${name}`
  return url.href
}

/** The initialised data directory, never started, that clusters are copied from. */
async function seedFolder(): Promise<string> {
  const seed = path.join(cacheFolder, 'seed-18')
  if (
    await stat(path.join(seed, 'pgdata', 'PG_VERSION')).then(
      () => true,
      () => false,
    )
  )
    return seed
  await mkdir(cacheFolder, { recursive: true })
  const draft = await mkdtemp(path.join(cacheFolder, 'draft-'))
  const database = await startEmbeddedDatabase({
    folder: draft,
    clock: systemClock,
    log: silentLog(),
    settings,
  })
  await database[Symbol.asyncDispose]()
  // @NOTE the first to create it wins; the rename of another one fails, and the existing folder is as good.
  await rename(draft, seed).catch(() => rm(draft, { recursive: true, force: true }))
  return seed
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
