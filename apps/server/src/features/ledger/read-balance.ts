import type { AccountId } from '@gridloom/contract/core/ids'
import type { Balance } from '@gridloom/contract/ledger/balance'
import { lastsS } from '@gridloom/domain/money'
import type { Ctx } from '../../platform/ctx.ts'
import type { LedgerPorts } from './ports.ts'
import { selectBalances } from './statement-store.ts'

/** What an account can spend, what is set aside, what it has earned, and how long it lasts at its present burn. */
export async function readBalance(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  accountId: AccountId,
  ports: Pick<LedgerPorts, 'burnOf' | 'renderBurnOf'>,
): Promise<Balance> {
  const have = await selectBalances(ctx.db, accountId)
  const available = have.available + have.welcome
  const burn = await ports.burnOf(ctx.db, accountId)
  const renderBurn = (await ports.renderBurnOf?.(ctx.db, accountId)) ?? 0
  return {
    available_micro_usd: available,
    welcome_micro_usd: have.welcome,
    held_micro_usd: have.held + have.welcome_held,
    burn_micro_usd_per_hour: burn + renderBurn,
    // What is set aside for render jobs and answers pays for no instance, and they take nothing beyond it.
    lasts_s: lastsS(available + have.heldForInstances, burn),
    earned_micro_usd: have.earned + have.welcome_earned,
    earned_of_welcome_micro_usd: have.welcome_earned,
    as_of: ctx.clock.now().toISOString(),
  }
}
