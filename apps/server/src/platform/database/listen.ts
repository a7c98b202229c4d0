import type { Clock } from '@gridloom/async/clock'
import type { AccountId } from '@gridloom/contract/core/ids'
import pg from 'pg'
import type { ReceivedChange, Topic } from '../events.ts'
import type { Ids } from '../ids.ts'
import type { Log } from '../log.ts'
import { createChangeLog, newestId } from './change-log.ts'
import { changeChannel, type Db } from './connect.ts'

const connectTimeoutMs = 10_000

type Listener = (change: ReceivedChange) => void

/** Delivers every committed change of every replica. */
export interface Changes {
  /** Calls the listener with each change from now on; returns a function that unsubscribes. */
  subscribe(listener: Listener): () => void
  /** Returns changes of one account (and of everyone) after the given id, oldest first, each subject once. */
  since(id: string, accountId: AccountId): Promise<ReceivedChange[]>
  /** Whether the listening connection is up. */
  connected(): boolean
  [Symbol.asyncDispose](): Promise<void>
}

interface ListenOptions {
  url: string
  db: Db
  clock: Clock
  ids: Ids
  log: Log
  /** The topics that this server's features know. */
  topics: readonly Topic[]
}

/**
 * Listens on one connection of its own and reconnects when that breaks. Changes committed meanwhile are read from the
 * `events` table, with an overlap: listeners may receive a change twice, which is harmless as a change only says "read
 * it again".
 */
export async function listenForChanges({
  url,
  db,
  clock,
  ids,
  log,
  topics,
}: ListenOptions): Promise<Changes> {
  const listeners = new Set<Listener>()
  const stop = new AbortController()
  const changeLog = createChangeLog(db, topics)
  let lastId = await newestId(db)
  const announce = (change: ReceivedChange) => {
    if (change.id !== null && Number(change.id) > Number(lastId)) lastId = change.id
    for (const listener of listeners) listener(change)
  }
  const receive = (payload: string | undefined) => {
    const change = changeLog.readNotification(payload)
    // @NOTE a newer replica may publish topics that this one does not know, and so need not deliver.
    if (change === undefined)
      log.warn({ event: 'change.read_failed', payload }, 'a change could not be read')
    else announce(change)
  }
  let subscription: Subscription | undefined = await listenOnce(url, receive)

  /** Listens first and then reads missed changes, so that none is lost in between. */
  const resume = async (): Promise<Subscription> => {
    const resumed = await listenOnce(url, receive)
    try {
      for (const change of await changeLog.since(lastId, { accountId: 'any' })) announce(change)
      return resumed
    } catch (error) {
      await resumed.client.end()
      throw error
    }
  }
  const reconnect = async (): Promise<Subscription> => {
    for (let waitMs = 100; ; waitMs = Math.min(waitMs * 2, 5_000)) {
      await clock.sleep(waitMs * (0.5 + ids.random()), stop.signal)
      try {
        return await resume()
      } catch (error) {
        log.warn(
          { event: 'change_listener.reconnect_failed', err: error },
          'the change listener could not reconnect yet',
        )
      }
    }
  }
  const keepListening = async () => {
    while (!stop.signal.aborted) {
      await subscription?.ended
      subscription = undefined
      if (stop.signal.aborted) return
      log.warn(
        { event: 'change_listener.disconnected' },
        'the change listener lost its connection and will reconnect',
      )
      subscription = await reconnect()
    }
    // Stopped while it reconnected: nothing else refers to this connection.
    await subscription?.client.end()
  }
  const loop = keepListening().catch((error: unknown) => {
    if (!stop.signal.aborted)
      log.error({ event: 'change_listener.failed', err: error }, 'the change listener ended')
  })
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    since: (id, accountId) => changeLog.since(id, { accountId }),
    connected: () => subscription !== undefined,
    async [Symbol.asyncDispose]() {
      stop.abort()
      await subscription?.client.end()
      await loop
    },
  }
}

interface Subscription {
  client: pg.Client
  /** Resolves when the connection has ended, for whatever reason. */
  ended: Promise<void>
}

async function listenOnce(
  url: string,
  receive: (payload: string | undefined) => void,
): Promise<Subscription> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: connectTimeoutMs,
    application_name: 'gridloom-listen',
  })
  const ended = new Promise<void>((resolve) => {
    client.once('end', resolve)
    client.on('error', () => resolve())
  })
  client.on('notification', ({ payload }) => receive(payload))
  try {
    await client.connect()
    await client.query(`listen ${changeChannel}`)
  } catch (error) {
    await client.end()
    throw error
  }
  return { client, ended }
}
