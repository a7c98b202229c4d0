import type { AccountId } from '@gridloom/contract/ids'
import type { MicroUsd } from '@gridloom/contract/values'
import type { Tx } from '../../platform/ctx.ts'
import { insufficientFunds } from './insufficient-funds.ts'
import { availableOf, heldFor, type Purpose } from './ledger-accounts.ts'
import { type LedgerCtx, post } from './post.ts'
import { insertLedgerAccounts, isKeyUsed, lockBalance } from './posting-store.ts'
import { tellBalance } from './tell-balance.ts'

export interface Hold {
  readonly accountId: AccountId
  readonly purpose: Purpose
  /** Zero for what is free: the hold is then opened empty. */
  readonly microUsd: MicroUsd
  /** Names the reason, such as the order or a heartbeat; the same key sets aside once. */
  readonly key: string
}

/**
 * Sets money aside for an instance, a render job or a tab, all or nothing. Run it in the transaction that makes or
 * starts it. The same key twice changes nothing.
 * @throws Refused `insufficient_funds` with `need`, `have` (as money) and `need_micro_usd`, `have_micro_usd`.
 */
export async function placeHold(ctx: LedgerCtx, tx: Tx, hold: Hold): Promise<void> {
  const have = await lockAvailable(tx, hold.accountId)
  await openHold(tx, hold)
  if (hold.microUsd === 0 || (await isKeyUsed(tx, keyOf(hold)))) return
  if (have < hold.microUsd) throw insufficientFunds(hold.microUsd, have)
  await move(ctx, tx, hold)
}

/**
 * Adds to a hold as much of the amount as is there, and says how much that was: 0 when
 * nothing is left, or when the key was used before.
 */
export async function topUpHold(ctx: LedgerCtx, tx: Tx, hold: Hold): Promise<MicroUsd> {
  const have = await lockAvailable(tx, hold.accountId)
  const microUsd = Math.min(hold.microUsd, have)
  if (microUsd <= 0 || (await isKeyUsed(tx, keyOf(hold)))) return 0
  await openHold(tx, hold)
  await move(ctx, tx, { ...hold, microUsd })
  return microUsd
}

function openHold(tx: Tx, { purpose, accountId }: Hold): Promise<void> {
  return insertLedgerAccounts(tx, [{ account: heldFor(purpose), owner: accountId }])
}

/** Locked first, so that two orders of one account are decided one after the other. */
async function lockAvailable(tx: Tx, accountId: AccountId): Promise<MicroUsd> {
  const balance = await lockBalance(tx, availableOf(accountId))
  if (balance === undefined)
    throw new RangeError(`account ${accountId} was never opened in the ledger`)
  return balance.balanceMicroUsd
}

async function move(ctx: LedgerCtx, tx: Tx, hold: Hold): Promise<void> {
  await post(ctx, tx, {
    kind: 'hold',
    key: keyOf(hold),
    text: 'Set aside for use ahead',
    purpose: hold.purpose,
    entries: [
      { account: availableOf(hold.accountId), microUsd: -hold.microUsd },
      { account: heldFor(hold.purpose), microUsd: hold.microUsd },
    ],
  })
  await tellBalance(tx, hold.accountId)
}

function keyOf(hold: Hold): string {
  return `hold:${hold.purpose}:${hold.key}`
}
