import type { AccountId } from '@gridloom/contract/core/ids'
import type { NewApiKey } from '@gridloom/contract/keys/api-key'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { companyKeys } from './company-keys.ts'

/** Creates an API key that acts for a company. Its secret is only in this response, which is not cached. */
export function useMakeCompanyKey(id: AccountId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    gcTime: 0,
    mutationFn: (body: NewApiKey) => client.companies.generateKey({ params: { id }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: companyKeys.apiKeys(id) }),
  })
}
