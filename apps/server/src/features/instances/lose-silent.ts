import type { InstanceId } from '@gridloom/contract/core/ids'
import { offlineBefore } from '../../platform/outages/excused.ts'
import { releaseHold } from '../ledger/index.ts'
import { bookUse } from './book-use.ts'
import type { InstancesCtx } from './ctx.ts'
import { destroyUnseen, neverReached } from './destroy-unseen.ts'
import { recordInstanceEvents } from './events/record-instance-events.ts'
import { holdKey } from './hold-key.ts'
import { listSilent, lockInstance, updateInstance } from './instances-store.ts'
import { publishInstance } from './publish-instance.ts'
import { publishLost } from './publish-problem.ts'
import type { InstanceRow } from './schema.ts'

const text =
  'The machine was last seen more than 30 seconds ago. You are not billed while it is offline. The container may keep running, and the instance resumes automatically when the machine is back.'

/**
 * Marks the instances of offline machines as lost. Returns how many. Each has its own transaction: a shared one would
 * lock the money of several renters in another order, and fail as a whole where one cannot be settled.
 */
export async function loseSilent(ctx: InstancesCtx): Promise<number> {
  const before = await offlineBefore(ctx)
  const silent = await listSilent(ctx.db, before)
  for (const { id } of silent) {
    await lose(ctx, id, before).catch((error: unknown) =>
      // @NOTE the next sweep tries again.
      ctx.log.error(
        { event: 'instance.loss_failed', err: error, instance: id },
        'an instance could not be marked as lost',
      ),
    )
  }
  return silent.length
}

/** Books the use up to the last heartbeat and releases the hold until the next one. */
async function lose(ctx: InstancesCtx, id: InstanceId, before: Date): Promise<void> {
  await ctx.transact(async (tx) => {
    const row = await lockInstance(tx, id)
    if (row === undefined || !isStillSilent(row, before)) return
    await bookUse(ctx, tx, row)
    const lost = await updateInstance(tx, id, {
      state: 'lost',
      ready: false,
      progress: null,
      reason: JSON.stringify({ code: 'machine_silent', text, exit_code: null }),
    })
    await recordInstanceEvents(ctx, tx, { before: row, after: lost })
    if (row.desired === 'running') await publishLost(ctx, tx, lost)
    await releaseHold(ctx, tx, { purpose: id, keepMicroUsd: 0, key: holdKey('lost', row) })
    if (row.desired === 'destroyed' && neverReached(lost)) await destroyUnseen(ctx, tx, lost)
    await publishInstance(tx, row.account_id, id)
  })
}

/** Checked again under the row's lock: a report may have come, or another replica been faster. */
function isStillSilent(row: InstanceRow, before: Date): boolean {
  if (row.state === 'lost' || row.state === 'destroyed') return false
  return (row.last_seen_at ?? row.slots_ready_at ?? row.created_at) < before
}
