import type { Timers } from '@gridloom/async/clock'
import { pause } from '@gridloom/async/pause'
import { ApiError, signedOutError } from './api-error.ts'
import type { TokenStore } from './tokens.ts'

/** Keeps the token valid: provides it, refreshes it once for all callers, and drops a dead one. */
export interface Session {
  read(): string | undefined
  /** Resolves with a token newer than `stale`. Rejects with `unauthorized` when the session has ended. */
  renew(stale: string | undefined): Promise<string>
  /** Drops `dead`, unless the user has signed out or in again meanwhile. */
  drop(dead: string | undefined): void
}

interface SessionParts {
  tokens: TokenStore
  /** Asks the server to rotate the token. */
  refresh(token: string): Promise<string>
  clock: Timers
  onSignedOut?: (() => void) | undefined
}

const never = new AbortController().signal
const lookAgainEveryMs = 50
const looksMax = 40

/**
 * A token may be rotated only once: using it again ends the whole session. So callers whose token expires at the same
 * time share one refresh, and a later one, or another tab, finds the new token in the store and uses that.
 */
export function createSession({ tokens, refresh, clock, onSignedOut }: SessionParts): Session {
  let inFlight: Promise<string> | undefined

  function drop(dead: string | undefined): void {
    if (dead === undefined || tokens.read() !== dead) return
    tokens.clear()
    onSignedOut?.()
  }

  async function rotate(stale: string | undefined): Promise<string> {
    const current = tokens.read()
    if (current === undefined) throw signedOutError()
    if (current !== stale) return current
    try {
      const next = await refresh(current)
      tokens.write(next)
      return next
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'token_expired') return writtenByAnother(current, error)
      if (error.status === 401) drop(current)
      throw error
    }
  }

  /** Another tab or process without a shared lock refreshed first; its token will appear in the store. */
  async function writtenByAnother(stale: string, error: ApiError): Promise<string> {
    for (let looks = 0; looks < looksMax; looks += 1) {
      const current = tokens.read()
      if (current === undefined) throw signedOutError()
      if (current !== stale) return current
      await pause(clock, lookAgainEveryMs, never)
    }
    throw error
  }

  return {
    read: () => tokens.read(),
    drop,
    renew(stale) {
      const lock = tokens.lock?.bind(tokens)
      inFlight ??= (lock ? lock(() => rotate(stale)) : rotate(stale)).finally(() => {
        inFlight = undefined
      })
      return inFlight
    },
  }
}
