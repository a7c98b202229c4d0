import type { MachineId } from '@gridloom/contract/core/ids'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { lockMachine, updateMachine } from './machines-store.ts'
import { publishMachine } from './publish-machine.ts'
import { refreshOffers } from './refresh-offers.ts'
import type { MachineRow } from './schema.ts'

/** Takes a machine off the market that has left a stop undone; says whether it was on it until now. */
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

/** Puts it back once it has ended everything that it was asked to end. */
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
