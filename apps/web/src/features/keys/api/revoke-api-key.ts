import type { ApiKey } from '@gridloom/contract/keys/api-key'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient, useToasts } from '../../../api/runtime.tsx'
import { keyListKeys } from '../../../shared/keys/keys-queries.ts'

/** Revokes an API key immediately. */
export function useRevokeApiKey() {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: ({ id }: ApiKey) => client.keys.revokeApiKey({ params: { id } }),
    onSuccess: (_nothing, { name }) => {
      toasts.show({ type: 'success', message: `API key ${name} was revoked` })
      return queryClient.invalidateQueries({ queryKey: keyListKeys.apiKeys })
    },
  })
}
