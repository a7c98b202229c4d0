import { Refused } from '@gridloom/contract/errors'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { keptEvents } from '../../../test/business-events.ts'
import { accountIdOf, anOrder } from '../../../test/instances.ts'
import { dayMicroUsd, withReserving } from '../../../test/reserving.ts'
import { noFeatures } from '../../platform/all-features.ts'
import { destroyInstance } from '../instances/destroy-instance.ts'
import { orderInstance } from '../instances/order-instance.ts'
import { startInstance } from '../instances/start-instance.ts'
import { stopInstance } from '../instances/stop-instance.ts'
import { listLines } from '../ledger/list-lines.ts'
import { readEarned } from '../ledger/read-instance-money.ts'
import { changeMachine } from '../machines/change-machine.ts'
import { readMachine } from '../machines/list-machines.ts'
import { removeMachine } from '../machines/remove-machine.ts'
import { createQuote } from '../market/create-quote.ts'
import { readOffer } from '../market/read-offer.ts'
import { changeReservation } from './change-reservation.ts'
import { quoteReservation } from './quote-reservation.ts'
import { listMachineReservations, listReservations, readReservation } from './read-reservations.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const week = 7 * dayMicroUsd * 0.8

describe('a reservation', () => {
  it('holds the quoted price at once, takes its slots off the market, and is charged by the day', async () => {
    await using site = await withReserving()
    const wanted = { offer_id: site.offerId, slots: 1, days: 7 }
    const quote = await quoteReservation(site.renter, wanted, noFeatures)
    expect(quote).toMatchObject({
      ...{ total_micro_usd: week, on_demand_micro_usd: 7 * dayMicroUsd, slots_free: 2 },
      ...{ discount_basis_points: 2_000, slot_micro_usd_per_hour: 3_600_000 },
    })
    const made = await site.reserve()
    expect(made).toMatchObject({
      ...{ state: 'active', slots: 1, slots_used: 0, held_micro_usd: week, charged_micro_usd: 0 },
    })
    expect(await site.slotsFree()).toBe(1)
    await site.online(dayMs + hourMs)
    const share = week / 7
    expect(await site.read(made.id)).toMatchObject({
      ...{ charged_micro_usd: share, held_micro_usd: week - share, days_refunded: 0 },
      lines: [{ day: 1, unavailable_s: 0, charged_micro_usd: share, refunded_micro_usd: 0 }],
    })
    expect((await readEarned(site.db, [site.machineId])).get(site.machineId)).toBe(share * 0.9)
    const { lines } = await listLines(site.renter, accountIdOf(site.renter), {
      ...{ granularity: 'day', kind: 'charge', holds: false, limit: 10 },
    })
    expect(lines).toMatchObject([{ product: 'compute', reservation_id: made.id }])
    await site.expectCleanLedger()
  })

  it('gives the last slot to one of many reservations and orders at once', async () => {
    await using site = await withReserving({ cpuSlots: 1 })
    const order = () => orderInstance(site.renter, anOrder(site.offerId), undefined)
    const tries = [() => site.reserve(), order, () => site.reserve({ days: 1 }), order]
    const ended = await Promise.allSettled(tries.map((one) => one()))
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of ended)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'offer_taken' })
    await site.expectCleanLedger()
  })

  it('takes nothing without the terms, the money, or at another price than was seen', async () => {
    await using site = await withReserving({ creditMicroUsd: dayMicroUsd })
    await expect(site.reserve({ days: 61 })).rejects.toMatchObject({
      code: 'not_reservable',
      details: { days: '61 days', most: 'The most is 60 days.' },
    })
    await expect(site.reserve()).rejects.toMatchObject({ code: 'insufficient_funds' })
    const seen = { days: 1, total_micro_usd_max: 0.9 * dayMicroUsd - 1 }
    await expect(site.reserve(seen)).rejects.toMatchObject({ code: 'reservation_price_changed' })
    await changeMachine(site.provider, site.machineId, { reservation_terms: null })
    await expect(site.reserve({ days: 1 })).rejects.toMatchObject({ code: 'not_reservable' })
    expect(await site.slotsFree()).toBe(2)
    expect(await listReservations(site.renter)).toEqual([])
  })

  it('is hidden from other accounts, and shown to the provider without its renter', async () => {
    await using site = await withReserving()
    const { id } = await site.reserve()
    const stranger = site.someone()
    await expect(readReservation(stranger, id)).rejects.toMatchObject({ code: 'not_found' })
    const [seen] = await listMachineReservations(site.provider, site.machineId)
    expect(seen).toMatchObject({ id, slots: 1, total_micro_usd: week })
    expect(JSON.stringify(seen)).not.toContain(accountIdOf(site.renter))
    const asRenter = listMachineReservations(site.renter, site.machineId)
    await expect(asRenter).rejects.toMatchObject({ code: 'not_found' })
  })

  it('keeps its slots when the machine is unlisted, and keeps the machine from being removed or resized', async () => {
    await using site = await withReserving()
    const { id } = await site.reserve()
    const inUse = { code: 'machine_in_use', details: { count: '1 reservation' } }
    await expect(removeMachine(site.provider, site.machineId)).rejects.toMatchObject(inUse)
    const resized = changeMachine(site.provider, site.machineId, { cpu_slots: 1 })
    await expect(resized).rejects.toMatchObject(inUse)
    const unlisted = { listed: false, reservation_terms: null }
    await changeMachine(site.provider, site.machineId, unlisted)
    expect(await readMachine(site.provider, site.machineId)).toMatchObject({ slots_rented: 1 })
    const order = anOrder(site.offerId, { reservation_id: id })
    await expect(orderInstance(site.renter, order, undefined)).resolves.toBeDefined()
    await site.cancel(id)
    expect((await readOffer(site.renter, site.offerId)).availability).toBe('unlisted')
  })
})

