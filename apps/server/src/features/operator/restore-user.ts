import type { AccountId } from '@gridloom/contract/core/ids'
import type { User } from '@gridloom/contract/operator/user'
import type { Ctx } from '../../platform/ctx.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import {
  lockAccountStatus,
  operatorOf,
  publishAccount,
  publishSessions,
  setSuspended,
} from '../accounts/index.ts'
import { restoredEmail } from './emails/restored.ts'
import { noSuchAccount, showUser } from './list-users.ts'
import { conflict } from './suspend-user.ts'
import { listKeysOf } from './users-store.ts'

/**
 * Restores a suspended account. Its API keys work again; its user has to sign in and to list machines again.
 * @throws Refused `unauthorized`, `forbidden`, `not_found`; `state_conflict` for an account that is not suspended
 */
export async function restoreUser(
  ctx: Ctx & { readonly publicUrl: string },
  id: AccountId,
): Promise<User> {
  operatorOf(ctx)
  await ctx.transact(async (tx) => {
    const status = await lockAccountStatus(tx, id)
    if (status === undefined) throw noSuchAccount()
    if (status.suspendedAt === null) throw conflict('not suspended')
    await setSuspended(tx, id, null)
    await publishSessions(tx, id, await listKeysOf(tx, id))
    await publishAccount(tx, id)
    const { email } = status
    if (email !== '') await queueMail(ctx, tx, restoredEmail(email, ctx.publicUrl))
  })
  return showUser(ctx, id)
}
