import type { MissionId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import { missionBudgetOf, platformCredit } from './ledger-accounts.ts'
import { type LedgerCtx, post } from './post.ts'
import { insertBudget, lockBalance } from './posting-store.ts'
import type { LedgerTables } from './schema.ts'

/** Holds the budget of a mission, once. Returns whether it did: `false` when it was held before. */
export async function holdMissionBudget(
  ctx: LedgerCtx,
  tx: Tx,
  { missionId, microUsd, text }: { missionId: MissionId; microUsd: MicroUsd; text: string },
): Promise<boolean> {
  const budget = missionBudgetOf(missionId)
  await insertBudget(tx, budget)
  const id = await post(ctx, tx, {
    ...{ kind: 'mission_hold', key: `mission_hold:${missionId}`, text, purpose: null },
    entries: [
      { account: platformCredit, microUsd: -microUsd },
      { account: budget, microUsd },
    ],
  })
  return id !== null
}

/** Returns what is left of a budget beyond `keep`, which held rewards still need. The key names the occasion. */
export async function returnMissionBudget(
  ctx: LedgerCtx,
  tx: Tx,
  {
    missionId,
    keep,
    key,
    text,
  }: { missionId: MissionId; keep: MicroUsd; key: string; text: string },
): Promise<MicroUsd> {
  const budget = missionBudgetOf(missionId)
  const microUsd = ((await lockBalance(tx, budget))?.balanceMicroUsd ?? 0) - keep
  if (microUsd <= 0) return 0
  await post(ctx, tx, {
    ...{ kind: 'mission_return', key: `mission_return:${missionId}:${key}`, text, purpose: null },
    entries: [
      { account: budget, microUsd: -microUsd },
      { account: platformCredit, microUsd },
    ],
  })
  return microUsd
}

/** Returns the balances of budgets; those that were never held are missing. */
export async function readMissionBudgets(
  db: Db,
  ids: readonly MissionId[],
): Promise<Map<string, MicroUsd>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .withTables<LedgerTables>()
    .selectFrom('ledger_accounts')
    .select(['id', 'balance_micro_usd'])
    .where(
      'id',
      'in',
      ids.map((id) => missionBudgetOf(id).id),
    )
    .execute()
  return new Map(rows.map((row) => [row.id.replace('mission:', ''), row.balance_micro_usd ?? 0]))
}
