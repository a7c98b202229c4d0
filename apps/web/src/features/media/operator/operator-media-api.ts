import { systemClock } from '@gridloom/async/clock'
import type { Client } from '@gridloom/client/calls'
import { uploadMedia } from '@gridloom/client/upload-media'
import type { UploadProgress } from '@gridloom/client/upload-scene'
import type { MediaId } from '@gridloom/contract/core/ids'
import type { MediaChange, MediaState, NewMedia } from '@gridloom/contract/media/media'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { operatorKeys } from '../../../shared/operator/operator-keys.ts'

export function operatorMediaQuery(client: Client, query: { state?: MediaState; page: number }) {
  return queryOptions({
    queryKey: [...operatorKeys.media, query],
    queryFn: ({ signal }) => client.media.list({ query, signal }),
    placeholderData: keepPreviousData,
  })
}

function useRefresh(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: operatorKeys.media })
}

export function useCreateMedia() {
  const client = useClient()
  const refresh = useRefresh()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (body: NewMedia) => client.media.create({ body }),
    onSuccess: refresh,
  })
}

export function useChangeMedia(id: MediaId) {
  const client = useClient()
  const refresh = useRefresh()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (body: MediaChange) => client.media.change({ params: { id }, body }),
    onSuccess: refresh,
  })
}

/** Publishes or archives a medium. */
export function useMoveMedia() {
  const client = useClient()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id, to }: { id: MediaId; to: 'publish' | 'archive' }) =>
      client.media[to]({ params: { id } }),
    onSuccess: refresh,
  })
}

interface SavedCaptions {
  language: string
  /** `undefined` removes them. */
  vtt: string | undefined
}

export function useSaveCaptions(id: MediaId) {
  const client = useClient()
  const refresh = useRefresh()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: ({ language, vtt }: SavedCaptions) => {
      const params = { id, language }
      if (vtt === undefined) return client.media.removeCaptions({ params })
      return client.media.saveCaptions({ params, body: { vtt } })
    },
    onSuccess: refresh,
  })
}

interface Uploading {
  id: MediaId
  file: File
  signal: AbortSignal
  onProgress: (progress: UploadProgress) => void
}

/** Uploads the file of a medium; an interrupted upload of the same file continues. */
export function useUploadMedia() {
  const client = useClient()
  const refresh = useRefresh()
  return useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: ({ id, file, signal, onProgress }: Uploading) =>
      uploadMedia(client, id, {
        fileName: file.name,
        content: {
          size: file.size,
          read: async (offset, length) =>
            new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
        },
        ...{ clock: systemClock, random: Math.random, signal, onProgress },
      }),
    onSettled: refresh,
  })
}
