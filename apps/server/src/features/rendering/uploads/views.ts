import type { RenderScene, RenderUpload } from '@gridloom/contract/rendering/scene'
import type { UploadRow } from '../schema.ts'
import type { CountedScene } from './scenes-store.ts'

/** Returns the owner's view of a scene. */
export function sceneView(scene: CountedScene): RenderScene {
  const { id, file_name, content_hash, size_bytes, contents, uploaded_at, jobs } = scene
  return {
    id,
    file_name,
    content_hash,
    size_bytes,
    contents,
    uploaded_at: uploaded_at.toISOString(),
    jobs,
  }
}

export function uploadView(upload: UploadRow): RenderUpload {
  const { id, file_name, size_bytes, received_bytes, expires_at } = upload
  return { id, file_name, size_bytes, received_bytes, expires_at: expires_at.toISOString() }
}
