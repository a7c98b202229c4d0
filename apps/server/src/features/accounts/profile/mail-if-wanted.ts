import type { NotificationSettings } from '@gridloom/contract/accounts/notification-settings'
import type { AccountId } from '@gridloom/contract/core/ids'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { listReaders, listReadersAfter } from './notifications-store.ts'

/** An email to whoever it is for. */
export type EmailRecipient = (to: string) => EmailMessage

interface Wanted {
  /** A user, or a company: then its owners and admins are written to. */
  accountId: AccountId
  kind: keyof NotificationSettings
  message: EmailRecipient
}

type MailingCtx = Pick<Ctx, 'clock' | 'ids'>

/**
 * Emails the readers of an account, except those who turned this kind off or have no verified address. It is sent
 * exactly if the transaction commits.
 */
export async function mailIfWanted(ctx: MailingCtx, tx: Tx, wanted: Wanted): Promise<void> {
  const readers = await listReaders(tx.db, wanted.accountId, wanted.kind)
  for (const { email } of readers) await queueMail(ctx, tx, wanted.message(email))
}

interface Batch {
  kind: keyof NotificationSettings
  message: EmailRecipient
  /** The last account that was written to; the batch begins behind it. */
  after: string
  most: number
}

/** Emails the next batch of users who want this kind. Returns the last account; `null`: none was left. */
export async function mailNextWanting(
  ctx: MailingCtx,
  tx: Tx,
  { message, ...batch }: Batch,
): Promise<AccountId | null> {
  const readers = await listReadersAfter(tx.db, batch)
  for (const { email } of readers) await queueMail(ctx, tx, message(email))
  return readers.at(-1)?.id ?? null
}
