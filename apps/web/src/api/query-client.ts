import { ApiError, NetworkError } from '@gridloom/client/api-error'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { toastText } from '../ui/format/error-texts.ts'
import type { Toasts } from '../ui/toasts/toasts.ts'
import { isCode } from './is-code.ts'
import { keys } from './query-keys.ts'
import { wantsConfirmation } from './reauth/reauth-prompt.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The caller shows the problem itself (at a field, in a dialog), so no toast is wanted. */
      problem?: 'shown-in-place'
    }
  }
}

const retriesMax = 3
const firstRetryMs = 250

/** What a failure means beyond the call that failed. */
export interface FailureHooks {
  /** The beta is closed to this account. */
  onAccessCodeRequired?: () => void
  /** The session works for a company that the person no longer belongs to. */
  onMembershipEnded?: () => void
}

/** The cache of answers. A failed action makes a toast unless its caller shows the problem in place. */
export function createQueryClient(toasts: Toasts, hooks: FailureHooks = {}): QueryClient {
  /** Screens ask again by themselves; only the first refusal of those opens the access view. */
  let openedAccessCode = false
  const queryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        if (queryKey[0] !== keys.health[0]) notice(error)
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
    // @NOTE the health check keeps its own failure: that is what the banner shows
    if (error instanceof NetworkError) void queryClient.invalidateQueries({ queryKey: keys.health })
  }
  return queryClient
}

/** 0.25 s, 0.5 s, 1 s: a network that has just changed is back sooner than a person notices. */
function retryDelay(failures: number): number {
  return firstRetryMs * 2 ** failures
}

/** A refusal stays a refusal; only what a moment may mend is asked again. */
function mayRetry(failures: number, error: Error): boolean {
  if (error instanceof ApiError && error.status < 500) return false
  return failures < retriesMax
}

/** For an action with an idempotency key: sent again only where no answer came at all. */
export function mayResend(failures: number, error: Error): boolean {
  return error instanceof NetworkError && failures < retriesMax
}
