import type { StreamState } from '@gridloom/client/call-options'
import type { EventOf } from '@gridloom/contract/core/endpoint'
import type { RenderJobId } from '@gridloom/contract/core/ids'
import type { rendering } from '@gridloom/contract/rendering/endpoints'
import type { RenderFrame } from '@gridloom/contract/rendering/frame'
import { assertNever } from '@gridloom/domain/assert-never'
import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { keepRenderJob } from '../../../api/live/keep.ts'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'
import { keepChunk } from './keep-chunk.ts'

/** State of a job's stream: opening, open, waiting to reconnect, or rejected. */
export type JobStream = StreamState | 'opening' | 'failed'

/** Receives changed frames in addition to the query cache. */
export interface FrameListener {
  take(frames: readonly RenderFrame[]): void
  /** The stream is open again after a break; events in between may be lost. */
  catchUp(): void
}

type JobEvent = EventOf<(typeof rendering)['follow']>

/** Follows a job, its frames and its chunks into the query cache while the caller is mounted. */
export function useFollowedJob(id: RenderJobId, listener?: FrameListener): JobStream {
  const client = useClient()
  const queryClient = useQueryClient()
  const [stream, setStream] = useState<JobStream>('opening')

  useEffect(() => {
    const stop = new AbortController()
    let wasBroken = false
    function onState(state: StreamState): void {
      setStream(state)
      if (state === 'open' && wasBroken) {
        catchUp(queryClient, id)
        listener?.catchUp()
      }
      wasBroken = state === 'waiting'
    }
    async function follow(): Promise<void> {
      const { signal } = stop
      const events = client.rendering.follow({ params: { id }, signal, onState: onState })
      for await (const event of events) {
        keepEvent(queryClient, id, event)
        if (event.event === 'frames') listener?.take(event.data)
      }
    }
    // @NOTE the stream rejects only when the server refuses it; the badge shows that, and loaded data stays
    follow().catch(() => setStream('failed'))
    return () => stop.abort()
  }, [client, queryClient, id, listener])

  return stream
}

function catchUp(queryClient: QueryClient, id: RenderJobId): void {
  const lost = [
    keys.renderJob(id),
    keys.renderChunks(id),
    keys.renderChecks(id),
    keys.renderReceipts(id),
  ]
  // @NOTE refetched in the background: a failure is shown where the data is used
  for (const queryKey of lost) void queryClient.invalidateQueries({ queryKey })
}

function keepEvent(queryClient: QueryClient, id: RenderJobId, event: JobEvent): void {
  switch (event.event) {
    case 'job':
      keepRenderJob(queryClient, event.data)
      break
    case 'chunk':
      keepChunk(queryClient, id, event.data)
      break
    case 'frames':
      for (const frame of event.data)
        queryClient.setQueryData(keys.renderFrame(id, frame.number), frame)
      break
    default:
      assertNever(event)
  }
}
