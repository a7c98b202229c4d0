import type { AccountId } from '@gridloom/contract/core/ids'
import type { User } from '@gridloom/contract/operator/user'
import type { Ctx } from '../../platform/ctx.ts'
import { operatorOf, publishAccount, setAmbassador } from '../accounts/index.ts'
import { noSuchAccount, showUser } from './list-users.ts'

/** Marks an account as an ambassador, or removes the mark. @throws Refused `unauthorized`, `forbidden`, `not_found` */
export async function markAmbassador(
  ctx: Ctx,
  id: AccountId,
  mark: 'ambassador' | 'none',
): Promise<User> {
  operatorOf(ctx)
  await ctx.transact(async (tx) => {
    if (!(await setAmbassador(tx, id, mark))) throw noSuchAccount()
    await publishAccount(tx, id)
  })
  return showUser(ctx, id)
}
