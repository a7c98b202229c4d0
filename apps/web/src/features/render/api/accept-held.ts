import type { RenderJobId } from '@gridloom/contract/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keepRenderJob } from '../../../lib/live/keep.ts'
import { useClient } from '../../../lib/runtime.tsx'

const pageOfFrames = 1_000

/** Accepts the pictures that are held now; those that come meanwhile wait for another word. */
export function useAcceptHeld(id: RenderJobId) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    async mutationFn() {
      const params = { id }
      const held: number[] = []
      for (;;) {
        const from = held.length === 0 ? {} : { from: (held.at(-1) ?? 0) + 1 }
        const query = { ...from, limit: pageOfFrames, state: 'held' } as const
        const frames = await client.rendering.frames({ params, query })
        held.push(...frames.map(({ number }) => number))
        if (frames.length < pageOfFrames) break
      }
      for (let at = 0; at < held.length; at += pageOfFrames)
        await client.rendering.approve({
          params,
          body: { frames: held.slice(at, at + pageOfFrames) },
        })
      return (await client.rendering.read({ params })).job
    },
    onSuccess: (job) => keepRenderJob(queryClient, job),
  })
}
