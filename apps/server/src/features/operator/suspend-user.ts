import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { User } from '@gridloom/contract/operator/user'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import {
  type AccountStatus,
  lockAccountStatus,
  operatorOf,
  publishAccount,
  publishSessions,
  setSuspended,
} from '../accounts/index.ts'
import { endSessionsOf } from '../auth/index.ts'
import { leaveMarketWithAll } from '../machines/index.ts'
import { suspendedEmail } from './emails/suspended.ts'
import { noSuchAccount, showUser } from './list-users.ts'
import { listKeysOf } from './users-store.ts'

/**
 * Suspends an account: its sessions end, its API keys are refused, and its machines are unlisted. Running instances
 * continue. The user is emailed.
 * @throws Refused `unauthorized`, `forbidden`, `not_found`; `state_conflict` for an operator or one that is suspended
 * already
 */
export async function suspendUser(
  ctx: Ctx,
  input: { id: AccountId; reason: string },
): Promise<User> {
  operatorOf(ctx)
  const { id, reason } = input
  await ctx.transact(async (tx) => {
    const status = await lockAccountStatus(tx, id)
    if (status === undefined) throw noSuchAccount()
    refuseUnlessSuspendable(status)
    const at = ctx.clock.now()
    await setSuspended(tx, id, { at, reason })
    await endAccess(tx, id, at)
    await leaveMarketWithAll(ctx, tx, id)
    if (status.email !== '') await queueMail(ctx, tx, suspendedEmail(status.email, reason))
  })
  return showUser(ctx, id)
}

function refuseUnlessSuspendable({ role, suspendedAt }: AccountStatus): void {
  if (role === 'operator') throw conflict("an operator's")
  if (suspendedAt !== null) throw conflict('already suspended')
}

/** Ends the account's sessions, and makes every replica drop its cached sessions and keys. */
async function endAccess(tx: Tx, id: AccountId, at: Date): Promise<void> {
  const ended = await endSessionsOf(tx, id, { but: null, at })
  const keys = await listKeysOf(tx, id)
  await publishSessions(tx, id, [...ended, ...keys])
  await publishAccount(tx, id)
}

export function conflict(state: string): Refused {
  return new Refused('state_conflict', { details: { what: 'account', state } })
}
