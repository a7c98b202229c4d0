import type { AccountId, TransactionId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Tx } from '../../platform/ctx.ts'
import { type AssetSource, availableOf, platformAssets } from './ledger-accounts.ts'
import { type LedgerCtx, type Posting, postAll } from './post.ts'
import { insertPlatformAccounts } from './posting-store.ts'
import { publishBalances } from './publish-balance.ts'
import { repayDebts } from './repay-debt.ts'

/** Money that came from outside. */
export interface Deposit {
  readonly accountId: AccountId
  /** Above zero. */
  readonly microUsd: MicroUsd
  readonly source: AssetSource
  /** Names the payment; the same key is booked once. */
  readonly key: string
  readonly text: string
}

/**
 * Books money from outside to an account's spendable balance; it pays the account's debt first. Returns `null`, and
 * books nothing, when the key was used before.
 */
export async function takeDeposit(
  ctx: LedgerCtx,
  tx: Tx,
  deposit: Deposit,
): Promise<TransactionId | null> {
  return (await takeDeposits(ctx, tx, [deposit])).get(deposit.key) ?? null
}

/**
 * As {@link takeDeposit}, for many deposits in as many statements as for one. Returns the transactions of those that
 * were booked, by key. Keys are written, and balances locked, in one order: two that take the same deposits wait for
 * each other, and neither deadlocks.
 */
export async function takeDeposits(
  ctx: LedgerCtx,
  tx: Tx,
  deposits: readonly Deposit[],
): Promise<ReadonlyMap<string, TransactionId>> {
  if (deposits.length === 0) return new Map()
  const sorted = deposits.toSorted((one, other) => (one.key < other.key ? -1 : 1))
  await insertPlatformAccounts(
    tx,
    sorted.map(({ source }) => platformAssets(source)),
  )
  const ids = await postAll(ctx, tx, sorted.map(postingOf))
  const booked = sorted.flatMap((deposit, i) => {
    const id = ids[i] ?? null
    return id === null ? [] : [{ ...deposit, id }]
  })
  const accountIds = [...new Set(booked.map(({ accountId }) => accountId))]
  await repayDebts(ctx, tx, accountIds)
  if (accountIds.length > 0) await publishBalances(tx, accountIds)
  return new Map(booked.map(({ key, id }) => [key, id]))
}

function postingOf({ accountId, microUsd, source, key, text }: Deposit): Posting {
  return {
    kind: 'deposit',
    key: `deposit:${key}`,
    text,
    purpose: null,
    entries: [
      { account: platformAssets(source), microUsd: -microUsd },
      { account: availableOf(accountId), microUsd },
    ],
  }
}
