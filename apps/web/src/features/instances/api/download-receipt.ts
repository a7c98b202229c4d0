import type { InstanceId } from '@gridloom/contract/core/ids'
import { useMutation } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { saveFile } from '../../../browser/save-file.ts'

/** Downloads the signed receipt of an instance, which anyone can check without this server. */
export function useDownloadReceipt(id: InstanceId) {
  const client = useClient()
  return useMutation({
    mutationFn: async () => (await client.receipts.download({ params: { id } })).blob(),
    onSuccess: (file) => saveFile(file, `receipt-${id}.jsonl`),
  })
}
