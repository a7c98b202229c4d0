import type { NewApiKey } from '@gridloom/contract/keys/api-key'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { keyListKeys } from '../../../shared/keys/keys-queries.ts'

/** Creates an API key. Its secret is only in this response, which is not cached. */
export function useMakeApiKey() {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    gcTime: 0,
    mutationFn: (body: NewApiKey) => client.keys.generateApiKey({ body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyListKeys.apiKeys }),
  })
}
