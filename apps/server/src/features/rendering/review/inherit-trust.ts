import type { MachineId } from '@gridloom/contract/core/ids'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import { copyLowestTrust, lockRenderMachine } from '../dispatch/render-machines-store.ts'

/**
 * Limits the trust of a machine that is enrolled again to its earlier trust, so that enrolling again does not reset it.
 */
export async function inheritTrust(
  _ctx: Ctx,
  tx: Tx,
  { machineId, before }: { machineId: MachineId; before: readonly MachineId[] },
): Promise<void> {
  await lockRenderMachine(tx, machineId)
  await copyLowestTrust(tx, machineId, before)
}
