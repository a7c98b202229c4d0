import { withDatabase } from '@gridloom/testkit/database'
import { expect, it } from 'vitest'
import { withEmptyDatabase } from '../../../test/empty-database.ts'
import type { Db } from '../../platform/database/connect.ts'
import { diskReserve } from '../../platform/files/reserve.ts'
import { partChecks } from './part-checks.ts'
import { readReadiness } from './readiness.ts'

it('says of each part that it is well', async () => {
  await using fixture = await withDatabase()
  const { ready, parts } = await readReadiness(checks(fixture.db))
  expect(ready).toBe(true)
  expect(Object.entries(parts).map(([name, { text }]) => `${name}: ${text}`)).toEqual([
    'database: answers',
    'changes: listening',
    'migrations: all applied',
    'jobs: running',
    'disk: 50 GB free',
  ])
})

it('names the migrations that this server needs and the database lacks', async () => {
  await using fixture = await withDatabase()
  const needs = { migrations: ['0001-platform.sql', '9998-later.sql', '9999-last.sql'] }
  await expect(readReadiness(checks(fixture.db, needs))).rejects.toMatchObject({
    code: 'not_ready',
    details: { migrations: 'not applied: 9998-later.sql, 9999-last.sql', database: 'answers' },
  })
})

it('is well with a database that a newer server has already brought further', async () => {
  await using fixture = await withDatabase()
  const { ready } = await readReadiness(checks(fixture.db, { migrations: [] }))
  expect(ready).toBe(true)
})

it('says that migrations cannot be read where there are none yet', async () => {
  await using empty = await withEmptyDatabase()
  await expect(readReadiness(checks(empty.db))).rejects.toMatchObject({
    details: { database: 'answers', migrations: 'cannot be read' },
  })
})

it('says that the database does not answer, and nothing of how it is reached', async () => {
  const fixture = await withDatabase()
  await fixture[Symbol.asyncDispose]()
  await expect(readReadiness(checks(fixture.db))).rejects.toMatchObject({
    details: { database: 'does not answer', migrations: 'cannot be read' },
  })
})

it('says that it does not listen, and that no work is done', async () => {
  await using fixture = await withDatabase()
  const broken = { changes: { connected: () => false }, scheduledWork: { running: () => false } }
  await expect(readReadiness(checks(fixture.db, broken))).rejects.toMatchObject({
    details: { changes: 'not listening, reconnecting', jobs: 'not running' },
  })
})

function checks(db: Db, over: Partial<Parameters<typeof partChecks>[0]> = {}) {
  return partChecks({
    db,
    changes: { connected: () => true },
    scheduledWork: { running: () => true },
    migrations: ['0001-platform.sql'],
    files: { reserve: diskReserve(async () => ({ freeBytes: 50e9, totalBytes: 100e9 })) },
    ...over,
  })
}
