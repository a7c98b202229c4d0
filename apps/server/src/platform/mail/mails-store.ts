import { sql } from 'kysely'
import type { Tx } from '../ctx.ts'
import type { EmailMessage } from './mail.ts'

/** The table of `migrations/0050-mail.sql` and `0218-attachments-of-emails.sql`. A type, as Kysely requires. */
type MailTables = {
  outgoing_mails: {
    id: string
    to_address: string
    subject: string
    text: string
    html: string
    created_at: Date
    next_try_at: Date
    attempts: number
    lease: string | null
    attachment_name: string | null
    attachment_type: string | null
    attachment: Buffer | null
  }
}

/** An email that one sender has claimed; `attempts` includes the present one. */
export interface ClaimedEmail extends EmailMessage {
  id: string
  attempts: number
}

export async function insertMail(
  tx: Tx,
  id: string,
  message: EmailMessage,
  now: Date,
): Promise<void> {
  const { to, subject, text, html, attachment } = message
  await tables(tx)
    .insertInto('outgoing_mails')
    .values({
      id,
      to_address: to,
      subject,
      text,
      html,
      created_at: now,
      next_try_at: now,
      attempts: 0,
      lease: null,
      attachment_name: attachment?.name ?? null,
      attachment_type: attachment?.mediaType ?? null,
      attachment: attachment?.bytes ?? null,
    })
    .execute()
}

interface Claim {
  lease: string
  now: Date
  /** When other senders may claim the same emails. */
  until: Date
  most: number
}

/** Claims due emails, oldest first, skipping those that another sender is claiming. */
export async function claimMails(tx: Tx, claim: Claim): Promise<ClaimedEmail[]> {
  const { lease, now, until, most } = claim
  const rows = await tables(tx)
    .updateTable('outgoing_mails')
    .set({ lease, next_try_at: until, attempts: sql<number>`attempts + 1` })
    .where('id', 'in', (due) =>
      due
        .selectFrom('outgoing_mails')
        .select('id')
        .where('next_try_at', '<=', now)
        .orderBy('next_try_at')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'to_address as to', 'subject', 'text', 'html', 'attempts'])
    .returning(['attachment_name as name', 'attachment_type as mediaType', 'attachment as bytes'])
    .execute()
  return rows.map(({ name, mediaType, bytes, ...email }) => ({
    ...email,
    ...(name !== null && mediaType !== null && bytes !== null
      ? { attachment: { name, mediaType, bytes } }
      : {}),
  }))
}

/** Deletes an email. `lost` when its lease ended meanwhile and another sender has it. */
export async function deleteMail(tx: Tx, id: string, lease: string): Promise<'gone' | 'lost'> {
  const { numDeletedRows } = await tables(tx)
    .deleteFrom('outgoing_mails')
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirst()
  return numDeletedRows === 1n ? 'gone' : 'lost'
}

/** Returns an email to the queue for a later attempt, unless another sender has it meanwhile. */
export async function putMailBack(
  tx: Tx,
  held: { id: string; lease: string },
  nextTryAt: Date,
): Promise<void> {
  await tables(tx)
    .updateTable('outgoing_mails')
    .set({ lease: null, next_try_at: nextTryAt })
    .where('id', '=', held.id)
    .where('lease', '=', held.lease)
    .execute()
}

function tables({ db }: Tx) {
  return db.withTables<MailTables>()
}
