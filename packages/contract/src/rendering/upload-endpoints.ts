import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { RenderSceneId, RenderUploadId } from '../core/ids.ts'
import { PlainLine, Sha256 } from '../core/values.ts'
import { RenderScene, RenderUpload } from './scene.ts'

const oneUpload = z.strictObject({ id: RenderUploadId })

const oneScene = z.strictObject({ id: RenderSceneId })

/** Uploading scenes. */
export const uploads = {
  startUpload: endpoint({
    method: 'POST',
    path: '/api/render/uploads',
    auth: 'member',
    scope: 'renders:write',
    title: 'Start upload',
    summary:
      'Start uploading a scene by its hash: returns the existing scene, or the upload to start or resume',
    status: 201,
    body: z.strictObject({
      file_name: PlainLine.min(1).max(255),
      /** More than `limits.sceneBytes` is rejected with `too_large`. */
      size_bytes: z.int().min(1),
      /** The SHA-256 of each block of `hashBlockBytes`, in order. */
      block_hashes: z.array(Sha256).min(1).max(5_000),
    }),
    response: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('held'), scene: RenderScene }),
      z.strictObject({ kind: z.literal('upload'), upload: RenderUpload }),
    ]),
    errors: ['too_large', 'limit_reached', 'daily_limit_reached'],
    perMinute: 120,
  }),
  readUpload: endpoint({
    method: 'GET',
    path: '/api/render/uploads/{id}',
    auth: 'member',
    scope: 'renders:write',
    title: 'Retrieve upload',
    summary: 'Retrieve the progress of an upload',
    params: oneUpload,
    response: RenderUpload,
    errors: ['not_found'],
  }),
  sendUpload: endpoint({
    method: 'PATCH',
    path: '/api/render/uploads/{id}/bytes',
    auth: 'member',
    scope: 'renders:write',
    audit: 'none',
    title: 'Upload bytes',
    summary:
      'Upload bytes with the tus protocol 1.0.0 (`HEAD` returns the offset, `PATCH` continues from it)',
    transport: 'tus',
    params: oneUpload,
    errors: ['not_found', 'too_large', 'upload_mismatch', 'storage_full'],
    perMinute: 6_000,
  }),
  finishUpload: endpoint({
    method: 'POST',
    path: '/api/render/uploads/{id}/finish',
    auth: 'member',
    scope: 'renders:write',
    title: 'Finish upload',
    summary: 'Finish an upload: verify its hash, read the scene, and store it',
    status: 201,
    params: oneUpload,
    response: RenderScene,
    errors: ['not_found', 'state_conflict', 'upload_mismatch', 'scene_broken', 'storage_full'],
  }),
  cancelUpload: endpoint({
    method: 'DELETE',
    path: '/api/render/uploads/{id}',
    auth: 'member',
    scope: 'renders:write',
    title: 'Cancel upload',
    summary: 'Cancel an upload; its data is deleted',
    params: oneUpload,
    errors: ['not_found'],
  }),
  scenes: endpoint({
    method: 'GET',
    path: '/api/render/scenes',
    auth: 'member',
    scope: 'renders:read',
    title: 'List scenes',
    summary: 'List your scenes, newest first',
    response: z.array(RenderScene),
  }),
  removeScene: endpoint({
    method: 'DELETE',
    path: '/api/render/scenes/{id}',
    auth: 'member',
    scope: 'renders:write',
    title: 'Delete scene',
    summary: 'Delete a scene and its file; rejected while one of its jobs is in progress',
    params: oneScene,
    errors: ['not_found', 'state_conflict'],
  }),
} as const
