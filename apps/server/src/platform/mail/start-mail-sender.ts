import { waitAtMost } from '@gridloom/async/wait-at-most'
import type { Changes } from '../database/listen.ts'
import { type MailCtx, sendDueMail } from './send-due-mail.ts'

/** How often due emails are polled without a notification: those that wait for another attempt. */
const lookEveryMs = 15_000

type SenderCtx = MailCtx & { readonly changes: Pick<Changes, 'subscribe'> }

/**
 * Sends emails in the background: at once when one is queued anywhere, and by polling. Disposing it interrupts attempts
 * in progress, which are retried at the next start or by another replica.
 */
export function startMailSender(ctx: SenderCtx): AsyncDisposable {
  const stop = new AbortController()
  let news = Promise.withResolvers<void>()
  const unsubscribe = ctx.changes.subscribe(({ topic }) => {
    if (topic === 'mail') news.resolve()
  })
  const keepSending = async () => {
    while (!stop.signal.aborted) {
      // Renewed before polling, so that an email queued meanwhile is not missed.
      news = Promise.withResolvers()
      await sendDueMail(ctx, stop.signal).catch((error: unknown) =>
        ctx.log.error(
          { event: 'email.send_failed', err: error },
          'sending emails failed and is retried',
        ),
      )
      await waitAtMost(ctx.clock, { ms: lookEveryMs, signal: stop.signal }, news.promise)
    }
  }
  ctx.log.info(
    { event: 'mail.configured', where: ctx.mail.where, from: ctx.mailFrom },
    'emails are sent from here',
  )
  const loop = keepSending()
  return {
    async [Symbol.asyncDispose]() {
      unsubscribe()
      stop.abort()
      await loop
    },
  }
}
