import type { Client } from '@gridloom/client/calls'
import type { InvoiceId } from '@gridloom/contract/core/ids'
import type { InvoiceKind } from '@gridloom/contract/invoices/invoice'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'
import { pageSize } from '../api/invoice-queries.ts'

export type ShownKind = InvoiceKind | 'all'

/** Fetches a page of the invoices of all accounts, newest first, with the check of their numbers. */
export function allInvoicesQuery(client: Client, shown: ShownKind, page: number) {
  return queryOptions({
    queryKey: keys.allInvoicePage(shown, page),
    queryFn: ({ signal }) => {
      const kind = shown === 'all' ? {} : { kind: shown }
      return client.invoices.listAll({ query: { ...kind, page, page_size: pageSize }, signal })
    },
  })
}

export interface CreditNoteDraft {
  /** `undefined`: all that is left. */
  totalCents: number | undefined
  reason: string
  /** Of this dialog: a second press issues no second credit note. */
  key: string
}

/** Issues a credit note for a document. */
export function useIssueCreditNote(id: InvoiceId) {
  const client = useClient()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ totalCents, reason, key }: CreditNoteDraft) =>
      client.invoices.credit({
        params: { id },
        body: { reason, key, ...(totalCents === undefined ? {} : { total_cents: totalCents }) },
      }),
    onSuccess: () => cache.invalidateQueries({ queryKey: keys.allInvoices }),
  })
}
