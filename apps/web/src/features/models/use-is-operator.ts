import { useQuery } from '@tanstack/react-query'
import { detailsQuery } from '../../lib/api/queries.ts'
import { useClient } from '../../lib/runtime.tsx'

/** Whether the operator's account is signed in; not before that is known. */
export function useIsOperator(): boolean {
  return useQuery(detailsQuery(useClient())).data?.role === 'operator'
}
