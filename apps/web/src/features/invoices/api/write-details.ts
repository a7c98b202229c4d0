import type { BillingDetailsChange } from '@gridloom/contract/invoices/billing-details'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Saves the billing details of the account. */
export function useWriteDetails() {
  const client = useClient()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: BillingDetailsChange) => client.invoices.writeDetails({ body }),
    onSuccess: (details) => cache.setQueryData(keys.billingDetails, details),
  })
}
