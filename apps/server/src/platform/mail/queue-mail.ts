import { plainText } from '@gridloom/contract/core/plain-text'
import type { Ctx, Tx } from '../ctx.ts'
import { checkEmailMessage, type EmailMessage } from './mail.ts'
import { insertMail } from './mails-store.ts'

const subjectCharsMax = 200

/**
 * Has an email sent exactly if the transaction commits: the write and its email stand or fall together. It goes out
 * at once, from whichever replica takes it first. Its subject becomes one plain line; its body is so by `layOut`.
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
  await tx.publish({ topic: 'mail', accountId: null, subject: '' })
}
