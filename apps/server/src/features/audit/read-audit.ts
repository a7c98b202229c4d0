import type { AuditEntry } from '@gridloom/contract/audit/audit-entry'
import type { AccountId, AuditId } from '@gridloom/contract/core/ids'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import { operatorOf } from '../accounts/index.ts'
import { findMembership } from '../companies/index.ts'
import { type AuditFilter, countEntries, selectEntries } from './audit-store.ts'

/** A page of entries; `up_to` keeps pages stable while entries are added. */
export interface AuditQuery {
  page: number
  page_size: number
  up_to?: AuditId | undefined
}

interface AuditReply {
  entries: AuditEntry[]
  total: number
}

/**
 * The audit log of the user's account, newest first, and that of the active company, if the user is one of the
 * company's owners or admins.
 */
export async function readOwnAudit(ctx: Ctx, query: AuditQuery): Promise<AuditReply> {
  return pageOf(ctx, { accountIds: await ownAccounts(ctx) }, query)
}

/** All entries of all users, newest first. @throws Refused `unauthorized`, `forbidden` */
export async function readEveryAudit(
  ctx: Ctx,
  query: AuditQuery & { account_id?: AccountId | undefined; action?: string | undefined },
): Promise<AuditReply> {
  operatorOf(ctx)
  const { account_id: accountId, action } = query
  const filter = {
    ...(accountId === undefined ? {} : { accountIds: [accountId] }),
    ...(action === undefined ? {} : { action }),
  }
  return pageOf(ctx, filter, query)
}

async function ownAccounts(ctx: Ctx): Promise<AccountId[]> {
  const { accountId, userId } = accountOf(ctx)
  if (accountId === userId) return [userId]
  const membership = await findMembership(ctx.db, accountId, userId)
  const mayRead = membership !== undefined && membership.role !== 'member'
  return mayRead ? [userId, accountId] : [userId]
}

async function pageOf(
  ctx: Pick<Ctx, 'db'>,
  filter: AuditFilter,
  { page, page_size: limit, up_to: upTo }: AuditQuery,
): Promise<AuditReply> {
  const narrowed = upTo === undefined ? filter : { ...filter, upTo }
  const [entries, total] = await Promise.all([
    selectEntries(ctx.db, narrowed, { limit, offset: (page - 1) * limit }),
    countEntries(ctx.db, narrowed),
  ])
  return { entries, total }
}
