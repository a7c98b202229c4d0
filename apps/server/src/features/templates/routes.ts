import { api } from '@gridloom/contract/api'
import type { Routes } from '../../platform/http/routes.ts'
import { changeTemplate } from './change-template.ts'
import { checkTemplateImage } from './check-template-image.ts'
import { copyTemplate } from './copy-template.ts'
import { createTemplate } from './create-template.ts'
import type { TemplatesCtx } from './ctx.ts'
import { changeDefault, readDefault } from './default-template.ts'
import { exportTemplate } from './exports/export-template.ts'
import { listTemplates } from './list-templates.ts'
import { changePicture, readPicture } from './pictures.ts'
import { readByCode, readTemplate } from './read-template.ts'
import { removeTemplate } from './remove-template.ts'
import { renewCode } from './renew-code.ts'
import { parseTemplateSource } from './sources/parse-template-source.ts'
import { listVersions, restoreVersion } from './versions.ts'

/** Mounts the `templates` area of the contract. */
export function templateRoutes(routes: Routes<TemplatesCtx>): void {
  const { templates } = api
  routes.on(templates.list, (ctx, { query }) => listTemplates(ctx, query))
  routes.on(templates.create, (ctx, { body }) => createTemplate(ctx, body))
  routes.on(templates.readDefault, (ctx) => readDefault(ctx))
  routes.on(templates.changeDefault, (ctx, { body }) => changeDefault(ctx, body.id))
  routes.on(templates.parse, async (_ctx, { body }) => parseTemplateSource(body))
  routes.on(templates.checkImage, (ctx, { body }) => checkTemplateImage(ctx, body))
  routes.on(templates.copy, (ctx, { body }) => copyTemplate(ctx, body))
  routes.on(templates.readByCode, (ctx, { params }) => readByCode(ctx, params.code))
  routes.on(templates.read, (ctx, { params, query }) => readTemplate(ctx, params.id, query.code))
  routes.on(templates.change, (ctx, { params, body }) => changeTemplate(ctx, params.id, body))
  routes.on(templates.remove, async (ctx, { params }) => {
    await removeTemplate(ctx, params.id)
    return {}
  })
  routes.on(templates.versions, (ctx, { params }) => listVersions(ctx, params.id))
  routes.on(templates.restore, (ctx, { params }) => restoreVersion(ctx, params))
  routes.on(templates.renewCode, (ctx, { params }) => renewCode(ctx, params.id))
  routes.on(templates.changeImage, (ctx, { params, body }) =>
    changePicture(ctx, params.id, body.image),
  )
  routes.download(templates.image, (ctx, { params }) => readPicture(ctx, params.hash))
  routes.on(templates.export, async (ctx, { params, query }) => ({
    text: exportTemplate(await readTemplate(ctx, params.id, query.code), query.format),
  }))
}
