import { MachineId, OfferId } from '@gridloom/contract/core/ids'
import { MicroUsdPerHour } from '@gridloom/contract/core/values'
import { z } from 'zod'
import { eventKind } from '../../platform/business-events/business-event.ts'
import { recordEvents } from '../../platform/business-events/record-events.ts'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import type { InstanceRow } from './schema.ts'

/** An instance was ordered: its slots are taken and its first hold is placed. The subject is the instance. */
export const orderPlaced = eventKind(
  'order.placed',
  z.object({
    machine_id: MachineId,
    offer_id: OfferId,
    slots: z.int(),
    running_micro_usd_per_hour: MicroUsdPerHour,
  }),
)

/** An instance is destroyed permanently: nothing more is charged for it. The subject is the instance. */
export const orderEnded = eventKind('order.ended', z.object({ machine_id: MachineId }))

export function recordOrderPlaced(ctx: Pick<Ctx, 'clock'>, tx: Tx, row: InstanceRow) {
  const { machine_id, offer_id, slots, running_micro_usd_per_hour } = row
  const payload = { machine_id, offer_id, slots, running_micro_usd_per_hour }
  return recordEvents(ctx, tx, [
    orderPlaced.of({ subject: row.id, accountId: row.account_id, payload }),
  ])
}

export function recordOrderEnded(ctx: Pick<Ctx, 'clock'>, tx: Tx, row: InstanceRow) {
  const payload = { machine_id: row.machine_id }
  return recordEvents(ctx, tx, [
    orderEnded.of({ subject: row.id, accountId: row.account_id, payload }),
  ])
}
