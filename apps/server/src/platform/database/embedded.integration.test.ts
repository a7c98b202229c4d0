import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { systemClock } from '@gridloom/async/clock'
import pg from 'pg'
import { expect, it } from 'vitest'
import { silentLog } from '../log.ts'
import { startEmbeddedDatabase } from './embedded.ts'

it('keeps committed data over a stop and a start', async () => {
  await using fixture = await setup()
  const first = await fixture.start()
  await query(first.url, 'create table kept (n integer)')
  await query(first.url, 'insert into kept values (42)')
  await first[Symbol.asyncDispose]()

  await using second = await fixture.start()
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 42 }])
})

it('stops the database when the server is killed, and keeps committed data', async () => {
  await using fixture = await setup()
  const { url, kill } = await fixture.startElsewhere()
  await query(url, 'create table kept (n integer)')
  await query(url, 'insert into kept values (42)')
  const pid = await postmasterPid(fixture.folder)
  await kill()
  while (await isAlive(pid)) await new Promise((resolve) => setImmediate(resolve))

  await using database = await fixture.start()
  expect(await query(database.url, 'select n from kept')).toEqual([{ n: 42 }])
})

it('restarts a killed database on the same address, with committed data', async () => {
  await using fixture = await setup()
  await using database = await fixture.start()
  await query(database.url, 'create table kept (n integer)')
  await query(database.url, 'insert into kept values (42)')
  for (let time = 0; time < 2; time++) {
    const pid = await postmasterPid(fixture.folder)
    process.kill(pid, 'SIGKILL')
    await untilReplaced(fixture.folder, pid)
    expect(await queryOnceUp(database.url, 'select n from kept')).toEqual([{ n: 42 }])
  }
})

it('stays stopped when it is stopped during a restart', async () => {
  await using fixture = await setup()
  const database = await fixture.start()
  process.kill(await postmasterPid(fixture.folder), 'SIGKILL')
  await database[Symbol.asyncDispose]()
  await expect(query(database.url, 'select 1')).rejects.toThrow()
  await using again = await fixture.start()
  expect(await query(again.url, 'select 1 as n')).toEqual([{ n: 1 }])
})

it('rejects a client without the password', async () => {
  await using fixture = await setup()
  await using database = await fixture.start()
  const url = new URL(database.url)
  url.password = 'wrong'
  await expect(query(url.href, 'select 1')).rejects.toThrow('password authentication failed')
})

async function setup() {
  const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-embedded-'))
  return {
    folder,
    start: () => startEmbeddedDatabase({ folder, clock: systemClock, log: silentLog() }),
    startElsewhere: () => startElsewhere(folder),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Starts the database from another process, which can then be killed without a chance to clean up. */
async function startElsewhere(folder: string) {
  const program = fileURLToPath(new URL('../../../test/hold-database.ts', import.meta.url))
  const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())),
  )
  return {
    url,
    kill: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function postmasterPid(folder: string): Promise<number> {
  const text = await readFile(path.join(folder, 'pgdata', 'postmaster.pid'), 'utf8')
  return Number(text.split('\n')[0])
}

/** Whether the process still runs: one that ended but was not waited for (a zombie) has no command line. */
async function isAlive(pid: number): Promise<boolean> {
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')) !== ''
}

const limitMs = 20_000

/** Waits until another postmaster has written its pid. */
async function untilReplaced(folder: string, pid: number): Promise<void> {
  const limit = AbortSignal.timeout(limitMs)
  const now = () => postmasterPid(folder).catch(() => pid)
  while ((await now()) === pid) await systemClock.sleep(10, limit)
}

/** Retries until the database accepts connections again. */
async function queryOnceUp(url: string, sql: string): Promise<unknown[]> {
  const limit = AbortSignal.timeout(limitMs)
  for (;;) {
    try {
      return await query(url, sql)
    } catch {
      // @NOTE it is still starting: the limit ends the retries.
      await systemClock.sleep(20, limit)
    }
  }
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
