import { useMutation } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'

/** Downloads everything that is stored about the user and passes it to `save` as a file. */
export function useExportEverything(save: (file: Blob) => void) {
  const client = useClient()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: async () => {
      const response = await client.privacy.exportData()
      return response.blob()
    },
    onSuccess: save,
  })
}
