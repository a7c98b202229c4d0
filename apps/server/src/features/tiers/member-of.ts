import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { accountOf, type Ctx } from '../../platform/ctx.ts'

/** The caller's own account. @throws Refused `unauthorized`; `tier_personal` while they act for a company */
export function memberOf(ctx: Pick<Ctx, 'actor'>): AccountId {
  const { accountId, userId } = accountOf(ctx)
  if (accountId !== userId) throw new Refused('tier_personal')
  return userId
}
