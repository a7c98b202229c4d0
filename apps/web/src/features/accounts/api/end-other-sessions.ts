import { useMutation, useQueryClient } from '@tanstack/react-query'
import { plural } from '../../../lib/format/numbers.ts'
import { useClient, useToasts } from '../../../lib/runtime.tsx'
import { accountKeys } from './account-keys.ts'

/** Signs out everywhere but here. */
export function useEndOtherSessions() {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: () => client.auth.endOtherSessions(),
    onSuccess: ({ ended }) => {
      toasts.show({ type: 'success', message: `${plural(ended, 'session')} ended` })
      return queryClient.invalidateQueries({ queryKey: accountKeys.sessions })
    },
  })
}
