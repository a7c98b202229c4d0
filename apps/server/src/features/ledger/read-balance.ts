import type { AccountId } from '@gridloom/contract/core/ids'
import type { Balance } from '@gridloom/contract/ledger/balance'
import { lastsS } from '@gridloom/domain/money'
import type { Ctx } from '../../platform/ctx.ts'
import type { AllFeatures } from '../../platform/feature.ts'
import { selectBalances } from './statement-store.ts'

/**
 * Returns the balance of an account: available, on hold and earned, its spend rate, and how long it lasts at that rate.
 */
export async function readBalance(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  accountId: AccountId,
  all: Pick<AllFeatures, 'spendRate'>,
): Promise<Balance> {
  const have = await selectBalances(ctx.db, accountId)
  const available = have.available + have.welcome
  const { fromBalance, fromHolds } = await all.spendRate(ctx.db, accountId)
  return {
    available_micro_usd: available,
    welcome_micro_usd: have.welcome,
    held_micro_usd: have.held + have.welcome_held + have.payout,
    spend_rate_micro_usd_per_hour: fromBalance + fromHolds,
    // Holds for render jobs and answers pay for no instance, and both spend nothing beyond them.
    lasts_s: lastsS(available + have.heldForInstances, fromBalance),
    earned_micro_usd: have.earned + have.welcome_earned,
    earned_of_welcome_micro_usd: have.welcome_earned,
    debt_micro_usd: 0 - have.debt,
    as_of: ctx.clock.now().toISOString(),
  }
}
