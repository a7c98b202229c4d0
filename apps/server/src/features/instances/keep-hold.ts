import { diskKeptAfterExhaustionS, exhaustionWarningsS } from '@gridloom/contract/core/constants'
import type { Balance } from '@gridloom/contract/ledger/balance'
import {
  decideHold,
  firstHold,
  type HoldDecision,
  type HoldSituation,
  warningsAt,
} from '@gridloom/domain/hold'
import { formatUtc } from '@gridloom/domain/utc-time'
import { recordEvents } from '../../platform/business-events/record-events.ts'
import type { Tx } from '../../platform/ctx.ts'
import {
  type AddedToHold,
  budgetLeftFor,
  type LedgerCtx,
  readBalance,
  readInstanceMoney,
  topUpHold,
} from '../ledger/index.ts'
import { publishNotice } from '../notices/index.ts'
import { warnOfBudget } from './automation/warn-of-budget.ts'
import { balanceLow } from './balance-low.ts'
import type { InstancesCtx } from './ctx.ts'
import { holdKey } from './hold-key.ts'
import { type BudgetsLeft, coversStart, lockBudgetsLeft } from './instance-budget.ts'
import { unbookedOf } from './instance-view.ts'
import { updateInstance } from './instances-store.ts'
import { readSpendRate } from './read-spend-rate.ts'
import type { InstanceRow } from './schema.ts'
import { setDesiredState } from './set-desired-state.ts'

/**
 * Keeps the hold of an instance ahead of its use: tops it up while there are funds, warns ten minutes before
 * they run out, and then stops the instance (never destroys it) and keeps its disk for 48 hours.
 */
export async function keepHold(ctx: InstancesCtx, tx: Tx, row: InstanceRow): Promise<InstanceRow> {
  if (row.state === 'stopped' && row.disk_kept_until !== null) return payAgain(ctx, tx, row)
  const rate = rateNow(row)
  if (rate === 0) return row
  const balance = await readBalance({ ...ctx, db: tx.db }, row.account_id, {
    spendRate: readSpendRate,
  })
  const money = (await readInstanceMoney(tx.db, [row.id])).get(row.id)
  const warned = await warnOfBudget(ctx, tx, row, money)
  const decision = await topUpWithin(ctx, tx, {
    row,
    situation: {
      availableMicroUsd: balance.available_micro_usd,
      heldMicroUsd: (money?.heldMicroUsd ?? 0) - unbookedOf(row),
      microUsdPerHour: rate,
    },
  })
  // Reports show "running" until the machine has received the stop: the end is published once.
  if (decision.stop)
    return row.disk_kept_until === null ? exhaust(ctx, tx, warned, decision.boundBy) : warned
  return warn(ctx, tx, warned, balance)
}

type UnboundSituation = Omit<HoldSituation, keyof BudgetsLeft | 'ledgerBudget'>

/**
 * Decides within its budget and that of the key that it was ordered with, which only a top-up needs to lock, and tops
 * the hold up. The ledger asks the budgets of account and project under its own lock; what that leaves decides once more.
 */
async function topUpWithin(
  ctx: InstancesCtx,
  tx: Tx,
  { row, situation }: { row: InstanceRow; situation: UnboundSituation },
): Promise<HoldDecision> {
  const open = { ...situation, ledgerBudget: null }
  const unbound = decideHold({
    ...open,
    budgetLeftMicroUsd: null,
    instanceBudgetLeftMicroUsd: null,
  })
  if (unbound.topUpMicroUsd === 0) return unbound
  const left = await lockBudgetsLeft(ctx, tx, row)
  const decision = decideHold({ ...open, ...left })
  if (decision.topUpMicroUsd === 0) return decision
  const added = await topUp(ctx, tx, row, decision.topUpMicroUsd)
  const { boundBy, microUsd: leftMicroUsd } = added
  if (boundBy === null || boundBy === 'balance') return decision
  return decideHold({ ...situation, ...left, ledgerBudget: { boundBy, leftMicroUsd } })
}

/** The price that holds are for: the highest that the instance may cost while it runs. */
export function heldRateOf(row: InstanceRow): number {
  return row.bid_all_micro_usd_per_hour ?? row.running_micro_usd_per_hour
}

/**
 * Returns the hourly price of an instance in its present state, of an interruptible one at its bid; zero while its disk is free, and zero once its
 * destruction is desired: later reports of its machine hold no more money.
 */
export function rateNow(row: InstanceRow): number {
  if (row.desired === 'destroyed') return 0
  if (row.state === 'running') return heldRateOf(row)
  const charged =
    row.state === 'stopped' && row.charged_from !== null && row.disk_kept_until === null
  return charged ? row.stopped_micro_usd_per_hour : 0
}

/** Charges a free disk again once the funds cover an hour of the whole instance. */
async function payAgain(ctx: InstancesCtx, tx: Tx, row: InstanceRow): Promise<InstanceRow> {
  const balance = await readBalance({ ...ctx, db: tx.db }, row.account_id, {
    spendRate: readSpendRate,
  })
  const hourMicroUsd = Math.max(heldRateOf(row), row.stopped_micro_usd_per_hour)
  if (row.desired === 'destroyed' || balance.available_micro_usd < hourMicroUsd) return row
  if (!coversStart(await lockBudgetsLeft(ctx, tx, row), hourMicroUsd)) return row
  if (
    (await budgetLeftFor(ctx, tx, { accountId: row.account_id, purpose: row.id })).leftMicroUsd <
    hourMicroUsd
  )
    return row
  const paying = await updateInstance(tx, row.id, { disk_kept_until: null })
  await topUp(ctx, tx, paying, firstHold(paying.stopped_micro_usd_per_hour))
  return paying
}

