import { machineSilentAfterMs } from '@gridloom/contract/constants'
import type { Tx } from '../../platform/ctx.ts'
import { releaseHold } from '../ledger/index.ts'
import { bookUse } from './book-use.ts'
import type { InstancesCtx } from './ctx.ts'
import { lockSilent, updateInstance } from './instances-store.ts'
import type { InstanceRow } from './schema.ts'

const text =
  'The machine has not been heard for 30 seconds. Nothing is charged since it last spoke; the container may well go on running, and continues here when the machine returns.'

/** Marks what runs on machines that are silent as lost. Returns how many. */
export async function loseSilent(ctx: InstancesCtx): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - machineSilentAfterMs)
  return ctx.transact(async (tx) => {
    const rows = await lockSilent(tx, before)
    for (const row of rows) await lose(ctx, tx, row)
    return rows.length
  })
}

/** Its use is booked up to the last heartbeat, and what is still held goes back until it is heard again. */
async function lose(ctx: InstancesCtx, tx: Tx, row: InstanceRow): Promise<void> {
  await bookUse(ctx, tx, row)
  await updateInstance(tx, row.id, {
    state: 'lost',
    ready: false,
    progress: null,
    reason: JSON.stringify({ code: 'machine_silent', text, exit_code: null }),
  })
  await releaseHold(ctx, tx, {
    instanceId: row.id,
    keepMicroUsd: 0,
    key: `lost:${row.generation}:${row.last_heard_at?.getTime() ?? 0}`,
  })
  await tx.tell({ topic: 'instance', accountId: row.account_id, subject: row.id })
}
