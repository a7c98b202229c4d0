import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient, useToasts } from '../../../api/runtime.tsx'
import { keyListKeys } from '../../../shared/keys/keys-queries.ts'

interface SshKeyInput {
  ssh_key: string
  /** Defaults to the key's comment. */
  name?: string
}

/** Stores a public SSH key; a key that is stored already is only renamed. */
export function useAddSshKey() {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (body: SshKeyInput) => client.keys.addSshKey({ body }),
    onSuccess: ({ name }) => {
      toasts.show({ type: 'success', message: `SSH key ${name} added` })
      return queryClient.invalidateQueries({ queryKey: keyListKeys.sshKeys })
    },
  })
}
