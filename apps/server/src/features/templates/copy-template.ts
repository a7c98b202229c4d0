import type { TemplateId } from '@gridloom/contract/core/ids'
import type { Template, TemplateCode } from '@gridloom/contract/templates/template'
import { contentOf } from '@gridloom/domain/templates/content-of'
import { storeTemplate } from './create-template.ts'
import type { TemplateSecretsCtx } from './ctx.ts'
import { copyPicture } from './pictures-store.ts'
import { readByCode, readTemplate } from './read-template.ts'
import { noSuchTemplate } from './visible-template.ts'

/**
 * Copies a template that the caller sees, as a private one of the active account. The login of its registry stays with
 * the original.
 * @throws Refused `not_found`, `limit_reached`, `daily_limit_reached`
 */
export async function copyTemplate(
  ctx: TemplateSecretsCtx,
  source: { id?: TemplateId | undefined; template_code?: TemplateCode | undefined },
): Promise<Template> {
  const original = await sourceOf(ctx, source)
  const id = ctx.ids.mint('template')
  const content = contentOf({ ...original, docker_repo_username: '' })
  await ctx.transact(async (tx) => {
    await storeTemplate(ctx, tx, { id, name: undefined, content, sealed: null, isPublic: false })
    await copyPicture(tx, { from: original.id, to: id })
  })
  return readTemplate(ctx, id)
}

async function sourceOf(
  ctx: TemplateSecretsCtx,
  { id, template_code }: { id?: TemplateId | undefined; template_code?: TemplateCode | undefined },
): Promise<Template> {
  if (template_code !== undefined) return readByCode(ctx, template_code)
  if (id !== undefined) return readTemplate(ctx, id)
  // The contract's schema rejects a request without either.
  throw noSuchTemplate()
}
