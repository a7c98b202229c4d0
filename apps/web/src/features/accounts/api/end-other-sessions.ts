import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient, useToasts } from '../../../api/runtime.tsx'
import { plural } from '../../../ui/format/numbers.ts'
import { accountKeys } from './account-keys.ts'

/** Ends every session but the current one. */
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
