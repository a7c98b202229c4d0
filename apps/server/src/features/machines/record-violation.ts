import type { MachineId } from '@gridloom/contract/core/ids'
import type { Ctx } from '../../platform/ctx.ts'
import type { ProtocolViolation } from '../agents/index.ts'
import { lockMachine, updateMachine } from './machines-store.ts'
import { publishMachine } from './publish-machine.ts'

/** Stores, for its owner, when and why a machine's connection was last ended. Subscribe it to the gateway. */
export async function recordViolation(
  ctx: Ctx,
  id: MachineId,
  violation: ProtocolViolation,
): Promise<void> {
  await ctx.transact(async (tx) => {
    const machine = await lockMachine(tx, id)
    if (machine === undefined) return
    await updateMachine(tx, id, { violation, violated_at: ctx.clock.now() })
    await publishMachine(tx, machine.account_id, id)
  })
}
