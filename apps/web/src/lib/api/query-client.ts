import { ApiError, NetworkError } from '@gridloom/client/api-error'
import { MutationCache, QueryClient } from '@tanstack/react-query'
import { wantsConfirmation } from '../confirm/confirmations.ts'
import type { Toasts } from '../toasts/toasts.ts'
import { toastText } from './problems.ts'

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

/** The cache of answers. A failed action makes a toast unless its caller shows the problem in place. */
export function createQueryClient(toasts: Toasts): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
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
