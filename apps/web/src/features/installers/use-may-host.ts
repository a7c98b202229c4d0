import { useQuery } from '@tanstack/react-query'
import { detailsQuery } from '../../api/queries.ts'
import { useAuth, useClient } from '../../api/runtime.tsx'

/** Whether the user may host: signed out, still loading, failed to load, without an access code, or allowed. */
export type MayHost =
  | { kind: 'visitor' }
  | { kind: 'asking' }
  | { kind: 'unknown'; error: Error; retry: () => void }
  | { kind: 'closed' }
  | { kind: 'open' }

export function useMayHost(): MayHost {
  const isLoggedIn = useAuth((state) => state.isLoggedIn)
  const details = useQuery({ ...detailsQuery(useClient()), enabled: isLoggedIn })
  if (!isLoggedIn) return { kind: 'visitor' }
  if (details.data !== undefined) {
    return { kind: details.data.has_entered_referral_code ? 'open' : 'closed' }
  }
  if (details.isError) {
    return { kind: 'unknown', error: details.error, retry: () => void details.refetch() }
  }
  return { kind: 'asking' }
}
