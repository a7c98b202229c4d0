import { Refused } from '@gridloom/contract/errors'
import type { InstanceId } from '@gridloom/contract/ids'
import type { Instance } from '@gridloom/contract/instances'
import { firstHold } from '@gridloom/domain/hold'
import type { Tx } from '../../platform/ctx.ts'
import { readInstanceMoney, topUpHold } from '../ledger/index.ts'
import { retakeSlots } from '../machines/index.ts'
import type { InstancesCtx } from './ctx.ts'
import { lockOwned } from './owned-instance.ts'
import { requireFunds } from './require-funds.ts'
import type { InstanceRow } from './schema.ts'
import { sendSpecSoon } from './send-spec.ts'
import { showInstance } from './show-instances.ts'
import { want } from './want.ts'

/**
 * Starts a stopped or failed instance again on its disk: takes slots on its machine anew and sets money aside.
 * @throws Refused `state_conflict`, `offer_taken` (its slots are rented by someone else), `insufficient_funds`, `machine_offline`
 */
export async function startInstance(ctx: InstancesCtx, id: InstanceId): Promise<Instance> {
  const row = await ctx.transact(async (tx) => {
    const row = await lockOwned(ctx, tx, id)
    if (row.desired === 'running' && row.state !== 'failed' && row.state !== 'stopped') return row
    const startable = row.state === 'stopped' || row.state === 'failed'
    if (!startable || row.desired === 'destroyed' || row.reason?.code === 'disk_lost') {
      throw new Refused('state_conflict', { details: { what: 'instance', state: row.state } })
    }
    return startAgain(ctx, tx, row)
  })
  sendSpecSoon(ctx, id)
  return showInstance(ctx, row)
}

async function startAgain(ctx: InstancesCtx, tx: Tx, row: InstanceRow): Promise<InstanceRow> {
  const { gpuUuids } = await retakeSlots(tx, {
    offerId: row.offer_id,
    machineId: row.machine_id,
    slots: row.slots,
    instanceId: row.id,
  })
  const held = (await readInstanceMoney(tx.db, [row.id])).get(row.id)?.heldMicroUsd ?? 0
  const missing = Math.max(0, firstHold(row.running_micro_usd_per_hour) - held)
  await requireFunds(ctx, tx, row.account_id, missing)
  const key = `start:${row.generation}`
  await topUpHold(ctx, tx, {
    accountId: row.account_id,
    instanceId: row.id,
    microUsd: missing,
    key,
  })
  return want(tx, row, {
    desired: 'running',
    // A process that ended by itself is started anew, not left as it stands.
    restart: row.restart + 1,
    gpu_uuids: JSON.stringify(gpuUuids),
    disk_kept_until: null,
    warned_s: null,
    reason: null,
  })
}
