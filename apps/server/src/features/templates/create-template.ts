import type { NewTemplate, Template, TemplateContent } from '@gridloom/contract/templates/template'
import { contentOf } from '@gridloom/domain/templates/content-of'
import { accountOf, type Tx, userOf } from '../../platform/ctx.ts'
import { countOfDay } from '../accounts/index.ts'
import { lockQuota } from '../companies/index.ts'
import { checkContent } from './checked-content.ts'
import type { TemplateSecretsCtx } from './ctx.ts'
import { readTemplate } from './read-template.ts'
import { refuseTakenName } from './refuse-taken-name.ts'
import { storeVersion } from './store-version.ts'
import { nameFrom } from './template-name.ts'
import { templateQuota } from './template-quota.ts'
import { insertTemplate, selectNames } from './templates-store.ts'

/**
 * Creates a template of the active account, as version 1.
 * @throws Refused `invalid_input`, `template_name_taken`, `limit_reached`, `daily_limit_reached`
 */
export async function createTemplate(
  ctx: TemplateSecretsCtx,
  input: NewTemplate,
): Promise<Template> {
  const content = contentOf(input)
  checkContent(content)
  const id = ctx.ids.mint('template')
  const { docker_repo_password: password } = input
  const sealed = password === undefined ? null : await ctx.templateSecrets.seal(password, id)
  await ctx.transact((tx) =>
    storeTemplate(ctx, tx, {
      ...{ id, content, sealed },
      name: input.name,
      isPublic: input.public_template,
    }),
  )
  return readTemplate(ctx, id)
}

interface StoredTemplate {
  id: Template['id']
  /** Made from the name on screens by default. */
  name: string | undefined
  content: TemplateContent
  sealed: string | null
  isPublic: boolean
}

/** Stores a new template of the active account in a transaction of the caller. Errors: those of {@link createTemplate}. */
export async function storeTemplate(
  ctx: TemplateSecretsCtx,
  tx: Tx,
  { id, name, content, sealed, isPublic }: StoredTemplate,
): Promise<void> {
  const { accountId } = accountOf(ctx)
  await lockQuota(tx, accountId, templateQuota)
  if (name !== undefined) await refuseTakenName(tx, { accountId, name })
  await countOfDay(ctx, tx, 'templates')
  await insertTemplate(tx, {
    id,
    account_id: accountId,
    created_by: userOf(ctx),
    name: name ?? nameFrom(content.template_name, new Set(await selectNames(tx.db, accountId))),
    code: ctx.ids.label(),
    is_public: isPublic,
    version: 1,
    content: JSON.stringify(content),
    registry_password: sealed,
    created_at: ctx.clock.now(),
    updated_at: ctx.clock.now(),
  })
  await storeVersion(ctx, tx, { id, version: 1, content })
  tx.note({ subject: id })
}
