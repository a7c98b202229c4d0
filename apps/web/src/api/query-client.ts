import { backOffMs } from '@gridloom/async/back-off'
import { systemClock, type Timers } from '@gridloom/async/clock'
import { ApiError, NetworkError } from '@gridloom/client/api-error'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { toastText } from '../ui/format/error-texts.ts'
import type { ShownErrors } from '../ui/toasts/shown-errors.tsx'
import type { Toasts } from '../ui/toasts/toasts.ts'
import { isCode } from './is-code.ts'
import { keys } from './query-keys.ts'
import { type CachedQuery, createReadProblems } from './read-problems.ts'
import { wantsConfirmation } from './reauth/reauth-prompt.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The caller shows the problem itself (at a field, in a dialog), so no toast is shown. */
      problem?: 'shown-in-place'
    }
  }
}

const retriesMax = 3
/** A quarter of a second, half a second, one: a network change is over before the user notices. */
const retrySteps = { firstMs: 250, longestMs: 1_000 }

/** Callbacks for failures that concern more than the failed call. */
export interface FailureHooks {
  /** The account has not entered an access code. */
  onAccessCodeRequired?: () => void
  /** The session's active account is a company that the user no longer belongs to. */
  onMembershipEnded?: () => void
}

interface QueryClientParts extends FailureHooks {
  toasts: Toasts
  shownErrors: ShownErrors
  timers?: Timers
  /** Spreads retries, in [0, 1), so that pages that lost one server do not all return at once. */
  random?: () => number
}

/** Creates the query cache. Each failure of a read or a write is shown once: in place, or else as a toast. */
export function createQueryClient(parts: QueryClientParts): QueryClient {
  const { toasts, shownErrors, timers = systemClock, random = Math.random, ...hooks } = parts
  const isCached = (query: CachedQuery) =>
    queryClient.getQueryCache().get(query.queryHash) === query
  const reads = createReadProblems({ toasts, shownErrors, timers, isCached })
  const retryDelay = (failures: number) => backOffMs(retrySteps, failures + 1, random())
  /** Screens refetch automatically, so only the first rejected query opens the access view. */
  let openedAccessCode = false
  const queryClient = new QueryClient({
    queryCache: new QueryCache({
      onSuccess: (_data, query) => reads.succeeded(query),
      onError: (error, query) => {
        reads.failed(error, query)
        if (query.queryKey[0] !== keys.health[0]) notice(error)
        if (isCode(error, 'membership_ended')) hooks.onMembershipEnded?.()
        if (!isCode(error, 'access_code_required') || openedAccessCode) return
        openedAccessCode = true
        hooks.onAccessCodeRequired?.()
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        notice(error)
        if (isCode(error, 'access_code_required')) hooks.onAccessCodeRequired?.()
        if (isCode(error, 'membership_ended')) return hooks.onMembershipEnded?.()
        if (mutation.meta?.problem === 'shown-in-place' || error.name === 'AbortError') return
        if (wantsConfirmation(error)) return
        toasts.show({ type: 'error', message: toastText(error) })
      },
    }),
    defaultOptions: {
      queries: { staleTime: 30_000, retry: mayRetry, retryDelay, refetchOnWindowFocus: false },
      mutations: { retry: false, retryDelay },
    },
  })

  function notice(error: Error): void {
    // @NOTE the health check shows its own failure in the banner
    if (error instanceof NetworkError) void queryClient.invalidateQueries({ queryKey: keys.health })
  }
  return queryClient
}

/** Retries network and server errors only; other rejections would be the same again. */
function mayRetry(failures: number, error: Error): boolean {
  if (error instanceof ApiError && error.status < 500) return false
  return failures < retriesMax
}

/** Retries a mutation with an idempotency key only if no response arrived. */
export function mayResend(failures: number, error: Error): boolean {
  return error instanceof NetworkError && failures < retriesMax
}
