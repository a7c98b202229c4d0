import type { Timers } from '@gridloom/async/clock'
import { ApiError } from '@gridloom/client/api-error'
import type { Query } from '@tanstack/react-query'
import { toastText } from '../ui/format/error-texts.ts'
import type { ShownErrors } from '../ui/toasts/shown-errors.tsx'
import type { Toasts } from '../ui/toasts/toasts.ts'
import { keys } from './query-keys.ts'
import { wantsConfirmation } from './reauth/reauth-prompt.ts'

/** How long a screen has to show an error in place before a toast does. */
export const shownWithinMs = 100

/** A query as the cache hands it to its listeners. */
export type CachedQuery = Query<unknown, unknown, unknown>

interface ReadProblemsParts {
  toasts: Toasts
  shownErrors: ShownErrors
  timers: Timers
  /** Whether the query is still cached: after signing out it is not, and no screen waits for it. */
  isCached(query: CachedQuery): boolean
}

/**
 * Shows a toast when a read fails that no screen shows in place: once, however often it is repeated in the background,
 * until it has succeeded.
 */
export function createReadProblems({ toasts, shownErrors, timers, isCached }: ReadProblemsParts) {
  const failing = new WeakSet<CachedQuery>()
  return {
    failed(error: Error, query: CachedQuery): void {
      if (failing.has(query) || hasItsOwnPlace(error, query)) return
      failing.add(query)
      timers.after(shownWithinMs, () => {
        if (shownErrors.has(error) || !isCached(query)) return
        toasts.show({ type: 'error', message: readText(error, query) })
      })
    },
    succeeded(query: CachedQuery): void {
      failing.delete(query)
    },
  }
}

/** The health check has the maintenance banner; these codes open a dialog. */
function hasItsOwnPlace(error: Error, { queryKey }: CachedQuery): boolean {
  if (queryKey[0] === keys.health[0] || wantsConfirmation(error)) return true
  return error instanceof ApiError && dialogCodes.includes(error.code)
}

const dialogCodes: readonly string[] = ['access_code_required', 'membership_ended']

/** The text for the user's details is the specification's (section 8), whatever the error is. */
function readText(error: Error, { queryKey }: CachedQuery): string {
  const isDetails = queryKey[0] === keys.details[0] && queryKey.length === 1
  return isDetails ? detailsFailed : toastText(error)
}

export const detailsFailed = 'Please try again.'
