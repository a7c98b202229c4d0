import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { Refused } from '@gridloom/contract/errors'
import { formatUsdExact } from '@gridloom/domain/money-format'
import type { Tx } from '../../platform/ctx.ts'
import { insufficientFunds } from './insufficient-funds.ts'
import { availableOf, inLockOrder, welcomeEarnedBy, welcomeOf } from './ledger-accounts.ts'
import { type LedgerCtx, post } from './post.ts'
import {
  insertLedgerAccounts,
  lockBalance,
  lockLedgerAccounts,
  readPosted,
} from './posting-store.ts'
import { publishBalance } from './publish-balance.ts'
import { repayDebt } from './repay-debt.ts'

export interface Transfer {
  readonly from: AccountId
  readonly to: AccountId
  /** Above zero. */
  readonly microUsd: MicroUsd
  /** Scoped to the sender: keys of different senders do not conflict. */
  readonly key: string
  /** The text in the statements of both sides. */
  readonly text: string
}

/**
 * Moves credit between the spendable balances of two accounts; welcome credit cannot be moved. The same key with the
 * same request moves it once, without an error.
 * @throws Refused `insufficient_funds`; `credit_not_movable` where welcome credit would be needed;
 * `idempotency_conflict` when the key was used for another account or amount
 */
export async function transfer(ctx: LedgerCtx, tx: Tx, wanted: Transfer): Promise<void> {
  const { from, to, microUsd, text } = wanted
  const key = `transfer:${from}:${wanted.key}`
  await repayDebt(ctx, tx, from)
  // Locked before the key is checked: a concurrent call with the same key waits here and then sees the first transfer.
  const have = await lockBoth(tx, wanted)
  const posted = await readPosted(tx, key, availableOf(to))
  if (posted?.microUsd === microUsd) return
  if (posted !== undefined) throw new Refused('idempotency_conflict')
  if (have < microUsd) throw await notEnough(tx, wanted, have)
  await post(ctx, tx, {
    kind: 'transfer',
    key,
    text,
    purpose: null,
    entries: [
      { account: availableOf(from), microUsd: -microUsd },
      { account: availableOf(to), microUsd },
    ],
  })
  await publishBalance(tx, from)
  await publishBalance(tx, to)
}

export type Handover = Omit<Transfer, 'microUsd'>

/**
 * Moves an account's spendable and earned money to another's spendable balance, and returns how much that was. Earnings
 * of welcome credit stay such, in the other account's name. Holds stay; nothing is written for an empty account.
 */
export async function handOverBalance(
  ctx: LedgerCtx,
  tx: Tx,
  { from, to, key, text }: Handover,
): Promise<MicroUsd> {
  const owned = await lockLedgerAccounts(tx, from, ['available', 'earned', 'welcome_earned'])
  const microUsd = sumOf(owned)
  if (microUsd === 0) return 0
  const ofWelcome = sumOf(owned.filter(({ account }) => account.kind === 'welcome_earned'))
  if (ofWelcome > 0) await insertLedgerAccounts(tx, [{ account: welcomeEarnedBy(to), owner: to }])
  await post(ctx, tx, {
    kind: 'transfer',
    key: `transfer:${from}:${key}`,
    text,
    purpose: null,
    entries: [
      ...owned.map(({ account, balanceMicroUsd }) => ({ account, microUsd: -balanceMicroUsd })),
      { account: availableOf(to), microUsd: microUsd - ofWelcome },
      { account: welcomeEarnedBy(to), microUsd: ofWelcome },
    ],
  })
  await publishBalance(tx, from)
  await publishBalance(tx, to)
  return microUsd
}

function sumOf(owned: readonly { balanceMicroUsd: MicroUsd }[]): MicroUsd {
  return owned.reduce((sum, { balanceMicroUsd }) => sum + balanceMicroUsd, 0)
}

/** Returns `insufficient_funds`, or `credit_not_movable` where the balance with welcome credit would be enough. */
async function notEnough(tx: Tx, { from, microUsd }: Transfer, have: MicroUsd): Promise<Refused> {
  const welcome = (await lockBalance(tx, welcomeOf(from)))?.balanceMicroUsd ?? 0
  if (have + welcome < microUsd) return insufficientFunds(microUsd, have + welcome)
  return new Refused('credit_not_movable', {
    details: { have: formatUsdExact(have), have_micro_usd: have },
  })
}

/**
 * Locks both accounts and returns the sender's balance; an account that was never opened has none and cannot receive a
 * transfer.
 */
async function lockBoth(tx: Tx, { from, to }: Transfer): Promise<MicroUsd> {
  let have = 0
  for (const account of [availableOf(from), availableOf(to)].toSorted(inLockOrder)) {
    const balance = await lockBalance(tx, account)
    if (account.id === availableOf(from).id) have = balance?.balanceMicroUsd ?? 0
  }
  return have
}
