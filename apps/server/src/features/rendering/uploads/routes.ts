import { rendering } from '@gridloom/contract/rendering/endpoints'
import type { Routes } from '../../../platform/http/routes.ts'
import { answerHead, answerPatch, parsePatch, refuseVersion } from '../../../platform/http/tus.ts'
import { cancelUpload } from './cancel-upload.ts'
import type { UploadingCtx } from './ctx.ts'
import { finishUpload } from './finish-upload.ts'
import { listScenes } from './list-scenes.ts'
import { readUpload } from './read-upload.ts'
import { removeScene } from './remove-scene.ts'
import { sendUpload } from './send-upload.ts'
import { startUpload } from './start-upload.ts'

/** Mounts the routes of uploads and scenes. */
export function uploadRoutes<C extends UploadingCtx>(routes: Routes<C>): void {
  routes.on(rendering.startUpload, (ctx, { body }) => startUpload(ctx, body))
  routes.on(rendering.readUpload, (ctx, { params }) => readUpload(ctx, params.id))
  routes.tus(rendering.sendUpload, async (ctx, { params, header }, request) => {
    const upload = await readUpload(ctx, params.id)
    const refused = refuseVersion(header)
    if (refused !== undefined) return refused
    if (request.method === 'HEAD')
      return answerHead({ offset: upload.received_bytes, length: upload.size_bytes })
    const { offset, length } = parsePatch(header)
    return answerPatch(await sendUpload(ctx, { id: params.id, offset, length, request }))
  })
  routes.on(rendering.finishUpload, (ctx, { params }) => finishUpload(ctx, params.id))
  routes.on(rendering.cancelUpload, async (ctx, { params }) => {
    await cancelUpload(ctx, params.id)
    return {}
  })
  routes.on(rendering.scenes, (ctx) => listScenes(ctx))
  routes.on(rendering.removeScene, async (ctx, { params }) => {
    await removeScene(ctx, params.id)
    return {}
  })
}
