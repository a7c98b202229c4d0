import type { RenderJobId } from '@gridloom/contract/core/ids'
import { useMutation } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'

export type DownloadKind = 'zip' | 'mp4' | 'webm'

/** Makes a link that downloads once, and follows it: the browser takes the file as it is made. */
export function useDownload(id: RenderJobId, follow: (address: string) => void) {
  const client = useClient()
  return useMutation({
    mutationFn: (kind: DownloadKind) =>
      client.rendering.makeDownload({ params: { id }, body: { kind } }),
    onSuccess: ({ url }) => follow(url),
  })
}