describe('an instance on a reservation', () => {
  it('pays its disk alone, and returns its slots to the reservation when it ends', async () => {
    await using site = await withReserving()
    const { id } = await site.reserve({ slots: 2 })
    expect(await site.slotsFree()).toBe(0)
    const instance = await orderInstance(
      site.renter,
      anOrder(site.offerId, { reservation_id: id, slots: 2 }),
      undefined,
    )
    expect(instance).toMatchObject({
      ...{ reservation_id: id, running_micro_usd_per_hour: 0, held_micro_usd: 0 },
    })
    expect((await site.read(id)).slots_used).toBe(2)
    await site.heartbeat([site.report(instance.id, { ready: true })])
    await stopInstance(site.renter, instance.id)
    const stopped = { phase: 'stopped', observed_generation: 2 } as const
    await site.heartbeat([site.report(instance.id, stopped)])
    expect((await site.read(id)).slots_used).toBe(0)
    expect(await site.slotsFree()).toBe(0)
    await startInstance(site.renter, instance.id)
    expect((await site.read(id)).slots_used).toBe(2)
    await destroyInstance(site.renter, instance.id)
    const gone = { phase: 'destroyed', observed_generation: 4 } as const
    await site.heartbeat([site.report(instance.id, gone)])
    expect((await site.read(id)).slots_used).toBe(0)
    expect(await site.slotsFree()).toBe(0)
    await site.expectCleanLedger()
  })

  it('has a quote for the disk alone, which no other order may use', async () => {
    await using site = await withReserving()
    const { id } = await site.reserve({ slots: 2 })
    const size = { offer_id: site.offerId, slots: 1, disk_gb: 1 }
    const on = { ...size, reservation_id: id }
    const quote = await createQuote(site.renter, on, noFeatures)
    expect(quote).toMatchObject({ running_micro_usd_per_hour: 0 })
    await expect(createQuote(site.renter, size, noFeatures)).rejects.toMatchObject({
      code: 'offer_taken',
    })
    const three = createQuote(site.renter, { ...on, slots: 3 }, noFeatures)
    await expect(three).rejects.toMatchObject({ code: 'reservation_full', details: { free: 2 } })
    const stranger = createQuote(site.someone(), on, noFeatures)
    await expect(stranger).rejects.toMatchObject({ code: 'not_found' })
    const order = (changed: object) =>
      orderInstance(
        site.renter,
        anOrder(site.offerId, { quote_id: quote.id, ...changed }),
        undefined,
      )
    await site.cancel(id)
    await expect(order({})).rejects.toMatchObject({ code: 'quote_expired' })
    const { id: again } = await site.reserve({ slots: 2 })
    await expect(order({ reservation_id: again })).rejects.toMatchObject({ code: 'quote_expired' })
    const { id: quote_id } = await createQuote(
      site.renter,
      { ...size, reservation_id: again },
      noFeatures,
    )
    const reserved = { reservation_id: again, quote_id }
    await expect(order(reserved)).resolves.toMatchObject({ running_micro_usd_per_hour: 0 })
  })

  it('is one of any number of orders for the last reserved slot', async () => {
    await using site = await withReserving()
    const { id } = await site.reserve()
    const order = () =>
      orderInstance(site.renter, anOrder(site.offerId, { reservation_id: id }), undefined)
    const ended = await Promise.allSettled([order(), order(), order(), order()])
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of ended)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({
          code: 'reservation_full',
          details: { free: 0, slots: 1 },
        })
    expect(await site.slotsFree()).toBe(1)
    await site.expectCleanLedger()
  })

  it('is refused on a reservation of another account, offer, or time', async () => {
    await using site = await withReserving()
    const { id } = await site.reserve({ days: 1 })
    const stranger = await site.account(1_000_000)
    const order = (as = site.renter, offerId: string = site.offerId) =>
      orderInstance(as, anOrder(offerId, { reservation_id: id }), undefined)
    await expect(order(stranger)).rejects.toMatchObject({ code: 'not_found' })
    const other = await site.offerOf(await site.machine())
    await expect(order(site.renter, other.id)).rejects.toMatchObject({ code: 'invalid_input' })
    await site.clock.jump(dayMs)
    await expect(order()).rejects.toMatchObject({ code: 'reservation_ended' })
    await site.cancel(id)
    await expect(order()).rejects.toMatchObject({ code: 'reservation_ended' })
    expect((await site.slots()).filter(({ reservation }) => reservation !== null)).toEqual([])
  })

  it('stops when the reservation ends, and starts again at the price on demand of its order', async () => {
    await using site = await withReserving()
    const { id } = await site.reserve({ days: 1 })
    const order = { reservation_id: id }
    const instance = await site.running(order, site.renter)
    await site.reprice(9_000_000)
    await site.online(dayMs)
    await site.deliver()
    expect(await site.row(instance)).toMatchObject({
      ...{ desired: 'stopped', reservation_id: null, running_micro_usd_per_hour: 0 },
      reason: { code: 'reservation_ended' },
    })
    await site.heartbeat([site.report(instance, { phase: 'stopped', observed_generation: 2 })])
    expect(await site.slotsFree()).toBe(2)
    await startInstance(site.renter, instance)
    expect(await site.row(instance)).toMatchObject({
      ...{ desired: 'running', running_micro_usd_per_hour: 3_600_000 },
      on_demand_micro_usd_per_hour: null,
    })
    expect(await site.slotsFree()).toBe(1)
    await site.expectCleanLedger()
  })

  it('goes on at that price if its renter chose so, from the end on', async () => {
    await using site = await withReserving()
    const { id } = await site.reserve({ days: 1 })
    await changeReservation(site.renter, id, { at_end: 'continue' })
    const instance = await site.running({ reservation_id: id }, site.renter)
    await site.online(dayMs)
    await site.deliver()
    await site.deliver()
    const report = site.report(instance, { ready: true, ready_s: 1 })
    await site.heartbeat([report])
    expect(await site.row(instance)).toMatchObject({
      ...{ desired: 'running', reservation_id: null, running_micro_usd_per_hour: 3_600_000 },
    })
    expect(await site.money(instance)).toMatchObject({ chargedMicroUsd: 0 })
    expect((await site.money(instance))?.heldMicroUsd).toBeGreaterThan(0)
    expect(await site.slotsFree()).toBe(1)
    expect((await readMachine(site.provider, site.machineId)).earning_micro_usd_per_hour).toBe(
      3_240_000,
    )
    await site.expectCleanLedger()
  })
})

