import type { AccountId, MachineId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'

/** Publishes, at commit, a change of a machine to its owner's open pages. */
export async function publishMachine(
  tx: Tx,
  accountId: AccountId,
  machineId: MachineId,
): Promise<void> {
  await tx.publish({ topic: 'machine', accountId, subject: machineId })
}
