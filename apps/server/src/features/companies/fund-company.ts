import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Balance } from '@gridloom/contract/ledger/balance'
import { type Ctx, userOf } from '../../platform/ctx.ts'
import type { AllFeatures } from '../../platform/feature.ts'
import { accountSummary, countOfDay } from '../accounts/index.ts'
import { readBalance, transfer } from '../ledger/index.ts'
import { lockAs } from './act-in-company.ts'

interface Funds {
  companyId: AccountId
  microUsd: MicroUsd
  /** The idempotency key, chosen by the caller. */
  key: string
}

/**
 * Moves credit from the caller's personal balance to a company's. Returns the new balance of the company.
 * @throws Refused `not_found`, `forbidden`, `insufficient_funds`, `idempotency_conflict`, `daily_limit_reached`
 */
export async function fundCompany(
  ctx: Ctx,
  { companyId, microUsd, key }: Funds,
  all: Pick<AllFeatures, 'spendRate'>,
): Promise<Balance> {
  const from = userOf(ctx)
  await ctx.transact(async (tx) => {
    await countOfDay(ctx, tx, 'transfers of credit')
    const company = await lockAs(ctx, tx, { companyId, action: 'fund' })
    const user = await accountSummary(tx.db, from)
    const text = `From ${user?.username ?? 'a member'} to ${company.name}`
    await transfer(ctx, tx, { from, to: companyId, microUsd, key, text })
  })
  return readBalance(ctx, companyId, all)
}
