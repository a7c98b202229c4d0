import type { Client } from '@gridloom/client/calls'
import type { RenderChunkId, RenderJobId } from '@gridloom/contract/core/ids'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'

/** Chunks that a job's lanes show; older ones are in the receipt. */
export const chunksShown = 100
export const receiptPageSize = 50

/** The scenes that were uploaded, newest first. */
export function scenesQuery(client: Client) {
  return queryOptions({
    queryKey: keys.renderScenes,
    queryFn: ({ signal }) => client.rendering.scenes({ signal }),
  })
}

/** One job, with the scene that it renders. */
export function jobQuery(client: Client, id: RenderJobId) {
  return queryOptions({
    queryKey: keys.renderJob(id),
    queryFn: ({ signal }) => client.rendering.read({ params: { id }, signal }),
  })
}

/** What was given to which machine, newest first. The job's stream keeps it fresh. */
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

/** Blender log while it rendered a chunk, as far as that is kept. */
export function chunkLogQuery(client: Client, { id, chunk }: ChunkOfJob) {
  return queryOptions({
    queryKey: keys.renderChunkLog(id, chunk),
    queryFn: ({ signal }) => client.rendering.chunkLog({ params: { id, chunk }, signal }),
    staleTime: 0,
  })
}

/** Frames that were compared with what another machine made of them. */
export function checksQuery(client: Client, id: RenderJobId) {
  return queryOptions({
    queryKey: keys.renderChecks(id),
    queryFn: ({ signal }) => client.rendering.checks({ params: { id }, signal }),
  })
}

/** What a job cost, frame by frame, one page of it. */
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

/** One frame by its number; `null` where the job has no such frame yet. */
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
