import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Tx } from '../../platform/ctx.ts'
import { platformCredit } from './ledger-accounts.ts'
import { type LedgerCtx, post } from './post.ts'
import { lockLedgerAccounts } from './posting-store.ts'

/** The money of an account that stays in holds or as unpaid earnings. */
export interface UnsettledFunds {
  heldMicroUsd: MicroUsd
  earnedMicroUsd: MicroUsd
}

/**
 * Moves a closed account's spendable credit back to the platform, so that its ledger accounts stay empty. Until the
 * transaction ends the account can order nothing. Returns the money that stays unsettled: the caller refuses to close
 * the account where that is above zero.
 */
export async function returnCredit(
  ctx: LedgerCtx,
  tx: Tx,
  accountId: AccountId,
): Promise<UnsettledFunds> {
  const available = await lockLedgerAccounts(tx, accountId, ['available', 'welcome', 'reward'])
  const held = await lockLedgerAccounts(tx, accountId, ['held', 'welcome_held'])
  const earned = await lockLedgerAccounts(tx, accountId, ['earned', 'welcome_earned'])
  const microUsd = sumOf(available)
  if (microUsd > 0) {
    await post(ctx, tx, {
      kind: 'transfer',
      key: `transfer:${accountId}:closing`,
      text: 'Remaining balance at account closure',
      purpose: null,
      entries: [
        ...available.map(({ account, balanceMicroUsd }) => ({
          account,
          microUsd: -balanceMicroUsd,
        })),
        { account: platformCredit, microUsd },
      ],
    })
  }
  return { heldMicroUsd: sumOf(held), earnedMicroUsd: sumOf(earned) }
}

function sumOf(accounts: readonly { balanceMicroUsd: MicroUsd }[]): MicroUsd {
  return accounts.reduce((sum, { balanceMicroUsd }) => sum + balanceMicroUsd, 0)
}
