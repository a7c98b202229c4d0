import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Tx } from '../../platform/ctx.ts'
import { insufficientFunds } from './insufficient-funds.ts'
import { availableOf, debtOf, platformAssets } from './ledger-accounts.ts'
import { type LedgerCtx, type Posting, post } from './post.ts'
import {
  insertLedgerAccounts,
  insertPlatformAccount,
  isKeyUsed,
  lockBalance,
} from './posting-store.ts'
import { publishBalance } from './publish-balance.ts'
import type { Deposit } from './take-deposit.ts'

/** What a reversal took: `debtMicroUsd` is what the account had spent, and owes now. */
export interface Reversal {
  readonly takenMicroUsd: MicroUsd
  readonly debtMicroUsd: MicroUsd
}

/**
 * Takes a deposit back that did not last, such as one of a block that left the chain or of a disputed card payment. What
 * the account has spent of it becomes debt. Returns `null`, and takes nothing, when the key was used before.
 */
export async function reverseDeposit(
  ctx: LedgerCtx,
  tx: Tx,
  { accountId, microUsd, source, key, text }: Deposit,
): Promise<Reversal | null> {
  const have = (await lockBalance(tx, availableOf(accountId)))?.balanceMicroUsd ?? 0
  await insertPlatformAccount(tx, platformAssets(source))
  const takenMicroUsd = Math.min(have, microUsd)
  const debtMicroUsd = microUsd - takenMicroUsd
  if (debtMicroUsd > 0)
    await insertLedgerAccounts(tx, [{ account: debtOf(accountId), owner: accountId }])
  const posting: Posting = {
    kind: 'deposit_reversal',
    key: `deposit_reversal:${key}`,
    text,
    purpose: null,
    entries: [
      { account: availableOf(accountId), microUsd: -takenMicroUsd },
      { account: debtOf(accountId), microUsd: -debtMicroUsd },
      { account: platformAssets(source), microUsd },
    ],
  }
  if ((await post(ctx, tx, posting)) === null) return null
  await publishBalance(tx, accountId)
  return { takenMicroUsd, debtMicroUsd }
}

/**
 * Books that a deposit was returned to where it came from, all or nothing. The same key returns it once.
 * @throws Refused `insufficient_funds` where the account has spent it.
 */
export async function refundDeposit(
  ctx: LedgerCtx,
  tx: Tx,
  { accountId, microUsd, source, key, text }: Deposit,
): Promise<void> {
  const have = (await lockBalance(tx, availableOf(accountId)))?.balanceMicroUsd ?? 0
  if (await isKeyUsed(tx, `refund:${key}`)) return
  if (have < microUsd) throw insufficientFunds(microUsd, have)
  await insertPlatformAccount(tx, platformAssets(source))
  await post(ctx, tx, {
    kind: 'refund',
    key: `refund:${key}`,
    text,
    purpose: null,
    entries: [
      { account: availableOf(accountId), microUsd: -microUsd },
      { account: platformAssets(source), microUsd },
    ],
  })
  await publishBalance(tx, accountId)
}
