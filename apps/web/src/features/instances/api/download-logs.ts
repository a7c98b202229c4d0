import type { InstanceId } from '@gridloom/contract/core/ids'
import { useMutation } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'

/** Downloads all lines that the machine still has and passes them to `save` as a file. */
export function useDownloadLogs(id: InstanceId, save: (file: Blob) => void) {
  const client = useClient()
  return useMutation({
    mutationFn: async () => {
      const response = await client.instances.downloadLogs({ params: { id } })
      return response.blob()
    },
    onSuccess: save,
  })
}
