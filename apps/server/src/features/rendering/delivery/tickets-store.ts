import type { AccountId, RenderJobId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../../platform/ctx.ts'
import type { RenderingTables } from '../schema.ts'

/** The download that a ticket allows, once. */
export interface Ticket {
  account_id: AccountId
  job_id: RenderJobId
  kind: 'zip' | 'mp4' | 'webm'
}

const tablesOf = ({ db }: Tx) => db.withTables<RenderingTables>()

/** Stores a ticket by its hash, and deletes expired ones. */
export async function insertTicket(
  tx: Tx,
  row: Ticket & { hash: string; expires_at: Date },
  now: Date,
): Promise<void> {
  await tablesOf(tx).deleteFrom('render_tickets').where('expires_at', '<=', now).execute()
  await tablesOf(tx).insertInto('render_tickets').values(row).execute()
}

/** Uses up a ticket: of concurrent callers, only one gets it. */
export function takeTicket(tx: Tx, hash: string, now: Date): Promise<Ticket | undefined> {
  return tablesOf(tx)
    .deleteFrom('render_tickets')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .returning(['account_id', 'job_id', 'kind'])
    .executeTakeFirst()
}
