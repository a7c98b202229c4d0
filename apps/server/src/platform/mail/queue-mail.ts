import type { Ctx, Tx } from '../ctx.ts'
import { checkLetter, type Letter } from './mail.ts'
import { insertMail } from './mails-store.ts'

/**
 * Has a letter sent exactly if the transaction commits: the write and its letter stand or fall together. It goes out
 * at once, from whichever replica takes it first.
 * @throws {TypeError} when the address is not one address, or the subject is not one line
 */
export async function queueMail(
  ctx: Pick<Ctx, 'clock' | 'ids'>,
  tx: Tx,
  letter: Letter,
): Promise<void> {
  checkLetter(letter)
  await insertMail(tx, ctx.ids.secret(), letter, ctx.clock.now())
  await tx.tell({ topic: 'mail', accountId: null, subject: '' })
}
