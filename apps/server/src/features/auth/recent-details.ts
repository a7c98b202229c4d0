import type { UserDetails } from '@gridloom/contract/accounts/user-details'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import type { AuthCtx } from './ports.ts'
import { readDetails } from './read-details.ts'

/** Who is signed in, and whom they work for; as it was read a moment ago where nothing was told since. */
export function recentDetails(ctx: Ctx & Pick<AuthCtx, 'recentDetails'>): Promise<UserDetails> {
  const { accountId, userId } = accountOf(ctx)
  return ctx.recentDetails.get(`${userId} ${accountId}`, async () => ({
    value: await readDetails(ctx),
    owner: userId,
  }))
}
