import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../api/runtime.tsx'

/** A fresh enrolment command; another `attempt` makes another one. Kept no longer than it is shown. */
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
