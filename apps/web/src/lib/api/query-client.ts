import { ApiError } from '@gridloom/client/api-error'
import { MutationCache, QueryClient } from '@tanstack/react-query'
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

const retriesMax = 2

/** The cache of answers. A failed action makes a toast unless its caller shows the problem in place. */
export function createQueryClient(toasts: Toasts): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (mutation.meta?.problem === 'shown-in-place' || error.name === 'AbortError') return
        toasts.show({ type: 'error', message: toastText(error) })
      },
    }),
    defaultOptions: {
      queries: { staleTime: 30_000, retry: mayRetry, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  })
}

/** A refusal stays a refusal; only what a moment may mend is asked again. */
function mayRetry(failures: number, error: Error): boolean {
  if (error instanceof ApiError && error.status < 500) return false
  return failures < retriesMax
}
