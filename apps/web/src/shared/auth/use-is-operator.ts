import { useQuery } from '@tanstack/react-query'
import { detailsQuery } from '../../api/queries.ts'
import { useAuth, useClient } from '../../api/runtime.tsx'

/** Whether the signed-in user is the operator; false until that is known. */
export function useIsOperator(): boolean {
  const isLoggedIn = useAuth((state) => state.isLoggedIn)
  const details = useQuery({ ...detailsQuery(useClient()), enabled: isLoggedIn })
  return isLoggedIn && details.data?.role === 'operator'
}
