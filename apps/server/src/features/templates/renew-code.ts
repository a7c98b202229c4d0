import type { TemplateId } from '@gridloom/contract/core/ids'
import type { Template } from '@gridloom/contract/templates/template'
import type { Ctx } from '../../platform/ctx.ts'
import { readTemplate } from './read-template.ts'
import { updateTemplate } from './templates-store.ts'
import { lockOwnTemplate } from './visible-template.ts'

/** Replaces the code that shares a template; the earlier one opens nothing. @throws Refused `not_found` */
export async function renewCode(ctx: Ctx, id: TemplateId): Promise<Template> {
  await ctx.transact(async (tx) => {
    await lockOwnTemplate(ctx, tx, id)
    await updateTemplate(tx, id, { code: ctx.ids.label() })
  })
  return readTemplate(ctx, id)
}
