import { plainText } from '@gridloom/contract/core/plain-text'
import type { Ctx, Tx } from '../ctx.ts'
import { checkEmailMessage, type EmailMessage } from './mail.ts'
import { insertMail } from './mails-store.ts'

const subjectCharsMax = 200

/**
 * Queues an email in the transaction: it is sent if and only if that commits. The first replica that claims it sends it
 * at once. Its subject is reduced to one plain line; `layOut` does the same for its body.
 * @throws {TypeError} when the address is not one address, or the subject is empty
 */
export async function queueMail(
  ctx: Pick<Ctx, 'clock' | 'ids'>,
  tx: Tx,
  message: EmailMessage,
): Promise<void> {
  const sent = { ...message, subject: plainText(message.subject, subjectCharsMax) }
  checkEmailMessage(sent)
  await insertMail(tx, ctx.ids.secret(), sent, ctx.clock.now())
  await tx.publish({ topic: 'mail', transient: true, accountId: null, subject: '' })
}
