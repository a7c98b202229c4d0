import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { Refused } from '@gridloom/contract/errors'
import type { Tx } from '../../platform/ctx.ts'
import { availableOf, platformCredit } from './ledger-accounts.ts'
import { type LedgerCtx, type Posting, post } from './post.ts'
import { readPosted } from './posting-store.ts'
import { publishBalance } from './publish-balance.ts'

export interface OperatorCredit {
  readonly accountId: AccountId
  /** Above zero. */
  readonly microUsd: MicroUsd
  readonly key: string
  /** The reason, as the account's owner will read it. */
  readonly text: string
}

/**
 * Gives an account credit. The same key with the same request gives it once, without an error.
 * @throws Refused `idempotency_conflict` when the key was used for another account, amount or text.
 */
export async function giveOperatorCredit(
  ctx: LedgerCtx,
  tx: Tx,
  credit: OperatorCredit,
): Promise<void> {
  const posting = postingOf(credit)
  tx.note({ subject: credit.accountId })
  if ((await post(ctx, tx, posting)) !== null) return publishBalance(tx, credit.accountId)
  const posted = await readPosted(tx, posting.key, availableOf(credit.accountId))
  if (posted?.microUsd === credit.microUsd && posted.text === credit.text) return
  throw new Refused('idempotency_conflict')
}

function postingOf({ accountId, microUsd, key, text }: OperatorCredit): Posting {
  return {
    kind: 'operator_credit',
    key: `operator_credit:${key}`,
    text,
    purpose: null,
    entries: [
      { account: platformCredit, microUsd: -microUsd },
      { account: availableOf(accountId), microUsd },
    ],
  }
}
