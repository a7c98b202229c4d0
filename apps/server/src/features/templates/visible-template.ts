import type { AccountId, TemplateId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { TemplateAccess, TemplateCode } from '@gridloom/contract/templates/template'
import { accountOf, type Ctx, type Tx } from '../../platform/ctx.ts'
import type { TemplateRow } from './schema.ts'
import { findTemplate, lockTemplate, type ShownRow } from './templates-store.ts'

/** A template of an account that the caller sees, and why. */
export interface VisibleTemplate {
  row: ShownRow
  access: Exclude<TemplateAccess, 'predefined'>
}

/**
 * Returns a template of an account that the caller may see: their own, a public one, or one whose code they have.
 * @throws Refused `not_found`, the same for one that does not exist
 */
export async function visibleTemplate(
  ctx: Ctx,
  id: TemplateId,
  code?: TemplateCode,
): Promise<VisibleTemplate> {
  const row = await findTemplate(ctx.db, id)
  const access = row === undefined ? undefined : accessTo(row, accountOf(ctx).accountId, code)
  if (row === undefined || access === undefined) throw noSuchTemplate()
  return { row, access }
}

/** Why an account sees a template; `undefined`: it does not. */
export function accessTo(
  row: Pick<TemplateRow, 'account_id' | 'is_public' | 'code'>,
  accountId: AccountId,
  code?: TemplateCode,
): VisibleTemplate['access'] | undefined {
  if (row.account_id === accountId) return 'own'
  if (row.is_public) return 'public'
  return code === row.code ? 'shared' : undefined
}

/** Returns a template of the active account, locked. @throws Refused `not_found` */
export async function lockOwnTemplate(ctx: Ctx, tx: Tx, id: TemplateId): Promise<TemplateRow> {
  const row = await lockTemplate(tx, id)
  if (row === undefined || row.account_id !== accountOf(ctx).accountId) throw noSuchTemplate()
  return row
}

export function noSuchTemplate(): Refused {
  return new Refused('not_found', { details: { what: 'template' } })
}
