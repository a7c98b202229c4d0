import type { Session } from '@gridloom/contract/auth/session'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { accountKeys } from './account-keys.ts'

/** Ends one session. */
export function useEndSession() {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Session) => client.auth.endSession({ params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountKeys.sessions }),
  })
}
