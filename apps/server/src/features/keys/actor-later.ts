import type { AccountActor, Ctx } from '../../platform/ctx.ts'
import { accountSummary } from '../accounts/index.ts'
import { findKeyScopes } from './key-account-store.ts'
import { type ActingUser, mayStillAct } from './may-still-act.ts'

/**
 * The actor of work that the server does later for a user who ordered it, with what they, or the API key that they
 * ordered it with, may do now; `undefined` where they may not act for the account any more. Never as operator.
 */
export async function actorLater(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  acting: ActingUser,
): Promise<AccountActor | undefined> {
  if (!(await mayStillAct(ctx, acting))) return undefined
  const { accountId, userId, keyId } = acting
  const user = await accountSummary(ctx.db, userId)
  if (user?.hasAccess !== true) return undefined
  const actor = { kind: 'account', accountId, userId, role: 'user', hasAccess: true } as const
  if (keyId === null) return { ...actor, via: { kind: 'standing_order' } }
  const key = await findKeyScopes(ctx.db, keyId)
  return key && { ...actor, via: { kind: 'key', keyId, ...key } }
}
