import type { AccountId } from '@gridloom/contract/core/ids'
import type { ApiKey } from '@gridloom/contract/keys/api-key'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient, useToasts } from '../../../api/runtime.tsx'
import { companyKeys } from './company-keys.ts'

/** Revokes one of a company's API keys immediately. */
export function useRevokeCompanyKey(id: AccountId) {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: ({ id: keyId }: ApiKey) =>
      client.companies.revokeKey({ params: { id, key_id: keyId } }),
    onSuccess: (_nothing, { name }) => {
      toasts.show({ type: 'success', message: `API key ${name} was revoked` })
      return queryClient.invalidateQueries({ queryKey: companyKeys.apiKeys(id) })
    },
  })
}
