import { api } from '@gridloom/contract/api'
import type { Routes } from '../../platform/http/routes.ts'
import { answerHead, answerPatch, parsePatch, refuseVersion } from '../../platform/http/tus.ts'
import { ownedInstance } from '../instances/index.ts'
import { archiveFolder } from './archive-folder.ts'
import { cancelUpload } from './cancel-upload.ts'
import { changeMode } from './change-mode.ts'
import { createDownload } from './create-download.ts'
import { createFolder } from './create-folder.ts'
import type { FilesCtx } from './ctx.ts'
import { downloadByTicket } from './download-by-ticket.ts'
import { finishUpload } from './finish-upload.ts'
import { listFolder } from './list-folder.ts'
import { readEntry } from './read-entry.ts'
import { readFile } from './read-file.ts'
import { removeFile } from './remove-file.ts'
import { renameFile } from './rename-file.ts'
import { readUpload, sendUpload } from './send-upload.ts'
import { writeText } from './write-text.ts'

/** Mounts the `files` area of the contract. */
export function fileRoutes(routes: Routes<FilesCtx>): void {
  const { files } = api
  routes.on(files.list, (ctx, { params, query }) => listFolder(ctx, { ...params, ...query }))
  routes.on(files.entry, (ctx, { params, query }) => readEntry(ctx, { ...params, ...query }))
  routes.download(files.read, (ctx, { params, query, header }) =>
    readFile(ctx, { ...params, ...query, range: header('range'), ifRange: header('if-range') }),
  )
  routes.on(files.write, (ctx, { params, body }) => writeText(ctx, { ...params, ...body }))
  routes.on(files.createFolder, (ctx, { params, body }) =>
    createFolder(ctx, { ...params, ...body }),
  )
  routes.on(files.rename, (ctx, { params, body }) => renameFile(ctx, { ...params, ...body }))
  routes.on(files.change, (ctx, { params, body }) => changeMode(ctx, { ...params, ...body }))
  routes.on(files.remove, async (ctx, { params, query }) => {
    await removeFile(ctx, { ...params, ...query })
    return {}
  })
  routes.tus(files.sendUpload, async (ctx, { params, query, header }, request) => {
    await ownedInstance(ctx, params.id)
    const refused = refuseVersion(header)
    if (refused !== undefined) return refused
    const { path, size_bytes: sizeBytes } = query
    const place = { ...params, path }
    if (request.method === 'HEAD')
      return answerHead({ offset: await readUpload(ctx, place), length: sizeBytes })
    const { offset, length } = parsePatch(header)
    return answerPatch(await sendUpload(ctx, { ...place, sizeBytes, offset, length, request }))
  })
  routes.on(files.uploadOffset, async (ctx, { params, query }) => ({
    bytes: await readUpload(ctx, { ...params, ...query }),
  }))
  routes.on(files.finishUpload, (ctx, { params, body }) =>
    finishUpload(ctx, { ...params, ...body }),
  )
  routes.on(files.cancelUpload, async (ctx, { params, query }) => {
    await cancelUpload(ctx, { ...params, ...query })
    return {}
  })
  routes.download(files.archive, (ctx, { params, query }) =>
    archiveFolder(ctx, { ...params, ...query }),
  )
  routes.on(files.createDownload, (ctx, { params, body }) =>
    createDownload(ctx, { ...params, ...body }),
  )
  routes.download(files.download, (ctx, { params }) => downloadByTicket(ctx, params.ticket))
}