describe('a day of a reservation', () => {
  it('is refunded whole when the machine was offline for more than an hour, once, and told', async () => {
    await using site = await withReserving()
    const { id } = await site.reserve()
    const share = week / 7
    await site.online(20 * hourMs)
    await site.offline(hourMs + 60_000)
    await site.back()
    await site.online(3 * hourMs)
    await site.settle()
    expect(await site.read(id)).toMatchObject({
      ...{ days_refunded: 1, refunded_micro_usd: share, charged_micro_usd: 0 },
      lines: [{ day: 1, unavailable_s: 3_660, charged_micro_usd: 0, refunded_micro_usd: share }],
    })
    expect(await site.notices()).toEqual([expect.stringContaining('The day is refunded')])
    expect(await keptEvents(site.db)).toMatchObject([{ topic: 'reservation.refunded' }])
    await site.online(dayMs)
    expect(await site.read(id)).toMatchObject({ days_refunded: 1, charged_micro_usd: share })
    await site.expectCleanLedger()
  })

  it.each(['charged', 'refunded'] as const)(
    'is %s once by any number of replicas at once',
    async (how) => {
      await using site = await withReserving()
      const { id } = await site.reserve()
      const share = week / 7
      if (how === 'refunded') await site.offline(2 * hourMs)
      await site.back()
      await site.online(how === 'refunded' ? 21 * hourMs : 23 * hourMs)
      await site.clock.jump(hourMs)
      await sql`update machine_heartbeats set online_ms = online_ms + ${hourMs},
      last_seen_at = ${site.clock.now()}`.execute(site.db)
      expect((await site.read(id)).lines).toEqual([])
      await Promise.all([site.settle(), site.settle(), site.settle(), site.settle()])
      const charged = how === 'charged' ? share : 0
      expect(await site.read(id)).toMatchObject({
        ...{ charged_micro_usd: charged, refunded_micro_usd: share - charged },
        held_micro_usd: week - share,
        lines: [{ day: 1, charged_micro_usd: charged, refunded_micro_usd: share - charged }],
      })
      expect(await site.notices()).toHaveLength(how === 'charged' ? 0 : 1)
      await site.expectCleanLedger()
    },
  )

  it('is charged when it was offline for an hour, and when this server was down', async () => {
    await using site = await withReserving()
    const { id } = await site.reserve()
    await site.online(12 * hourMs)
    await site.offline(hourMs)
    await site.back()
    await site.online(11 * hourMs)
    expect((await site.read(id)).lines).toMatchObject([{ day: 1, refunded_micro_usd: 0 }])
    // Five hours without this server: the machine was not seen, and nobody knows yet.
    await site.online(22 * hourMs)
    await site.clock.jump(5 * hourMs)
    await site.settle()
    expect((await site.read(id)).lines).toHaveLength(1)
    // The heartbeat afterwards counts the excused time as online.
    await sql`update machine_heartbeats set online_ms = online_ms + ${5 * hourMs},
      last_seen_at = ${site.clock.now()}`.execute(site.db)
    await site.settle()
    expect((await site.read(id)).lines).toMatchObject([{}, { day: 2, refunded_micro_usd: 0 }])
  })

  it('is refunded when the machine has fewer slots than reserved for more than an hour', async () => {
    await using site = await withReserving()
    const { id } = await site.reserve({ slots: 2 })
    await site.online(hourMs)
    await sql`update slots set retired = true where reservation_id = ${id} and slot = 0`.execute(
      site.db,
    )
    for (let minute = 0; minute < 70; minute++) {
      await site.clock.jump(60_000)
      await sql`update machine_heartbeats set online_ms = online_ms + 60000,
        last_seen_at = ${site.clock.now()} where machine_id = ${site.machineId}`.execute(site.db)
      await site.settle()
    }
    await sql`update slots set retired = false`.execute(site.db)
    await site.online(23 * hourMs)
    const [line] = (await site.read(id)).lines
    expect(line?.refunded_micro_usd).toBeGreaterThan(0)
    expect(line?.unavailable_s).toBeGreaterThan(65 * 60)
  })
})

