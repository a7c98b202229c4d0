import { withDatabase } from '@gridloom/testkit/database'
import { expect, it } from 'vitest'
import { offlineBefore } from './excused.ts'
import { listOutagesSince } from './outages-store.ts'
import { recordAlive, recordOutage } from './record-alive.ts'

it('an outage lasts from when the last replica ran to when the first one starts', async () => {
  await using fixture = await withDatabase()
  const ctx = fixture.ctx()
  await recordOutage(ctx)
  expect(await listOutagesSince(fixture.db, new Date(0))).toEqual([])
  await fixture.clock.advance(60_000)
  await recordAlive(ctx)
  const from = fixture.clock.now()
  await fixture.clock.advance(600_000)
  await recordOutage(ctx)
  expect(await listOutagesSince(fixture.db, new Date(0))).toEqual([
    { from, to: fixture.clock.now() },
  ])
  await recordOutage(ctx)
  expect(await listOutagesSince(fixture.db, new Date(0))).toHaveLength(1)
})

it('a replica that starts beside another one, or is back within seconds, records no outage', async () => {
  await using fixture = await withDatabase()
  const ctx = fixture.ctx()
  await recordOutage(ctx)
  for (const _ of [1, 2, 3]) {
    await fixture.clock.advance(46_000)
    await recordAlive(ctx)
    await fixture.clock.advance(14_000)
    await recordOutage(ctx)
  }
  expect(await listOutagesSince(fixture.db, new Date(0))).toEqual([])
})

it('restarts that follow each other too soon for machines to reconnect are outages, however short', async () => {
  await using fixture = await withDatabase()
  const ctx = fixture.ctx()
  await recordOutage(ctx)
  await fixture.clock.advance(600_000)
  await recordAlive(ctx)
  const first = await restartAfter(3_000)
  const second = await restartAfter(3_000)
  const third = await restartAfter(59_000)
  expect(await listOutagesSince(fixture.db, new Date(0))).toEqual([
    { from: first, to: second },
    { from: second, to: third },
  ])

  async function restartAfter(ms: number): Promise<Date> {
    await fixture.clock.advance(ms)
    await recordOutage(ctx)
    return fixture.clock.now()
  }
})

it('machines count as offline after 30 s, and after an outage not before they had time to reconnect', async () => {
  await using fixture = await withDatabase()
  const ctx = fixture.ctx()
  const silentS = async () =>
    (fixture.clock.now().getTime() - (await offlineBefore(ctx)).getTime()) / 1_000
  await recordOutage(ctx)
  expect(await silentS()).toBe(30)
  await fixture.clock.advance(600_000)
  await recordOutage(ctx)
  expect(await silentS()).toBe(630)
  await fixture.clock.advance(59_000)
  expect(await silentS()).toBe(689)
  await fixture.clock.advance(1_000)
  expect(await silentS()).toBe(30)
})
