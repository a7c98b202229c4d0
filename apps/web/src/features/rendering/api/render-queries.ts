import type { Client } from '@gridloom/client/calls'
import type { RenderChunkId, RenderJobId } from '@gridloom/contract/core/ids'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'

/** Chunks shown in a job's tracks; older ones are only in the receipt. */
export const chunksShown = 100
export const receiptPageSize = 50

/** Fetches the uploaded scenes, newest first. */
export function scenesQuery(client: Client) {
  return queryOptions({
    queryKey: keys.renderScenes,
    queryFn: ({ signal }) => client.rendering.scenes({ signal }),
  })
}

/** Fetches one job with its scene. */
export function jobQuery(client: Client, id: RenderJobId) {
  return queryOptions({
    queryKey: keys.renderJob(id),
    queryFn: ({ signal }) => client.rendering.read({ params: { id }, signal }),
  })
}

/** Fetches the chunks of a job, newest first. The job's stream keeps them fresh. */
export function chunksQuery(client: Client, id: RenderJobId) {
  return queryOptions({
    queryKey: keys.renderChunks(id),
    queryFn: ({ signal }) =>
      client.rendering.chunks({ params: { id }, query: { page_size: chunksShown }, signal }),
  })
}

interface ChunkOfJob {
  readonly id: RenderJobId
  readonly chunk: RenderChunkId
}

/** Fetches Blender's log of a chunk, as far as it is kept. */
export function chunkLogQuery(client: Client, { id, chunk }: ChunkOfJob) {
  return queryOptions({
    queryKey: keys.renderChunkLog(id, chunk),
    queryFn: ({ signal }) => client.rendering.chunkLog({ params: { id, chunk }, signal }),
    staleTime: 0,
  })
}

/** Fetches the checks of a job's frames. */
export function checksQuery(client: Client, id: RenderJobId) {
  return queryOptions({
    queryKey: keys.renderChecks(id),
    queryFn: ({ signal }) => client.rendering.checks({ params: { id }, signal }),
  })
}

/** Fetches one page of a job's receipt, by frame. */
export function jobReceiptQuery(client: Client, id: RenderJobId, page: number) {
  return queryOptions({
    queryKey: keys.renderReceipt(id, page),
    queryFn: ({ signal }) =>
      client.rendering.receipt({
        params: { id },
        query: { page, page_size: receiptPageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

interface FrameOfJob {
  readonly id: RenderJobId
  readonly frame: number
}

/** Fetches one frame by its number; `null` if the job has no such frame yet. */
export function frameQuery(client: Client, { id, frame }: FrameOfJob) {
  return queryOptions({
    queryKey: keys.renderFrame(id, frame),
    queryFn: async ({ signal }) => {
      const query = { from: frame, limit: 1 }
      const [found] = await client.rendering.frames({ params: { id }, query, signal })
      return found?.number === frame ? found : null
    },
  })
}
