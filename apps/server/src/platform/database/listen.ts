import { AccountId } from '@gridloom/contract/ids'
import pg from 'pg'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { Arrived } from '../events.ts'
import type { Ids } from '../ids.ts'
import type { Log } from '../log.ts'
import { changeChannel, type Db } from './connect.ts'

const Notification = z.object({
  id: z.string().nullable(),
  topic: z.enum(['instance', 'machine', 'balance', 'notice', 'offers', 'metrics', 'log']),
  accountId: AccountId.nullable(),
  subject: z.string(),
})

type Listener = (change: Arrived) => void

/** Hands out every committed change of every replica. */
export interface Changes {
  /** Calls back with each change from now on; returns how to end that. */
  subscribe(listener: Listener): () => void
  /** Changes of one account (and of everyone) after the given id, oldest first, at most 1,000. */
  since(id: string, accountId: AccountId): Promise<Arrived[]>
  /** Whether the listening connection stands. */
  connected(): boolean
  [Symbol.asyncDispose](): Promise<void>
}

interface Options {
  url: string
  db: Db
  clock: Clock
  ids: Ids
  log: Log
}

/** Ids are handed out before a commit, so one a little lower can appear later: catching up starts this far back. */
const catchUpOverlap = 200

/**
 * Listens on one connection of its own and comes back by itself when that breaks. What was committed
 * while it was away is read from the `events` table, with an overlap: listeners may hear a change twice,
 * which is harmless as a change only says "read it again".
 */
export async function listenForChanges({ url, db, clock, ids, log }: Options): Promise<Changes> {
  const listeners = new Set<Listener>()
  const stop = new AbortController()
  let lastId = await newestId(db)
  const announce = (change: Arrived) => {
    if (change.id !== null && Number(change.id) > Number(lastId)) lastId = change.id
    for (const listener of listeners) listener(change)
  }
  let standing: Standing | undefined = await listenOnce(url, announce)

  const reconnect = async () => {
    for (let waitMs = 100; ; waitMs = Math.min(waitMs * 2, 5_000)) {
      await clock.sleep(waitMs * (0.5 + ids.chance()), stop.signal)
      try {
        return await listenOnce(url, announce)
      } catch (error) {
        log.warn({ err: error }, 'the change listener could not reconnect yet')
      }
    }
  }
  const keepListening = async () => {
    for (;;) {
      await standing?.ended
      standing = undefined
      if (stop.signal.aborted) return
      log.warn('the change listener lost its connection and will reconnect')
      standing = await reconnect()
      for (const change of await changesSince(db, lastId, { accountId: 'any' })) announce(change)
    }
  }
  const loop = keepListening().catch((error: unknown) => {
    if (!stop.signal.aborted) log.error({ err: error }, 'the change listener ended')
  })
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    since: (id, accountId) => changesSince(db, id, { accountId }),
    connected: () => standing !== undefined,
    async [Symbol.asyncDispose]() {
      stop.abort()
      await standing?.client.end()
      await loop
    },
  }
}

interface Standing {
  client: pg.Client
  /** Resolves when the connection has ended, for whatever reason. */
  ended: Promise<void>
}

async function listenOnce(url: string, announce: Listener): Promise<Standing> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    application_name: 'gridloom-listen',
  })
  const ended = new Promise<void>((resolve) => {
    client.once('end', resolve)
    client.on('error', () => resolve())
  })
  client.on('notification', ({ payload }) => {
    announce(Notification.parse(JSON.parse(payload ?? '{}')))
  })
  await client.connect()
  await client.query(`listen ${changeChannel}`)
  return { client, ended }
}

async function newestId(db: Db): Promise<string> {
  const row = await db
    .selectFrom('events')
    .select((e) => e.fn.max('id').as('id'))
    .executeTakeFirst()
  return String(row?.id ?? 0)
}

async function changesSince(
  db: Db,
  id: string,
  { accountId }: { accountId: AccountId | 'any' },
): Promise<Arrived[]> {
  const rows = await db
    .selectFrom('events')
    .select(['id', 'topic', 'account_id as accountId', 'subject'])
    .where('id', '>', String(Math.max(0, Number(id) - catchUpOverlap)))
    .$if(accountId !== 'any', (query) =>
      query.where((e) => e.or([e('account_id', '=', accountId), e('account_id', 'is', null)])),
    )
    .orderBy('id')
    .limit(1_000)
    .execute()
  return rows.map((row) => Notification.parse({ ...row, id: String(row.id) }))
}
