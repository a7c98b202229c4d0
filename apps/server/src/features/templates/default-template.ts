import type { TemplateId } from '@gridloom/contract/core/ids'
import type { DefaultTemplate, Template } from '@gridloom/contract/templates/template'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import { builtInTemplates } from './built-in.ts'
import { findDefault, storeDefault } from './defaults-store.ts'
import { readTemplate } from './read-template.ts'
import { noSuchTemplate } from './visible-template.ts'

/** The template that orders of the active account begin with: the one it chose, while it may still see it. */
export async function readDefault(ctx: Ctx): Promise<DefaultTemplate> {
  const chosen = await findDefault(ctx.db, accountOf(ctx).accountId)
  const template = chosen === undefined ? undefined : await readIfThere(ctx, chosen)
  return defaultOf(template ?? builtInTemplates[0])
}

/** Chooses the template that orders begin with; `null`: the first predefined one. @throws Refused `not_found` */
export async function changeDefault(ctx: Ctx, id: TemplateId | null): Promise<DefaultTemplate> {
  if (id !== null) await readTemplate(ctx, id)
  await ctx.transact((tx) => storeDefault(tx, accountOf(ctx).accountId, id))
  return readDefault(ctx)
}

async function readIfThere(ctx: Ctx, id: TemplateId): Promise<Template | undefined> {
  try {
    return await readTemplate(ctx, id)
  } catch {
    // @NOTE it was deleted or is no longer public: orders begin with a predefined one again
    return undefined
  }
}

function defaultOf(template: Template | undefined): DefaultTemplate {
  if (template === undefined) throw noSuchTemplate()
  const { id, template_name, version } = template
  return { id, template_name, version }
}
