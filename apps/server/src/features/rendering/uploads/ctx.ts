import type { Ctx } from '../../../platform/ctx.ts'
import type { Files } from '../../../platform/files/files.ts'
import type { SceneReader } from './scene-reader.ts'

/** What taking scenes in needs beside the platform's context. */
export interface UploadingCtx extends Ctx {
  readonly files: Files
  readonly sceneReader: SceneReader
}
