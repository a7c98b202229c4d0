import { Refused } from '@gridloom/contract/errors'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { retakeSlots } from '../market/index.ts'
import { onDemand } from './reserved/on-demand.ts'
import type { InstanceRow } from './schema.ts'
import { setDesiredState } from './set-desired-state.ts'

const text =
  'Its slots were released and rented by others before it restarted. Start it again when slots are free.'

/** The slots that an instance occupies on its machine. */
export function slotsOfInstance(row: InstanceRow) {
  return {
    offerId: row.offer_id,
    machineId: row.machine_id,
    slots: row.slots,
    instanceId: row.id,
    reservationId: row.reservation_id,
  }
}

/**
 * Takes the slots again of an instance that came up by itself, or stops it where others have rented them: no instance
 * runs without slots.
 */
export async function regainSlots(
  ctx: Pick<Ctx, 'actor' | 'clock'>,
  tx: Tx,
  row: InstanceRow,
): Promise<InstanceRow> {
  if (await hasItsSlots(tx, row, ctx.clock.now())) return onDemand(tx, row)
  const reason = JSON.stringify({ code: 'create_refused', text, exit_code: null })
  return setDesiredState(ctx, tx, row, { desired: 'stopped', reason })
}

async function hasItsSlots(tx: Tx, row: InstanceRow, at: Date): Promise<boolean> {
  try {
    const { gpuUuids } = await retakeSlots(tx, { ...slotsOfInstance(row), at })
    return gpuUuids.every((uuid) => row.gpu_uuids.includes(uuid))
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}
