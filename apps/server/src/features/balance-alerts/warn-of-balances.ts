import type { AccountId } from '@gridloom/contract/core/ids'
import {
  type BalanceNow,
  type BalanceWarningS,
  nextBalanceWarning,
  type SentWarning,
} from '@gridloom/domain/balance-warning'
import type { Tx } from '../../platform/ctx.ts'
import { readBalance } from '../ledger/index.ts'
import { publishNotice } from '../notices/index.ts'
import { findAlert, lockAlert, updateAlert } from './balance-alerts-store.ts'
import type { BalanceAlertsCtx } from './ctx.ts'
import type { BalanceAlertRow } from './schema.ts'

type WarningCtx = Pick<
  BalanceAlertsCtx,
  'db' | 'clock' | 'ids' | 'transact' | 'publicUrl' | 'spending'
>

const accountsAtOnce = 500

const words: Record<BalanceWarningS, string> = {
  604800: '7 days',
  86400: '24 hours',
  3600: '1 hour',
}

/**
 * Warns every account whose balance runs out soon at its present spend rate. Reads accounts that spend, and writes only
 * where a warning is sent or reset. Run it every few minutes, on any number of replicas: each warning is sent once.
 */
export async function warnOfBalances(ctx: WarningCtx, signal: AbortSignal): Promise<void> {
  let after: AccountId | undefined
  for (;;) {
    const ids = await ctx.spending.spenders(ctx.db, { after, limit: accountsAtOnce })
    for (const id of ids) {
      if (signal.aborted) return
      await warnAccount(ctx, id)
    }
    if (ids.length < accountsAtOnce) return
    after = ids.at(-1)
  }
}

async function warnAccount(ctx: WarningCtx, accountId: AccountId): Promise<void> {
  const now = await readNow(ctx, accountId)
  const before = sentOf(await findAlert(ctx.db, accountId))
  if (isSame(nextBalanceWarning(before, now).sent, before)) return
  await ctx.transact(async (tx) => {
    const row = await lockAlert(tx, accountId)
    const { send, sent } = nextBalanceWarning(sentOf(row), now)
    const sends = row.sent + (send === null ? 0 : 1)
    await updateAlert(tx, accountId, {
      within_s: sent?.withinS ?? null,
      funds_micro_usd: sent?.fundsMicroUsd ?? null,
      sent: sends,
    })
    if (send !== null) await publishWarning(ctx, tx, { accountId, send, number: sends })
  })
}

async function readNow(ctx: WarningCtx, accountId: AccountId): Promise<BalanceNow> {
  const balance = await readBalance(ctx, accountId, ctx.spending)
  return {
    leftS: balance.lasts_s,
    fundsMicroUsd: balance.available_micro_usd + balance.held_micro_usd,
  }
}

async function publishWarning(
  ctx: WarningCtx,
  tx: Tx,
  { accountId, send, number }: { accountId: AccountId; send: BalanceWarningS; number: number },
): Promise<void> {
  await publishNotice(ctx, tx, {
    accountId,
    notice: {
      key: `balance_runs_out:${send}:${number}`,
      level: 'warning',
      text: `At the current spend rate, your balance runs out in less than ${words[send]}. Instances will then be stopped, and their disks kept for 48 hours. Add funds to keep them running.`,
    },
    mail: { kind: 'balance_low', subject: `Your balance runs out in less than ${words[send]}` },
  })
}

function sentOf(row: BalanceAlertRow | undefined): SentWarning | null {
  if (row === undefined || row.within_s === null || row.funds_micro_usd === null) return null
  return { withinS: row.within_s, fundsMicroUsd: row.funds_micro_usd }
}

function isSame(one: SentWarning | null, other: SentWarning | null): boolean {
  return one?.withinS === other?.withinS && one?.fundsMicroUsd === other?.fundsMicroUsd
}
