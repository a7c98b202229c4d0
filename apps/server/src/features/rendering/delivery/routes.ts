import { rendering } from '@gridloom/contract/rendering/endpoints'
import type { Routes } from '../../../platform/http/routes.ts'
import type { RenderingCtx } from '../ctx.ts'
import { downloadByTicket } from './download.ts'
import { makeDownload } from './make-download.ts'
import { readCrop } from './read-crop.ts'
import { readFramePicture } from './read-picture.ts'

/** Mounts the routes of pictures and downloads. */
export function deliveryRoutes<C extends RenderingCtx>(routes: Routes<C>): void {
  routes.download(rendering.picture, (ctx, { params, query }) =>
    readFramePicture(ctx, { ...params, ...query }),
  )
  routes.download(rendering.checkCrop, (ctx, { params }) => readCrop(ctx, params))
  routes.on(rendering.makeDownload, (ctx, { params, body }) =>
    makeDownload(ctx, params.id, body.kind),
  )
  routes.download(rendering.download, (ctx, { params }) => downloadByTicket(ctx, params.ticket))
}
