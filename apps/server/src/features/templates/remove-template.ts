import type { TemplateId } from '@gridloom/contract/core/ids'
import type { Ctx } from '../../platform/ctx.ts'
import { deleteTemplate } from './templates-store.ts'
import { lockOwnTemplate } from './visible-template.ts'

/** Deletes a template of the active account with its versions; its instances go on. @throws Refused `not_found` */
export async function removeTemplate(ctx: Ctx, id: TemplateId): Promise<void> {
  await ctx.transact(async (tx) => {
    await lockOwnTemplate(ctx, tx, id)
    await deleteTemplate(tx, id)
  })
}
