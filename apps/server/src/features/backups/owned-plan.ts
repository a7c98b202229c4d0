import type { BackupPlanId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { accountOf, type Ctx, type Tx } from '../../platform/ctx.ts'
import { findPlan, lockPlan } from './plans-store.ts'
import type { BackupPlanRow } from './schema.ts'

/** Returns a plan of the active account. @throws Refused `not_found`, also when it is another account's, or deleted */
export async function ownedPlan(ctx: Ctx, id: BackupPlanId): Promise<BackupPlanRow> {
  return owned(ctx, await findPlan(ctx.db, id))
}

/** Returns a plan of the active account, locked. @throws Refused `not_found` */
export async function lockOwnedPlan(ctx: Ctx, tx: Tx, id: BackupPlanId): Promise<BackupPlanRow> {
  return owned(ctx, await lockPlan(tx, id))
}

function owned(ctx: Ctx, row: BackupPlanRow | undefined): BackupPlanRow {
  const isOwn = row?.account_id === accountOf(ctx).accountId && row.state === 'active'
  if (row !== undefined && isOwn) return row
  throw new Refused('not_found', { details: { what: 'backup plan' } })
}
