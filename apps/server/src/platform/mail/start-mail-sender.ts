import { waitAtMost } from '@gridloom/async/wait-at-most'
import type { Changes } from '../database/listen.ts'
import { type MailCtx, sendDueMail } from './send-due-mail.ts'

/** How often due emails are looked for when nothing tells of one: those that wait for another try. */
const lookEveryMs = 15_000

type SenderCtx = MailCtx & { readonly changes: Pick<Changes, 'subscribe'> }

/**
 * Sends emails in the background: at once when one is queued anywhere, and by the clock. Disposing it cuts what is
 * under way, which is tried again at the next start or by another replica.
 */
export function startMailSender(ctx: SenderCtx): AsyncDisposable {
  const stop = new AbortController()
  let news = Promise.withResolvers<void>()
  const unsubscribe = ctx.changes.subscribe(({ topic }) => {
    if (topic === 'mail') news.resolve()
  })
  const keepSending = async () => {
    while (!stop.signal.aborted) {
      // Renewed before looking, so that an email queued meanwhile is not slept over.
      news = Promise.withResolvers()
      await sendDueMail(ctx, stop.signal).catch((error: unknown) =>
        ctx.log.error(
          { event: 'email.send_failed', err: error },
          'sending letters failed; it comes round again',
        ),
      )
      await waitAtMost(ctx.clock, { ms: lookEveryMs, signal: stop.signal }, news.promise)
    }
  }
  ctx.log.info(
    { event: 'mail.configured', where: ctx.mail.where, from: ctx.mailFrom },
    'letters are sent from here',
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