function topUp(ctx: LedgerCtx, tx: Tx, row: InstanceRow, microUsd: number): Promise<AddedToHold> {
  const key = holdKey('ahead', row)
  return topUpHold(ctx, tx, { accountId: row.account_id, purpose: row.id, microUsd, key })
}

/** The reason why the funds ran out, and what to do about it. */
const ends = {
  balance: {
    code: 'balance_exhausted',
    why: 'the balance ran out',
    next: 'Add funds and start it again to keep its disk.',
    text: 'Stopped because the balance ran out. Add funds and start it again; the disk is kept for 48 hours.',
  },
  account_budget: {
    code: 'account_budget_exhausted',
    why: 'the budget of the account is used up',
    next: 'Raise the budget to keep its disk.',
    text: 'Stopped because the budget of the account is used up. Raise the budget and start it again; the disk is kept for 48 hours.',
  },
  project_budget: {
    code: 'project_budget_exhausted',
    why: 'the budget of its project is used up',
    next: 'Raise the budget to keep its disk.',
    text: 'Stopped because the budget of its project is used up. Raise the budget and start it again; the disk is kept for 48 hours.',
  },
  key_budget: {
    code: 'key_budget_exhausted',
    why: "the API key's budget is used up",
    next: 'Start it again yourself to keep its disk.',
    text: 'Stopped because the budget of the API key that ordered it is used up. To continue, start it again yourself; the disk is kept for 48 hours.',
  },
  instance_budget: {
    code: 'instance_budget_exhausted',
    why: 'its budget is used up',
    next: 'Raise the budget to keep its disk.',
    text: 'Stopped because its budget is used up. Raise the budget and start it again; the disk is kept for 48 hours.',
  },
} as const satisfies Record<HoldDecision['boundBy'], unknown>

async function exhaust(
  ctx: InstancesCtx,
  tx: Tx,
  row: InstanceRow,
  boundBy: HoldDecision['boundBy'],
): Promise<InstanceRow> {
  const { code, why, next, text } = ends[boundBy]
  const now = ctx.clock.now()
  const keptUntil = new Date(now.getTime() + diskKeptAfterExhaustionS * 1_000)
  await publishNotice(ctx, tx, {
    accountId: row.account_id,
    notice: {
      key: `exhausted:${row.id}:${row.generation}`,
      level: 'error',
      text: `${row.label} was stopped: ${why}. Its disk is kept until ${formatUtc(keptUntil)}. ${next}`,
      instance_id: row.id,
    },
    mail: { kind: 'balance_low', subject: `${row.label} was stopped: ${why}` },
  })
  return setDesiredState(ctx, tx, row, {
    desired: 'stopped',
    disk_kept_until: keptUntil,
    reason: JSON.stringify({ code, text, exit_code: null }),
  })
}

const lastWarningS = Math.min(...exhaustionWarningsS)

/** Publishes each threshold once on the way down, and emails the last; new funds reset them. */
async function warn(
  ctx: InstancesCtx,
  tx: Tx,
  row: InstanceRow,
  balance: Balance,
): Promise<InstanceRow> {
  const due = warningsAt(balance.lasts_s)
  const nearest = due.length === 0 ? null : Math.min(...due)
  if (nearest === row.warned_s) return row
  const nearer = nearest !== null && (row.warned_s === null || nearest < row.warned_s)
  if (nearer) {
    await recordLow(ctx, tx, row, { balance, withinS: nearest })
    // Earlier emails are one per account, by `features/balance-alerts`.
    if (nearest === lastWarningS) await warnOfStop(ctx, tx, row)
  }
  return updateInstance(tx, row.id, { warned_s: nearest })
}

async function warnOfStop(ctx: InstancesCtx, tx: Tx, row: InstanceRow): Promise<void> {
  await publishNotice(ctx, tx, {
    accountId: row.account_id,
    notice: {
      key: `exhaustion:${row.id}:${lastWarningS}:${row.metered_running_s}`,
      level: 'warning',
      text: `At the current spend rate, your balance runs out in less than 10 minutes. ${row.label} will then be stopped, and its disk kept for 48 hours. Add funds to keep it running.`,
      instance_id: row.id,
    },
    mail: { kind: 'balance_low', subject: 'Your balance runs out in less than 10 minutes' },
  })
}

/** Each of its instances warns once: subscribers count those of an account as one. */
async function recordLow(
  ctx: InstancesCtx,
  tx: Tx,
  { account_id: accountId }: InstanceRow,
  { balance, withinS }: { balance: Balance; withinS: number },
): Promise<void> {
  const payload = {
    available_micro_usd: balance.available_micro_usd,
    spend_rate_micro_usd_per_hour: balance.spend_rate_micro_usd_per_hour,
    lasts_s: balance.lasts_s ?? 0,
    within_s: withinS,
  }
  await recordEvents(ctx, tx, [balanceLow.of({ subject: accountId, accountId, payload })])
}
