import { withDatabase } from '@gridloom/testkit/database'
import { expect, it } from 'vitest'
import { withEmptyDatabase } from '../../../test/empty-database.ts'
import type { Db } from '../../platform/database/connect.ts'
import { diskReserve } from '../../platform/files/reserve.ts'
import { type HealthCtx, platformChecks } from '../../platform/health/platform-checks.ts'
import { readReadiness } from './readiness.ts'

it('reports every part as healthy', async () => {
  await using fixture = await withDatabase()
  const { ready, parts } = await readHealth(fixture.db)
  expect(ready).toBe(true)
  expect(Object.entries(parts).map(([name, { text }]) => `${name}: ${text}`)).toEqual([
    'database: answers',
    'changes: listening',
    'migrations: all applied',
    'jobs: running',
    'disk: 50 GB free',
  ])
})

it('names the migrations that are missing in the database', async () => {
  await using fixture = await withDatabase()
  const needs = { migrations: ['0001-platform.sql', '9998-later.sql', '9999-last.sql'] }
  await expect(readHealth(fixture.db, needs)).rejects.toMatchObject({
    code: 'not_ready',
    details: { migrations: 'not applied: 9998-later.sql, 9999-last.sql', database: 'answers' },
  })
})

it('is ready on a database that a newer server has already migrated', async () => {
  await using fixture = await withDatabase()
  const { ready } = await readHealth(fixture.db, { migrations: [] })
  expect(ready).toBe(true)
})

it('reports migrations as unreadable on an empty database', async () => {
  await using empty = await withEmptyDatabase()
  await expect(readHealth(empty.db)).rejects.toMatchObject({
    details: { database: 'answers', migrations: 'cannot be read' },
  })
})

it('reports a database that does not answer, without its address', async () => {
  const fixture = await withDatabase()
  await fixture[Symbol.asyncDispose]()
  await expect(readHealth(fixture.db)).rejects.toMatchObject({
    details: { database: 'does not answer', migrations: 'cannot be read' },
  })
})

it('reports a lost change listener and stopped scheduled work', async () => {
  await using fixture = await withDatabase()
  const broken = { changes: { connected: () => false }, scheduledWork: { running: () => false } }
  await expect(readHealth(fixture.db, broken)).rejects.toMatchObject({
    details: { changes: 'not listening, reconnecting', jobs: 'not running' },
  })
})

function readHealth(db: Db, over: Partial<HealthCtx> = {}) {
  const healthy: HealthCtx = {
    db,
    changes: { connected: () => true },
    scheduledWork: { running: () => true },
    migrations: ['0001-platform.sql'],
    files: { reserve: diskReserve(async () => ({ freeBytes: 50e9, totalBytes: 100e9 })) },
  }
  return readReadiness({ ...healthy, ...over }, platformChecks)
}
