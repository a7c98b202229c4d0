import { type ChildProcess, spawn } from 'node:child_process'
import type { Clock } from '@gridloom/async/clock'
import type { Log } from '../log.ts'
import type { UserIds } from './unprivileged-user.ts'

/** The PostgreSQL program with its arguments and environment. */
export interface PostgresCommand {
  program: string
  args: readonly string[]
  /** The user that it runs as; the user of this process by default. */
  ids: UserIds | undefined
  folder: string
}

/** A PostgreSQL that is kept running until it is disposed. */
export interface SupervisedPostgres {
  [Symbol.asyncDispose](): Promise<void>
}

interface PostgresProcessOptions {
  clock: Clock
  log: Log
}

const firstWaitMs = 50
const longestWaitMs = 2_000

/**
 * Starts PostgreSQL and keeps it running: one that ends unexpectedly (killed, out of memory) is restarted, and recovers
 * from its own log. Its clients reconnect. The first start may fail; later ones are retried until they succeed, as the
 * old one's last sessions hold its memory for a moment.
 */
export async function keepPostgres(
  command: PostgresCommand,
  { clock, log }: PostgresProcessOptions,
): Promise<SupervisedPostgres> {
  const stop = new AbortController()
  let child = await startPostgres(command, log)

  async function startAgain(): Promise<void> {
    for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
      try {
        child = await startPostgres(command, log)
        return
      } catch (error) {
        log.warn(
          { event: 'database.restart_failed', err: error },
          'the database could not be started again yet',
        )
        await clock.sleep(waitMs, stop.signal)
      }
    }
  }

  async function keep(): Promise<void> {
    while (!stop.signal.aborted) {
      await ended(child)
      if (stop.signal.aborted) return
      log.error(
        { event: 'database.crashed' },
        'the database exited on its own and is started again',
      )
      await startAgain()
    }
    await stopChild(child)
  }

  const kept = keep().catch((error: unknown) => {
    if (!stop.signal.aborted)
      log.error({ event: 'database.failed', err: error }, 'the database is given up')
  })
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await stopChild(child)
      await kept
    },
  }
}

/** Resolves once it accepts connections; if it ends first, its last output is the error. */
async function startPostgres(
  { program, args, ids, folder }: PostgresCommand,
  log: Log,
): Promise<ChildProcess> {
  const child = spawn(program, args, {
    ...ids,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Its own process group: Ctrl-C at a terminal must reach us first, so that we can shut down in order.
    detached: true,
    cwd: folder,
  })
  stopWithUs(child)
  const words = collectErrorOutput(child)
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${words()}`)))
    child.stderr?.on('data', (chunk: Buffer) => {
      if (chunk.includes('database system is ready to accept connections')) resolve()
      if (/FATAL|PANIC/.test(chunk.toString()))
        log.warn({ event: 'database.warned', postgres: chunk.toString().trim() }, 'postgres')
    })
  })
  return child
}

/**
 * Stops PostgreSQL when this process ends, however that happens (killed, out of memory): a shell waits for the end of a
 * pipe that only this process holds open, and then stops PostgreSQL as we would have. The shell ends with PostgreSQL,
 * so that it never signals another process with the same pid. Windows has no such shell; there the next start stops
 * what was left behind.
 */
function stopWithUs(child: ChildProcess): void {
  if (process.platform === 'win32' || child.pid === undefined) return
  const script = 'cat >/dev/null; kill -INT "$1"'
  const guard = spawn('/bin/sh', ['-c', script, 'gridloom-database-guard', String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Its own group, as Ctrl-C at a terminal must not end it before us.
    detached: true,
  })
  // @NOTE without the guard the next start stops what was left behind, as it does when the guard was killed too.
  guard.on('error', () => {})
  guard.stdin?.on('error', () => {})
  guard.unref()
  child.once('exit', () => guard.kill('SIGKILL'))
}

/** SIGINT is PostgreSQL's "fast" stop: sessions are ended, everything is written. */
async function stopChild(child: ChildProcess): Promise<void> {
  if (!isOver(child)) child.kill('SIGINT')
  await ended(child)
}

function ended(child: ChildProcess): Promise<void> {
  if (isOver(child)) return Promise.resolve()
  return new Promise((resolve) => child.once('exit', () => resolve()))
}

function isOver(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** Collects the last 4,000 characters of a child's standard error. */
export function collectErrorOutput(child: ChildProcess): () => string {
  let words = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-4_000)
  })
  return () => words.trim()
}
