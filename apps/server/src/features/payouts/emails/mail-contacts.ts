import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../../platform/ctx.ts'
import type { EmailMessage } from '../../../platform/mail/mail.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { contactsOf } from '../../companies/index.ts'
import type { PayoutsCtx } from '../ctx.ts'

/** Sends an email to whoever decides on the payouts of an account: the user, or all owners and admins of a company. */
export async function mailContacts(
  ctx: PayoutsCtx,
  tx: Tx,
  accountId: AccountId,
  write: (to: string, company: string | null) => EmailMessage,
): Promise<void> {
  const { emails, company } = await contactsOf(tx.db, accountId, 'pay_out')
  for (const to of emails) await queueMail(ctx, tx, write(to, company))
}
