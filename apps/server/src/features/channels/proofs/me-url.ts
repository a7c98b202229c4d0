import type { AccountId } from '@gridloom/contract/core/ids'
import { referralCodeOf } from '../../affiliate/index.ts'
import type { ChannelsCtx } from '../ctx.ts'

/** The public address of a user: their referral link. A page that links to it with `rel="me"` says that it is theirs. */
export async function meUrlOf(ctx: ChannelsCtx, user: AccountId): Promise<URL> {
  const { code } = await referralCodeOf(ctx, user)
  return new URL(`/${code}`, ctx.publicUrl)
}
