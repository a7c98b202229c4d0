import type { InvoiceSummary } from '@gridloom/contract/invoices/invoice'
import { useMutation } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { saveFile } from '../../../browser/save-file.ts'

export const fileKinds = ['pdf', 'xml', 'csv'] as const
export type FileKind = (typeof fileKinds)[number]

/** Downloads a file of an invoice. */
export function useDownloadInvoice({ id, number }: Pick<InvoiceSummary, 'id' | 'number'>) {
  const client = useClient()
  return useMutation({
    mutationFn: async (kind: FileKind) => {
      const response = await client.invoices[kind]({ params: { id } })
      return { kind, file: await response.blob() }
    },
    onSuccess: ({ kind, file }) => saveFile(file, `${number}.${kind}`),
  })
}
