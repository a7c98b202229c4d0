import type { UserDetails } from '@gridloom/contract/accounts/user-details'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import type { AuthCtx } from './ports.ts'
import { readDetails } from './read-details.ts'

/** Details of the signed-in user and their active account, cached for a second unless a change was published since. */
export function recentDetails(ctx: Ctx & Pick<AuthCtx, 'recentDetails'>): Promise<UserDetails> {
  const { accountId, userId } = accountOf(ctx)
  return ctx.recentDetails.get(`${userId} ${accountId}`, async () => ({
    value: await readDetails(ctx),
    owner: userId,
  }))
}
