import type { NotificationSettings } from '@gridloom/contract/accounts/notification-settings'
import type { AccountId } from '@gridloom/contract/core/ids'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { listReaders, listReadersAfter } from './notifications-store.ts'

/** A letter to whoever it is for. */
export type EmailRecipient = (to: string) => EmailMessage

interface Wanted {
  /** A person, or a company: then its owners and admins are written to. */
  accountId: AccountId
  kind: keyof NotificationSettings
  message: EmailRecipient
}

type MailingCtx = Pick<Ctx, 'clock' | 'ids'>

/**
 * Writes to whom an account is, unless they turned this kind of letter off or never proved their address. It goes out
 * exactly if the transaction commits.
 */
export async function mailIfWanted(ctx: MailingCtx, tx: Tx, wanted: Wanted): Promise<void> {
  const readers = await listReaders(tx.db, wanted.accountId, wanted.kind)
  for (const { email } of readers) await queueMail(ctx, tx, wanted.message(email))
}

interface Batch {
  kind: keyof NotificationSettings
  message: EmailRecipient
  /** Nobody up to this account, who were written to before. */
  after: string
  most: number
}

/** Writes to the next of everybody who wants such letters. Returns the last account; `null`: there was none left. */
export async function mailNextWanting(
  ctx: MailingCtx,
  tx: Tx,
  { message, ...batch }: Batch,
): Promise<AccountId | null> {
  const readers = await listReadersAfter(tx.db, batch)
  for (const { email } of readers) await queueMail(ctx, tx, message(email))
  return readers.at(-1)?.id ?? null
}
