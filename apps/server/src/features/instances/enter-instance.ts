import type { InstanceId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { InstancesCtx } from './ctx.ts'
import { recordInstanceEvents } from './events/record-instance-events.ts'
import { lockInstance, updateInstance } from './instances-store.ts'
import { instanceConflict, ownedInstance } from './owned-instance.ts'
import { publishInstance } from './publish-instance.ts'
import type { InstanceRow } from './schema.ts'

/**
 * Returns the caller's running instance for a command, a terminal or a tunnel. Entering counts as use: if charging has
 * not begun (the instance is not ready yet), it begins now, before anything reaches the machine.
 * @throws Refused `not_found`, `state_conflict` unless it runs, `machine_offline`
 */
export async function enterInstance(ctx: InstancesCtx, id: InstanceId): Promise<InstanceRow> {
  const row = await ownedInstance(ctx, id)
  if (row.state !== 'running') throw instanceConflict(row)
  if (!ctx.agents.connected(row.machine_id)) throw new Refused('machine_offline')
  if (row.entered_at === null || row.charged_from === null) await enterFirst(ctx, id)
  return row
}

async function enterFirst(ctx: InstancesCtx, id: InstanceId): Promise<void> {
  await ctx.transact(async (tx) => {
    const row = await lockInstance(tx, id)
    if (row === undefined || (row.entered_at !== null && row.charged_from !== null)) return
    const now = ctx.clock.now()
    const charged = row.charged_from === null && {
      charged_from: now,
      charged_cause: 'entered' as const,
    }
    const entered = await updateInstance(tx, id, { entered_at: row.entered_at ?? now, ...charged })
    await recordInstanceEvents(ctx, tx, { before: row, after: entered })
    await publishInstance(tx, row.account_id, id)
  })
}
