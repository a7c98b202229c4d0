import type { AccountId } from '@gridloom/contract/ids'
import type { MicroUsd } from '@gridloom/contract/values'
import type { Tx } from '../../platform/ctx.ts'
import { availableOf, platformCredit } from './ledger-accounts.ts'
import { type LedgerCtx, post } from './post.ts'
import { tellBalance } from './tell-balance.ts'

/**
 * Gives a new account what it starts with, once: an account that had it gets nothing more, whatever the
 * amount. Zero gives nothing. Needs {@link openAccount} before.
 */
export async function giveStartingCredit(
  ctx: LedgerCtx,
  tx: Tx,
  input: { accountId: AccountId; microUsd: MicroUsd },
): Promise<void> {
  const { accountId, microUsd } = input
  if (microUsd <= 0) return
  const given = await post(ctx, tx, {
    kind: 'starting_credit',
    key: `starting_credit:${accountId}`,
    text: 'Credit to start with',
    purpose: null,
    entries: [
      { account: platformCredit, microUsd: -microUsd },
      { account: availableOf(accountId), microUsd },
    ],
  })
  if (given !== null) await tellBalance(tx, accountId)
}
