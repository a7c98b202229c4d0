import type { WebhookId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { accountOf, type Ctx, type Tx } from '../../platform/ctx.ts'
import { findMembership } from '../companies/index.ts'
import type { WebhookRow } from './schema.ts'
import { findWebhook, lockWebhook } from './webhooks-store.ts'

/** Returns a webhook of the active account. @throws Refused `not_found`, also when it is another account's */
export async function ownedWebhook(ctx: Ctx, id: WebhookId): Promise<WebhookRow> {
  const row = await findWebhook(ctx.db, accountOf(ctx).accountId, id)
  if (row === undefined) throw noSuch('webhook')
  return row
}

/** Returns a webhook of the active account, locked, for a change. @throws Refused `not_found`, `forbidden` */
export async function lockOwnedWebhook(ctx: Ctx, tx: Tx, id: WebhookId): Promise<WebhookRow> {
  const row = await lockWebhook(tx, id)
  if (row === undefined || row.account_id !== accountOf(ctx).accountId) throw noSuch('webhook')
  await refuseMembers(ctx)
  return row
}

/**
 * Refuses members of a company who are neither owner nor admin: a webhook sends what happens in the company to an
 * address of their choice. A company's API keys, which owners and admins create, may do what their scopes allow.
 * @throws Refused `forbidden`
 */
export async function refuseMembers(ctx: Ctx): Promise<void> {
  const { accountId, userId, via } = accountOf(ctx)
  if (accountId === userId || via.kind === 'key') return
  const membership = await findMembership(ctx.db, accountId, userId)
  if (membership === undefined || membership.role === 'member')
    throw new Refused('forbidden', { internal: 'a member changes webhooks of a company' })
}

export function noSuch(what: 'webhook' | 'delivery'): Refused {
  return new Refused('not_found', { details: { what } })
}
