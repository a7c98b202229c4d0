import { Refused } from '@gridloom/contract/errors'
import type { Tx } from '../../platform/ctx.ts'
import {
  type InstanceRow,
  setDesiredState,
  startAgain,
  updateInstance,
} from '../instances/index.ts'
import type { SnapshotsCtx } from './ctx.ts'
import type { InstanceMoveRow } from './schema.ts'

/**
 * Starts an instance again after a failed move, if it ran before. Returns whether it is as it was: another renter may
 * have its slots, or the balance be used up; then it stays stopped with its disk.
 */
export async function startBack(
  ctx: SnapshotsCtx,
  tx: Tx,
  { source, move }: { source: InstanceRow; move: InstanceMoveRow },
): Promise<boolean> {
  const row = await updateInstance(tx, source.id, { move_id: null })
  if (!move.was_running) return true
  // Slots and hold are still taken while it has not stopped.
  const hasSlots = row.state !== 'stopped' && row.state !== 'failed'
  if (hasSlots && row.state !== 'destroyed') {
    await setDesiredState(ctx, tx, row, { desired: 'running' })
    return true
  }
  try {
    const budget = row.past_key_budget ? 'beyond' : 'within'
    await startAgain(ctx, tx, row, async () => budget)
    return true
  } catch (cause) {
    // @NOTE refused before anything was written: it stays stopped, as its renter is told
    if (cause instanceof Refused) return false
    throw cause
  }
}
