import type { Actor, Ctx } from '../../platform/ctx.ts'
import type { Changes } from '../../platform/database/listen.ts'
import type { Log } from '../../platform/log.ts'
import { findActiveAccount } from './find-active-account.ts'

interface SessionSignalOptions extends Pick<Ctx, 'db' | 'clock'> {
  changes: Pick<Changes, 'subscribe'>
  log: Log
}

/**
 * Creates a signal that aborts when the caller's session or key ends or switches to another account. It is checked
 * whenever a change names it, and once at the start, for changes during the set-up.
 */
export function sessionSignal(
  options: SessionSignalOptions,
  actor: Actor,
  until: AbortSignal,
): AbortSignal {
  if (actor.kind !== 'account' || actor.via.kind === 'standing_order') return until
  const { accountId, via } = actor
  const credentialId = via.kind === 'session' ? via.sessionId : via.keyId
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
        // A session that cannot be checked counts as ended.
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
