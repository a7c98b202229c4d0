import { api } from '@gridloom/contract/api'
import type { Routes } from '../../platform/http/routes.ts'
import { answerHead, answerPatch, parsePatch, refuseVersion } from '../../platform/http/tus.ts'
import {
  archiveMedium,
  changeMedia,
  createMedia,
  listMedia,
  publishMedium,
} from './catalogue/manage-media.ts'
import { removeCaptions, saveCaptions } from './catalogue/save-captions.ts'
import type { MediaCtx } from './ctx.ts'
import { filterMedia, showMedia } from './library/browse-media.ts'
import { serveCreative } from './library/creatives.ts'
import { readCreatives } from './library/list-creatives.ts'
import { addPost, removePost } from './library/list-posts.ts'
import { serveMediaFile } from './library/serve-file.ts'
import { finishUpload } from './uploads/finish-upload.ts'
import { sendUpload } from './uploads/send-upload.ts'
import { startUpload } from './uploads/start-upload.ts'
import { cancelUpload, findOwnUpload, uploadView } from './uploads/upload-view.ts'

const { media, affiliate } = api

/** Mounts the `media` area of the contract, and the list of creatives of the `affiliate` area: they are media. */
export function mediaRoutes<C extends MediaCtx>(routes: Routes<C>): void {
  libraryRoutes(routes)
  uploadRoutes(routes)
  routes.on(media.list, (ctx, { query }) => listMedia(ctx, query))
  routes.on(media.create, (ctx, { body }) => createMedia(ctx, body))
  routes.on(media.change, (ctx, { params, body }) => changeMedia(ctx, params.id, body))
  routes.on(media.publish, (ctx, { params }) => publishMedium(ctx, params.id))
  routes.on(media.archive, (ctx, { params }) => archiveMedium(ctx, params.id))
  routes.on(media.saveCaptions, (ctx, { params, body }) =>
    saveCaptions(ctx, { ...params, ...body }),
  )
  routes.on(media.removeCaptions, (ctx, { params }) => removeCaptions(ctx, params))
}

function libraryRoutes<C extends MediaCtx>(routes: Routes<C>): void {
  routes.on(media.filter, (ctx, { query }) => filterMedia(ctx, query))
  routes.on(media.show, (ctx, { query }) => showMedia(ctx, query.media_captcha))
  routes.download(media.file, (ctx, { params, query, header }) =>
    serveMediaFile(ctx, {
      ...params,
      disposition: query.save === '1' ? 'attachment' : 'inline',
      range: header('range'),
    }),
  )
  routes.on(affiliate.creatives, (ctx) => readCreatives(ctx))
  routes.download(media.creative, (ctx, { params }) => serveCreative(ctx, params.id))
  routes.on(media.addPost, (ctx, { params, body }) =>
    addPost(ctx, { id: params.id, postLink: body.post_link }),
  )
  routes.on(media.removePost, async (ctx, { params }) => {
    await removePost(ctx, params)
    return {}
  })
}

function uploadRoutes<C extends MediaCtx>(routes: Routes<C>): void {
  routes.on(media.startUpload, (ctx, { params, body }) => startUpload(ctx, params.id, body))
  routes.on(media.readUpload, async (ctx, { params }) =>
    uploadView(await findOwnUpload(ctx, params.id)),
  )
  routes.tus(media.sendUpload, async (ctx, { params, header }, request) => {
    const upload = await findOwnUpload(ctx, params.id)
    const refused = refuseVersion(header)
    if (refused !== undefined) return refused
    if (request.method === 'HEAD')
      return answerHead({ offset: upload.received_bytes, length: upload.size_bytes })
    const { offset, length } = parsePatch(header)
    return answerPatch(await sendUpload(ctx, { id: params.id, offset, length, request }))
  })
  routes.on(media.finishUpload, (ctx, { params }) => finishUpload(ctx, params.id))
  routes.on(media.cancelUpload, async (ctx, { params }) => {
    await cancelUpload(ctx, params.id)
    return {}
  })
}
