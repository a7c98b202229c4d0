import type { NotificationSettings } from '@gridloom/contract/accounts/notification-settings'
import type { AccountId } from '@gridloom/contract/core/ids'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { listReaders, listReadersAfter } from './notifications-store.ts'

/** Builds the email for one recipient. */
export type EmailRecipient = (to: string) => EmailMessage

interface Wanted {
  /** A user, or a company, whose owners and admins are then emailed. */
  accountId: AccountId
  kind: keyof NotificationSettings
  message: EmailRecipient
}

type MailingCtx = Pick<Ctx, 'clock' | 'ids'>

/**
 * Emails the readers of an account, except those who turned this kind off or have no verified address. The emails are
 * sent if and only if the transaction commits.
 */
export async function mailIfWanted(ctx: MailingCtx, tx: Tx, wanted: Wanted): Promise<void> {
  const readers = await listReaders(tx.db, wanted.accountId, wanted.kind)
  for (const { email } of readers) await queueMail(ctx, tx, wanted.message(email))
}

interface Batch {
  kind: keyof NotificationSettings
  message: EmailRecipient
  /** The last account of the previous batch. */
  after: string
  most: number
}

/** Emails the next batch of users who want this kind. Returns the last account of the batch, or `null` if empty. */
export async function mailNextWanting(
  ctx: MailingCtx,
  tx: Tx,
  { message, ...batch }: Batch,
): Promise<AccountId | null> {
  const readers = await listReadersAfter(tx.db, batch)
  for (const { email } of readers) await queueMail(ctx, tx, message(email))
  return readers.at(-1)?.id ?? null
}
