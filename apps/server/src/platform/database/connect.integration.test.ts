import { withDatabase } from '@gridloom/testkit/database'
import { startFaultyProxy } from '@gridloom/testkit/faulty-proxy'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { connectDatabase, type Db } from './connect.ts'
import { prepared } from './prepared.ts'

it('rolls back every write of a transaction that fails', async () => {
  await using fixture = await withDatabase()
  const ctx = fixture.ctx()
  const failing = ctx.transact(async (tx) => {
    await tx.publish({ topic: 'offers', accountId: null, subject: '' })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await fixture.db.selectFrom('events').selectAll().execute()).toEqual([])
})

it('stores a change of a transaction that commits', async () => {
  await using fixture = await withDatabase()
  await fixture
    .ctx()
    .transact((tx) => tx.publish({ topic: 'offers', accountId: null, subject: '' }))
  const rows = await fixture.db.selectFrom('events').select(['topic', 'subject']).execute()
  expect(rows).toEqual([{ topic: 'offers', subject: '' }])
})

it('fails only the transaction whose connection breaks between two statements', async () => {
  await using fixture = await withDatabase()
  const broken = fixture.ctx().transact(async ({ db }) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(fixture.db)
    await untilGone(fixture.db, rows[0]?.pid)
    await sql`select 1`.execute(db)
  })
  await expect(broken).rejects.toThrow()
  expect(await fixture.db.selectFrom('events').selectAll().execute()).toEqual([])
})

it('rejects a query in time when the database falls silent', async () => {
  await using fixture = await withDatabase()
  await using proxy = await startFaultyProxy(fixture.url, { faultAt: 'select 1' })
  const { db } = connectDatabase(proxy.url, { connections: 1, queryTimeoutMs: 200 })
  await expect(sql`select 1`.execute(db)).rejects.toThrow('Query read timeout')
})

it('plans a marked statement once for a connection, and others each time', async () => {
  await using fixture = await withDatabase()
  const { db } = connectDatabase(fixture.url, { connections: 1 })
  const add = (one: number, mark = sql``) => sql`${mark}select ${one}::int + 1 as sum`.execute(db)
  const marked = [await add(1, prepared('sums')), await add(41, prepared('sums'))]
  expect(marked.map(({ rows }) => rows)).toEqual([[{ sum: 2 }], [{ sum: 42 }]])
  expect((await add(2)).rows).toEqual([{ sum: 3 }])
  const { rows } = await sql`select name from pg_prepared_statements`.execute(db)
  expect(rows).toEqual([{ name: 'sums' }])
  await db.destroy()
})

/** Resolves when the database no longer has the session and this process has read its end. */
async function untilGone(db: Db, pid: number | undefined): Promise<void> {
  for (;;) {
    const { rows } = await sql`select 1 from pg_stat_activity where pid = ${pid}`.execute(db)
    if (rows.length === 0) return
  }
}
