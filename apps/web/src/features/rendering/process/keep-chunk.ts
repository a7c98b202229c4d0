import type { RenderJobId } from '@gridloom/contract/core/ids'
import type { RenderChunk } from '@gridloom/contract/rendering/chunk'
import type { QueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { chunksShown } from '../api/render-queries.ts'

interface ChunkPage {
  chunks: RenderChunk[]
  total: number
}

/**
 * Writes a changed chunk into the job's tracks, new ones first. When it has ended, its checks, receipts and log are
 * refetched.
 */
export function keepChunk(queryClient: QueryClient, id: RenderJobId, chunk: RenderChunk): void {
  queryClient.setQueryData<ChunkPage>(keys.renderChunks(id), (page) => page && putIn(page, chunk))
  if (chunk.state === 'leased') return
  // @NOTE refetched in the background: a failure is shown where the data is used
  void queryClient.invalidateQueries({ queryKey: keys.renderChecks(id) })
  void queryClient.invalidateQueries({ queryKey: keys.renderReceipts(id) })
  void queryClient.invalidateQueries({ queryKey: keys.renderChunkLog(id, chunk.id) })
}

function putIn({ chunks, total }: ChunkPage, chunk: RenderChunk): ChunkPage {
  if (chunks.some(({ id }) => id === chunk.id)) {
    return { total, chunks: chunks.map((other) => (other.id === chunk.id ? chunk : other)) }
  }
  return { total: total + 1, chunks: [chunk, ...chunks].slice(0, chunksShown) }
}
