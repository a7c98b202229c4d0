import type { Client } from '@gridloom/client/calls'
import type { RenderJobId } from '@gridloom/contract/core/ids'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import { readFrameList } from '@gridloom/domain/rendering/frame-list'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { createFrameStore, type FrameStore } from './frames/frame-store.ts'
import { type FrameListener, type JobStream, useFollowedJob } from './use-followed-job.ts'

/** Loads a job's frames and keeps them up to date. */
export function useJobFrames(job: RenderJob) {
  const client = useClient()
  const [store] = useState(() => framesOf(client, job.taskId))
  const { frames, step } = job.settings
  const listed = useMemo(() => readFrameList(frames, step).frames ?? [], [frames, step])
  const retry = useMemo(() => () => store.read(listed), [store, listed])
  const listener = useMemo<FrameListener>(
    () => ({ take: store.take, catchUp: retry }),
    [store, retry],
  )
  const stream: JobStream = useFollowedJob(job.taskId, listener)
  // Frames are added when the job starts, and change state together when it is cancelled.
  // biome-ignore lint/correctness/useExhaustiveDependencies: reloaded when these change
  useEffect(retry, [retry, job.frames_total, job.state])
  const view = useSyncExternalStore(store.subscribe, store.view)
  return { store, view, stream, retry }
}

function framesOf(client: Client, id: RenderJobId): FrameStore {
  const { rendering } = client
  const params = { id }
  return createFrameStore({
    overview: (signal) => rendering.overview({ params, signal }),
    page: (query, signal) => rendering.frames({ params, query, signal }),
    later: (notice) => requestAnimationFrame(notice),
  })
}
