import { systemClock } from '@gridloom/async/clock'
import type { Ctx } from '../ctx.ts'
import { AddressRefused, domainOf, type MailDriver } from './mail.ts'
import { type ClaimedEmail, claimMails, deleteMail, putMailBack } from './mails-store.ts'

export type MailCtx = Pick<Ctx, 'clock' | 'ids' | 'log' | 'transact'> & {
  readonly mail: MailDriver
  /** The sender of every email: `Name <address>`. */
  readonly mailFrom: string
}

/** The waits after the first, second, … failed attempt. After the last one the email is given up: 5 attempts, 1 h. */
const waitsMs = [60_000, 240_000, 900_000, 2_400_000] as const
const triesMax = waitsMs.length + 1
/** The limit of one attempt; a lease outlives it, so that only a crashed sender loses its emails to another. */
const tryLimitMs = 60_000
const leaseMs = 2 * tryLimitMs
const atOnceMax = 10

/**
 * Sends every due email, and deletes each as soon as it is delivered. Any number of replicas may do this concurrently.
 * What can go wrong, and what it costs:
 * - the mail server is down or replies with a temporary failure: the email waits and is retried, five times in about an
 *   hour;
 * - the sender crashes with a claimed email: another claims it when the lease ends;
 * - it crashes, or is stopped, between delivery and deletion: the email is **sent twice**, both with one Message-ID.
 *
 * @returns how many emails were claimed
 */
export async function sendDueMail(ctx: MailCtx, signal: AbortSignal): Promise<number> {
  for (let sent = 0; ; ) {
    if (signal.aborted) return sent
    const lease = ctx.ids.secret()
    const now = ctx.clock.now()
    const until = new Date(now.getTime() + leaseMs)
    const emails = await ctx.transact((tx) =>
      claimMails(tx, { lease, now, until, most: atOnceMax }),
    )
    if (emails.length === 0) return sent
    await allOf(emails.map((message) => sendOne(ctx, message, { lease, signal })))
    sent += emails.length
  }
}

/** Waits for all before it fails with the first failure, so that none is still running afterwards. */
async function allOf(works: readonly Promise<void>[]): Promise<void> {
  for (const end of await Promise.allSettled(works)) if (end.status === 'rejected') throw end.reason
}

interface InHand {
  lease: string
  signal: AbortSignal
}

async function sendOne(ctx: MailCtx, message: ClaimedEmail, inHand: InHand): Promise<void> {
  const { lease, signal } = inHand
  // Only crashed senders leave more attempts behind than the limit.
  if (message.attempts > triesMax) return giveUp(ctx, message, { lease, error: undefined })
  try {
    // The mail server's time does not follow our clock.
    const limit = AbortSignal.any([signal, systemClock.timeout(tryLimitMs)])
    await ctx.mail.deliver({ ...message, from: ctx.mailFrom }, limit)
  } catch (error) {
    return afterFailure(ctx, message, { lease, error, signal })
  }
  const outcome = await ctx.transact((tx) => deleteMail(tx, message.id, lease))
  if (outcome === 'lost')
    ctx.log.warn(
      { event: 'email.possibly_repeated', mail: message.id },
      'an email may have been sent twice',
    )
}

interface Failure {
  lease: string
  error: unknown
}

async function afterFailure(
  ctx: MailCtx,
  message: ClaimedEmail,
  { lease, error, signal }: Failure & { signal: AbortSignal },
): Promise<void> {
  const waitMs = signal.aborted ? 0 : waitsMs[message.attempts - 1]
  if (waitMs === undefined || error instanceof AddressRefused)
    return giveUp(ctx, message, { lease, error })
  const jitter = 0.9 + 0.2 * ctx.ids.random()
  const nextTryAt = new Date(ctx.clock.now().getTime() + waitMs * jitter)
  await ctx.transact((tx) => putMailBack(tx, { id: message.id, lease }, nextTryAt))
  if (signal.aborted) return
  ctx.log.warn(
    { event: 'email.delayed', ...shown(message), err: error, nextTryAt },
    'an email could not be delivered yet',
  )
}

async function giveUp(ctx: MailCtx, message: ClaimedEmail, { lease, error }: Failure) {
  await ctx.transact((tx) => deleteMail(tx, message.id, lease))
  ctx.log.error(
    { event: 'email.abandoned', ...shown(message), err: error },
    'an email was given up and is not sent',
  )
}

/** Returns the loggable parts of an email: never its subject or body, which may contain a one-time code. */
function shown({ id, to, attempts }: ClaimedEmail) {
  return { mail: id, toDomain: domainOf(to), attempts }
}
