import type { NewApiKey } from '@gridloom/contract/keys/api-key'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { accountKeys } from './account-keys.ts'

/** Makes an API key. The answer is the one time that it can be read, and is kept nowhere. */
export function useMakeApiKey() {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    gcTime: 0,
    mutationFn: (body: NewApiKey) => client.keys.generateApiKey({ body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: accountKeys.apiKeys }),
  })
}
