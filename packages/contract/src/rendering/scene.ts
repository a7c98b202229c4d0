import { z } from 'zod'
import { RenderSceneId, RenderUploadId } from '../core/ids.ts'
import { Sha256, Timestamp } from '../core/values.ts'
import { SceneContents } from './blend-facts.ts'

/** An uploaded scene: content that is stored once per account, however often it is rendered. */
export const RenderScene = z.strictObject({
  id: RenderSceneId,
  file_name: z.string(),
  /** The hash of the list of its block hashes: see `hashBlockBytes`. */
  content_hash: Sha256,
  size_bytes: z.int(),
  contents: SceneContents,
  uploaded_at: Timestamp,
  jobs: z.int(),
})
export type RenderScene = z.infer<typeof RenderScene>

export const RenderUpload = z.strictObject({
  id: RenderUploadId,
  file_name: z.string(),
  size_bytes: z.int(),
  received_bytes: z.int(),
  expires_at: Timestamp,
})
export type RenderUpload = z.infer<typeof RenderUpload>
