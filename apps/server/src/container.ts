import { fileURLToPath } from 'node:url'
import type { Config } from './config.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Actor, Ctx } from './platform/ctx.ts'
import { connectDatabase, transact } from './platform/database/connect.ts'
import { type Changes, listenForChanges } from './platform/database/listen.ts'
import { migrate } from './platform/database/migrate.ts'
import { type Ids, systemIds } from './platform/ids.ts'
import type { Log } from './platform/log.ts'

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** What the process is built of, made once and by hand. */
export interface Container {
  config: Config
  clock: Clock
  ids: Ids
  log: Log
  databaseUrl: string
  changes: Changes
  /** Aborts when the server stops. */
  stopping: AbortSignal
  contextFor(caller: { actor: Actor; requestId: string; signal: AbortSignal; log: Log }): AppCtx
  [Symbol.asyncDispose](): Promise<void>
}

/** The context of every verb: the platform's, and each feature's adapters. */
export interface AppCtx extends Ctx {
  readonly publicUrl: string
}

export interface ContainerOptions {
  config: Config
  databaseUrl: string
  log: Log
  clock?: Clock
}

/** Builds everything on a database that is up: migrates it, connects, and puts the adapters together. */
export async function createContainer(options: ContainerOptions): Promise<Container> {
  const { config, databaseUrl, log } = options
  const clock = options.clock ?? systemClock()
  const ids = systemIds(() => clock.now())
  const stopping = new AbortController()
  await migrate(databaseUrl, migrationsFolder, log)
  const { db } = connectDatabase(databaseUrl, { connections: 20 })
  const changes = await listenForChanges({ url: databaseUrl, db, clock, ids, log })
  return {
    config,
    clock,
    ids,
    log,
    databaseUrl,
    changes,
    stopping: stopping.signal,
    contextFor: ({ actor, requestId, signal, log: requestLog }) => ({
      actor,
      requestId,
      signal,
      clock,
      ids,
      log: requestLog,
      db,
      transact: (work) => transact(db, work),
      publicUrl: config.publicUrl,
    }),
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await changes[Symbol.asyncDispose]()
      await db.destroy()
    },
  }
}