describe('the end of a reservation', () => {
  it('is announced a day and an hour before, and comes by itself', async () => {
    await using site = await withReserving()
    const { id } = await site.reserve({ days: 2 })
    await site.online(2 * dayMs)
    expect(await site.notices()).toEqual([
      expect.stringContaining('ends within a day'),
      expect.stringContaining('ends within an hour'),
      expect.stringContaining('Its days are over.'),
    ])
    expect((await keptEvents(site.db)).map(({ topic }) => topic)).toEqual([
      ...['reservation.ending', 'reservation.ending', 'reservation.ended'],
    ])
    expect(await site.read(id)).toMatchObject({
      ...{ state: 'ended', end_cause: 'expired', held_micro_usd: 0, refund_now_micro_usd: null },
      charged_micro_usd: 2 * dayMicroUsd * 0.9,
    })
    expect(await site.slotsFree()).toBe(2)
    await site.expectCleanLedger()
  })

  it('by its renter prices the days so far at the discount of their number and returns the rest', async () => {
    await using site = await withReserving()
    const { id } = await site.reserve({ days: 30 })
    await site.online(2 * dayMs + hourMs)
    const due = 3 * dayMicroUsd * 0.9
    const before = await site.read(id)
    expect(before.refund_now_micro_usd).toBe(before.total_micro_usd - due)
    expect(await site.cancel(id)).toMatchObject({
      ...{ state: 'ended', end_cause: 'cancelled', held_micro_usd: 0, charged_micro_usd: due },
      refunded_micro_usd: before.total_micro_usd - due,
    })
    await expect(site.cancel(id)).rejects.toMatchObject({ code: 'reservation_ended' })
    await expect(changeReservation(site.renter, id, { at_end: 'stop' })).rejects.toBeInstanceOf(
      Refused,
    )
    expect(await site.slotsFree()).toBe(2)
    await site.expectCleanLedger()
  })

  it('comes with a machine that is offline for 72 hours, with the rest returned and its instances stopped', async () => {
    await using site = await withReserving()
    const { id } = await site.reserve({ days: 30, at_end: 'continue' })
    const instance = await site.running({ reservation_id: id }, site.renter)
    await site.online(dayMs)
    await site.offline(73 * hourMs)
    const ended = await site.read(id)
    const share = (30 * dayMicroUsd * 0.5) / 30
    expect(ended).toMatchObject({
      ...{ state: 'ended', end_cause: 'machine_offline', charged_micro_usd: share },
      ...{ days_refunded: 3, held_micro_usd: 0, refunded_micro_usd: 29 * share },
    })
    await site.deliver()
    expect(await site.row(instance)).toMatchObject({ desired: 'stopped', reservation_id: null })
    await site.expectCleanLedger()
  })
})
