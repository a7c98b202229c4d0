import type { ProfileChange } from '@gridloom/contract/accounts/profile'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient, useToasts } from '../../../api/runtime.tsx'

/** Changes name, username or picture; omitted fields stay as they are. `done` is the text of the success toast. */
export function useUpdateProfile(done: string) {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (body: ProfileChange) => client.accounts.updateProfile({ body }),
    onSuccess: (details) => {
      queryClient.setQueryData(keys.details, details)
      toasts.show({ type: 'success', message: done })
    },
  })
}
