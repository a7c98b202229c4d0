import type { InstanceId, ReservationId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { anOrder } from '../../../test/instances.ts'
import { dayMicroUsd, type Reserving, withReserving } from '../../../test/reserving.ts'
import { destroyInstance } from '../instances/destroy-instance.ts'
import { orderInstance } from '../instances/order-instance.ts'
import { startInstance } from '../instances/start-instance.ts'
import { stopInstance } from '../instances/stop-instance.ts'
import { changeReservation } from './change-reservation.ts'
import { listReservations } from './read-reservations.ts'

const hourMs = 3_600_000
const stepsMax = 50

it.each([1, 2, 3, 4, 5])(
  'sells no slot twice and loses no money over random reservations, orders, ends and losses (seed %i)',
  async (seed) => {
    await using site = await withReserving({ cpuSlots: 3, creditMicroUsd: 400 * dayMicroUsd })
    const world = aWorld(site, randomFrom(seed))
    for (let step = 0; step < stepsMax; step++) {
      await world.live()
      await expectSoldOnce(site)
    }
    await world.end()
    await expectSoldOnce(site)
    expect(await site.slotsFree()).toBe(3)
    const reservations = await listReservations(site.renter)
    expect(reservations.length).toBeGreaterThan(2)
    for (const one of reservations) {
      expect(one.held_micro_usd).toBe(0)
      expect(one.charged_micro_usd + one.refunded_micro_usd).toBe(one.total_micro_usd)
      const lines = one.lines.reduce(
        (sum, line) => sum + line.charged_micro_usd + line.refunded_micro_usd,
        0,
      )
      expect(lines).toBe(one.total_micro_usd)
    }
    await site.expectCleanLedger()
  },
)

/** Counts what is sold from the slots, and compares it with every other record of it. */
async function expectSoldOnce({ db, machineId }: Reserving): Promise<void> {
  const { rows: wrongOffers } = await sql`select id from offers where machine_id = ${machineId}
    and slots_free <> (select count(*) from slots where offer_id = offers.id
      and instance_id is null and reservation_id is null and not retired)`.execute(db)
  expect(wrongOffers).toEqual([])
  const { rows: wrongRentals } = await sql`select instance_id from rentals
    where slots_held and slots <> (select count(*) from slots
      where slots.instance_id = rentals.instance_id)`.execute(db)
  expect(wrongRentals).toEqual([])
  const { rows: wrongReservations } = await sql`select id from reservations
    where (case when state = 'active' then slots else 0 end)
      <> (select count(*) from slots where reservation_id = reservations.id)`.execute(db)
  expect(wrongReservations).toEqual([])
  const { rows: strangers } =
    await sql`select slot from slots join instances i on i.id = instance_id
    where slots.reservation_id is not null and slots.reservation_id is distinct from i.reservation_id`.execute(
      db,
    )
  expect(strangers).toEqual([])
}

/** A renter and a machine that do what chance says. */
function aWorld(site: Reserving, random: () => number) {
  const { renter, offerId } = site
  const instances = new Map<InstanceId, number>()
  const below = (max: number) => Math.floor(random() * max)
  const oneOf = <T>(list: readonly T[]): T | undefined => list[below(list.length)]
  const active = async () =>
    (await listReservations(renter)).filter(({ state }) => state === 'active').map(({ id }) => id)

  const order = async (reservationId?: ReservationId) => {
    const on = reservationId === undefined ? {} : { reservation_id: reservationId }
    const slots = 1 + below(2)
    const made = await orderInstance(renter, anOrder(offerId, { slots, ...on }), undefined)
    instances.set(made.id, 1)
  }
  const onReservation = async () => {
    const id = oneOf(await active())
    // Two at once, for what may be its last slot.
    if (id !== undefined) return atOnce([order(id), order(id)])
  }
  const report = async (id: InstanceId) => {
    const row = await site.row(id)
    const phases = { running: 'running', stopped: 'stopped', destroyed: 'destroyed' } as const
    const phase = phases[row.desired]
    const seen = { phase, ready: phase === 'running', observed_generation: row.generation }
    await site.heartbeat([site.report(id, { ...seen, ready_s: below(50), stopped_s: 0 })])
    if (phase === 'destroyed') instances.delete(id)
  }
  const reserve = () => site.reserve({ slots: 1 + below(2), days: 1 + below(40) })
  const acts = [
    ...[reserve, reserve, reserve, reserve],
    () => order(),
    onReservation,
    onReservation,
    async () => {
      const id = oneOf(await active())
      if (id !== undefined) await atOnce([site.cancel(id), order(id), site.settle()])
    },
    async () => {
      const id = oneOf(await active())
      if (id !== undefined) await changeReservation(renter, id, { at_end: 'continue' })
    },
    ...[stopInstance, startInstance, destroyInstance, destroyInstance].map((act) => async () => {
      const id = oneOf([...instances.keys()])
      if (id !== undefined) await act(renter, id)
    }),
    async () => {
      for (const id of instances.keys()) await report(id)
    },
    () => site.online((1 + below(30)) * hourMs),
    async () => {
      await site.offline(below(80) * hourMs)
      await site.back()
    },
    () => site.deliver(),
  ]
  return {
    async live() {
      await oneOf(acts)?.().catch(refusedOnly)
    },
    /** Everything ends. */
    async end() {
      for (const id of await active()) await site.cancel(id)
      await site.deliver()
      for (const id of [...instances.keys()]) await destroyInstance(renter, id)
      for (const id of [...instances.keys()]) await report(id)
    },
  }
}

async function atOnce(works: readonly Promise<unknown>[]): Promise<void> {
  for (const ended of await Promise.allSettled(works))
    if (ended.status === 'rejected') refusedOnly(ended.reason)
}

function refusedOnly(error: unknown): void {
  if (!(error instanceof Refused)) throw error
}

/** Numbers from 0 up to 1, the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed * 2_654_435_761
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}
