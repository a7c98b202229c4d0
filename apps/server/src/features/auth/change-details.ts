import type { ProfileChange } from '@gridloom/contract/accounts/profile'
import type { UserDetails } from '@gridloom/contract/accounts/user-details'
import { type Ctx, userOf } from '../../platform/ctx.ts'
import { updateProfile } from '../accounts/index.ts'
import type { AuthCtx } from './ports.ts'
import { readDetails } from './read-details.ts'

/** Changes the profile of the signed-in user and returns their details. @throws Refused `invalid_input` */
export async function changeDetails(
  ctx: Ctx & Pick<AuthCtx, 'recentDetails'>,
  change: ProfileChange,
): Promise<UserDetails> {
  await updateProfile(ctx, change)
  // The published change clears the cache with a delay, and this response must already show it.
  ctx.recentDetails.forget(userOf(ctx))
  return readDetails(ctx)
}
