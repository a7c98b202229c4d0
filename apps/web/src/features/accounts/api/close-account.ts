import { useMutation } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'

/** Deletes the account for good; refused while something of it still runs. */
export function useCloseAccount(leave: () => void) {
  const client = useClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: () => client.privacy.closeAccount(),
    onSuccess: leave,
  })
}
