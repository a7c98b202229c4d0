import { useMutation } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'

/** Deletes the account permanently; the server refuses while any of its resources are in use. */
export function useCloseAccount(leave: () => void) {
  const client = useClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: () => client.privacy.closeAccount(),
    onSuccess: leave,
  })
}
