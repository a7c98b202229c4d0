import type { MachineId } from '@gridloom/contract/core/ids'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { lockMachine, updateMachine } from './machines-store.ts'
import { publishMachine } from './publish-machine.ts'
import { refreshOffers } from './refresh-offers.ts'
import type { MachineRow } from './schema.ts'

/** Hides the offers of a machine with an overdue stop. Returns whether they were visible until now. */
export async function markStopOverdue(
  ctx: Ctx,
  tx: Tx,
  id: MachineId,
  since: Date,
): Promise<'new' | 'marked before'> {
  const machine = await lockMachine(tx, id)
  if (machine === undefined || machine.stop_overdue_since !== null) return 'marked before'
  await put(ctx, tx, id, { since, accountId: machine.account_id })
  return 'new'
}

/** Clears the overdue stop once the machine has ended every instance as requested. */
export async function clearStopOverdue(ctx: Ctx, tx: Tx, id: MachineId): Promise<void> {
  const machine = await lockMachine(tx, id)
  if (machine === undefined || machine.stop_overdue_since === null) return
  await put(ctx, tx, id, { since: null, accountId: machine.account_id })
}

async function put(
  ctx: Ctx,
  tx: Tx,
  id: MachineId,
  { since, accountId }: { since: Date | null; accountId: MachineRow['account_id'] },
): Promise<void> {
  await updateMachine(tx, id, { stop_overdue_since: since })
  await refreshOffers(ctx, tx, id)
  await publishMachine(tx, accountId, id)
}
