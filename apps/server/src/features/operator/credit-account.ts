import type { MicroUsd } from '@gridloom/contract/core/values'
import { Refused } from '@gridloom/contract/errors'
import type { Balance } from '@gridloom/contract/ledger/balance'
import type { Ctx } from '../../platform/ctx.ts'
import type { AllFeatures } from '../../platform/feature.ts'
import { accountByEmail } from '../accounts/index.ts'
import { giveOperatorCredit, readBalance } from '../ledger/index.ts'

export interface AccountCredit {
  /** Compared without case. */
  readonly email: string
  /** Above zero. */
  readonly micro_usd: MicroUsd
  /** The idempotency key. */
  readonly key: string
  /** The reason, shown to the owner of the account. */
  readonly text: string
}

/**
 * Adds credit to the account with an email address. Returns its balance.
 * @throws Refused `not_found`; `idempotency_conflict` when the key was used for another account, amount or text
 */
export async function creditAccount(
  ctx: Ctx,
  { email, micro_usd: microUsd, key, text }: AccountCredit,
  all: Pick<AllFeatures, 'spendRate'>,
): Promise<Balance> {
  const accountId = await accountByEmail(ctx.db, email)
  if (accountId === null) throw new Refused('not_found', { details: { what: 'account' } })
  await ctx.transact((tx) => giveOperatorCredit(ctx, tx, { accountId, microUsd, key, text }))
  return readBalance(ctx, accountId, all)
}
