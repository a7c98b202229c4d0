import type { InstanceId } from '@gridloom/contract/ids'
import { releaseHold } from '../ledger/index.ts'
import { releaseDisk, releaseSlots } from '../machines/index.ts'
import { bookUse } from './book-use.ts'
import type { InstancesCtx } from './ctx.ts'
import { lockInstance, updateInstance } from './instances-store.ts'

const text =
  'The machine came back without this container: its disk is lost. Nothing was charged since it was last heard.'

/** Fails an instance whose machine no longer has its container, and gives back everything it held. */
export async function loseDisk(ctx: InstancesCtx, id: InstanceId): Promise<void> {
  await ctx.transact(async (tx) => {
    const row = await lockInstance(tx, id)
    if (row === undefined || row.state === 'destroyed' || row.state === 'failed') return
    await bookUse(ctx, tx, row)
    await updateInstance(tx, id, {
      state: 'failed',
      ready: false,
      desired: 'stopped',
      generation: row.generation + 1,
      progress: null,
      reason: JSON.stringify({ code: 'disk_lost', text, exit_code: null }),
    })
    await releaseSlots(tx, id)
    await releaseDisk(tx, id)
    await releaseHold(ctx, tx, {
      instanceId: id,
      keepMicroUsd: 0,
      key: `disk_lost:${row.generation}`,
    })
    await tx.tell({ topic: 'instance', accountId: row.account_id, subject: id })
  })
}
