import type { ReservationId } from '@gridloom/contract/core/ids'
import type {
  MachineReservation,
  Reservation,
  ReservationLine,
} from '@gridloom/contract/reservations/reservation'
import { reservationDiscount } from '@gridloom/domain/reservations'
import type { Ctx } from '../../platform/ctx.ts'
import { isoOrNull } from '../../platform/iso-or-null.ts'
import { type InstanceMoney, readInstanceMoney } from '../ledger/index.ts'
import { type ReservedSlotCounts, readReservedCounts } from '../market/index.ts'
import { listLines } from './due-store.ts'
import { settlementNow } from './end-reservation.ts'
import { readMachines } from './reservations-store.ts'
import { discountsOf } from './reserved-terms.ts'
import type { ReservationRow, ReservationTables } from './schema.ts'

type ShowCtx = Pick<Ctx, 'db' | 'clock'>

/** Returns the views of reservations for their account: four queries for any number. */
export async function showReservations(
  ctx: ShowCtx,
  rows: readonly ReservationRow[],
): Promise<Reservation[]> {
  const ids = rows.map(({ id }) => id)
  const [money, counts, lines, machines] = await Promise.all([
    readInstanceMoney(ctx.db, ids),
    readReservedCounts(ctx.db, ids),
    listLines(ctx.db, ids),
    readMachines(
      ctx.db,
      rows.map(({ machine_id }) => machine_id),
    ),
  ])
  const now = ctx.clock.now()
  return rows.map((row) => {
    const machine = machines.get(row.machine_id)
    if (machine === undefined) throw new RangeError(`there is no machine ${row.machine_id}`)
    const capturedMicroUsd = money.get(row.id)?.chargedMicroUsd ?? 0
    const { returnMicroUsd } = settlementNow({ row, machine, capturedMicroUsd }, now)
    return {
      ...factsOf(row, { money: money.get(row.id), counts: counts.get(row.id) }),
      machine_name: machine.name,
      machine_status: machine.status,
      at_end: row.at_end,
      discounts: discountsOf(row),
      refund_now_micro_usd: row.state === 'ended' ? null : returnMicroUsd,
      lines: lines.filter(({ reservation_id }) => reservation_id === row.id).map(lineOf),
    }
  })
}

/** Returns the views of the reservations of a machine for its provider. */
export async function showOnMachine(
  ctx: ShowCtx,
  rows: readonly ReservationRow[],
): Promise<MachineReservation[]> {
  const ids: ReservationId[] = rows.map(({ id }) => id)
  const [money, counts] = await Promise.all([
    readInstanceMoney(ctx.db, ids),
    readReservedCounts(ctx.db, ids),
  ])
  return rows.map((row) => factsOf(row, { money: money.get(row.id), counts: counts.get(row.id) }))
}

function factsOf(
  row: ReservationRow,
  { money, counts }: { money: InstanceMoney | undefined; counts: ReservedSlotCounts | undefined },
): MachineReservation {
  return {
    id: row.id,
    state: row.state,
    end_cause: row.end_cause,
    machine_id: row.machine_id,
    offer_id: row.offer_id,
    gpu_model: row.gpu_model,
    slots: row.slots,
    slots_used: counts?.used ?? 0,
    days: row.days,
    days_refunded: row.refunded_days,
    slot_micro_usd_per_hour: row.micro_usd_per_hour,
    discount_basis_points: reservationDiscount(discountsOf(row), row.days),
    total_micro_usd: row.total_micro_usd,
    charged_micro_usd: money?.chargedMicroUsd ?? 0,
    refunded_micro_usd: row.refunded_micro_usd,
    held_micro_usd: money?.heldMicroUsd ?? 0,
    started_at: row.started_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    ended_at: isoOrNull(row.ended_at),
  }
}

function lineOf(line: ReservationTables['reservation_lines']): ReservationLine {
  return {
    day: line.day,
    from: line.from_at.toISOString(),
    to: line.to_at.toISOString(),
    unavailable_s: Math.round(line.unavailable_ms / 1_000),
    charged_micro_usd: line.micro_usd,
    refunded_micro_usd: line.refunded_micro_usd,
  }
}
