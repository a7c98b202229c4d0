import { z } from 'zod'
import { limits } from '../core/constants.ts'
import { RenderChunkId } from '../core/ids.ts'
import { Sha256 } from '../core/values.ts'
import { agentCall } from './call.ts'
import { RenderChunkSpec, SceneHeld, StopChunk, StoredFiles } from './rendering.ts'

const OneScene = z.object({ scene: Sha256 })
const OneChunk = z.object({ chunk: RenderChunkId })

/** The type of a scene: a Blender file, a zip with one or more of them, or a single picture to be merged. */
export const SceneKind = z.enum(['blend', 'zip', 'file'])
export type SceneKind = z.infer<typeof SceneKind>

/**
 * Calls of the rendering workload. The control plane sends a machine a scene (once, by its content) and chunks of it;
 * the agent renders them in order, one Blender process per scene, and reports their state. Files stay on the machine
 * until the control plane has fetched them.
 */
export const renderingCalls = {
  /** Reads how much of a scene the machine has. */
  readScene: agentCall({
    method: 'GET',
    path: '/v1/render/scenes/{scene}',
    transport: 'value',
    params: OneScene,
    response: SceneHeld,
  }),
  /** Sends bytes of a scene from `offset` on; `size` is the size of the whole scene. */
  sendScene: agentCall({
    method: 'PUT',
    path: '/v1/render/scenes/{scene}',
    transport: 'upload',
    params: OneScene,
    query: z.object({
      offset: z.coerce.number().int().min(0).max(limits.sceneBytes),
      size: z.coerce.number().int().min(1).max(limits.sceneBytes),
      kind: SceneKind,
    }),
    response: SceneHeld,
  }),
  /** Sends a chunk to render. The same chunk may come any number of times. */
  sendChunk: agentCall({
    method: 'PUT',
    path: '/v1/render/chunks/{chunk}',
    transport: 'value',
    status: 202,
    params: OneChunk,
    request: RenderChunkSpec,
  }),
  stopChunk: agentCall({
    method: 'POST',
    path: '/v1/render/chunks/{chunk}/stop',
    transport: 'value',
    params: OneChunk,
    request: StopChunk,
  }),
  /** Downloads a file that a report names. */
  readFile: agentCall({
    method: 'GET',
    path: '/v1/render/chunks/{chunk}/files/{file}',
    transport: 'download',
    params: OneChunk.extend({ file: z.string().max(100) }),
  }),
  /** Confirms that files are stored by the control plane: the machine may delete them. */
  takeFiles: agentCall({
    method: 'POST',
    path: '/v1/render/chunks/{chunk}/taken',
    transport: 'value',
    params: OneChunk,
    request: StoredFiles,
  }),
  /** Downloads the last 256 KiB of Blender's output as plain text. */
  readLog: agentCall({
    method: 'GET',
    path: '/v1/render/chunks/{chunk}/log',
    transport: 'download',
    params: OneChunk,
  }),
} as const
