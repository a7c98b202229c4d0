import type { AccountId, TransactionId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Tx } from '../../platform/ctx.ts'
import { platformCredit, welcomeOf } from './ledger-accounts.ts'
import { type LedgerCtx, post } from './post.ts'
import { insertLedgerAccounts } from './posting-store.ts'
import { publishBalance } from './publish-balance.ts'

/**
 * Gives promotional credit. It stands with the welcome credit: spent last, never moved or paid out. Returns `null`, and
 * gives nothing, when the key was used before.
 */
export async function givePromoCredit(
  ctx: LedgerCtx,
  tx: Tx,
  {
    accountId,
    microUsd,
    key,
    text,
  }: { accountId: AccountId; microUsd: MicroUsd; key: string; text: string },
): Promise<TransactionId | null> {
  await insertLedgerAccounts(tx, [{ account: welcomeOf(accountId), owner: accountId }])
  const id = await post(ctx, tx, {
    kind: 'promo_credit',
    key: `promo_credit:${key}`,
    text,
    purpose: null,
    entries: [
      { account: platformCredit, microUsd: -microUsd },
      { account: welcomeOf(accountId), microUsd },
    ],
  })
  if (id !== null) await publishBalance(tx, accountId)
  return id
}
