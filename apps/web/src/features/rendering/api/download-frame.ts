import type { RenderJobId } from '@gridloom/contract/core/ids'
import { useMutation } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'

/** Fetches the original picture of a frame and passes it to `save`. */
export function useDownloadFrame(id: RenderJobId, save: (file: Blob, frame: number) => void) {
  const client = useClient()
  return useMutation({
    mutationFn: async (frame: number) => {
      const response = await client.rendering.picture({ params: { id, frame } })
      return response.blob()
    },
    onSuccess: save,
  })
}
