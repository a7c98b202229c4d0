import { AccountId } from '@gridloom/contract/core/ids'
import { z } from 'zod'
import type { ReceivedChange, Topic } from '../events.ts'
import type { Db } from './connect.ts'

/** Ids are assigned before a commit, so a slightly lower one can appear later: catching up starts this far back. */
const catchUpOverlap = 200

/** Reads the changes that this server's features know; those of a newer server need not be delivered. */
export interface ChangeLog {
  /** Parses the payload of a NOTIFY; `undefined` when it is not a known change. */
  readNotification(payload: string | undefined): ReceivedChange | undefined
  /** Returns all changes after an id, oldest first: each subject once, however often it changed. */
  since(id: string, filter: { accountId: AccountId | 'any' }): Promise<ReceivedChange[]>
}

export function createChangeLog(db: Db, topics: readonly Topic[]): ChangeLog {
  const Notification = z.object({
    id: z.string().nullable(),
    topic: z.enum(topics),
    accountId: AccountId.nullable(),
    subject: z.string(),
  })
  return {
    readNotification(payload) {
      try {
        return Notification.safeParse(JSON.parse(payload ?? '')).data
      } catch {
        // @NOTE anyone with the database's password can notify anything on a channel.
        return undefined
      }
    },
    async since(id, { accountId }) {
      const rows = await db
        .selectFrom('events')
        .select((e) => [e.fn.max('id').as('newest'), 'topic', 'account_id as accountId', 'subject'])
        .where('id', '>', String(Math.max(0, Number(id) - catchUpOverlap)))
        .where('topic', 'in', topics)
        .$if(accountId !== 'any', (query) =>
          query.where((e) => e.or([e('account_id', '=', accountId), e('account_id', 'is', null)])),
        )
        .groupBy(['topic', 'account_id', 'subject'])
        .orderBy('newest')
        .execute()
      return rows.map(({ newest, ...row }) => Notification.parse({ ...row, id: String(newest) }))
    },
  }
}

/** Returns the id of the last stored change; `0` before the first. */
export async function newestId(db: Db): Promise<string> {
  const row = await db
    .selectFrom('events')
    .select((e) => e.fn.max('id').as('id'))
    .executeTakeFirst()
  return String(row?.id ?? 0)
}
