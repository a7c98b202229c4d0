import type { QueryOf } from '@gridloom/contract/core/endpoint'
import type { receipts } from '@gridloom/contract/receipts/endpoints'
import { useMutation } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { saveFile } from '../../../browser/save-file.ts'

type ApiReceiptQuery = Required<Pick<QueryOf<typeof receipts.usageFile>, 'format' | 'to' | 'from'>>

/** Downloads the receipt of API use of a period. */
export function useDownloadApiReceipt() {
  const client = useClient()
  return useMutation({
    mutationFn: async (query: ApiReceiptQuery) => {
      const response = await client.receipts.usageFile({ query })
      return response.blob()
    },
    onSuccess: (file, { from, to, format }) =>
      saveFile(file, `receipt-api-${from}-${to}.${format}`),
  })
}
