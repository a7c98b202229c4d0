import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { BudgetBound } from '@gridloom/domain/hold'
import type { Tx } from '../../platform/ctx.ts'
import {
  type BudgetLeft,
  budgetLeftFor,
  ledgerBudgetExceeded,
  unbudgeted,
} from './account-budget.ts'
import { entriesBetween, type Funds, spent, sumOfFunds } from './funds.ts'
import { insufficientFunds } from './insufficient-funds.ts'
import { fundsOf, holdsFor, type Purpose } from './ledger-accounts.ts'
import { type LedgerCtx, post } from './post.ts'
import { insertLedgerAccounts, isKeyUsed, lockBalances } from './posting-store.ts'
import { publishBalance } from './publish-balance.ts'
import { repayDebt } from './repay-debt.ts'

export interface Hold {
  readonly accountId: AccountId
  readonly purpose: Purpose
  /** Zero for a free resource: the hold is then opened empty. */
  readonly microUsd: MicroUsd
  /** Names the reason, such as the order or a heartbeat; the same key holds once. */
  readonly key: string
}

/**
 * Places a hold for an instance, a render job or a spending allowance, all or nothing. Run it in the transaction that
 * creates or starts the resource. The same key twice changes nothing.
 * @throws Refused `insufficient_funds`, `account_budget_exceeded`, `project_budget_exceeded` with `need`, `have` (as money) and `need_micro_usd`, `have_micro_usd`.
 */
export async function placeHold(ctx: LedgerCtx, tx: Tx, hold: Hold): Promise<void> {
  await repayDebt(ctx, tx, hold.accountId)
  const funds = await lockFunds(tx, hold.accountId)
  const taken = spent(funds, hold.microUsd)
  await openHold(tx, hold, taken)
  if (hold.microUsd === 0 || (await isKeyUsed(tx, keyOf(hold)))) return
  if (sumOfFunds(taken) < hold.microUsd) throw insufficientFunds(hold.microUsd, sumOfFunds(funds))
  const { boundBy, leftMicroUsd } = await leftWithin(ctx, tx, hold, funds)
  if (leftMicroUsd < hold.microUsd) throw ledgerBudgetExceeded(boundBy, hold.microUsd, leftMicroUsd)
  await move(ctx, tx, hold, taken)
}

/** The outcome of a top-up. */
export interface AddedToHold {
  /** 0 when nothing is available, or when the key was used before. */
  readonly microUsd: MicroUsd
  /** The limit that left less than was asked for; `null`: none did. */
  readonly boundBy: 'balance' | BudgetBound | null
}

/** Adds to a hold as much of the amount as the balance has and the budgets of account and project allow. */
export async function topUpHold(ctx: LedgerCtx, tx: Tx, hold: Hold): Promise<AddedToHold> {
  await repayDebt(ctx, tx, hold.accountId)
  const funds = await lockFunds(tx, hold.accountId)
  const wanted = sumOfFunds(spent(funds, hold.microUsd))
  const left = wanted > 0 ? await leftWithin(ctx, tx, hold, funds) : unbudgeted
  const taken = spent(funds, Math.min(wanted, left.leftMicroUsd))
  const microUsd = sumOfFunds(taken)
  const short = microUsd < wanted ? left.boundBy : 'balance'
  const boundBy = microUsd < hold.microUsd ? short : null
  if (microUsd <= 0 || (await isKeyUsed(tx, keyOf(hold)))) return { microUsd: 0, boundBy }
  await openHold(tx, hold, taken)
  await move(ctx, tx, hold, taken)
  return { microUsd, boundBy }
}

/**
 * What the budgets of account and project leave; infinite without one, which costs no statement. Read after the balance
 * was locked, so that no other hold of the account is decided meanwhile: charges only come from holds, and the sum of
 * both never passes a budget.
 */
async function leftWithin(
  ctx: LedgerCtx,
  tx: Tx,
  hold: Hold,
  { budgeted }: LockedFunds,
): Promise<BudgetLeft> {
  return budgeted ? budgetLeftFor(ctx, tx, hold) : unbudgeted
}

/** Opens the hold; its part of welcome credit only when there is some. */
function openHold(tx: Tx, { purpose, accountId }: Hold, { welcome }: Funds): Promise<void> {
  const [held, welcomeHeld] = holdsFor(purpose)
  const opened = welcome > 0 ? [held, welcomeHeld] : [held]
  return insertLedgerAccounts(
    tx,
    opened.map((account) => ({ account, owner: accountId })),
  )
}

/** Locks the funds first, so that two orders of one account are decided one after the other. */
async function lockFunds(tx: Tx, accountId: AccountId): Promise<LockedFunds> {
  const [available, welcome] = fundsOf(accountId)
  const balances = await lockBalances(tx, [available, welcome])
  const balance = balances.get(available.id)
  if (balance === undefined)
    throw new RangeError(`account ${accountId} was never opened in the ledger`)
  return {
    paid: balance.balanceMicroUsd,
    welcome: balances.get(welcome.id)?.balanceMicroUsd ?? 0,
    budgeted: balance.budgeted,
  }
}

interface LockedFunds extends Funds {
  readonly budgeted: boolean
}

async function move(ctx: LedgerCtx, tx: Tx, hold: Hold, taken: Funds): Promise<void> {
  await post(ctx, tx, {
    kind: 'hold',
    key: keyOf(hold),
    text: 'Hold',
    purpose: hold.purpose,
    entries: entriesBetween(fundsOf(hold.accountId), holdsFor(hold.purpose), taken),
  })
  await publishBalance(tx, hold.accountId)
}

function keyOf(hold: Hold): string {
  return `hold:${hold.purpose}:${hold.key}`
}
