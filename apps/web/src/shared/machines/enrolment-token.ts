import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../api/runtime.tsx'

/** Creates an enrolment token; another `attempt` creates another one. Cached only while it is shown. */
export function useEnrolmentToken(attempt: number) {
  const client = useClient()
  return useQuery({
    queryKey: ['enrolment-token', attempt],
    queryFn: ({ signal }) => client.machines.createEnrolmentToken({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
}
