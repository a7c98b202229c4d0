import type { InstanceId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { ChangeInstance } from '@gridloom/contract/instances/change-instance'
import type { Instance } from '@gridloom/contract/instances/instance'
import type { Tx } from '../../platform/ctx.ts'
import { lockQuota } from '../companies/index.ts'
import { fitHoldToBudget } from './automation/change-budget.ts'
import { settingColumns } from './automation/change-settings.ts'
import type { InstancesCtx } from './ctx.ts'
import { recordInstanceEvents } from './events/record-instance-events.ts'
import { isLabelTaken, updateInstance } from './instances-store.ts'
import { changeBid } from './interruptions/change-bid.ts'
import { instanceConflict, lockOwnedInstance } from './owned-instance.ts'
import { publishInstance } from './publish-instance.ts'
import type { InstanceRow } from './schema.ts'
import { sendSpecSoon } from './send-spec.ts'
import { showInstance } from './show-instances.ts'

/**
 * Changes the label, the note, the restart policy, the automation or the bid of an instance. A destroyed one keeps all but its
 * note.
 * @throws Refused `not_found`, `label_taken`, `state_conflict`, `invalid_input`
 */
export async function changeInstance(
  ctx: InstancesCtx,
  { id, label, note, ...settings }: ChangeInstance & { id: InstanceId },
): Promise<Instance> {
  const row = await ctx.transact(async (tx) => {
    const row = await lockOwnedInstance(ctx, tx, id)
    if (label !== undefined && label !== row.label) await refuseLabel(tx, row, label)
    const automated = await changeSettings(ctx, tx, row, settings)
    const set = await changeBid(ctx, tx, automated, settings)
    const changed = await updateInstance(tx, id, {
      label: label ?? row.label,
      note: note ?? row.note,
    })
    await recordInstanceEvents(ctx, tx, { before: row, after: set })
    await publishInstance(tx, row.account_id, id)
    return changed
  })
  if (settings.restart_policy !== undefined) sendSpecSoon(ctx, id)
  return showInstance(ctx, row)
}

type Settings = Pick<ChangeInstance, 'automation' | 'restart_policy'>

async function changeSettings(
  ctx: InstancesCtx,
  tx: Tx,
  row: InstanceRow,
  { automation, restart_policy: policy }: Settings,
): Promise<InstanceRow> {
  if (automation === undefined && policy === undefined) return row
  if (row.desired === 'destroyed') throw instanceConflict({ state: 'destroyed' })
  await fitHoldToBudget(ctx, tx, row, automation?.budget_micro_usd ?? null)
  return updateInstance(tx, row.id, {
    ...(automation !== undefined && settingColumns(automation, ctx.clock.now())),
    ...(policy !== undefined && policy !== row.restart_policy && policyColumns(row, policy)),
  })
}

/** A machine that has the instance up receives the policy now; any other one with the next start. */
function policyColumns(row: InstanceRow, policy: InstanceRow['restart_policy']) {
  const isUp = row.desired === 'running' && !atRest.has(row.state)
  const next = Math.max(row.generation, row.observed_generation) + 1
  return { restart_policy: policy, generation: isUp ? next : row.generation }
}

const atRest: ReadonlySet<InstanceRow['state']> = new Set(['stopped', 'failed', 'destroyed'])

/** Orders of the account wait for the lock as well: no two instances get the same label. */
async function refuseLabel(tx: Tx, row: InstanceRow, label: string): Promise<void> {
  if (row.state === 'destroyed') throw instanceConflict(row)
  await lockQuota(tx, row.account_id)
  if (await isLabelTaken(tx.db, { accountId: row.account_id, label }))
    throw new Refused('label_taken', { details: { label } })
}
