import { systemClock } from '@gridloom/async/clock'
import { startServer } from '@gridloom/testkit/server'
import { describe, expect, it } from 'vitest'
import { fakeChanges } from '../../../test/fake-changes.ts'
import { withPeople } from '../../../test/people.ts'
import { connectDatabase } from '../../platform/database/connect.ts'
import { createOwnChanges } from '../../platform/database/own-changes.ts'
import { silentLog } from '../../platform/log.ts'
import { publishAnnouncements } from './publish-announcements.ts'
import { watchMaintenance } from './watch-maintenance.ts'

const ownChanges = createOwnChanges()

describe('maintenance', () => {
  it('fails the health check of every replica within a second, and only the health check', async () => {
    await using fixture = await withPeople()
    await using second = await startServer({ databaseUrl: fixture.server.container.databaseUrl })
    const healthOf = async (url: string) => (await fetch(new URL('/api/health', url))).status
    expect([await healthOf(fixture.server.url), await healthOf(second.url)]).toEqual([200, 200])
    const on = await fixture.operator.operator.switchMaintenance({ body: { on: true } })
    expect(on).toEqual({ on: true, since: fixture.clock.now().toISOString() })
    expect(await healthOf(fixture.server.url)).toBe(503)
    await until(async () => (await healthOf(second.url)) === 503)
    expect((await fixture.raw('GET', '/api/health')).text).toContain('under_maintenance')
    expect((await fixture.raw('GET', '/api/ready')).status).toBe(200)
    await fixture.clock.advance(5_000)
    expect(await fixture.operator.operator.switchMaintenance({ body: { on: true } })).toEqual(on)
    expect(await fixture.operator.operator.maintenance()).toEqual(on)
    const off = await fixture.operator.operator.switchMaintenance({ body: { on: false } })
    expect(off).toEqual({ on: false, since: null })
    await until(async () => (await healthOf(second.url)) === 200)
  })

  it('is active on a replica that starts while it is on', async () => {
    await using fixture = await withPeople()
    await fixture.operator.operator.switchMaintenance({ body: { on: true } })
    await using second = await startServer({ databaseUrl: fixture.server.container.databaseUrl })
    expect((await fetch(new URL('/api/health', second.url))).status).toBe(503)
  })

  it('is polled while the change listener is disconnected', async () => {
    await using fixture = await withPeople()
    const changes = { ...fakeChanges(), connected: () => false }
    await using watch = await watchMaintenance({ ...fixture.system, changes, ownChanges })
    await fixture.operator.operator.switchMaintenance({ body: { on: true } })
    expect(watch.on()).toBe(false)
    await fixture.clock.advance(1_000)
    await until(async () => watch.on())
  })

  it('is up to date once a read that a change triggered has settled', async () => {
    await using fixture = await withPeople()
    const changes = fakeChanges()
    await using watch = await watchMaintenance({ ...fixture.system, changes, ownChanges })
    await fixture.operator.operator.switchMaintenance({ body: { on: true } })
    changes.publish({ topic: 'announcements', subject: '' })
    expect(watch.on()).toBe(false)
    await watch.settled()
    expect(watch.on()).toBe(true)
  })

  it('is up to date after a change of this replica, however late the notification', async () => {
    await using fixture = await withPeople()
    const own = createOwnChanges()
    const parts = { ...fixture.system, changes: fakeChanges(), ownChanges: own }
    await using watch = await watchMaintenance(parts)
    await fixture.operator.operator.switchMaintenance({ body: { on: true } })
    await own.refreshingAfter(fixture.system.transact)(publishAnnouncements)
    expect(watch.on()).toBe(true)
  })

  it('keeps its last known state while the database does not answer', async () => {
    await using fixture = await withPeople()
    await fixture.operator.operator.switchMaintenance({ body: { on: true } })
    const changes = fakeChanges()
    const failed = Promise.withResolvers<unknown>()
    const log = { ...silentLog(), warn: failed.resolve }
    const { db } = connectDatabase(fixture.server.container.databaseUrl, { connections: 1 })
    await using watch = await watchMaintenance({ ...fixture.system, db, log, changes, ownChanges })
    await db.destroy()
    changes.publish({ topic: 'announcements', subject: '' })
    await failed.promise
    expect(watch.on()).toBe(true)
  })
})

const limitMs = 1_000

/** Polls a condition. @throws Error after a second */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  const signal = AbortSignal.timeout(limitMs)
  while (!(await isSo())) await systemClock.sleep(5, signal)
}
