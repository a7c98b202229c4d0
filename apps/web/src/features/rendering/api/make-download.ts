import type { RenderJobId } from '@gridloom/contract/core/ids'
import { useMutation } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'

export type DownloadKind = 'zip' | 'mp4' | 'webm'

/** Creates a link that is valid for one download and follows it: the browser streams the file as it is built. */
export function useDownload(id: RenderJobId, follow: (address: string) => void) {
  const client = useClient()
  return useMutation({
    mutationFn: (kind: DownloadKind) =>
      client.rendering.makeDownload({ params: { id }, body: { kind } }),
    onSuccess: ({ url }) => follow(url),
  })
}
