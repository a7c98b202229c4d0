import type { MachineId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Tx } from '../../platform/ctx.ts'
import { revokeKey } from '../agents/index.ts'
import { clearOffers, countReservations, publishOffers } from '../market/index.ts'
import { lockOwnedMachine, refuseWhileRented, refuseWhileReserved } from './change-machine.ts'
import type { MachinesCtx } from './ctx.ts'
import { updateMachine } from './machines-store.ts'
import { publishMachine } from './publish-machine.ts'

/**
 * Removes a machine permanently: its key is revoked and its connection ends.
 * @throws {Refused} not_found; machine_in_use while an instance (a kept disk too) or a volume is on it, or slots are reserved
 */
export async function removeMachine(ctx: MachinesCtx, id: MachineId): Promise<void> {
  await ctx.transact(async (tx) => {
    const machine = await lockOwnedMachine(ctx, tx, id)
    await refuseWhileRented(tx, id, 'anything')
    await refuseWithVolumes(tx, id)
    await refuseWhileReserved(tx, id)
    const now = ctx.clock.now()
    await revokeKey(tx, id, now)
    await updateMachine(tx, id, { removed_at: now, status: 'offline', listed: false })
    await clearOffers(tx, id)
    await publishMachine(tx, machine.account_id, id)
    await publishOffers(tx)
  })
  ctx.agents.disconnect(id)
}

async function refuseWithVolumes({ db }: Tx, id: MachineId): Promise<void> {
  const volumes = await countReservations(db, id)
  if (volumes === 0) return
  const count = volumes === 1 ? '1 volume' : `${volumes} volumes`
  throw new Refused('machine_in_use', { details: { count } })
}
