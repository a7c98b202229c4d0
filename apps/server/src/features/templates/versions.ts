import type { TemplateId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Template, TemplateVersion } from '@gridloom/contract/templates/template'
import type { Ctx } from '../../platform/ctx.ts'
import { storeContent } from './change-template.ts'
import type { TemplateSecretsCtx } from './ctx.ts'
import { isSameLogin } from './login-scope.ts'
import { readTemplate } from './read-template.ts'
import { updateTemplate } from './templates-store.ts'
import { findVersion, selectVersions } from './versions-store.ts'
import { lockOwnTemplate, noSuchTemplate, visibleTemplate } from './visible-template.ts'

/** Lists the versions of a template of the active account, newest first. @throws Refused `not_found` */
export async function listVersions(ctx: Ctx, id: TemplateId): Promise<TemplateVersion[]> {
  const { access } = await visibleTemplate(ctx, id)
  if (access !== 'own') throw noSuchTemplate()
  const rows = await selectVersions(ctx.db, id)
  return rows.map(({ version, content, createdAt, createdBy }) => ({
    version: String(version),
    created_at: createdAt.toISOString(),
    created_by: createdBy,
    content,
  }))
}

/** Makes the content of an earlier version the newest one. A password for another login is deleted. @throws Refused `not_found` */
export async function restoreVersion(
  ctx: TemplateSecretsCtx,
  { id, version }: { id: TemplateId; version: string },
): Promise<Template> {
  await ctx.transact(async (tx) => {
    const row = await lockOwnTemplate(ctx, tx, id)
    const earlier = /^[0-9]{1,9}$/.test(version)
      ? await findVersion(tx.db, id, Number(version))
      : undefined
    if (earlier === undefined) throw new Refused('not_found', { details: { what: 'version' } })
    if (!isSameLogin(row.content, earlier.content))
      await updateTemplate(tx, id, { registry_password: null })
    await storeContent(ctx, tx, { row, content: earlier.content })
  })
  return readTemplate(ctx, id)
}
