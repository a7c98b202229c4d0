import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Tx } from '../../../platform/ctx.ts'
import type { SignInMethodsCtx } from './ctx.ts'
import { countSignInMethods } from './sign-in-methods-store.ts'

/**
 * Refuses a removal that was just written if it leaves no sign-in method, which rolls the transaction back. The account
 * is locked, so two concurrent removals cannot remove the last two. @throws Refused `last_sign_in_method`
 */
export async function assertSignInMethodLeft(
  ctx: Pick<SignInMethodsCtx, 'loginProviders'>,
  tx: Tx,
  accountId: AccountId,
): Promise<void> {
  const left = await countSignInMethods(tx, accountId, [...ctx.loginProviders.keys()])
  if (left === 0) throw new Refused('last_sign_in_method')
}
