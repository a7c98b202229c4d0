import type { TemplateId } from '@gridloom/contract/core/ids'
import type { Template, TemplateCode } from '@gridloom/contract/templates/template'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import { builtInTemplates } from './built-in.ts'
import { selectCounts } from './starts-store.ts'
import { templateView, withCounts } from './template-view.ts'
import { findByCode } from './templates-store.ts'
import { accessTo, noSuchTemplate, visibleTemplate } from './visible-template.ts'

/** The template with this id, if the caller may see it. @throws Refused `not_found` */
export async function readTemplate(
  ctx: Ctx,
  id: TemplateId,
  code?: TemplateCode,
): Promise<Template> {
  const predefined = builtInTemplates.find((candidate) => candidate.id === id)
  if (predefined === undefined) return templateView(await visibleTemplate(ctx, id, code))
  return withCounts(predefined, (await selectCounts(ctx.db, [id])).get(id))
}

/** The template that somebody shared by its code. @throws Refused `not_found` */
export async function readByCode(ctx: Ctx, code: TemplateCode): Promise<Template> {
  const row = await findByCode(ctx.db, code)
  const access = row && accessTo(row, accountOf(ctx).accountId, code)
  if (row === undefined || access === undefined) throw noSuchTemplate()
  return templateView({ row, access })
}
