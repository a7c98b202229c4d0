import { machineSilentAfterMs } from '@gridloom/contract/core/constants'
import type { ReservationId } from '@gridloom/contract/core/ids'
import type { ReservationEndCause } from '@gridloom/contract/reservations/reservation'
import { machineGoneMs } from '@gridloom/domain/reservations'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { addUnusable, listDue, listUnusable } from './due-store.ts'
import { endReservation } from './end-reservation.ts'
import { publishReservation } from './publish-reservation.ts'
import { lockReservation, type ReservedMachine, readReservedMachine } from './reservations-store.ts'
import { type SettlingCtx, settleDays } from './settle-days.ts'
import { warnOfEnd } from './warn-of-end.ts'

export type SettleCtx = SettlingCtx & Pick<Ctx, 'db' | 'transact' | 'log'>

/** A longer pause between two looks is not counted: this server may have been down. */
const gapMsMax = 60_000

/** Settles days, warns, and ends what is over, each in a transaction of its own. Safe on any number of replicas. */
export async function settleReservations(ctx: SettleCtx): Promise<void> {
  const now = ctx.clock.now()
  for (const id of await listUnusable(ctx.db))
    await attempt(ctx, id, (tx) => addUnusable(tx, id, { now, gapMsMax }))
  for (const id of await listDue(ctx.db, now)) await attempt(ctx, id, (tx) => settle(ctx, tx, id))
}

async function attempt(
  ctx: SettleCtx,
  id: ReservationId,
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  try {
    await ctx.transact(work)
  } catch (cause) {
    // @NOTE the others are settled all the same, and the next round retries this one
    ctx.log.error(
      { event: 'reservation.settle_failed', err: cause, reservation: id },
      'a reservation was not settled',
    )
  }
}

async function settle(ctx: SettleCtx, tx: Tx, id: ReservationId): Promise<void> {
  const row = await lockReservation(tx, id)
  if (row === undefined || row.state === 'ended') return
  const now = ctx.clock.now()
  const machine = await readReservedMachine(tx.db, row.machine_id)
  if (isUncertain(machine, now)) return
  const settled = await settleDays(ctx, tx, { row, machine })
  const cause = causeOfEnd(machine, { isOver: settled.settled_days === settled.days, now })
  if (cause !== null) return void (await endReservation(ctx, tx, { row: settled, machine, cause }))
  await warnOfEnd(ctx, tx, { row: settled, machine })
  await publishReservation(tx, settled)
}

/**
 * Whether nobody knows yet if a machine is online: it was not seen for a while, as after an outage of this server. The
 * next heartbeat, or the sweep of silent machines, decides.
 */
function isUncertain({ status, lastSeenAt, isRemoved }: ReservedMachine, now: Date): boolean {
  if (status !== 'online' || isRemoved || lastSeenAt === null) return false
  return now.getTime() - lastSeenAt.getTime() > machineSilentAfterMs
}

function causeOfEnd(
  { isRemoved, status, lastSeenAt }: ReservedMachine,
  { isOver, now }: { isOver: boolean; now: Date },
): ReservationEndCause | null {
  if (isOver) return 'expired'
  if (isRemoved) return 'machine_removed'
  const silentMs = lastSeenAt === null ? 0 : now.getTime() - lastSeenAt.getTime()
  return status === 'offline' && silentMs > machineGoneMs ? 'machine_offline' : null
}
