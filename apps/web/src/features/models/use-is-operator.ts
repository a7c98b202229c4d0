import { useQuery } from '@tanstack/react-query'
import { detailsQuery } from '../../api/queries.ts'
import { useClient } from '../../api/runtime.tsx'

/** Whether the signed-in user is the operator; false until that is known. */
export function useIsOperator(): boolean {
  return useQuery(detailsQuery(useClient())).data?.role === 'operator'
}
