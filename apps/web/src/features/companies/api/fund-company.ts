import type { AccountId } from '@gridloom/contract/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { mayResend } from '../../../api/query-client.ts'
import { keys } from '../../../api/query-keys.ts'
import { useClient, useToasts } from '../../../api/runtime.tsx'
import { formatMoney } from '../../../ui/format/money.ts'
import { companyKeys } from './company-keys.ts'

interface Funds {
  micro_usd: number
  /** Idempotency key: requests with the same key move the credit once. */
  key: string
}

/** Moves credit from the user's own balance to a company's. */
export function useFundCompany(id: AccountId) {
  const client = useClient()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    retry: mayResend,
    mutationFn: (body: Funds) => client.companies.fund({ params: { id }, body }),
    onSuccess: (_balance, { micro_usd: microUsd }) => {
      toasts.show({ type: 'success', message: `${formatMoney(microUsd)} added` })
      // @NOTE refetched in the background: the balance and the transactions show a failure to load themselves
      void queryClient.invalidateQueries({ queryKey: keys.balance })
      void queryClient.invalidateQueries({ queryKey: keys.ledger })
      return queryClient.invalidateQueries({ queryKey: companyKeys.overview(id) })
    },
  })
}
