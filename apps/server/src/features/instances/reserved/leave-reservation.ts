import type { InstanceId } from '@gridloom/contract/core/ids'
import { eventSubscriber } from '../../../platform/business-events/business-event.ts'
import type { Tx } from '../../../platform/ctx.ts'
import { reservationEnded } from '../../reservations/index.ts'
import { noPendingStart, noPlannedStop } from '../automation/change-settings.ts'
import type { InstancesCtx } from '../ctx.ts'
import { lockInstance, updateInstance } from '../instances-store.ts'
import { publishInstance } from '../publish-instance.ts'
import type { InstanceRow } from '../schema.ts'
import { setDesiredState } from '../set-desired-state.ts'
import { goOnDemand } from './on-demand.ts'
import { listOfReservation } from './reserved-store.ts'

const text =
  'Its reservation ended. Start it again to go on at the price on demand; its disk is kept.'

/** Stops the instances of a reservation that ended, or lets them go on at the price of their order. */
export const leaveReservation = eventSubscriber({
  name: 'instances.reservation_ended',
  to: [reservationEnded],
  async handle(ctx: InstancesCtx, tx, { subject, payload }) {
    // Nobody chose to go on with a machine that was gone.
    const isGone = payload.cause === 'machine_offline' || payload.cause === 'machine_removed'
    const at_end = isGone ? 'stop' : payload.at_end
    for (const id of await listOfReservation(tx.db, subject)) await leave(ctx, tx, { id, at_end })
  },
})

async function leave(
  ctx: InstancesCtx,
  tx: Tx,
  { id, at_end }: { id: InstanceId; at_end: 'stop' | 'continue' },
): Promise<void> {
  const row = await lockInstance(tx, id)
  if (row === undefined || row.reservation_id === null) return
  const isUp = row.desired === 'running' && !atRest.has(row.state)
  if (isUp && at_end === 'continue') {
    await goOnDemand(ctx, tx, row)
    return publishInstance(tx, row.account_id, id)
  }
  const left = await updateInstance(tx, id, { reservation_id: null })
  if (isUp) await stop(ctx, tx, left)
  await publishInstance(tx, row.account_id, id)
}

const atRest: ReadonlySet<InstanceRow['state']> = new Set(['stopped', 'failed', 'destroyed'])

/** The price of its reservation stays until it has stopped: the next start is on demand. */
async function stop(ctx: InstancesCtx, tx: Tx, row: InstanceRow): Promise<void> {
  const reason = JSON.stringify({ code: 'reservation_ended', text, exit_code: null })
  const wanted = { desired: 'stopped', reason, ...noPendingStart, ...noPlannedStop } as const
  await setDesiredState(ctx, tx, row, wanted)
}
