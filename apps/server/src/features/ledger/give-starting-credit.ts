import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Tx } from '../../platform/ctx.ts'
import { platformCredit, welcomeOf } from './ledger-accounts.ts'
import { type LedgerCtx, post } from './post.ts'
import { insertLedgerAccounts } from './posting-store.ts'
import { publishBalance } from './publish-balance.ts'

/**
 * Gives a user their welcome credit, once: an account that had it gets nothing more, whatever the amount. Zero gives
 * nothing. It is spent last and cannot be moved (docs/decisions/0092-welcome-credit.md).
 */
export async function giveStartingCredit(
  ctx: LedgerCtx,
  tx: Tx,
  input: { accountId: AccountId; microUsd: MicroUsd },
): Promise<void> {
  const { accountId, microUsd } = input
  if (microUsd <= 0) return
  await insertLedgerAccounts(tx, [{ account: welcomeOf(accountId), owner: accountId }])
  const given = await post(ctx, tx, {
    kind: 'starting_credit',
    key: `starting_credit:${accountId}`,
    text: 'Welcome credit',
    purpose: null,
    entries: [
      { account: platformCredit, microUsd: -microUsd },
      { account: welcomeOf(accountId), microUsd },
    ],
  })
  if (given !== null) await publishBalance(tx, accountId)
}
