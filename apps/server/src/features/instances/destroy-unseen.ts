import type { Tx } from '../../platform/ctx.ts'
import { releaseHold } from '../ledger/index.ts'
import { releaseDisk } from '../market/index.ts'
import { forgetLost } from '../notices/index.ts'
import { publishVolumesOf } from '../volumes/index.ts'
import type { InstancesCtx } from './ctx.ts'
import { recordInstanceEvents } from './events/record-instance-events.ts'
import { updateInstance } from './instances-store.ts'
import { recordOrderEnded } from './order-events.ts'
import { settleOverdueStop } from './overdue-stop.ts'
import type { InstanceRow } from './schema.ts'

/** Whether its machine never had it: the order was never acknowledged, or the disk is lost. */
export function neverReached(row: InstanceRow): boolean {
  const unanswered = row.observed_generation === 0 && row.last_seen_at === null
  return (unanswered && row.state === 'lost') || row.reason?.code === 'disk_lost'
}

/**
 * Destroys an instance that its machine never had, without waiting for the machine. If it appears there after all, the
 * next sync removes it.
 */
export async function destroyUnseen(
  ctx: InstancesCtx,
  tx: Tx,
  row: InstanceRow,
): Promise<InstanceRow> {
  await releaseDisk(tx, row.id)
  await releaseHold(ctx, tx, { purpose: row.id, keepMicroUsd: 0, key: 'destroyed' })
  const destroyed = await updateInstance(tx, row.id, {
    state: 'destroyed',
    destroyed_at: ctx.clock.now(),
    stop_overdue_at: null,
  })
  await recordInstanceEvents(ctx, tx, { before: row, after: destroyed })
  await forgetLost(tx, { accountId: row.account_id, instanceId: row.id })
  await recordOrderEnded(ctx, tx, destroyed)
  await publishVolumesOf(tx, destroyed)
  return settleOverdueStop(ctx, tx, { before: row, after: destroyed })
}
