import type { ChatId, InstanceId, RenderJobId } from '@gridloom/contract/core/ids'
import { useMutation } from '@tanstack/react-query'
import { useClient } from '../../api/runtime.tsx'
import { saveFile } from '../../browser/save-file.ts'

/** What a receipt is about. */
export type ReceiptOf =
  | { kind: 'instance'; id: InstanceId }
  | { kind: 'render'; id: RenderJobId }
  | { kind: 'chat'; id: ChatId }

export const receiptFormats = ['pdf', 'csv'] as const
export type ReceiptFormat = (typeof receiptFormats)[number]

/** Downloads a receipt as a file. */
export function useDownloadReceiptFile(of: ReceiptOf) {
  const { receipts } = useClient()
  return useMutation({
    mutationFn: async (format: ReceiptFormat) => {
      const response = await fetched(receipts, of, format)
      return { format, file: await response.blob() }
    },
    onSuccess: ({ format, file }) => saveFile(file, `receipt-${of.id}.${format}`),
  })
}

function fetched(
  receipts: ReturnType<typeof useClient>['receipts'],
  of: ReceiptOf,
  format: ReceiptFormat,
): Promise<Response> {
  const query = { format }
  switch (of.kind) {
    case 'instance':
      return receipts.instanceFile({ params: { id: of.id }, query })
    case 'render':
      return receipts.renderFile({ params: { id: of.id }, query })
    case 'chat':
      return receipts.chatFile({ params: { id: of.id }, query })
  }
}
