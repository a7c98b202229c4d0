import type { MachineId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { withMachines } from '../../../test/machines.ts'
import { hourIsRecorded, insertHours, markOffline, recordHeartbeat } from './heartbeats-store.ts'
import { removeMachine } from './remove-machine.ts'

const start = Date.parse('2026-01-01T12:00:00.000Z')
const at = (ms: number) => new Date(start + ms)
const load = { at: '2026-01-01T12:00:00.000Z', cpu_percent: 5, memory_used_mib: 1, disk_free_gb: 9 }

it('counts nothing as heard at the first heartbeat', async () => {
  await using market = await setup()
  await market.beat(0)
  expect(await market.online()).toEqual({ onlineMs: 0, lastAt: at(0) })
})

it('counts a silence of 30 s whole, and of a longer one 30 s', async () => {
  await using market = await setup()
  await market.beat(0)
  await market.beat(30_000)
  expect((await market.online()).onlineMs).toBe(30_000)
  await market.beat(60_001)
  expect((await market.online()).onlineMs).toBe(60_000)
  await market.beat(3_600_000)
  expect((await market.online()).onlineMs).toBe(90_000)
})

it('counts no time twice where heartbeats overtake each other', async () => {
  await using market = await setup()
  for (const ms of [0, 10_000, 5_000, 10_000]) await market.beat(ms)
  expect(await market.online()).toEqual({ onlineMs: 10_000, lastAt: at(10_000) })
})

it('keeps the last load where a heartbeat brings none', async () => {
  await using market = await setup()
  await market.beat(0, load)
  await market.beat(5_000)
  const { rows } = await sql`select load from machine_heartbeats`.execute(market.db)
  expect(rows).toEqual([{ load }])
})

it('has the page told at the first heartbeat, and again after ten seconds to the millisecond', async () => {
  await using market = await setup()
  const due = []
  for (const ms of [0, 9_999, 10_000, 19_999, 20_000])
    due.push((await market.beat(ms))?.notifyDue ?? 'no machine')
  expect(due).toEqual([true, false, true, false, true])
})

it('finds nothing of a machine that was removed or never was', async () => {
  await using market = await setup()
  await removeMachine(market.provider, market.id)
  expect(await market.beat(0)).toBeUndefined()
  const stranger = market.ctx.ids.mint('machine')
  const none = await market.ctx.transact((tx) => recordHeartbeat(tx, stranger, { at: at(0), load }))
  expect(none).toBeUndefined()
})

it('loses no heard time of two heartbeats that are written at the same moment', async () => {
  await using market = await setup()
  await market.beat(0)
  await Promise.all([market.beat(10_000), market.beat(20_000)])
  expect((await market.online()).onlineMs).toBe(20_000)
})

it('takes a machine offline that said nothing since before the moment, not at it', async () => {
  await using market = await setup()
  await market.beat(0)
  expect(await market.offline(0)).toEqual([])
  expect(await market.offline(1)).toMatchObject([{ id: market.id }])
  expect(await market.offline(1)).toEqual([])
})

it('takes nothing offline that was never heard: it waits', async () => {
  await using market = await withMachines()
  await market.enrol(market.provider)
  expect(await market.ctx.transact((tx) => markOffline(tx, at(86_400_000)))).toEqual([])
})

it('passes over a machine that somebody is changing, and takes it at the next look', async () => {
  await using market = await setup()
  await market.beat(0)
  await market.ctx.transact(async ({ db }) => {
    await sql`select 1 from machines for update`.execute(db)
    expect(await market.offline(1)).toEqual([])
  })
  expect(await market.offline(1)).toHaveLength(1)
})

it('takes each of many silent machines offline once, however many replicas look', async () => {
  await using market = await withMachines()
  const ids = await Promise.all([1, 2, 3, 4, 5].map(() => market.machine()))
  await sql`update machine_heartbeats set last_seen_at = ${at(0)}`.execute(market.db)
  const looks = [1, 2, 3].map(() => market.ctx.transact((tx) => markOffline(tx, at(1))))
  const taken = (await Promise.all(looks)).flat().map(({ id }) => id)
  expect(taken.toSorted()).toEqual(ids.toSorted())
})

it('notes each full hour once, and not the one in which a machine was enrolled', async () => {
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
    beat: (ms: number, given: typeof load | null = null) =>
      market.ctx.transact((tx) => recordHeartbeat(tx, id, { at: at(ms), load: given })),
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
