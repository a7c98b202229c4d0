import type { InstanceId } from '@gridloom/contract/core/ids'
import { releaseHold } from '../ledger/index.ts'
import { releaseDisk } from '../market/index.ts'
import { bookUse } from './book-use.ts'
import type { InstancesCtx } from './ctx.ts'
import { lockInstance } from './instances-store.ts'
import { settleOverdueStop } from './overdue-stop.ts'
import { publishProblem } from './publish-problem.ts'
import type { InstanceRow } from './schema.ts'
import { setDesiredState } from './set-desired-state.ts'

const text =
  'The machine came back without this container, so its disk is lost. You were not charged after the machine was last seen.'

/** Whether charging has begun and destruction is not desired: only then does a missing container mean a lost disk. */
export function hadDisk(row: InstanceRow): boolean {
  return row.charged_from !== null && row.desired !== 'destroyed' && row.state !== 'destroyed'
}

/** Fails an instance whose machine no longer has its container, and releases its slots, disk and hold. */
export async function loseDisk(ctx: InstancesCtx, id: InstanceId): Promise<void> {
  await ctx.transact(async (tx) => {
    const row = await lockInstance(tx, id)
    // Checked again under the row's lock: its renter may have destroyed it meanwhile.
    if (row === undefined || !hadDisk(row) || row.reason?.code === 'disk_lost') return
    await bookUse(ctx, tx, row)
    const lost = await setDesiredState(ctx, tx, row, {
      state: 'failed',
      ready: false,
      desired: 'stopped',
      progress: null,
      stop_overdue_at: null,
      reason: JSON.stringify({ code: 'disk_lost', text, exit_code: null }),
    })
    await settleOverdueStop(ctx, tx, { before: row, after: lost })
    await publishProblem(ctx, tx, { before: row, after: lost })
    await releaseDisk(tx, id)
    await releaseHold(ctx, tx, {
      purpose: id,
      keepMicroUsd: 0,
      key: `disk_lost:${row.generation}`,
    })
  })
}
