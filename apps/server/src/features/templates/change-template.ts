import { isDeepStrictEqual } from 'node:util'
import type { TemplateId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type {
  Template,
  TemplateChange,
  TemplateContent,
} from '@gridloom/contract/templates/template'
import { contentOf } from '@gridloom/domain/templates/content-of'
import { accountOf, type Tx } from '../../platform/ctx.ts'
import { lockQuota } from '../companies/index.ts'
import { checkContent } from './checked-content.ts'
import type { TemplateSecretsCtx } from './ctx.ts'
import { isSameLogin } from './login-scope.ts'
import { readTemplate } from './read-template.ts'
import { refuseTakenName } from './refuse-taken-name.ts'
import type { TemplateRow } from './schema.ts'
import { storeVersion } from './store-version.ts'
import { updateTemplate } from './templates-store.ts'
import { lockOwnTemplate } from './visible-template.ts'

/**
 * Changes a template of the active account. Another content is a new version; the same one is none.
 * @throws Refused `not_found`, `invalid_input`, `template_changed`, `template_name_taken`
 */
export async function changeTemplate(
  ctx: TemplateSecretsCtx,
  id: TemplateId,
  change: TemplateChange,
): Promise<Template> {
  const content = contentOf(change)
  checkContent(content)
  const { docker_repo_password: password } = change
  const sealed =
    typeof password === 'string' ? await ctx.templateSecrets.seal(password, id) : password
  await ctx.transact(async (tx) => {
    const { accountId } = accountOf(ctx)
    await lockQuota(tx, accountId)
    const row = await lockOwnTemplate(ctx, tx, id)
    refuseStale(row, change.from_version)
    if (sealed === undefined) refuseOtherRegistry(row, content)
    const name = change.name ?? row.name
    await refuseTakenName(tx, { accountId, name, except: id })
    await updateTemplate(tx, id, {
      name,
      updated_at: ctx.clock.now(),
      ...(change.public_template !== undefined && { is_public: change.public_template }),
      ...(sealed !== undefined && { registry_password: sealed }),
    })
    await storeContent(ctx, tx, { row, content })
  })
  return readTemplate(ctx, id)
}

/** Makes a content the newest version of a locked template, unless it is that already. */
export async function storeContent(
  ctx: TemplateSecretsCtx,
  tx: Tx,
  { row, content }: { row: TemplateRow; content: TemplateContent },
): Promise<void> {
  if (isDeepStrictEqual(row.content, content)) return
  const version = row.version + 1
  const updated_at = ctx.clock.now()
  await updateTemplate(tx, row.id, { version, content: JSON.stringify(content), updated_at })
  await storeVersion(ctx, tx, { id: row.id, version, content })
}

/** @throws Refused `invalid_input` where a stored password would be shown to another registry */
function refuseOtherRegistry(row: TemplateRow, content: TemplateContent): void {
  if (row.registry_password === null || isSameLogin(row.content, content)) return
  const fields = { docker_repo_password: 'Enter the password again: it was for another login' }
  throw new Refused('invalid_input', { fields })
}

function refuseStale(row: TemplateRow, fromVersion: string | undefined): void {
  const version = String(row.version)
  if (fromVersion === undefined || fromVersion === version) return
  throw new Refused('template_changed', { details: { version } })
}
