import type { SshKey } from '@gridloom/contract/keys/ssh-key'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { keyListKeys } from '../../../shared/keys/keys-queries.ts'

/** Removes a public SSH key; instances that are running keep it. */
export function useRemoveSshKey() {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: ({ id }: SshKey) => client.keys.removeSshKey({ params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyListKeys.sshKeys }),
  })
}
