import type { MachineId } from '@gridloom/contract/core/ids'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import { copyLowestTrust, lockRenderMachine } from '../dispatch/render-machines-store.ts'

/**
 * A computer that was a machine before begins with no more trust than that one was left with: enrolling anew makes
 * nobody honest.
 */
export async function inheritTrust(
  _ctx: Ctx,
  tx: Tx,
  { machineId, before }: { machineId: MachineId; before: readonly MachineId[] },
): Promise<void> {
  await lockRenderMachine(tx, machineId)
  await copyLowestTrust(tx, machineId, before)
}
