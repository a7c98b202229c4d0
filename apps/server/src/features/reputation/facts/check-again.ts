import type { MachineId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { readMachine, refuseWhileRented } from '../../machines/index.ts'
import type { ReputationCtx } from '../ctx.ts'
import { askMeasurement } from './measurements-store.ts'

const dayMs = 86_400_000

/**
 * Has one of the caller's machines measured again for its score: the answer to a figure that its provider thinks wrong.
 * @throws {Refused} not_found; machine_offline; machine_in_use, as measuring would slow renters down;
 * daily_limit_reached
 */
export async function checkAgain(ctx: ReputationCtx, id: MachineId): Promise<void> {
  const machine = await readMachine(ctx, id)
  if (!ctx.agents.connected(machine.id)) throw new Refused('machine_offline')
  await ctx.transact(async (tx) => {
    await refuseWhileRented(tx, id, 'slots_held')
    const now = ctx.clock.now()
    const asked = { machineId: id, reason: 'appeal' } as const
    const notAfter = new Date(now.getTime() - dayMs)
    if (await askMeasurement(tx, asked, { now, notAfter })) return
    const details = { max: 1, what: 'measurements of a machine for its score', hours: 24 }
    throw new Refused('daily_limit_reached', { details })
  })
}
