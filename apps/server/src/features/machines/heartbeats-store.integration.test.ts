import type { MachineId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { withMachines } from '../../../test/machines.ts'
import { hourIsRecorded, insertHours, markOffline, recordHeartbeat } from './heartbeats-store.ts'
import { removeMachine } from './remove-machine.ts'

const start = Date.parse('2026-01-01T12:00:00.000Z')
const at = (ms: number) => new Date(start + ms)
const load = { at: '2026-01-01T12:00:00.000Z', cpu_percent: 5, memory_used_mib: 1, disk_free_gb: 9 }

it('counts no online time at the first heartbeat', async () => {
  await using market = await setup()
  await market.beat(0)
  expect(await market.online()).toEqual({ onlineMs: 0, lastAt: at(0) })
})

it('counts a gap of up to 30 s in full, and 30 s of a longer one', async () => {
  await using market = await setup()
  await market.beat(0)
  await market.beat(30_000)
  expect((await market.online()).onlineMs).toBe(30_000)
  await market.beat(60_001)
  expect((await market.online()).onlineMs).toBe(60_000)
  await market.beat(3_600_000)
  expect((await market.online()).onlineMs).toBe(90_000)
})

it('counts the excused part of a longer gap in full', async () => {
  await using market = await setup()
  await market.beat(0)
  await market.beat(1_000_000, null, 660_000)
  expect((await market.online()).onlineMs).toBe(690_000)
  await market.beat(1_060_000, null, 660_000)
  expect((await market.online()).onlineMs).toBe(750_000)
})

it('counts no time twice when heartbeats arrive out of order', async () => {
  await using market = await setup()
  for (const ms of [0, 10_000, 5_000, 10_000]) await market.beat(ms)
  expect(await market.online()).toEqual({ onlineMs: 10_000, lastAt: at(10_000) })
})

it('keeps the last load when a heartbeat has none', async () => {
  await using market = await setup()
  await market.beat(0, load)
  await market.beat(5_000)
  const { rows } = await sql`select load from machine_heartbeats`.execute(market.db)
  expect(rows).toEqual([{ load }])
})

it('marks a refresh as due at the first heartbeat, and every ten seconds from then', async () => {
  await using market = await setup()
  const due = []
  for (const ms of [0, 9_999, 10_000, 19_999, 20_000])
    due.push((await market.beat(ms))?.notifyDue ?? 'no machine')
  expect(due).toEqual([true, false, true, false, true])
})

it('returns nothing for a removed or unknown machine', async () => {
  await using market = await setup()
  await removeMachine(market.provider, market.id)
  expect(await market.beat(0)).toBeUndefined()
  const stranger = market.ctx.ids.mint('machine')
  const none = await market.ctx.transact((tx) =>
    recordHeartbeat(tx, stranger, { at: at(0), load, excusedMs: 0 }),
  )
  expect(none).toBeUndefined()
})

it('counts the time of two heartbeats that are written concurrently', async () => {
  await using market = await setup()
  await market.beat(0)
  await Promise.all([market.beat(10_000), market.beat(20_000)])
  expect((await market.online()).onlineMs).toBe(20_000)
})

it('marks a machine offline that was last seen before the time, not at it', async () => {
  await using market = await setup()
  await market.beat(0)
  expect(await market.offline(0)).toEqual([])
  expect(await market.offline(1)).toMatchObject([{ id: market.id }])
  expect(await market.offline(1)).toEqual([])
})

it('does not mark a machine offline that was never seen, as it is waiting', async () => {
  await using market = await withMachines()
  await market.enrol(market.provider)
  expect(await market.ctx.transact((tx) => markOffline(tx, at(86_400_000)))).toEqual([])
})

it('skips a machine whose row is locked, and marks it at the next sweep', async () => {
  await using market = await setup()
  await market.beat(0)
  await market.ctx.transact(async ({ db }) => {
    await sql`select 1 from machines for update`.execute(db)
    expect(await market.offline(1)).toEqual([])
  })
  expect(await market.offline(1)).toHaveLength(1)
})

it('marks each of many machines offline once, however many replicas sweep', async () => {
  await using market = await withMachines()
  const ids = await Promise.all([1, 2, 3, 4, 5].map(() => market.machine()))
  await sql`update machine_heartbeats set last_seen_at = ${at(0)}`.execute(market.db)
  const looks = [1, 2, 3].map(() => market.ctx.transact((tx) => markOffline(tx, at(1))))
  const taken = (await Promise.all(looks)).flat().map(({ id }) => id)
  expect(taken.toSorted()).toEqual(ids.toSorted())
})

it('records each full hour once, except the one in which a machine was enrolled', async () => {
  await using market = await setup()
  await sql`update machines set enrolled_at = ${at(60_000)}`.execute(market.db)
  const note = (ms: number) => market.ctx.transact((tx) => insertHours(tx, at(ms)))
  await market.beat(0)
  await note(120_000)
  expect(await hourIsRecorded(market.db, at(120_000))).toBe(false)
  await market.beat(3_600_000)
  await note(3_600_000)
  await market.beat(3_630_000)
  await note(3_700_000)
  expect(await hourIsRecorded(market.db, at(7_199_999))).toBe(true)
  expect(await hourIsRecorded(market.db, at(7_200_000))).toBe(false)
  const { rows } = await sql`select at, online_ms from machine_hours where at >= ${at(0)}`.execute(
    market.db,
  )
  expect(rows).toEqual([{ at: at(3_600_000), online_ms: 30_000 }])
})

it('keeps hours for 25 hours', async () => {
  await using market = await setup()
  await sql`delete from machine_hours`.execute(market.db)
  await sql`insert into machine_hours select ${market.id}, ${at(0)}::timestamptz
    - n * interval '1 hour', 0 from generate_series(24, 27) n`.execute(market.db)
  await market.ctx.transact((tx) => insertHours(tx, at(0)))
  const { rows } = await sql`select at from machine_hours where at < ${at(0)} order by at`.execute(
    market.db,
  )
  expect(rows).toEqual([{ at: at(-25 * 3_600_000) }, { at: at(-24 * 3_600_000) }])
})

/** A machine on the market that has not sent a heartbeat yet. */
async function setup() {
  const market = await withMachines()
  const id: MachineId = await market.machine()
  await sql`update machine_heartbeats set last_seen_at = null, load = null, notified_at = null`.execute(
    market.db,
  )
  return {
    ...market,
    id,
    beat: (ms: number, given: typeof load | null = null, excusedMs = 0) =>
      market.ctx.transact((tx) => recordHeartbeat(tx, id, { at: at(ms), load: given, excusedMs })),
    offline: (ms: number) => market.ctx.transact((tx) => markOffline(tx, at(ms))),
    async online() {
      const { rows } = await sql<{ onlineMs: number; lastAt: Date }>`
        select online_ms as "onlineMs", last_seen_at as "lastAt" from machine_heartbeats`.execute(
        market.db,
      )
      return rows[0] ?? { onlineMs: -1, lastAt: null }
    },
  }
}
