import type { Actor, Ctx } from '../../platform/ctx.ts'
import type { Changes } from '../../platform/database/listen.ts'
import type { Log } from '../../platform/log.ts'
import { findActiveAccount } from './find-active-account.ts'

interface SessionSignalOptions extends Pick<Ctx, 'db' | 'clock'> {
  changes: Pick<Changes, 'subscribe'>
  log: Log
}

/**
 * How long somebody may stay in what they opened: until the session or key that they came in by has ended, or works
 * for somebody else. Looked at when a change names it, and once at the start for what changed on the way in.
 */
export function sessionSignal(
  options: SessionSignalOptions,
  actor: Actor,
  until: AbortSignal,
): AbortSignal {
  if (actor.kind !== 'account') return until
  const { accountId, via } = actor
  const credentialId = via.kind === 'key' ? via.keyId : via.sessionId
  const over = new AbortController()
  const unsubscribe = options.changes.subscribe(({ topic, subject }) => {
    if (topic === 'session' && subject === credentialId) look()
  })
  const leave = () => {
    unsubscribe()
    over.abort()
  }

  function look(): void {
    findActiveAccount({ ...options, actor }).then(
      (now) => {
        if (now !== accountId) leave()
      },
      (error: unknown) => {
        // Who cannot be looked up must not stay.
        options.log.warn(
          { event: 'session.check_failed', err: error, credentialId },
          'a session could not be looked at: its streams end',
        )
        leave()
      },
    )
  }

  until.addEventListener('abort', leave, { once: true })
  look()
  return AbortSignal.any([until, over.signal])
}
