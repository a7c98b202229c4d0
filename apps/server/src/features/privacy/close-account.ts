import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { formatUsd } from '@gridloom/domain/money-format'
import { countPhrases, joinPhrases } from '../../platform/counted.ts'
import { type Ctx, type Tx, userOf } from '../../platform/ctx.ts'
import type { AllFeatures, InUse } from '../../platform/feature.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import {
  type ClosingAccount,
  type CredentialId,
  leaveTombstone,
  lockAccount,
  publishAccount,
  publishSessions,
} from '../accounts/index.ts'
import { forgetOriginsOf } from '../audit/index.ts'
import { leaveCompanies } from '../companies/index.ts'
import { returnCredit, type UnsettledFunds } from '../ledger/index.ts'
import { deleteTraces, listCredentials } from './close-store.ts'
import { accountClosedEmail } from './emails/account-closed.ts'

/**
 * Deletes the account of the signed-in user permanently: personal data is deleted, and an anonymous row stays for the
 * ledger. Remaining credit returns to the platform. The address can be registered again, and receives a last email.
 * @throws Refused `account_in_use` while the account has resources or unsettled money; `last_owner` when a company
 * would be left without an owner
 */
export async function closeAccount(ctx: Ctx, all: AllFeatures): Promise<void> {
  const user = userOf(ctx)
  await ctx.transact(async (tx) => {
    const at = ctx.clock.now()
    const account = await lockAccount(tx, user)
    if (account === undefined) throw new Refused('unauthorized')
    await all.runHooks('account.closing', ctx, tx, { accountId: user })
    // The balance is locked and enrolment tokens are deleted before resources are counted, so that none can be added.
    const unsettled = await returnCredit(ctx, tx, user)
    await leaveCompanies(ctx, tx, user, all)
    const credentials = await listCredentials(tx, user)
    await deleteTraces(tx, user, all.personalData.deleted)
    await all.runHooks('ssh_keys.changed', ctx, tx, { userId: user })
    refuseWhileInUse(inUse(account, await all.inUse(tx.db, user), unsettled))
    await all.runHooks('account.closed', ctx, tx, { accountId: user, at })
    await leaveTombstone(tx, user, at)
    await publishGone(tx, user, credentials)
    if (account.email !== '') await queueMail(ctx, tx, accountClosedEmail(account.email))
  })
  // After the closing, as its own audit event is written with it.
  await ctx.transact((tx) => forgetOriginsOf(tx, user))
}

/** The resources that prevent an account from being closed, as text for the user. */
export function inUse(
  { role }: Pick<ClosingAccount, 'role'>,
  resources: readonly InUse[],
  { heldMicroUsd, earnedMicroUsd }: UnsettledFunds,
): string[] {
  return [
    ...(role === 'operator' ? ["the operator's role"] : []),
    ...resources.flatMap(countPhrases),
    ...(heldMicroUsd > 0 ? [`${formatUsd(heldMicroUsd)} on hold`] : []),
    ...(earnedMicroUsd > 0 ? [`${formatUsd(earnedMicroUsd)} in unpaid earnings`] : []),
  ]
}

function refuseWhileInUse(parts: readonly string[]): void {
  if (parts.length === 0) return
  throw new Refused('account_in_use', { details: { what: joinPhrases(parts) } })
}

async function publishGone(
  tx: Tx,
  user: AccountId,
  credentials: readonly CredentialId[],
): Promise<void> {
  await publishSessions(tx, user, credentials)
  await publishAccount(tx, user)
}
