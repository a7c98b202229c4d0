import { Refused } from '@gridloom/contract/errors'
import type { ReservationTerms } from '@gridloom/contract/machines/reservation-terms'
import type { NewReservation, Reservation } from '@gridloom/contract/reservations/reservation'
import { formatUsdExact } from '@gridloom/domain/money-format'
import { reservationDayMs, reservationPrice } from '@gridloom/domain/reservations'
import { accountOf, actingKeyId, type Tx, userOf } from '../../platform/ctx.ts'
import { labelOrder, refuseBeyondBudget } from '../budgets/index.ts'
import { keepOpen, lockQuota } from '../companies/index.ts'
import { placeHold } from '../ledger/index.ts'
import { type HeldOffer, holdSlots, lockReservedMachine } from '../market/index.ts'
import { publishNotice } from '../notices/index.ts'
import type { ReservationsCtx } from './ctx.ts'
import { publishReservation } from './publish-reservation.ts'
import { readReservation } from './read-reservations.ts'
import { reservationQuota } from './reservation-quota.ts'
import { insertReservation, readReservedMachine } from './reservations-store.ts'
import { inDays, inSlots, requireTerms } from './reserved-terms.ts'
import type { ReservationRow } from './schema.ts'
import { readTerms } from './terms-store.ts'

const daySeconds = 86_400

/**
 * Reserves slots from now on: takes them and puts the price of all days on hold in one transaction. Of any number of
 * reservations and orders for the last slot one succeeds.
 * @throws Refused `not_found`, `machine_offline`, `not_reservable`, `reservation_price_changed`, `offer_taken`,
 * `insufficient_funds`, `key_budget_exceeded`, `limit_reached`
 */
export async function createReservation(
  ctx: ReservationsCtx,
  wanted: NewReservation,
): Promise<Reservation> {
  const { accountId } = accountOf(ctx)
  const id = ctx.ids.mint('reservation')
  await ctx.transact(async (tx) => {
    await keepOpen(tx, accountId)
    const held = await lockReservedMachine(tx, wanted.offer_id)
    const terms = requireTerms(await readTerms(tx.db, held.machine.id), wanted.days)
    const microUsd = priceNow(wanted, { held, terms })
    const { slots, offer_id: offerId } = wanted
    const { machine } = held
    const at = ctx.clock.now()
    await holdSlots(tx, { offerId, slots, reservationId: id, machine, at })
    await refuseBeyondBudget(ctx, tx, { keyId: actingKeyId(ctx), microUsd })
    await labelOrder(ctx, tx, { purpose: id, project: undefined })
    await placeHold(ctx, tx, { accountId, purpose: id, microUsd, key: 'order' })
    await lockQuota(tx, accountId, reservationQuota)
    const row = await insert(ctx, tx, { id, wanted, held, terms, microUsd })
    tx.note({ subject: id })
    await tellProvider(ctx, tx, row)
    await publishReservation(tx, row)
  })
  return readReservation(ctx, id)
}

function priceNow(
  { slots, days, total_micro_usd_max: most }: NewReservation,
  { held, terms }: { held: HeldOffer; terms: ReservationTerms },
): number {
  const microUsdPerHour = held.offer.price_micro_usd_per_hour
  const microUsd = reservationPrice({ slots, microUsdPerHour, discounts: terms }, days)
  if (most === undefined || microUsd <= most) return microUsd
  throw new Refused('reservation_price_changed', { details: { price: formatUsdExact(microUsd) } })
}

interface Inserted {
  id: ReservationRow['id']
  wanted: NewReservation
  held: HeldOffer
  terms: ReservationTerms
  microUsd: number
}

async function insert(
  ctx: ReservationsCtx,
  tx: Tx,
  { id, wanted, held, terms, microUsd }: Inserted,
): Promise<ReservationRow> {
  const now = ctx.clock.now()
  const { machine, offer } = held
  return insertReservation(tx, {
    id,
    account_id: accountOf(ctx).accountId,
    created_by: userOf(ctx),
    api_key_id: actingKeyId(ctx),
    machine_id: machine.id,
    provider_account_id: machine.account_id,
    offer_id: offer.id,
    gpu_model: offer.gpu_model,
    slots: wanted.slots,
    days: wanted.days,
    vcpus: offer.vcpus,
    memory_mib: offer.memory_mib,
    micro_usd_per_hour: offer.price_micro_usd_per_hour,
    day_basis_points: terms.day_discount_basis_points,
    week_basis_points: terms.week_discount_basis_points,
    month_basis_points: terms.month_discount_basis_points,
    total_micro_usd: microUsd,
    at_end: wanted.at_end,
    state: 'active',
    started_at: now,
    ends_at: new Date(now.getTime() + wanted.days * reservationDayMs),
    measured_at: now,
    measured_online_ms: (await readReservedMachine(tx.db, machine.id)).onlineMs,
    watched_at: now,
    // Who reserves one day knows that it ends within a day.
    warned_s: wanted.days === 1 ? daySeconds : null,
  })
}

async function tellProvider(ctx: ReservationsCtx, tx: Tx, row: ReservationRow): Promise<void> {
  const { name } = await readReservedMachine(tx.db, row.machine_id)
  await publishNotice(ctx, tx, {
    accountId: row.provider_account_id,
    notice: {
      key: `reserved:${row.id}`,
      level: 'info',
      text: `${name}: ${inSlots(row.slots)} reserved for ${inDays(row.days)}, for ${formatUsdExact(row.total_micro_usd)} before the platform fee.`,
    },
    mail: null,
  })
}
