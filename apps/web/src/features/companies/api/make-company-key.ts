import type { AccountId } from '@gridloom/contract/core/ids'
import type { NewApiKey } from '@gridloom/contract/keys/api-key'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { companyKeys } from './company-keys.ts'

/** Makes an API key that acts for a company. The answer is the one time that it can be read, and is kept nowhere. */
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
