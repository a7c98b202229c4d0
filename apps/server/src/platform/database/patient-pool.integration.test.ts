import { withDatabase } from '@gridloom/testkit/database'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { connectDatabase } from './connect.ts'

const unlimitedMs = 60_000
const shortMs = 10

it('serves short statements that arrive together with one connection', async () => {
  await using site = await setup(unlimitedMs)
  await Promise.all(Array.from({ length: 20 }, () => sql`select 1`.execute(site.db)))
  expect(site.pool.totalCount).toBe(1)
})

it('opens a connection for each of several callers who hold one and ask for another', async () => {
  await using site = await setup(shortMs)
  const nested = () =>
    site.db.transaction().execute(async () => {
      await sql`select 1`.execute(site.db)
    })
  await Promise.all([nested(), nested(), nested()])
  expect(site.pool.totalCount).toBeGreaterThan(1)
})

async function setup(patienceMs: number) {
  const fixture = await withDatabase()
  const { db, pool } = connectDatabase(fixture.url, { connections: 10, patienceMs })
  return {
    db,
    pool,
    async [Symbol.asyncDispose]() {
      await db.destroy()
      await fixture[Symbol.asyncDispose]()
    },
  }
}
