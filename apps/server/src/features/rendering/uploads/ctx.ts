import type { Ctx } from '../../../platform/ctx.ts'
import type { Files } from '../../../platform/files/files.ts'
import type { SceneReader } from './scene-reader.ts'

/** The context of uploads: the platform's, and the services of scenes. */
export interface UploadingCtx extends Ctx {
  readonly files: Files
  readonly sceneReader: SceneReader
}
