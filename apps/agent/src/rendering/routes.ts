import { Readable } from 'node:stream'
import { renderingCalls } from '@gridloom/contract/agent/rendering-calls'
import { handleDownload, handleUpload, handleValue } from '../link/handle.ts'
import type { Route } from '../link/router.ts'
import { AgentRefused } from '../refused.ts'
import type { Rendering } from './index.ts'

/** Serves the calls for scenes, chunks and rendered files. */
export function renderingRoutes({ scenes, chunks }: Rendering): Route[] {
  return [
    handleValue(renderingCalls.readScene, ({ params }) => scenes.held(params.scene)),
    handleUpload(renderingCalls.sendScene, ({ params, query, bytes, signal }) =>
      scenes.receive({ ...params, ...query }, bytes, signal),
    ),
    handleValue(renderingCalls.sendChunk, async ({ params, body }) => {
      if (body.chunk_id !== params.chunk)
        throw new AgentRefused('invalid_input', 'The path and the body name different chunks.')
      await chunks.accept(body)
    }),
    handleValue(renderingCalls.stopChunk, async ({ params, body }) => {
      await chunks.stop(params.chunk, body.mode)
    }),
    handleDownload(renderingCalls.readFile, ({ params }) =>
      chunks.picture(params.chunk, params.file),
    ),
    handleValue(renderingCalls.takeFiles, async ({ params, body }) => {
      await chunks.taken(params.chunk, body.keys)
    }),
    handleDownload(renderingCalls.readLog, ({ params }) => {
      const text = chunks.log(params.chunk)
      return { contentType: 'text/plain; charset=utf-8', open: () => Readable.from([text]) }
    }),
  ]
}
