import type { Changes } from '../database/listen.ts'
import { repeatOnChange } from '../repeat-on-change.ts'
import { type MailCtx, sendDueMail } from './send-due-mail.ts'

/** How often due emails are polled without a notification: those that wait for another attempt. */
const everyMs = 15_000

type SenderCtx = MailCtx & { readonly changes: Pick<Changes, 'subscribe'> }

/**
 * Sends emails in the background: at once when one is queued anywhere, and by polling. Disposing it interrupts attempts
 * in progress, which are retried at the next start or by another replica.
 */
export function startMailSender(ctx: SenderCtx): AsyncDisposable {
  const { clock, changes, log } = ctx
  log.info(
    { event: 'mail.configured', where: ctx.mail.where, from: ctx.mailFrom },
    'emails are sent from here',
  )
  return repeatOnChange({
    clock,
    changes,
    on: 'mail',
    everyMs,
    work: (signal) => sendDueMail(ctx, signal),
    failed: (error) =>
      log.error({ event: 'email.send_failed', err: error }, 'sending emails failed and is retried'),
  })
}
