import type { ReservationId } from '@gridloom/contract/core/ids'
import type { NewReservation } from '@gridloom/contract/reservations/reservation'
import { sql } from 'kysely'
import { leaveReservation } from '../src/features/instances/reserved/leave-reservation.ts'
import { changeMachine } from '../src/features/machines/change-machine.ts'
import { cancelReservation } from '../src/features/reservations/cancel-reservation.ts'
import { createReservation } from '../src/features/reservations/create-reservation.ts'
import { reservationsFeature } from '../src/features/reservations/index.ts'
import { readReservation } from '../src/features/reservations/read-reservations.ts'
import { settleReservations } from '../src/features/reservations/settle-reservations.ts'
import { allFeatures } from '../src/platform/all-features.ts'
import type { StoredEvent } from '../src/platform/business-events/business-event.ts'
import { keepEvents } from './business-events.ts'
import { withInstances } from './instances.ts'

const hourMs = 3_600_000

/** The discounts of the machine: 10 % from a day, 20 % from a week, 50 % from a month. */
const terms = {
  days_max: 60,
  day_discount_basis_points: 1_000,
  week_discount_basis_points: 2_000,
  month_discount_basis_points: 5_000,
}

/** The price of a slot on demand for a day. */
export const dayMicroUsd = 24 * 3_600_000

interface Wanted {
  creditMicroUsd?: number
  cpuSlots?: number
}

/** A renter and a machine whose slots cost $3.60 an hour and can be reserved. */
export async function withReserving(wanted: Wanted = {}) {
  const { creditMicroUsd = 100 * dayMicroUsd, cpuSlots = 2 } = wanted
  const fixture = await withInstances({ creditMicroUsd, cpuSlots })
  const { clock, db, machineId, provider, system } = fixture
  await changeMachine(provider, machineId, { reservation_terms: terms })
  const { id: offerId } = await fixture.offerOf(machineId)
  await keepEvents(system, ['reservation.ending', 'reservation.ended', 'reservation.refunded'])
  const renter = { ...fixture.renter, keySpendOf: allFeatures([reservationsFeature]).keySpend }
  const settle = () => settleReservations(system)
  const seen = () =>
    sql`update machine_heartbeats set last_seen_at = ${clock.now()}
      where machine_id = ${machineId}`.execute(db)
  return {
    ...fixture,
    ...{ renter, offerId, settle },
    reserve: (changed: Partial<NewReservation> = {}, as = renter) =>
      createReservation(as, { offer_id: offerId, slots: 1, days: 7, at_end: 'stop', ...changed }),
    read: (id: ReservationId) => readReservation(renter, id),
    cancel: (id: ReservationId) => cancelReservation(renter, id),
    /** Time passes with the machine online, in steps of at most an hour, each of which settles what is due. */
    async online(ms: number) {
      for (let leftMs = ms; leftMs > 0; leftMs -= hourMs) {
        const stepMs = Math.min(leftMs, hourMs)
        await clock.jump(stepMs)
        await sql`update machine_heartbeats set online_ms = online_ms + ${stepMs}
          where machine_id = ${machineId}`.execute(db)
        await seen()
        await settle()
      }
    },
    /** Time passes with the machine offline. */
    async offline(ms: number) {
      await sql`update machines set status = 'offline' where id = ${machineId}`.execute(db)
      for (let leftMs = ms; leftMs > 0; leftMs -= hourMs) {
        await clock.jump(Math.min(leftMs, hourMs))
        await settle()
      }
    },
    async back() {
      await sql`update machines set status = 'online' where id = ${machineId}`.execute(db)
      await seen()
    },
    /** Delivers the end of reservations to their instances, as the outbox would. */
    async deliver() {
      const { rows } = await sql<StoredEvent>`
        select id::text, topic, subject, account_id as "accountId", at, payload, 0 as attempts
        from business_events where topic = 'reservation.ended' order by id`.execute(db)
      for (const event of rows)
        await system.transact((tx) => leaveReservation.handle(system, tx, event))
    },
    async notices() {
      const { rows } = await sql<{ text: string }>`select text from notices
        where key like 'reservation%' and account_id = ${accountOf(renter)} order by at, key`.execute(
        db,
      )
      return rows.map(({ text }) => text)
    },
    /** Every slot as `instance reservation`. */
    async slots() {
      const { rows } = await sql<{ instance: string | null; reservation: string | null }>`
        select instance_id as instance, reservation_id as reservation from slots
        where machine_id = ${machineId} order by slot`.execute(db)
      return rows
    },
  }
}
export type Reserving = Awaited<ReturnType<typeof withReserving>>

function accountOf({ actor }: { actor: { kind: string; accountId?: string } }): string {
  return actor.accountId ?? ''
}
