import type { InstanceId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { ChangeInstance } from '@gridloom/contract/instances/change-instance'
import type { Instance } from '@gridloom/contract/instances/instance'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { lockQuota } from '../companies/index.ts'
import { isLabelTaken, updateInstance } from './instances-store.ts'
import { instanceConflict, lockOwnedInstance } from './owned-instance.ts'
import { publishInstance } from './publish-instance.ts'
import type { InstanceRow } from './schema.ts'
import { showInstance } from './show-instances.ts'

/**
 * Changes the label or the note of an instance, which its machine does not see. A destroyed one keeps its label.
 * @throws Refused `not_found`, `label_taken`, `state_conflict`
 */
export async function changeInstance(
  ctx: Ctx,
  { id, label, note }: ChangeInstance & { id: InstanceId },
): Promise<Instance> {
  const row = await ctx.transact(async (tx) => {
    const row = await lockOwnedInstance(ctx, tx, id)
    if (label !== undefined && label !== row.label) await refuseLabel(tx, row, label)
    const changed = await updateInstance(tx, id, {
      label: label ?? row.label,
      note: note ?? row.note,
    })
    await publishInstance(tx, row.account_id, id)
    return changed
  })
  return showInstance(ctx, row)
}

/** Orders of the account wait for the lock as well: no two instances get the same label. */
async function refuseLabel(tx: Tx, row: InstanceRow, label: string): Promise<void> {
  if (row.state === 'destroyed') throw instanceConflict(row)
  await lockQuota(tx, row.account_id)
  if (await isLabelTaken(tx.db, { accountId: row.account_id, label }))
    throw new Refused('label_taken', { details: { label } })
}
