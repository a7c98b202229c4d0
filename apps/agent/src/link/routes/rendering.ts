import { constants } from 'node:http2'
import { pipeline } from 'node:stream/promises'
import {
  RenderChunkSpec,
  renderPaths,
  StopChunk,
  TakenFiles,
} from '@gridloom/contract/agent/rendering'
import { limits } from '@gridloom/contract/core/constants'
import { RenderChunkId } from '@gridloom/contract/core/ids'
import { Sha256 } from '@gridloom/contract/core/values'
import { z } from 'zod'
import { AgentRefused } from '../../refused.ts'
import type { Rendering } from '../../rendering/index.ts'
import { SceneKind } from '../../rendering/scene-files.ts'
import { bytesOf, type Call, parsePart, readJson, replyJson } from '../call.ts'
import type { Answer, Route } from '../router.ts'

const OneScene = z.object({ scene: Sha256 })
const OneChunk = z.object({ chunk: RenderChunkId })
const OneFile = OneChunk.extend({ file: z.string().max(100) })

const Sending = z.object({
  offset: z.coerce.number().int().min(0).max(limits.sceneBytes),
  size: z.coerce.number().int().min(1).max(limits.sceneBytes),
  kind: SceneKind,
})

/** Scenes, chunks of them, and the pictures that come of it. */
export function renderingRoutes({ scenes, chunks }: Rendering): Route[] {
  return [
    { path: renderPaths.scene, answers: { GET: holdScene(scenes), PUT: receiveScene(scenes) } },
    { path: renderPaths.chunk, answers: { PUT: acceptChunk(chunks) } },
    { path: renderPaths.stop, answers: { POST: stopChunk(chunks) } },
    { path: renderPaths.file, answers: { GET: givePicture(chunks) } },
    { path: renderPaths.taken, answers: { POST: takeFiles(chunks) } },
    { path: renderPaths.log, answers: { GET: giveLog(chunks) } },
  ]
}

type Scenes = Rendering['scenes']
type Chunks = Rendering['chunks']

function holdScene(scenes: Scenes): Answer {
  return async (call) => {
    const { scene } = parsePart(OneScene, call.params, 'path')
    replyJson(call, 200, scenes.held(scene))
  }
}

function receiveScene(scenes: Scenes): Answer {
  return async (call) => {
    try {
      const { scene } = parsePart(OneScene, call.params, 'path')
      const sending = parsePart(Sending, Object.fromEntries(call.query), 'query')
      const held = await scenes.receive({ scene, ...sending }, bytesOf(call), call.signal)
      replyJson(call, 200, held)
    } finally {
      endUnread(call)
    }
  }
}

/** An answer that came before the last byte of the body: the rest is not asked for (RFC 9113, section 8.1). */
function endUnread({ stream }: Call): void {
  if (stream.readableEnded || stream.destroyed) return
  stream.once('finish', () => stream.close(constants.NGHTTP2_NO_ERROR))
}

function acceptChunk(chunks: Chunks): Answer {
  return async (call) => {
    const { chunk } = parsePart(OneChunk, call.params, 'path')
    const spec = await readJson(call, RenderChunkSpec)
    if (spec.chunk_id !== chunk) {
      throw new AgentRefused('invalid_input', 'The path and the body name different chunks.')
    }
    await chunks.accept(spec)
    replyJson(call, 202, {})
  }
}

function stopChunk(chunks: Chunks): Answer {
  return async (call) => {
    const { chunk } = parsePart(OneChunk, call.params, 'path')
    const { mode } = await readJson(call, StopChunk)
    await chunks.stop(chunk, mode)
    replyJson(call, 200, {})
  }
}

function givePicture(chunks: Chunks): Answer {
  return async (call) => {
    const { chunk, file } = parsePart(OneFile, call.params, 'path')
    const picture = chunks.picture(chunk, file)
    const headers = {
      'content-type': 'application/octet-stream',
      'content-length': String(picture.bytes),
    }
    call.stream.respond({ ':status': 200, ...headers })
    await pipeline(picture.open(), call.stream)
  }
}

function takeFiles(chunks: Chunks): Answer {
  return async (call) => {
    const { chunk } = parsePart(OneChunk, call.params, 'path')
    const { keys } = await readJson(call, TakenFiles)
    await chunks.taken(chunk, keys)
    replyJson(call, 200, {})
  }
}

function giveLog(chunks: Chunks): Answer {
  return async (call) => {
    const { chunk } = parsePart(OneChunk, call.params, 'path')
    const text = chunks.log(chunk)
    call.stream.respond({ ':status': 200, 'content-type': 'text/plain; charset=utf-8' })
    call.stream.end(text)
  }
}
